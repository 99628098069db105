/** A study: the graph is made unless it is there, the strategies run as "simulate" runs them, and the figures get the names of the paper. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { generateGraph } from '../graph/generate/index.js'
import { writeGraph } from '../graph/index.js'
import { diskError } from '../disk/disk-error.js'
import { makeDirectory } from '../disk/make-directory.js'
import { LongtailError } from '../errors.js'
import { writeAtomically } from '../disk/write-atomically.js'
import { simulationTable } from '../report/index.js'
import { VERSION } from '../version.js'
import { simulateOn, STOPPING } from './simulate.js'
import { readStudy, type GeneratedGraph, type Study } from './study-file.js'
import { INTERRUPTED, showWork, type WorkDisplay } from './work-display.js'

export interface StudyFlags {
  out?: string
  scale?: number
  workers?: number
  json?: boolean
}

interface DrawnFigure {
  readonly name: string
  readonly file: string
  readonly paper: string
}

export async function study(file: string, flags: StudyFlags): Promise<void> {
  const wanted = readStudy(file)
  if (flags.scale !== undefined && 'file' in wanted.graph)
    throw new LongtailError(
      'E_USAGE',
      '--scale is for generated graphs; this study reads its graph from a file: leave --scale out',
    )
  const out = flags.out ?? basename(file).replace(/\.ya?ml$/i, '')
  const display = showWork(process.stderr, STOPPING)
  const graph = await graphOf(wanted, out, flags.scale, display)
  const { network } = wanted
  const result = await simulateOn(
    graph,
    {
      strategy: wanted.strategies,
      maxPages: wanted['max-pages'],
      out,
      target: wanted.target,
      seed: wanted.seeds.map(String),
      inheritUnknown: wanted['inherit-unknown'],
      network:
        network &&
        Object.entries(network)
          .map(([key, value]) => `${key}=${value}`)
          .join(','),
      workers: flags.workers,
      stats: true,
    },
    display,
    { title: wanted.title, notes: notesOf(wanted) },
  )
  const figures = result.runs.length === 0 ? [] : copyFigures(wanted, out, display)
  display.end()
  if (display.signal.aborted) process.exitCode = INTERRUPTED
  if (flags.json === true) return console.log(JSON.stringify({ out, figures, ...result }))
  console.log(simulationTable(result))
  for (const { name, file: drawn, paper } of figures)
    console.log(`${name}: ${drawn}${paper && `\n  in the paper: ${paper}`}`)
}

function notesOf({ source, notes, figures }: Study): string[] {
  const compared = figures.flatMap(({ name, draws, paper }) => (paper === '' ? [] : `${name} (${draws}): ${paper}`))
  return [...(source === '' ? [] : [`After ${source}.`]), ...notes, ...compared]
}

/** The file of the graph. A generated one is kept beside the results: what ran on it is found again. */
async function graphOf(
  { graph }: Study,
  out: string,
  scale: number | undefined,
  display: WorkDisplay,
): Promise<string> {
  if ('file' in graph) return graph.file
  const made: GeneratedGraph = { ...graph, scale: scale ?? graph.scale }
  const key = createHash('sha256')
    .update(JSON.stringify([VERSION, made]))
    .digest('hex')
    .slice(0, 8)
  const path = join(out, `${made.preset}-${made.scale}-${made.seed}-${key}.ltg`)
  if (existsSync(path)) return path
  // nothing is lost: nothing was written
  const leave = (): never => process.exit(INTERRUPTED)
  display.signal.addEventListener('abort', leave)
  const { preset, seed, set, labels } = made
  const settings = Object.fromEntries(Object.entries(set).map(([name, value]) => [name, String(value)]))
  const options = { preset, seed, scale: made.scale, set: labels === undefined ? settings : { ...settings, labels } }
  const graphMade = await generateGraph(options, ({ step, share }) =>
    display.update(`graph: ${step}: ${(100 * share).toFixed(0)} %`),
  )
  try {
    makeDirectory(out)
  } catch (error) {
    throw diskError(out, error)
  }
  writeGraph(graphMade, path)
  display.signal.removeEventListener('abort', leave)
  return path
}

/** figures/coverage.svg as figure-5.svg. Short runs have no closer view: then it is the whole. */
function copyFigures({ figures }: Study, out: string, display: WorkDisplay): DrawnFigure[] {
  return figures.flatMap(({ name, draws, view, paper }) => {
    const views = [...(view === 'all' ? [] : [`${draws}-${view}`]), draws]
    const source = views.map(id => join(out, 'figures', `${id}.svg`)).find(path => existsSync(path))
    if (source === undefined) {
      display.note(`${name}: this study has no ${draws}${/hours$/.test(draws) ? '; give the study a network' : ''}`)
      return []
    }
    const file = join(out, `${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}.svg`)
    writeAtomically(file, readFileSync(source))
    return [{ name, file, paper }]
  })
}
