/**
 * The webs that can be generated; those like a national crawl are described here. Where a number is a table's, the comment names the table; the others were fitted with
 * bench/calibrate on seeds 1 to 5 at scale 0.1 (docs/calibration.md says how, and what came out on other seeds).
 */
import { didYouMean } from '../../did-you-mean.js'
import { LongtailError } from '../../errors.js'
import { CAMPUS_PARAMETERS, university, type CampusPreset } from './campus/preset.js'
import { ccHosts, HOST_PARAMETERS, type HostPreset } from './host-web/preset.js'
import { PARAMETERS, type Parameters } from './parameters.js'
import { helpFor } from './settings.js'

export type Preset = CrawlPreset | HostPreset | CampusPreset

/** A national crawl: servers with many pages, of which those in one language are wanted. */
export interface CrawlPreset {
  readonly model: 'crawl'
  /** The smallest and the largest; 1 is the size of the web that the preset is modelled on. */
  readonly scales: readonly [number, number]
  readonly summary: string
  /** ISO 639-3. */
  readonly target: string
  readonly parameters: Parameters
  /** Shares of pages by top-level domain, on servers with relevant pages and on others; they add up to 1. */
  readonly siteTlds: Readonly<Record<string, number>>
  readonly otherTlds: Readonly<Record<string, number>>
  /** The country's own top-level domain, where irrelevant pages are less often English. */
  readonly home: string
  /** Share of English among irrelevant pages, under the country's domain and elsewhere. */
  readonly englishAtHome: number
  readonly englishElsewhere: number
}

const thai: Parameters = {
  // Tamura et al. 2007, section 3.1 and table 1
  pages: 39_078_795,
  crawled: 18_344_127,
  relevant: 1_722_771 / 18_344_127,
  // 0.6M irrelevant pages on 26,671 Thai servers: not in the paper, from the balance of in- and out-links
  'relevant-sites': 1_722_771 / 2_322_771,
  'site-size': 2_322_771 / 26_671,
  'other-size': 16_021_356 / 547_440,
  'largest-site': 20_000,
  'unfetched-size': 15,
  'unfetched-pages': 0.42,
  'uniform-sites': 0.53,
  'mixed-sites': 0.38,
  'relevant-homes': 0.92,
  'hidden-sites': 0.18,
  'hidden-largest': 4750,
  'gate-continue': 0.56,
  'splash-links': 2,
  detours: 0.005,
  'detour-decay': 0.58,
  'detour-longest': 10,
  // table 4, links to fetched pages
  'intra-relevant': 23_154_367 / 1_722_771,
  'intra-mixed': 4_924_439 / 600_000,
  'intra-other': 23_406_051 / 16_021_356,
  'inter-relevant': 10_254_618 / 1_722_771,
  'inter-mixed': 2_243_985 / 600_000,
  'inter-other': 24_805_450 / 16_021_356,
  'relevant-to-relevant': 0.374,
  'mixed-to-relevant': 0.353,
  'other-to-relevant': 0.003,
  // table 5
  'relevant-to-site': 0.534,
  'mixed-to-site': 0.534,
  'other-to-site': 0.011,
  'stay-relevant': 0.81,
  'leave-relevant': 1,
  'leave-irrelevant': 0.16,
  bilingual: 0.1,
  'leave-bilingual': 1,
  'same-directory': 0.5,
  'same-directory-relevant': 0.1,
  // Somboonviwat et al. 2006, table 4: 72 % of the links stay on their server, 78 % in their domain
  'sibling-links': 0.4,
  'sibling-links-mixed': 0.15,
  'sibling-links-other': 0.55,
  'lone-domains': 0.6,
  'neighbour-links': 0.2,
  neighbours: 150,
  fame: 0.75,
  'fame-by-size': 2,
  'famous-homes': 0.93,
  'fame-skew': 9,
  'site-fame': 1.1,
  'found-from-relevant': 0.985,
  'others-found-from-sites': 0.05,
  // table 5 less table 4, and the total: 35.0M links to pages that were not fetched
  // nearly all servers around the seeds were fetched from: the others lie at the far end of the crawl
  'unfetched-links-site': 0.25,
  'unfetched-links-other': 0.8818,
  'site-reuse': 3.5,
  'known-links-site': 6_687_362 / 2_322_771,
  'known-links-other': 12_114_039 / 16_021_356,
  'known-inter-site': 401_409 / 2_322_771,
  'known-inter-other': 1_136_586 / 16_021_356,
  // Somboonviwat et al. 2006, table 5
  'anchor-rr': 0.309,
  'anchor-ri': 0.168,
  'anchor-ir': 0.039,
  'anchor-ii': 0.041,
  'meta-charset': 0.867,
}

