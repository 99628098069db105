/** A synthetic web: a plan of its servers, a pass that labels pages and counts links, and a pass that writes the links. */
import { availableParallelism } from 'node:os'
import { LongtailError } from '../../errors.js'
import { VERSION } from '../../version.js'
import { sharedBytes, sharedWords, type WebGraph } from '../web-graph.js'
import { makeColumns, type GeneratedColumns, type Hooks } from './columns.js'
import { makeHooks } from './hooks.js'
import type { LabelScheme } from './names.js'
import { withSettings } from './parameters.js'
import { makePlan, type Plan } from './plan.js'
import { presetNamed } from './presets.js'
import { runPass } from './workers.js'

export interface GenerateOptions {
  readonly preset: string
  /** 1 is the size of the data set that the preset is modelled on. */
  readonly scale: number
  readonly seed: number
  /** Parameters to set, as text; see PARAMETERS. `labels` may be set here too. */
  readonly set?: Readonly<Record<string, string>>
  /** Whose language identification the irrelevant pages are labelled by: Tamura 2007 (s2) or Somboonviwat 2006 (s0). */
  readonly labels?: LabelScheme
  /** Changes the time it takes and nothing else. */
  readonly threads?: number
}

export interface GenerateProgress {
  readonly step: 'plan' | 'pages' | 'links'
  /** 0…1, of this step. */
  readonly share: number
}

export const SMALLEST_SCALE = 0.0005
export const LARGEST_SCALE = 2
/** Keys in hooks.ts hold no more; the arrays of so many pages take gigabytes. */
const MOST_PAGES = 2 ** 27
/** Link numbers must fit in 32 bits. */
const MOST_LINKS = 0xffffffff
/** Below this, starting threads costs more than they save. */
const PAGES_WORTH_THREADS = 200_000

export async function generateGraph(
  options: GenerateOptions,
  onProgress?: (progress: GenerateProgress) => void,
): Promise<WebGraph> {
  const { scale, seed } = options
  const preset = presetNamed(options.preset)
  if (!(scale >= SMALLEST_SCALE && scale <= LARGEST_SCALE)) {
    throw new LongtailError('E_USAGE', `scale ${scale}: expected a number from ${SMALLEST_SCALE} to ${LARGEST_SCALE}`)
  }
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
    throw new LongtailError('E_USAGE', `seed ${seed}: expected a whole number from 0 to ${0xffffffff}`)
  }
  const { labels: labelsSet, ...set } = options.set ?? {}
  const labels = labelsOf(labelsSet ?? options.labels ?? 's2')
  const parameters = withSettings(preset.parameters, set)

  if (parameters.pages * scale > MOST_PAGES) {
    throw new LongtailError(
      'E_USAGE',
      `pages=${parameters.pages} at scale ${scale}: at most ${MOST_PAGES} pages in all`,
    )
  }
  onProgress?.({ step: 'plan', share: 0 })
  const plan = makePlan(preset, parameters, scale, seed, labels)
  const columns = makeColumns(plan)
  const wanted = options.threads ?? (columns.flags.length < PAGES_WORTH_THREADS ? 1 : availableParallelism())
  const threads = Math.max(1, Math.floor(wanted))
  await runPass({ plan, columns, pass: { name: 'label' } }, threads, share => onProgress?.({ step: 'pages', share }))
  const hooks = makeHooks(plan, columns)
  const links = addUp(columns, hooks, plan)
  const rows = { to: sharedWords(links), anchors: sharedBytes(Math.ceil(links / 8)) }
  const pass = { name: 'write', hooks, rows } as const
  await runPass({ plan, columns, pass }, threads, share => onProgress?.({ step: 'links', share }))
  return {
    pages: columns.flags.length,
    links,
    servers: plan.servers.count,
    directories: plan.directories.count,
    domains: plan.servers.domainFirst.length - 1,
    seeds: Uint32Array.from(plan.seeds, server => plan.firstPage[server]),
    offsets: columns.offsets,
    to: rows.to,
    server: columns.server,
    directory: columns.directory,
    flags: columns.flags,
    language: columns.language,
    languages: plan.names.languages,
    target: [preset.target],
    serverTld: plan.names.serverTld,
    tlds: plan.names.tlds,
    serverDomain: plan.servers.domain,
    charset: columns.charset,
    score: null,
    anchors: rows.anchors,
    urls: null,
    origin: { kind: 'generated', preset: options.preset, scale, seed, labels, parameters, version: VERSION },
  }
}

function labelsOf(name: string): LabelScheme {
  if (name === 's2' || name === 's0') return name
  throw new LongtailError(
    'E_USAGE',
    `labels=${name}: expected s2 (Tamura et al. 2007) or s0 (Somboonviwat et al. 2006)`,
  )
}

/** Turns counts into offsets. */
function addUp(columns: GeneratedColumns, hooks: Hooks, plan: Plan): number {
  const { offsets, freshOf } = columns
  const { source } = hooks
  for (let hook = 0; hook < source.length; hook++) offsets[source[hook] + 1]++
  let links = 0
  for (let page = 1; page < offsets.length; page++) {
    links += offsets[page]
    if (links > MOST_LINKS) {
      throw new LongtailError(
        'E_GRAPH',
        `More than ${MOST_LINKS} links: choose a smaller scale or fewer links per page`,
      )
    }
    offsets[page] = links
  }
  let fresh = 0
  for (let s = 0; s <= plan.servers.fetched; s++) {
    const own = freshOf[s]
    freshOf[s] = fresh
    fresh += own
  }
  return links
}
