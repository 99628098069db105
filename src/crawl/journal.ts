/** What happens in a crawl: each entry is written to the log and changes the crawl's memory, in one synchronous step. */
import type { PageId, SharedExample } from '../contracts.js'
import type { AbsorbedEntry, ArchivedEntry, LogEntry, PageEntry, WarcPlace } from '../collection/log/entry.js'
import type { CrawlMemory, GivenColumns } from './crawl-memory.js'
import { parcelFor, sourceOf, UNFETCHED, type Parcel, type SaidOfPage } from './parcel.js'
import type { Recorder, Records } from './recorder.js'

/** Texts of the links of a page as JSON, ready for the log: nobody in this thread reads them. '' where nobody asked. */
export interface LinkTextsJson {
  readonly anchors: string
  readonly around: string
  readonly judged: { readonly scores: string; readonly names: string }
  readonly places: string
}

/** Where a partition sends what others should know. */
export interface Mailer {
  readonly epoch: number
  post(parcel: Parcel): void
  teach(example: SharedExample): void
}

export class Journal {
  /** Null for a crawl of one partition, and while nobody listens. */
  mailer: Mailer | null = null

  constructor(
    private readonly memory: CrawlMemory,
    private readonly recorder: Recorder,
  ) {}

  /** `records` are what the entry speaks of; the entry says where they are. Nothing happens once the recorder has been sealed. */
  add(entry: Exclude<LogEntry, PageEntry | ArchivedEntry>, records: Records | null = null): void {
    if (this.recorder.isSealed) return
    this.put({ ...entry, ...this.archive(records) })
  }

  /** `line`: the entry as JSON, or where it is written down. It is the same in the log of every partition, and is turned into text once. */
  addAbsorbed(entry: AbsorbedEntry, line: string): void {
    if (this.recorder.isSealed) return
    this.recorder.write(line)
    this.memory.apply(entry)
  }

  /** Records of a page that waited go into the archive. */
  addArchived(id: PageId, bytes: Uint8Array<ArrayBuffer>): void {
    if (this.recorder.isSealed) return
    this.put({ t: 'archived', id, warc: this.recorder.archive({ bytes }) })
  }

  /** An entry of another log of the crawl, with numbers of this one; `records` are what it spoke of there. */
  addCopy(entry: LogEntry, records: Records | null): void {
    if (!this.recorder.isSealed) this.put({ ...entry, ...this.archive(records) })
  }

  private put(entry: LogEntry): void {
    this.recorder.write(JSON.stringify(entry))
    this.memory.apply(entry)
    if (entry.t === 'page' || entry.t === 'redirect' || entry.t === 'sitemap') this.tell(entry, entry)
    else if (entry.t === 'sitemaps')
      this.mail(entry.for, { ...UNFETCHED, level: this.memory.state.frontier.levelOf(entry.for) }, false)
  }

  addPage(entry: PageEntry, records: Records | null, texts: LinkTextsJson, given: GivenColumns): void {
    if (this.recorder.isSealed) return
    const placed = { ...entry, ...this.archive(records) }
    this.recorder.write(pageLine(placed, texts))
    this.memory.apply(placed, given)
    if (this.mailer === null) return
    // most pages have nothing for others
    if (this.memory.neighbours?.hasParts !== true) return this.tell(entry, entry)
    const { anchors, around, judged } = texts
    const said = {
      ...entry,
      anchors: parsed(anchors),
      around: parsed(around),
      ...{ scores: judged.scores, names: judged.names, places: texts.places },
    }
    this.tell(entry, said)
  }

  /** What others should know of a page. */
  private tell({ id, t, frontier }: PageEntry, said: SaidOfPage): void {
    if (this.mailer === null) return
    const isScored = t === 'page' && frontier !== true
    this.mail(id, said, isScored)
    const example = isScored ? this.memory.state.strategy.example?.() : null
    if (example !== null && example !== undefined) this.mailer.teach(example)
  }

  /** What the last entry has for other partitions. */
  private mail(page: PageId, said: SaidOfPage, isScored: boolean): void {
    const { mailer } = this
    const { neighbours, state } = this.memory
    if (mailer === null || neighbours === null) return
    for (const part of neighbours.parts) {
      const source = sourceOf(page, isScored, neighbours.line, mailer.epoch, state, neighbours)
      mailer.post(parcelFor(part, said, source))
    }
  }

  private archive(records: Records | null): { readonly warc?: WarcPlace } {
    return records === null ? {} : { warc: this.recorder.archive(records) }
  }
}

/** The texts of links are put in as they are: they are most of a line. */
function pageLine(entry: PageEntry, { anchors, around, judged, places }: LinkTextsJson): string {
  let line = JSON.stringify(entry).slice(0, -1)
  if (entry.links.length > 0) line += `,"anchors":${anchors}`
  if (around !== '') line += `,"around":${around}`
  // base64 needs no escapes
  if (judged.scores !== '') line += `,"scores":"${judged.scores}"`
  if (judged.names !== '') line += `,"names":"${judged.names}"`
  if (places !== '') line += `,"places":"${places}"`
  return `${line}}`
}

function parsed(texts: string): readonly string[] | undefined {
  return texts === '' ? undefined : (JSON.parse(texts) as readonly string[])
}
