/**
 * What became of each URL that the log numbers, and where links between fetched pages lead. The log names links long before
 * their targets are fetched; instead of keeping the links, each URL counts those that lead to it by kind of source, and
 * the counts are added up at the end, when it is known what it turned out to be. 1 byte per URL, and 20 for the links.
 */
import { grownBytes, grownWords } from '../../growing-arrays.js'
import { serverHash } from './addresses.js'
import type { LinkCounts, LinkLocality } from './crawl-numbers.js'

/** Above this (some 350 MB) links are not followed up any more: the report does without, rather than fill the memory. */
const MOST_LINKED_URLS = 16_000_000
const MOST_HOPS = 20

const DONE = 1
const PAGE = 2
const RELEVANT = 4

const COUNTS = ['fromRelevant', 'fromOther', 'fromRelevantElsewhere', 'fromOtherElsewhere'] as const
const COLUMNS = ['server', ...COUNTS] as const

type LinkColumns = Record<(typeof COLUMNS)[number], Uint32Array>

export class KnownUrls {
  count = 0
  /** Asked for and answered, or given up for good. */
  done = 0
  private flags = new Uint8Array(1024)
  private columns: LinkColumns | null = {
    server: new Uint32Array(1024),
    fromRelevant: new Uint32Array(1024),
    fromOther: new Uint32Array(1024),
    fromRelevantElsewhere: new Uint32Array(1024),
    fromOtherElsewhere: new Uint32Array(1024),
  }
  private readonly redirects = new Map<number, number>()

  constructor(private readonly mostLinked = MOST_LINKED_URLS) {}

  /** The next URL that the log numbers. */
  add(url: string): void {
    const id = this.count++
    if (id === this.flags.length) this.grow()
    if (this.columns !== null) this.columns.server[id] = serverHash(url)
  }

  /** False when it was done before, or is no URL of the log. */
  finish(id: unknown, isPage = false, isRelevant = false): boolean {
    if (!this.has(id) || (this.flags[id] & DONE) !== 0) return false
    this.flags[id] |= DONE | (isPage ? PAGE : 0) | (isPage && isRelevant ? RELEVANT : 0)
    this.done++
    return true
  }

  redirect(from: unknown, to: number): void {
    if (this.columns !== null && this.has(from) && to >= 0) this.redirects.set(from, to)
  }

  link(url: string, isRelevant: boolean, targets: readonly number[]): void {
    if (this.columns === null || targets.length === 0) return
    const { server } = this.columns
    const here = serverHash(url)
    const inside = isRelevant ? this.columns.fromRelevant : this.columns.fromOther
    const outside = isRelevant ? this.columns.fromRelevantElsewhere : this.columns.fromOtherElsewhere
    for (const target of targets) {
      if (target < 0) continue
      if (server[target] === here) inside[target]++
      else outside[target]++
    }
  }

  /** Null when there were too many URLs. */
  locality(): LinkLocality | null {
    const columns = this.columns
    if (columns === null) return null
    this.followRedirects(columns)
    return {
      fromRelevant: this.sum(columns.fromRelevant, columns.fromRelevantElsewhere),
      fromOther: this.sum(columns.fromOther, columns.fromOtherElsewhere),
    }
  }

  private has(id: unknown): id is number {
    return typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < this.count
  }

  private grow(): void {
    this.flags = grownBytes(this.flags, this.flags.length * 2)
    if (this.columns === null) return
    if (this.count > this.mostLinked) {
      this.columns = null
      this.redirects.clear()
      return
    }
    for (const name of COLUMNS) this.columns[name] = grownWords(this.columns[name], this.flags.length)
  }

  /** A link to a URL that redirects is one to where that leads, on the host that the link names. */
  private followRedirects(columns: LinkColumns): void {
    for (const from of this.redirects.keys()) {
      let to = from
      for (let hops = 0; hops < MOST_HOPS; hops++) {
        const next = this.redirects.get(to)
        if (next === undefined) break
        to = next
      }
      if (to === from || this.redirects.has(to)) continue
      for (const name of COUNTS) columns[name][to] += columns[name][from]
    }
    this.redirects.clear()
  }

  private sum(inside: Uint32Array, outside: Uint32Array): LinkCounts {
    const { flags } = this
    let links = 0
    let toRelevant = 0
    let betweenHosts = 0
    let betweenHostsToRelevant = 0
    for (let id = 0; id < this.count; id++) {
      if ((flags[id] & PAGE) === 0) continue
      links += inside[id] + outside[id]
      betweenHosts += outside[id]
      if ((flags[id] & RELEVANT) === 0) continue
      toRelevant += inside[id] + outside[id]
      betweenHostsToRelevant += outside[id]
    }
    return { links, toRelevant, betweenHosts, betweenHostsToRelevant }
  }
}
