/**
 * The link-based features of a pair of segments, f1 … f4 of the thesis:
 *
 *   f1  relevance degree of the source                                        10 bins of equal width
 *   f2  share of names among the words of anchors and surroundings            10 bins
 *       share of names among the words of the URLs, without the host          10 bins
 *   f3  countries of both servers, one name for the pair: th-us
 *   f4  top-level domains of both, one name for the pair: com-th
 *
 * Missing: the degree of a source none of whose pages was fetched, shares of no words, a country that is not known.
 * Numbers of names differ from crawl to crawl, so pairs are kept by a hash of both names where the crawl can tell them.
 */
import type { Features, GroupId, Persistent, StateFields } from '../../contracts.js'
import { grownWords } from '../../growing-arrays.js'
import { tellFlag } from '../../state-collections.js'
import { MISSING } from './binned-bayes.js'
import type { SegmentCounts } from './segment-counts.js'
import type { SegmentPairs } from './segment-pairs.js'

export const BINS = 10
export const BINNED = 3
export const NAMED = 2
export const LINK_VALUES = BINNED + NAMED
/** Two codes are one key: 2 · 24 bits are exact in a double. */
const CODE_BITS = 24

/** What the link features are read from, as the last visit showed it. */
export type SegmentGroupColumns = Pick<Features, 'tld' | 'country' | 'tldNames' | 'countryNames'>

export function binOf(share: number, bins: number): number {
  return share < 0 ? MISSING : Math.min(bins - 1, Math.floor(share * bins))
}

export class SegmentLinkFeatures implements Persistent {
  /** Whether keys of names mean the same in another crawl. */
  hasNames = true
  private columns: SegmentGroupColumns = { tld: null, country: null }
  private readonly tlds = new NameCodes()
  private readonly countries = new NameCodes()

  constructor(
    private readonly counts: SegmentCounts,
    private readonly pairs: SegmentPairs,
  ) {}

  /** Called first of all in each visit, so that nothing else need be told to checkpoints. */
  see(columns: SegmentGroupColumns): void {
    const { tld, tldNames, country, countryNames } = columns
    this.columns = columns
    this.hasNames = (tld === null || tldNames !== undefined) && (country === null || countryNames !== undefined)
  }

  persist(fields: StateFields): void {
    this.hasNames = tellFlag(fields, 'has-names', this.hasNames)
  }

  fill(pair: number, values: Float64Array): void {
    const { tld, country, tldNames, countryNames } = this.columns
    const source = this.pairs.source[pair]
    const target = this.pairs.target[pair]
    values[0] = binOf(this.counts.degree(source), BINS)
    values[1] = binOf(this.pairs.namesInAnchors(pair), BINS)
    values[2] = binOf(this.pairs.namesInUrls(pair), BINS)
    values[3] = country === null ? MISSING : this.countryPair(country, source, target, countryNames)
    values[4] = tld === null ? MISSING : this.tlds.pair(tld[source], tld[target], tldNames)
  }

  private countryPair(
    country: Uint16Array,
    source: GroupId,
    target: GroupId,
    names: readonly string[] | undefined,
  ): number {
    const isKnown = country[source] !== 0 && country[target] !== 0
    return isKnown ? this.countries.pair(country[source], country[target], names) : MISSING
  }
}

/** Numbers of names as codes that are the same in every crawl, where the names can be told; else the numbers themselves. */
class NameCodes {
  private codes = new Uint32Array(256) // code + 1, 0: not looked up yet

  pair(source: number, target: number, names: readonly string[] | undefined): number {
    if (names === undefined) return source * 2 ** CODE_BITS + target
    return this.code(source, names) * 2 ** CODE_BITS + this.code(target, names)
  }

  private code(number: number, names: readonly string[]): number {
    this.codes = grownWords(this.codes, number + 1)
    const known = this.codes[number]
    return known !== 0 ? known - 1 : (this.codes[number] = hashOf(names[number] ?? '') + 1) - 1
  }
}

/** FNV-1a, folded to CODE_BITS bits. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return ((hash >>> CODE_BITS) ^ hash) & (2 ** CODE_BITS - 1)
}
