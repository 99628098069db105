import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { JudgeErrors } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { diskError } from '../disk/disk-error.js'
import { makeDirectory } from '../disk/make-directory.js'
import { CRAWLED, distancesFromSeeds, readGraph, relabelled, RELEVANT, type WebGraph } from '../graph/index.js'
import { measureGraph } from '../graph/stats/index.js'
import { simulationTable, writeReport, type ReportHeading } from '../report/index.js'
import { shellWord } from '../shell-word.js'
import { openSavedRuns, parseNetwork, readModels, runStudy, strategyFor } from '../simulate/index.js'
import type { RunResult, SavedRuns, SimulationResult } from '../simulate/index.js'
import { canonicalSpec, loadStrategies, STRATEGIES } from '../strategy/index.js'
import { graphFacts, seedsOf } from './graph-seeds.js'
import { refusePolicyFlags, simulateChanges } from './simulate-changes.js'
import { INTERRUPTED, showWork, type WorkDisplay } from './work-display.js'

export const STOPPING = 'stopping; finished strategies are kept, run the same command to resume'

export interface SimulateFlags {
  strategy?: string[]
  maxPages?: number
  out?: string
  target?: string
  seed?: string[]
  seedFile?: string
  inheritUnknown?: boolean
  network?: string
  partitions?: number
  delay?: number
  warmStart?: string[]
  workers?: number
  stats: boolean
  /** True without a model of its own. */
  changes?: string | true
  policies?: string
  days?: number
  budget?: string
  every?: number
  json?: boolean
}

export async function simulate(path: string, flags: SimulateFlags): Promise<void> {
  if (flags.changes !== undefined) return simulateChanges(path, flags)
  refusePolicyFlags(flags)
  const display = showWork(process.stderr, STOPPING)
  const result = await simulateOn(path, flags, display)
  display.end()
  if (display.signal.aborted) process.exitCode = INTERRUPTED
  console.log(flags.json === true ? JSON.stringify(result) : simulationTable(result))
}

/** Runs strategies, or finds what ran before, and writes the report. Runs that Ctrl-C cut short are `missing`. */
export async function simulateOn(
  path: string,
  flags: SimulateFlags,
  display: WorkDisplay,
  heading?: ReportHeading,
): Promise<SimulationResult> {
  await loadStrategies(flags.strategy ?? [])
  const named = different(flags.strategy ?? [])
  const network = flags.network === undefined ? undefined : parseNetwork(flags.network)
  const { partitions, delay } = checkedPartitions(flags)
  const loaded = readGraph(path)
  const graph = flags.target === undefined ? loaded : relabelled(loaded, flags.target)
  const models = readModels(flags.warmStart ?? [], named.length > 0 ? named : STRATEGIES.map(entry => entry.name))
  const specs = named.length > 0 ? named : possible(graph, models, display)
  const seeds = checkedSeeds(graph, seedsOf(graph, flags))
  const { maxPages, workers } = flags
  const inheritUnknown = flags.inheritUnknown === true
  const options = {
    maxPages: maxPages ?? null,
    target: flags.target ?? null,
    inheritUnknown,
    network: network ?? null,
    ...(partitions === undefined ? {} : { partitions, delay }),
  }
  const begun = models.size === 0 ? {} : { models: [...models] }
  const saved = flags.out === undefined ? null : openRuns(flags.out, path, { ...options, seeds: [...seeds], ...begun })

  const runs = await runOrFind(specs, saved, display, missing =>
    runStudy(graph, {
      specs: missing,
      seeds,
      maxPages,
      inheritUnknown,
      network,
      partitions,
      delay,
      models,
      judgeErrors: flags.target === undefined ? judgeErrorsIn(graph.origin) : undefined,
      workers,
      signal: display.signal,
      onProgress: (spec, pages, relevant) => display.update(`${spec}: ${pages} pages, ${relevant} relevant`),
      onRun: run => {
        saved?.save(run)
        display.note(`${run.strategy}: ${run.pages} pages, ${run.relevant} relevant, ${run.seconds.toFixed(1)} s`)
      },
    }),
  )
  const result: SimulationResult = {
    graph: {
      ...graphFacts(graph),
      reachable: countReachable(graph, seeds),
      file: path,
      seeds: [...seeds],
      origin: graph.origin,
    },
    options: { ...options, command: ['longtail', ...process.argv.slice(2)].map(shellWord).join(' ') },
    runs,
    stopped: runs.length < specs.length ? 'interrupted' : 'finished',
    missing: specs.filter(spec => !runs.some(run => run.strategy === spec)),
  }
  if (result.missing.length > 0) display.note(`not run: ${result.missing.join(' ')}`)
  if (result.graph.relevant === 0)
    display.note(
      'no page of this graph is relevant, so coverage and harvest are 0; give --target, or import the graph again with --language or --relevant',
    )
  if (flags.out !== undefined && runs.length > 0) {
    const stats = flags.stats ? measureGraph(graph, { seeds }) : null
    const written = writeReport(result, stats, flags.out, heading)
    display.note(`report: ${written.at(-1)}`)
  }
  return result
}

