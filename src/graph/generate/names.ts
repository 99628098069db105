/**
 * Top-level domains of servers, and the languages of their irrelevant pages.
 *
 * Both are dealt out by size, largest server first, so that the shares of *pages* come out as asked although a few large
 * servers hold most of them.
 */
import { sharedBytes, sharedShorts } from '../web-graph.js'
import type { CrawlPreset } from './presets.js'
import { keyOf, PURPOSE, Stream } from './random.js'
import { KIND, type Servers } from './servers.js'
import { sharedFloats } from './distributions.js'

export type LabelScheme = 's2' | 's0'

export interface GeneratedNames {
  readonly tlds: readonly string[]
  readonly serverTld: Uint16Array
  readonly languages: readonly string[]
  /** Main language of a fetched server's irrelevant pages. */
  readonly main: Uint8Array
  /** Chances of an irrelevant page of a fetched server to be in English, and to be in no language anybody can tell. */
  readonly english: Float32Array
  readonly unknown: Float32Array
}

/** What 'other' stands for in a preset's list. */
const REST = 'uk kr cn tw fr nl it au ca edu gov info biz ru ch at se us'.split(' ')

const LANGUAGE_OF: Readonly<Record<string, string>> = {
  jp: 'jpn',
  de: 'deu',
  at: 'deu',
  ch: 'deu',
  kr: 'kor',
  cn: 'zho',
  tw: 'zho',
  fr: 'fra',
  nl: 'nld',
  it: 'ita',
  ru: 'rus',
  se: 'swe',
  th: 'jpn',
}
const ABROAD = ['jpn', 'deu', 'fra', 'spa', 'zho', 'kor', 'ita', 'rus', 'nld', 'swe']

/** Somboonviwat et al. 2006, table 3, irrelevant pages only: English, others, unknown. */
const S0_LANGUAGES: Readonly<Record<string, readonly [number, number, number]>> = {
  th: [344_679, 25_841, 182_957],
  com: [1_199_555, 130_767, 4_251_728],
  net: [158_065, 27_979, 612_909],
  other: [784_461, 292_502, 4_282_166],
}

/** Of the pages in neither the target language nor English, those too short to tell (a guess: the paper does not say). */
const UNKNOWN_SHARE = 0.15
const UNKNOWN_SHARE_ON_SITES = 0.6
/** Pages of an English server that are in English, and of another server. */
const PURE = 0.92

export function planNames(preset: CrawlPreset, servers: Servers, labels: LabelScheme, seed: number): GeneratedNames {
  const random = new Stream(keyOf(seed, PURPOSE.tlds))
  const tlds = ['', ...new Set([...Object.keys(preset.siteTlds), ...Object.keys(preset.otherTlds), ...REST])]
  tlds.splice(tlds.indexOf('other'), 1)
  const serverTld = sharedShorts(servers.count)
  const bySize = dealTlds(preset, servers, tlds, serverTld, random)

  const languages = ['und', preset.target, 'eng', ...ABROAD.filter(code => code !== preset.target)]
  const main = sharedBytes(servers.fetched)
  const english = sharedFloats(servers.fetched)
  const unknown = sharedFloats(servers.fetched)
  const home = tlds.indexOf(preset.home)
  const fixed = new Map([
    [tlds.indexOf('jp'), 0.15],
    [tlds.indexOf('de'), 0.2],
    [home, preset.englishAtHome],
  ])
  let rest = 0
  let missing = 0
  for (const s of servers.others) {
    if (serverTld[s] === home) continue
    missing += preset.englishElsewhere * servers.size[s]
    const own = fixed.get(serverTld[s])
    if (own === undefined) rest += servers.size[s]
    else missing -= own * servers.size[s]
  }
  const elsewhere = rest === 0 ? preset.englishElsewhere : Math.min(0.95, Math.max(0.02, missing / rest))
  for (let i = 0; i < bySize.length; i++) {
    const s = bySize[i]
    random.start(s)
    const onSite = servers.kind[s] !== KIND.other
    const tld = tlds[serverTld[s]]
    const native = LANGUAGE_OF[tld] ?? ABROAD[random.below(ABROAD.length)]
    main[s] = Math.max(0, languages.indexOf(native === preset.target ? 'deu' : native))
    const share = fixed.get(serverTld[s]) ?? (onSite ? preset.englishElsewhere : elsewhere)
    const isEnglish = (i * 0.6180339887498949) % 1 < (share - (1 - PURE)) / (2 * PURE - 1)
    english[s] = onSite || fixed.has(serverTld[s]) ? share : isEnglish ? PURE : 1 - PURE
    unknown[s] = (1 - english[s]) * (onSite ? UNKNOWN_SHARE_ON_SITES : UNKNOWN_SHARE)
    if (labels === 's0') {
      const [known, others, lost] = S0_LANGUAGES[tld] ?? S0_LANGUAGES.other
      const all = known + others + lost
      english[s] = known / all
      unknown[s] = lost / all
    }
  }
  return { tlds, serverTld, languages, main, english, unknown }
}

/** Gives each domain a top-level domain with a chance in proportion to the pages that are still to be given away. */
function dealTlds(
  preset: CrawlPreset,
  servers: Servers,
  tlds: readonly string[],
  serverTld: Uint16Array,
  random: Stream,
): Uint32Array {
  const { domain, domainFirst, size, kind, fetched } = servers
  const domains = domainFirst.length - 1
  const pages = new Float64Array(domains)
  let sitePages = 0
  let otherPages = 0
  for (let s = 0; s < fetched; s++) {
    pages[domain[s]] += size[s]
    if (kind[s] === KIND.other) otherPages += size[s]
    else sitePages += size[s]
  }
  const fetchedDomains = fetched === 0 ? 0 : domain[fetched - 1] + 1
  const order = sortedDown(pages.subarray(0, fetchedDomains))
  const quotas = { site: quotaOf(preset.siteTlds, sitePages), other: quotaOf(preset.otherTlds, otherPages) }
  const indexOf = new Map(tlds.map((tld, i) => [tld, i]))
  const resolve = (name: string): number => indexOf.get(name === 'other' ? REST[random.below(REST.length)] : name) ?? 0
  for (const d of order) {
    const quota = kind[domainFirst[d]] === KIND.other ? quotas.other : quotas.site
    const name = draw(quota, random)
    quota.set(name, Math.max(0, (quota.get(name) ?? 0) - pages[d]))
    serverTld.fill(resolve(name), domainFirst[d], domainFirst[d + 1])
  }
  const unfetched = quotaOf(preset.otherTlds, 1)
  for (let s = fetched; s < servers.count; s++) serverTld[s] = resolve(draw(unfetched, random))
  return sortedDown(size.subarray(0, fetched))
}

function quotaOf(shares: Readonly<Record<string, number>>, pages: number): Map<string, number> {
  return new Map(Object.entries(shares).map(([name, share]) => [name, share * pages]))
}

function draw(quota: ReadonlyMap<string, number>, random: Stream): string {
  let left = 0
  for (const pages of quota.values()) left += pages
  let at = random.unit() * left
  let last = ''
  for (const [name, pages] of quota) {
    if (pages <= 0 && left > 0) continue
    last = name
    at -= pages
    if (at < 0) break
  }
  return last
}

/** Indices, largest value first. */
function sortedDown(values: ArrayLike<number>): Uint32Array {
  const keys = new Float64Array(values.length)
  const count = values.length
  for (let i = 0; i < count; i++) keys[i] = -values[i] * count + i
  keys.sort()
  return Uint32Array.from(keys, key => ((key % count) + count) % count)
}
