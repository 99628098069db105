import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LongtailError } from '../errors.js'
import { diskError } from '../disk/disk-error.js'
import { makeDirectory } from '../disk/make-directory.js'
import { CRAWLED, distancesFromSeeds, readGraph, relabelled, RELEVANT, type WebGraph } from '../graph/index.js'
import { measureGraph } from '../graph/stats/index.js'
import { simulationTable, writeReport } from '../report/index.js'
import { shellWord } from '../shell-word.js'
import { openSavedRuns, parseNetwork, readModels, runStudy, strategyFor } from '../simulate/index.js'
import type { RunResult, SavedRuns, SimulationResult } from '../simulate/index.js'
import { canonicalSpec, STRATEGIES } from '../strategy/index.js'
import { graphFacts, seedsOf } from './graph-seeds.js'
import { INTERRUPTED, showWork, type WorkDisplay } from './work-display.js'

export interface SimulateFlags {
  strategy?: string[]
  maxPages?: number
  out?: string
  target?: string
  seed?: string[]
  seedFile?: string
  inheritUnknown?: boolean
  network?: string
  warmStart?: string[]
  workers?: number
  stats: boolean
  json?: boolean
}

export async function simulate(path: string, flags: SimulateFlags): Promise<void> {
  const named = different(flags.strategy ?? [])
  const network = flags.network === undefined ? undefined : parseNetwork(flags.network)
  const display = showWork(process.stderr, 'stopping; finished strategies are kept, run the same command to go on')
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
      models,
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
    display.note('no page of this graph is relevant: coverage and harvest are 0; label one with --target or at import')
  if (flags.out !== undefined && runs.length > 0) {
    const stats = flags.stats ? measureGraph(graph, { seeds }) : null
    const written = writeReport(result, stats, flags.out)
    display.note(`report: ${written.at(-1)}`)
  }
  display.end()
  if (display.signal.aborted) process.exitCode = INTERRUPTED
  console.log(flags.json === true ? JSON.stringify(result) : simulationTable(result))
}

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
      strategyFor(graph, name, models)
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
  if (found.size > 0) display.note(`found from an earlier run: ${[...found.keys()].join(' ')}`)
  const missing = specs.filter(spec => !found.has(spec))
  if (missing.length > 0) for (const result of await run(missing)) found.set(result.strategy, result)
  return specs.flatMap(spec => found.get(spec) ?? [])
}

function openRuns(out: string, graph: string, conditions: unknown): SavedRuns {
  if (existsSync(out) && !statSync(out).isDirectory())
    throw new LongtailError('E_USAGE', `--out ${out}: this is a file; name a directory`)
  try {
    makeDirectory(out)
  } catch (error) {
    throw diskError(out, error)
  }
  return openSavedRuns(join(out, 'runs'), graph, conditions)
}

function checkedSeeds(graph: WebGraph, seeds: Uint32Array): Uint32Array {
  if (seeds.some(seed => (graph.flags[seed] & CRAWLED) !== 0)) return seeds
  throw new LongtailError(
    'E_USAGE',
    seeds.length === 0
      ? 'the graph has no crawled page to begin with'
      : 'none of the seeds was ever crawled, so nothing is known behind them; name others with --seed',
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
