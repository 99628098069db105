/** Many strategies on one web, in threads that share it. What was measured before is taken from the cache. */
import { messageOf } from '../../src/errors.js'
import { segmentsOf } from '../../src/graph/index.js'
import { strategyFor } from '../../src/simulate/index.js'
import { hasFields } from '../../src/threads/messages.js'
import { ThreadPool } from '../../src/threads/thread-pool.js'
import { checksum } from './checksum.js'
import type { Measured } from './measure.js'
import type { ResultsCache } from './results-cache.js'
import type { TestWeb } from './truth.js'
import type { MeasureData } from './worker.js'

export interface MeasureAllOptions {
  /** The web's, for people. */
  readonly name: string
  readonly specs: readonly string[]
  readonly workers: number
  readonly cache: ResultsCache
  /** Names of strategies that are run although they were before. */
  readonly again?: ReadonlySet<string>
  readonly onResult?: (result: Measured) => void
  readonly onFailure?: (spec: string, why: string) => void
}

/** By strategy, in the order of `specs`; one that failed is left out. */
export async function measureAll(web: TestWeb, options: MeasureAllOptions): Promise<Map<string, Measured>> {
  const { name, specs, workers, cache, again = new Set() } = options
  const { graph, truth, judgeErrors } = web
  const sum = checksum(web)
  const results = new Map<string, Measured>()
  for (const spec of specs) {
    const found = again.has(spec.split(':')[0]) ? null : cache.find(sum, spec)
    if (found !== null) results.set(spec, found)
  }
  let hasSegments = false
  const missing = specs.filter(spec => {
    if (results.has(spec)) return false
    try {
      hasSegments ||= strategyFor(graph, spec)?.groupBy === 'segment'
      return true
    } catch (error) {
      options.onFailure?.(spec, messageOf(error))
      return false
    }
  })
  const data: MeasureData = {
    graph: { ...graph, urls: null, segments: hasSegments ? segmentsOf(graph) : undefined, origin: {} },
    urls: graph.urls?.parts ?? null,
    truth,
    judgeErrors,
    sum,
  }
  const pool = new ThreadPool<string, Measured>({
    worker: new URL('./worker.js', import.meta.url),
    data,
    threads: Math.min(workers, missing.length),
    task: 'measuring',
    code: 'E_GRAPH',
    nameOf: spec => spec,
    isAnswer: hasFields<Measured>('spec', 'graph'),
  })
  const run = async (spec: string): Promise<void> => {
    try {
      const result = await pool.run(spec)
      results.set(spec, result)
      cache.save(name, result)
      options.onResult?.(result)
    } catch (error) {
      options.onFailure?.(spec, messageOf(error))
    }
  }
  await Promise.all(missing.map(run)).finally(() => pool.close())
  return new Map(
    specs.flatMap(spec => {
      const result = results.get(spec)
      return result === undefined ? [] : [[spec, result] as const]
    }),
  )
}