/** What `graph import` has kept of the judge whose verdicts these are. */
function judgeErrorsIn({ judgeErrors }: WebGraph['origin']): JudgeErrors | undefined {
  const found = v.safeParse(v.object({ falsePositive: SHARE, falseNegative: SHARE }), judgeErrors)
  return found.success ? found.output : undefined
}

const SHARE = v.pipe(v.number(), v.minValue(0), v.maxValue(1))

/** Each strategy once, under the first name that it was given. Throws for one that does not exist. */
function different(specs: readonly string[]): string[] {
  const names = new Map<string, string>()
  for (const spec of specs) if (!names.has(canonicalSpec(spec))) names.set(canonicalSpec(spec), spec)
  return [...names.values()]
}

/** Every strategy that runs on this graph; what keeps the others from it is said. */
function possible(graph: WebGraph, models: ReturnType<typeof readModels>, display: WorkDisplay): string[] {
  return STRATEGIES.map(entry => entry.name).filter(name => {
    try {
      strategyFor(graph, name, { models })
      return true
    } catch (error) {
      if (!(error instanceof LongtailError)) throw error
      display.note(`left out: ${error.message}`)
      return false
    }
  })
}

/** Runs what is not there yet; results in the order in which the strategies were named. */
async function runOrFind(
  specs: readonly string[],
  saved: SavedRuns | null,
  display: WorkDisplay,
  run: (missing: string[]) => Promise<RunResult[]>,
): Promise<RunResult[]> {
  const found = new Map<string, RunResult>()
  for (const spec of specs) {
    const earlier = saved?.find(spec) ?? null
    if (earlier !== null) found.set(spec, earlier)
  }
  if (found.size > 0) display.note(`reused from an earlier run: ${[...found.keys()].join(' ')}`)
  const missing = specs.filter(spec => !found.has(spec))
  if (missing.length > 0) for (const result of await run(missing)) found.set(result.strategy, result)
  return specs.flatMap(spec => found.get(spec) ?? [])
}

function openRuns(out: string, graph: string, conditions: unknown): SavedRuns {
  if (existsSync(out) && !statSync(out).isDirectory())
    throw new LongtailError('E_USAGE', `--out ${out}: this is a file; give a directory`)
  try {
    makeDirectory(out)
  } catch (error) {
    throw diskError(out, error)
  }
  return openSavedRuns(join(out, 'runs'), graph, conditions)
}

/** Each has arrays as long as the graph. */
const MOST_PARTITIONS = 1024

function checkedPartitions({ partitions, delay = 0, ...flags }: SimulateFlags): { partitions?: number; delay: number } {
  const wrong = (text: string): LongtailError => new LongtailError('E_USAGE', text)
  if (partitions === undefined && delay > 0)
    throw wrong('--delay needs --partitions: it delays the messages between partitions')
  if (partitions !== undefined && flags.network !== undefined)
    throw wrong('--partitions and --network cannot be combined: choose one')
  if (partitions !== undefined && partitions > MOST_PARTITIONS)
    throw wrong(`--partitions ${partitions}: ${MOST_PARTITIONS} is the maximum`)
  return { partitions, delay }
}

function checkedSeeds(graph: WebGraph, seeds: Uint32Array): Uint32Array {
  if (seeds.some(seed => (graph.flags[seed] & CRAWLED) !== 0)) return seeds
  throw new LongtailError(
    'E_USAGE',
    seeds.length === 0
      ? 'the graph has no crawled page to begin from'
      : 'no seed was crawled in this graph, so their links are unknown; give others with --seed',
  )
}

function countReachable(graph: WebGraph, seeds: Uint32Array): number {
  const distances = distancesFromSeeds(graph, seeds)
  let count = 0
  for (let page = 0; page < graph.pages; page++) {
    if (distances[page] !== 255 && (graph.flags[page] & RELEVANT) !== 0) count++
  }
  return count
}
