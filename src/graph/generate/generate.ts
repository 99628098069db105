/** Makes the web that a preset describes, by the model that the preset is of. */
import { LongtailError } from '../../errors.js'
import { VERSION } from '../../version.js'
import type { WebGraph } from '../web-graph.js'
import { generateCampus } from './campus/campus.js'
import { CAMPUS_PARAMETERS, type CampusPreset } from './campus/preset.js'
import { generateCrawlWeb } from './crawl-web.js'
import { generateHostWeb } from './host-web/host-web.js'
import { HOST_PARAMETERS, type HostPreset } from './host-web/preset.js'
import type { LabelScheme } from './names.js'
import { withSettings } from './parameters.js'
import { presetNamed, type CrawlPreset, type Preset } from './presets.js'
import { withValues } from './settings.js'

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

/** Keys in hooks.ts hold no more; the arrays of so many pages take gigabytes. */
const MOST_PAGES = 2 ** 27

export async function generateGraph(
  options: GenerateOptions,
  onProgress?: (progress: GenerateProgress) => void,
): Promise<WebGraph> {
  const { scale, seed } = options
  const preset = presetNamed(options.preset)
  const [smallest, largest] = preset.scales
  if (!(scale >= smallest && scale <= largest)) {
    throw new LongtailError('E_USAGE', `scale ${scale}: expected a number from ${smallest} to ${largest}`)
  }
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
    throw new LongtailError('E_USAGE', `seed ${seed}: expected a whole number from 0 to ${0xffffffff}`)
  }
  const made = webOf(preset, options)
  if (made.parameters.pages * scale > MOST_PAGES) {
    throw new LongtailError(
      'E_USAGE',
      `pages=${made.parameters.pages} at scale ${scale}: a graph is limited to ${MOST_PAGES} pages`,
    )
  }
  const { web, ...origin } = made
  const graph = await web(onProgress)
  return { ...graph, origin: { kind: 'generated', preset: options.preset, scale, seed, ...origin, version: VERSION } }
}

/** What the origin tells of a web besides its preset, scale and seed; and how to make it. */
interface WebToMake {
  readonly parameters: { readonly pages: number }
  readonly web: (onProgress?: (progress: GenerateProgress) => void) => Promise<Omit<WebGraph, 'origin'>>
}

function webOf(preset: Preset, options: GenerateOptions): WebToMake {
  if (preset.model === 'crawl') return crawlWeb(preset, options)
  return preset.model === 'hosts' ? hostWeb(preset, options) : campusWeb(preset, options)
}

function crawlWeb(
  preset: CrawlPreset,
  { scale, seed, threads, ...options }: GenerateOptions,
): WebToMake & { labels: LabelScheme } {
  const { labels: labelsSet, ...set } = options.set ?? {}
  const labels = labelsOf(labelsSet ?? options.labels ?? 's2')
  const parameters = withSettings(preset.parameters, set)
  const web: WebToMake['web'] = onProgress =>
    generateCrawlWeb({ preset, parameters, scale, seed, labels, threads }, onProgress)
  return { labels, parameters, web }
}

function hostWeb(preset: HostPreset, { scale, seed, set: all = {} }: GenerateOptions): WebToMake & { target: string } {
  const { target = preset.target, ...set } = all
  const parameters = withValues(HOST_PARAMETERS, preset.parameters, set)
  const web: WebToMake['web'] = onProgress =>
    Promise.resolve(
      generateHostWeb({ ...preset, parameters }, scale, seed, target, share => onProgress?.({ step: 'links', share })),
    )
  return { target, parameters, web }
}

function campusWeb(preset: CampusPreset, { scale, seed, set = {} }: GenerateOptions): WebToMake {
  const parameters = withValues(CAMPUS_PARAMETERS, preset.parameters, set)
  const web: WebToMake['web'] = onProgress =>
    Promise.resolve(generateCampus(parameters, scale, seed, share => onProgress?.({ step: 'links', share })))
  return { parameters, web }
}

function labelsOf(name: string): LabelScheme {
  if (name === 's2' || name === 's0') return name
  throw new LongtailError(
    'E_USAGE',
    `labels=${name}: expected s2 (Tamura et al. 2007) or s0 (Somboonviwat et al. 2006)`,
  )
}
