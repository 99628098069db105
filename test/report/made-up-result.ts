/** Results of simulations that never ran: smooth formulas and a little seeded noise, shaped like the papers' curves. */
import type { CurvePoint, RunResult, SimulationResult } from '../../src/simulate/result.js'

const RELEVANT = 17_228

export interface MadeUpRun {
  readonly strategy: string
  readonly pages: number
  readonly coverage: number
  readonly stopped?: RunResult['stopped']
  readonly hours?: number
  readonly points?: number
}

export function madeUpRun({
  strategy,
  pages,
  coverage,
  stopped = 'finished',
  hours,
  points = 150,
}: MadeUpRun): RunResult {
  const random = seededRandom(pages)
  const curve: CurvePoint[] = []
  const relevant = Math.round(coverage * RELEVANT)
  for (let i = 0; i <= points; i++) {
    const share = i / points
    const found = i === points ? relevant : Math.round(relevant * (1 - Math.exp(-5 * share)) * (0.99 + random() * 0.01))
    const crawled = Math.round(pages * share)
    curve.push({
      pages: crawled,
      relevant: Math.max(curve.at(-1)?.relevant ?? 0, Math.min(crawled, found)),
      queue: Math.round(crawled * (1.2 - share) * (0.9 + random() * 0.2)),
      servers: Math.round(Math.sqrt(crawled)),
      ...(hours === undefined ? {} : { hours: hours * share ** 1.1 }),
    })
  }
  const missed = Array.from({ length: 9 }, (_, distance) => {
    const within = Math.round(RELEVANT * (1 - Math.exp(-distance)))
    const ratio = Math.min(1 - coverage, Math.max(0, distance - 2) * 0.02)
    return { distance, relevant: within, missed: Math.round(within * ratio), ratio }
  })
  return {
    strategy,
    pages,
    relevant,
    coverage: relevant / RELEVANT,
    harvest: pages > 0 ? relevant / pages : 0,
    servers: Math.round(Math.sqrt(pages)),
    maxQueue: Math.max(...curve.map(point => point.queue)),
    seconds: pages / 123_457,
    links: pages * 7 + 3,
    stopped,
    curve,
    missed,
    ...(hours === undefined ? {} : { network: { hours, bytes: pages * 12_345, failures: 17, utilisation: 0.42 } }),
  }
}

export function madeUpResult(
  runs: readonly RunResult[],
  graph: Partial<SimulationResult['graph']> = {},
): SimulationResult {
  return {
    graph: {
      pages: 390_787,
      crawled: 183_441,
      links: 1_238_363,
      servers: 5_741,
      relevant: RELEVANT,
      reachable: RELEVANT - 5,
      file: 'small.graph',
      seeds: [0, 17, 204],
      origin: { preset: 'thai-2004', scale: 0.01, parameters: { seed: 11 } },
      ...graph,
    },
    options: {
      maxPages: null,
      target: null,
      inheritUnknown: false,
      network: null,
      command: 'longtail simulate small.graph --strategy soft-focused --out report',
    },
    runs,
    stopped: 'finished',
    missing: [],
  }
}

/** Numbers without end between 0 and 1, the same for the same seed (Park and Miller). */
export function seededRandom(seed: number): () => number {
  let state = (Math.trunc(seed) % 2147483646) + 1
  return () => (state = (state * 16807) % 2147483647) / 2147483647
}
