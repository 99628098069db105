/** What the server counts of its own work, for /metrics. Bounded: one line per route and class of status. */
import { getOrMake } from '../../get-or-make.js'

export type RequestMetrics = ReturnType<typeof createRequestMetrics>

export interface RequestSnapshot {
  /** By route and status. */
  readonly requests: readonly { readonly route: string; readonly status: number; readonly count: number }[]
  /** By route; `buckets[i]`: answers that took at most BUCKETS_S[i] seconds (cumulative); `count` has the slower ones too. */
  readonly latencies: readonly {
    readonly route: string
    readonly buckets: readonly number[]
    readonly count: number
    readonly sumSeconds: number
  }[]
}

export const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const

export function createRequestMetrics() {
  const counts = new Map<string, { route: string; status: number; count: number }>()
  const latencies = new Map<string, { route: string; buckets: number[]; count: number; sumSeconds: number }>()
  return {
    /** `route`: the pattern, never the address, so that there are as many lines as routes. */
    observe(route: string, status: number, ms: number): void {
      getOrMake(counts, `${status} ${route}`, () => ({ route, status, count: 0 })).count++
      const fresh = () => ({ route, buckets: BUCKETS_S.map(() => 0), count: 0, sumSeconds: 0 })
      const latency = getOrMake(latencies, route, fresh)
      latency.count++
      latency.sumSeconds += ms / 1000
      for (let i = BUCKETS_S.length - 1; i >= 0 && ms <= BUCKETS_S[i] * 1000; i--) latency.buckets[i]++
    },
    snapshot: (): RequestSnapshot => ({
      requests: [...counts.values()].map(line => ({ ...line })),
      latencies: [...latencies.values()].map(line => ({ ...line, buckets: [...line.buckets] })),
    }),
  }
}
