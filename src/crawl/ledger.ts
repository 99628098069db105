/** What a crawl has collected so far: totals, payloads seen, robots files archived, and how far its archives go. */
import type { PageId, Persistent, StateFields, UrlTable } from '../contracts.js'
import type { Fingerprint } from '../frontier/index.js'
import { NearDuplicates } from '../page/text/near-duplicate.js'
import {
  mayPass,
  type EmbedEntry,
  type PageEntry,
  type RunEntry,
  type SkipEntry,
  type WarcPlace,
} from '../collection/log/entry.js'
import type { AgainEntry } from '../collection/log/round-entry.js'
import { tellCounts, tellNames } from '../state-collections.js'

export interface FirstCapture {
  /** Of a page, or of an embedded object. */
  readonly id: number
  readonly isEmbed: boolean
  /** As in the WARC-Date of the first capture. */
  readonly at: string
}

/** Harvest "over the last 1,000" in progress reports. */
const RECENT = 1000
/** Bodies this short (blank pages, tracking pixels) are not worth a revisit record. */
const LEAST_PAYLOAD_BYTES = 64
const PAGE = 'p'
const EMBED = 'e'

export function isWorthRevisit(bytes: number): boolean {
  return bytes >= LEAST_PAYLOAD_BYTES
}

type Capture = Pick<EmbedEntry, 'id' | 'digest' | 'bytes' | 'at'>

export class Ledger implements Persistent {
  bytes = 0
  redirects = 0
  failures = 0
  skipped = 0
  revisits = 0
  /** Runs begun, and what the last one identified languages with. */
  runs = 0
  identifier = ''
  /** URLs given up for good, whatever the reason; pages with signs that they are of little use. */
  givenUp = 0
  discounted = 0
  nearDuplicates = 0
  /** Given up because the crawler died of them. */
  crashed = 0
  /** URLs held back by traps, or because a twin was fetched. */
  held = 0
  /** Embedded objects fetched, and those given up. */
  embeds = 0
  embedsSkipped = 0
  /** Pages and embedded objects that came from another crawl. */
  reused = 0
  /** Pages fetched after the quota, for their text alone. */
  texts = 0
  /** Relevant or not, by kind of sign. */
  readonly signs = new Map<string, number>()
  readonly languages = new Map<string, number>()
  readonly robotsArchived = new Set<string>()
  /** By archive file: up to where the log speaks of its records. */
  readonly archived = new Map<string, number>()
  private readonly near: NearDuplicates
  private recent = new Uint8Array(RECENT)
  private recentCount = 0

  constructor(
    private readonly payloads: UrlTable,
    private readonly fingerprint: Fingerprint,
    /** How many texts are compared with; absent: as many as one process compares with. */
    texts?: number,
  ) {
    this.near = new NearDuplicates(texts)
  }

  addExchange(entry: PageEntry): void {
    this.bytes += entry.bytes
    if (entry.revisit) this.revisits++
    if (entry.t === 'redirect') this.redirects++
    if (entry.reused) this.reused++
    if (entry.t !== 'page') return
    if (entry.frontier) {
      this.texts++
      return
    }
    if (entry.signs !== undefined) this.discounted++
    for (const sign of entry.signs ?? []) this.signs.set(sign, (this.signs.get(sign) ?? 0) + 1)
    this.recent[this.recentCount++ % RECENT] = entry.relevant ? 1 : 0
    this.languages.set(entry.language, (this.languages.get(entry.language) ?? 0) + 1)
  }

  addRun({ identifier }: RunEntry): void {
    this.runs++
    this.identifier = identifier ?? ''
  }

  addRecords([file, offset, length]: WarcPlace): void {
    const end = offset + length
    if (end > (this.archived.get(file) ?? 0)) this.archived.set(file, end)
  }

  addEmbed(entry: EmbedEntry): void {
    this.bytes += entry.bytes ?? 0
    if (entry.revisit) this.revisits++
    if (entry.reused) this.reused++
    if (entry.status === undefined) this.embedsSkipped++
    else this.embeds++
  }

  /** A page that was asked for again is counted with its first answer. */
  addAgain({ bytes = 0, revisit }: AgainEntry): void {
    this.bytes += bytes
    if (revisit) this.revisits++
  }

  addSkip(entry: SkipEntry): void {
    if (entry.t === 'skip' && !mayPass(entry.reason)) this.givenUp++
    if (entry.reason.startsWith('E_FETCH_CRASHED')) this.crashed++
    if (entry.reason.startsWith('E_')) this.failures++
    else this.skipped++
  }

  /** Share of relevant pages among the last 1,000. */
  recentHarvest(): number {
    const count = Math.min(this.recentCount, RECENT)
    if (count === 0) return 0
    let sum = 0
    for (let i = 0; i < count; i++) sum += this.recent[i]
    return sum / count
  }

  /** The first capture of a payload; null when this is the first. */
  firstCapture(digest: string): FirstCapture | null {
    if (digest === '') return null
    this.fingerprint.of(digest)
    const id = this.payloads.find(this.fingerprint.high, this.fingerprint.low)
    if (id === -1) return null
    const [kind, number, at] = this.payloads.url(id).split(' ')
    return { id: Number(number), isEmbed: kind === EMBED, at }
  }

  /** Only captures that are in the archive may be referred to later. */
  addCapture(entry: Capture, isEmbed: boolean): void {
    const { digest, bytes, at } = entry
    if (digest === undefined || digest === '' || bytes === undefined || !isWorthRevisit(bytes)) return
    this.fingerprint.of(digest)
    const { high, low } = this.fingerprint
    if (this.payloads.find(high, low) === -1)
      this.payloads.add(high, low, `${isEmbed ? EMBED : PAGE} ${entry.id} ${at}`)
  }

  /** An earlier page with nearly the same text, or -1. Both halves are 0 when the text is too short to compare. */
  nearest([high, low]: readonly [high: number, low: number]): PageId {
    return this.near.find(high, low)
  }

  /** `near` is what `nearest` said when the page was fetched. Copies are not remembered: they are all copies of the first. */
  addText(simhash: string, page: PageId, near: PageId | undefined): void {
    if (near !== undefined) this.nearDuplicates++
    else this.near.add(parseInt(simhash.slice(0, 8), 16), parseInt(simhash.slice(8), 16), page)
  }

  persist(fields: StateFields): void {
    this.bytes = fields.number('bytes', this.bytes)
    this.redirects = fields.number('redirects', this.redirects)
    this.failures = fields.number('failures', this.failures)
    this.skipped = fields.number('skipped', this.skipped)
    this.revisits = fields.number('revisits', this.revisits)
    this.nearDuplicates = fields.number('nearDuplicates', this.nearDuplicates)
    this.held = fields.number('held', this.held)
    this.runs = fields.number('runs', this.runs)
    this.identifier = fields.text('identifier', this.identifier)
    this.givenUp = fields.number('givenUp', this.givenUp)
    this.discounted = fields.number('discounted', this.discounted)
    this.crashed = fields.number('crashed', this.crashed)
    this.embeds = fields.number('embeds', this.embeds)
    this.embedsSkipped = fields.number('embedsSkipped', this.embedsSkipped)
    this.reused = fields.number('reused', this.reused)
    this.texts = fields.number('texts', this.texts)
    tellCounts(fields, 'signs', this.signs)
    tellCounts(fields, 'languages', this.languages)
    tellCounts(fields, 'archived', this.archived)
    tellNames(fields, 'robotsArchived', this.robotsArchived)
    fields.part('near', this.near)
    this.recent = fields.array('recent', this.recent)
    this.recentCount = fields.number('recentCount', this.recentCount)
  }
}
