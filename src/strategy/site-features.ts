/**
 * What is known of a site before any page of it was fetched, from the sites that link to it. After Tadapak et al. 2010; the
 * country of its address is left out, because neither a graph nor a crawl log has it.
 *
 *   top-level domain                                  one column per class
 *   relevant and irrelevant sites that link to it     log(1 + n), and the same by top-level domain of the source
 *   mean share of relevant pages of these sites
 *   share of relevant pages of the first five of them
 *
 * A source counts from its first page on. While it is being probed its share may change, and with it the columns of all
 * its targets; afterwards both stay.
 */
import type { GroupId, Persistent, StateFields } from '../contracts.js'
import { growAll, grownWords, tellAll } from '../growing-arrays.js'
import { TldClasses } from './tld-classes.js'

const TLDS = 8
const FIRST_SOURCES = 5

const RELEVANT_IN = TLDS
const IRRELEVANT_IN = TLDS + 1
export const MEAN_SHARE = TLDS + 2
const BY_TLD = TLDS + 3 // relevant sources, then irrelevant ones
const SHARES = BY_TLD + 2 * TLDS
export const SITE_COLUMNS = SHARES + FIRST_SOURCES

const LOGS = Float64Array.from({ length: 1024 }, (_, n) => Math.log1p(n))

export class SiteFeatures implements Persistent {
  readonly of = {
    known: new Uint8Array(0), // 1 when it was met
    tld: new Uint8Array(0),
    relevant: new Uint8Array(0),
    share: new Float64Array(0), // of its own pages, as its targets see it
    shareSum: new Float64Array(0),
  }
  private readonly tlds = new TldClasses(TLDS)
  /** Relevant sources by top-level domain, then irrelevant ones. */
  private counts: Uint32Array = new Uint32Array(0)
  /** Its first sources, + 1. */
  private sources: Uint32Array = new Uint32Array(0)

  reserve(sites: number): void {
    growAll(this.of, sites)
    this.counts = grownWords(this.counts, sites * 2 * TLDS)
    this.sources = grownWords(this.sources, sites * FIRST_SOURCES)
  }

  persist(fields: StateFields): void {
    fields.part('tlds', this.tlds)
    tellAll(fields, this.of)
    this.counts = fields.array('counts', this.counts)
    this.sources = fields.array('sources', this.sources)
  }

  meet(site: GroupId, tld: number): void {
    if (this.of.known[site] === 1) return
    this.of.known[site] = 1
    this.of.tld[site] = this.tlds.of(tld)
  }

  /** A new link between two sites that were met. */
  link(source: GroupId, target: GroupId): void {
    this.counts[this.countOf(source, target)]++
    this.of.shareSum[target] += this.of.share[source]
    const from = target * FIRST_SOURCES
    for (let i = from; i < from + FIRST_SOURCES; i++) {
      if (this.sources[i] !== 0) continue
      this.sources[i] = source + 1
      break
    }
  }

  /** One of the first sources of a site; -1 when it has no more. */
  sourceOf(site: GroupId, index: number): GroupId {
    return index < FIRST_SOURCES ? this.sources[site * FIRST_SOURCES + index] - 1 : -1
  }

  /** What `setShare` is going to change for one target of the source; call it for all of them first. */
  moveTarget(source: GroupId, target: GroupId, share: number, relevant: boolean): void {
    this.of.shareSum[target] += share - this.of.share[source]
    if ((this.of.relevant[source] === 1) === relevant) return
    const before = this.countOf(source, target)
    this.counts[before]--
    this.counts[relevant ? before - TLDS : before + TLDS]++
  }

  setShare(source: GroupId, share: number, relevant: boolean): void {
    this.of.share[source] = share
    this.of.relevant[source] = relevant ? 1 : 0
  }

  /** Would `setShare` change anything? */
  differs(source: GroupId, share: number, relevant: boolean): boolean {
    return this.of.share[source] !== share || (this.of.relevant[source] === 1) !== relevant
  }

  private countOf(source: GroupId, target: GroupId): number {
    return target * 2 * TLDS + (this.of.relevant[source] === 1 ? 0 : TLDS) + this.of.tld[source]
  }

  fill(site: GroupId, row: Float64Array): void {
    row.fill(0)
    row[this.of.tld[site]] = 1
    const { counts, sources } = this
    const { share, shareSum } = this.of
    let relevant = 0
    let irrelevant = 0
    const from = site * 2 * TLDS
    for (let i = 0; i < TLDS; i++) {
      const good = counts[from + i]
      const bad = counts[from + TLDS + i]
      relevant += good
      irrelevant += bad
      row[BY_TLD + i] = logOf(good)
      row[BY_TLD + TLDS + i] = logOf(bad)
    }
    row[RELEVANT_IN] = logOf(relevant)
    row[IRRELEVANT_IN] = logOf(irrelevant)
    if (relevant + irrelevant > 0) row[MEAN_SHARE] = shareSum[site] / (relevant + irrelevant)
    for (let i = 0; i < FIRST_SOURCES; i++) {
      const source = sources[site * FIRST_SOURCES + i]
      if (source === 0) break
      row[SHARES + i] = share[source - 1]
    }
  }
}

function logOf(count: number): number {
  return count < LOGS.length ? LOGS[count] : Math.log1p(count)
}
