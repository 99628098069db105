export { buildPortal, type BuildOptions, type BuildSummary } from './build.js'
export { type BuildProgress } from './context.js'
