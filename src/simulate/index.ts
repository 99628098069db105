export type { CurvePoint, MissedAt, NetworkResult, RunResult, SimulationResult } from './result.js'