/** A language that most pages around it are written in: its share is from the study of 2005, its sizes are the Thai ones. */
const japanese: Parameters = {
  ...thai,
  relevant: 0.71,
  'relevant-sites': 0.88,
  'site-size': 45,
  'uniform-sites': 0.85,
  'mixed-sites': 0.12,
  'hidden-sites': 0.08,
  detours: 0.01,
  'intra-relevant': 4,
  'intra-mixed': 3,
  'inter-relevant': 2,
  'inter-mixed': 1.7,
  'relevant-to-relevant': 0.82,
  'relevant-to-site': 0.93,
  'mixed-to-relevant': 0.62,
  'mixed-to-site': 0.8,
  'other-to-relevant': 0.04,
  'other-to-site': 0.07,
  'others-found-from-sites': 0.4,
  'unfetched-links-site': 0.8,
  'unfetched-links-other': 0.8,
  'known-links-site': 1,
  'known-links-other': 1,
}

export const PRESETS: Readonly<Record<string, Preset>> = {
  'thai-2004': {
    model: 'crawl',
    scales: [0.0005, 2],
    summary: 'the Thai Web of 2004 and its surroundings: 9.4 % relevant',
    target: 'tha',
    parameters: thai,
    // Somboonviwat et al. 2006, table 3; what is missing to the totals of Tamura et al. 2007 lies elsewhere
    siteTlds: { th: 0.3434, com: 0.53, net: 0.042, org: 0.02, jp: 0.025, de: 0.005, info: 0.012, other: 0.0226 },
    otherTlds: { com: 0.5679, de: 0.0898, jp: 0.0834, org: 0.083, net: 0.0729, th: 0.0036, other: 0.0994 },
    home: 'th',
    englishAtHome: 108_149 / 263_777,
    englishElsewhere: 7_971_458 / 16_357_579,
  },
  'japanese-2004': {
    model: 'crawl',
    scales: [0.0005, 2],
    summary: 'a majority language: 71 % relevant',
    target: 'jpn',
    parameters: japanese,
    siteTlds: { jp: 0.62, com: 0.25, net: 0.06, org: 0.03, info: 0.01, other: 0.03 },
    otherTlds: { com: 0.55, de: 0.06, jp: 0.06, org: 0.09, net: 0.08, uk: 0.04, other: 0.12 },
    home: 'jp',
    englishAtHome: 0.6,
    englishElsewhere: 0.55,
  },
  'cc-hosts-2018': ccHosts,
  'university-2021': university,
}

export function presetNamed(name: string): Preset {
  if (Object.hasOwn(PRESETS, name)) return PRESETS[name]
  throw new LongtailError(
    'E_USAGE',
    `there is no preset "${name}"${didYouMean(name, Object.keys(PRESETS)) || '.'} The presets are ${Object.keys(PRESETS).join(', ')}`,
  )
}

/** What can be set, for --help, with the values that a preset has. */
export function parameterHelp(name: string): string {
  const preset = presetNamed(name)
  if (preset.model === 'campus') return helpFor(CAMPUS_PARAMETERS, preset.parameters)
  if (preset.model === 'hosts') {
    const languages = preset.communities.map(({ language }) => language).filter(code => code !== 'und')
    return `${helpFor(HOST_PARAMETERS, preset.parameters)}\n  target  what is relevant: ${languages.join(', ')}`
  }
  const labels =
    '  labels  whose labels irrelevant pages have: s2 (Tamura 2007), s0 (Somboonviwat 2006; two thirds unknown)'
  return `${helpFor(PARAMETERS, preset.parameters)}\n${labels}`
}
