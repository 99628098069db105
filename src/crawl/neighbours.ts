/**
 * What a partition of a crawl knows of the others: how often it has linked to their pages, which lines of its log had links for them, and
 * up to which line of their logs theirs have come. All of it is a function of the log, as everything that a crawl remembers.
 */
import type { PageId, Persistent, StateFields, UrlTable } from '../contracts.js'
import { grownWords } from '../growing-arrays.js'
import { isSent } from '../partition-messages.js'
import { tellInto } from '../state-collections.js'
import type { PageColumns } from './page-columns.js'

/** Which part of a crawl this is. */
export interface Split {
  readonly partition: number
  readonly partitions: number
  /** The partition of a canonical URL. */
  of(url: string): number
}

/** What another partition should hear of: rows of a page's links, and whatever the page leads to. */
export interface Outgoing {
  readonly to: number
  /** Places in `links` of the entry, and how many links to that page there were, this one included. */
  readonly rows: number[]
  readonly counts: number[]
  readonly leads: string[]
  readonly sitemaps: string[]
}

/** How far the log of another partition has come here. */
export interface Received {
  readonly epoch: number
  readonly line: number
}

export class Neighbours implements Persistent {
  /** Lines of the log so far. */
  line = 0
  /** By partition: the last line that had something for it. */
  readonly sent: Float64Array
  private readonly receivedEpochs: Float64Array
  private readonly receivedLines: Float64Array
  /** Links seen, by page of another partition. */
  private counts = new Uint32Array(1024)
  /** Of the last entry. */
  private outgoing = new Map<number, Outgoing>()

  constructor(readonly split: Split) {
    this.sent = new Float64Array(split.partitions)
    this.receivedEpochs = new Float64Array(split.partitions)
    this.receivedLines = new Float64Array(split.partitions)
  }

  persist(fields: StateFields): void {
    fields.same('partition', `${this.split.partition} of ${this.split.partitions}`)
    this.line = fields.number('line', this.line)
    tellInto(fields, 'sent', this.sent)
    tellInto(fields, 'received-epochs', this.receivedEpochs)
    tellInto(fields, 'received-lines', this.receivedLines)
    this.counts = fields.array('counts', this.counts)
  }

  received(from: number): Received {
    return { epoch: this.receivedEpochs[from], line: this.receivedLines[from] }
  }

  receive(from: number, epoch: number, line: number): void {
    this.receivedEpochs[from] = epoch
    this.receivedLines[from] = line
  }

  /** Another entry of the log. */
  next(): void {
    this.line++
    if (this.outgoing.size > 0) this.outgoing = new Map()
  }

  get hasParts(): boolean {
    return this.outgoing.size > 0
  }

  /** What the last entry has for others. */
  get parts(): Iterable<Outgoing> {
    return this.outgoing.values()
  }

  addLinks(links: readonly PageId[], pages: PageColumns, urls: UrlTable): void {
    for (let i = 0; i < links.length; i++) {
      const page = links[i]
      if (!pages.isForeign(page)) continue
      this.counts = grownWords(this.counts, page + 1)
      const count = ++this.counts[page]
      if (!isSent(count)) continue
      const part = this.partFor(urls.url(page))
      part.rows.push(i)
      part.counts.push(count)
    }
  }

  /** What takes over the place of a page. */
  addTargets(kind: 'leads' | 'sitemaps', targets: readonly PageId[], pages: PageColumns, urls: UrlTable): void {
    for (const page of targets) {
      if (!pages.isForeign(page)) continue
      const url = urls.url(page)
      this.partFor(url)[kind].push(url)
    }
  }

  private partFor(url: string): Outgoing {
    const to = this.split.of(url)
    const known = this.outgoing.get(to)
    if (known !== undefined) return known
    const part: Outgoing = { to, rows: [], counts: [], leads: [], sitemaps: [] }
    this.outgoing.set(to, part)
    this.sent[to] = this.line
    return part
  }
}
