/** What a simulation found. `simulate --json` prints a `SimulationResult` as it is; the report draws it. */

/** One moment of a run; all counts are cumulative but `queue`. */
export interface CurvePoint {
  readonly pages: number
  readonly relevant: number
  /** URLs offered and not fetched: uncrawled ones stay here for ever, parked ones do not count. */
  readonly queue: number
  readonly servers: number
  /** Simulated hours since the start; only with a simulated network. */
  readonly hours?: number
}

/** Of the relevant pages within a distance of the seeds (cumulative, as the papers draw it), how many the run never fetched. */
export interface MissedAt {
  readonly distance: number
  readonly relevant: number
  readonly missed: number
  readonly ratio: number
}

export interface RunResult {
  readonly strategy: string
  readonly pages: number
  readonly relevant: number
  /** relevant / relevant in the graph; 0 when the graph has none. */
  readonly coverage: number
  /** relevant / pages. */
  readonly harvest: number
  readonly servers: number
  readonly maxQueue: number
  /** Of computing. */
  readonly seconds: number
  /** Links that the strategy looked at. */
  readonly links: number
  readonly stopped: 'finished' | 'pages' | 'interrupted'
  /** At least 500 points, the first at 0 pages, the last at the end (repeated when the run was shorter). */
  readonly curve: readonly CurvePoint[]
  readonly missed: readonly MissedAt[]
  /** Only with a simulated network. */
  readonly network?: NetworkResult
  /** These only where partitions were asked for. Pages that the crawl fetches before a message arrives: */
  readonly partitions?: number
  readonly delay?: number
  /** Links that partitions have sent each other. */
  readonly linksSent?: number
  readonly linksSentPerPage?: number
  /** Pages that all other partitions have learned from. */
  readonly examplesSent?: number
}

export interface NetworkResult {
  readonly hours: number
  readonly bytes: number
  readonly failures: number
  /** Share of the connections' time that was spent on downloads, 0…1. */
  readonly utilisation: number
}

export interface SimulationResult {
  readonly graph: {
    readonly pages: number
    readonly crawled: number
    readonly links: number
    readonly servers: number
    readonly relevant: number
    /** Relevant pages that any crawl from these seeds can find. */
    readonly reachable: number
    readonly file: string
    readonly seeds: readonly number[]
    readonly origin: Readonly<Record<string, unknown>>
  }
  /** How it was run, so that the report can say how to run it again. */
  readonly options: {
    readonly maxPages: number | null
    readonly target: string | null
    readonly inheritUnknown: boolean
    readonly network: Readonly<Record<string, number>> | null
    /** Only where they were asked for. */
    readonly partitions?: number
    readonly delay?: number
    readonly command: string
  }
  readonly runs: readonly RunResult[]
  /** Interrupted: some strategies were not run to their end, and are left out. */
  readonly stopped: 'finished' | 'interrupted'
  readonly missing: readonly string[]
}
