/** What happens in a crawl: each entry is written to the log and changes the crawl's memory, in one synchronous step. */
import type { PageId } from '../contracts.js'
import type { ArchivedEntry, LogEntry, PageEntry, WarcPlace } from '../collection/log/entry.js'
import type { CrawlMemory, GivenColumns } from './crawl-memory.js'
import type { Recorder, Records } from './recorder.js'

/** Texts of the links of a page as JSON, ready for the log: nobody in this thread reads them. '' where nobody asked. */
export interface LinkTextsJson {
  readonly anchors: string
  readonly around: string
  readonly judged: { readonly scores: string; readonly names: string }
}

export class Journal {
  constructor(
    private readonly memory: CrawlMemory,
    private readonly recorder: Recorder,
  ) {}

  /** `records` are what the entry speaks of; the entry says where they are. Nothing happens once the recorder has been sealed. */
  add(entry: Exclude<LogEntry, PageEntry | ArchivedEntry>, records: Records | null = null): void {
    if (this.recorder.isSealed) return
    this.put({ ...entry, ...this.archive(records) })
  }

  /** Records of a page that waited go into the archive. */
  addArchived(id: PageId, bytes: Uint8Array<ArrayBuffer>): void {
    if (this.recorder.isSealed) return
    this.put({ t: 'archived', id, warc: this.recorder.archive({ bytes }) })
  }

  private put(entry: LogEntry): void {
    this.recorder.write(JSON.stringify(entry))
    this.memory.apply(entry)
  }

  addPage(entry: PageEntry, records: Records | null, texts: LinkTextsJson, given: GivenColumns): void {
    if (this.recorder.isSealed) return
    const placed = { ...entry, ...this.archive(records) }
    this.recorder.write(pageLine(placed, texts))
    this.memory.apply(placed, given)
  }

  private archive(records: Records | null): { readonly warc?: WarcPlace } {
    return records === null ? {} : { warc: this.recorder.archive(records) }
  }
}

/** The texts of links are put in as they are: they are most of a line. */
function pageLine(entry: PageEntry, { anchors, around, judged }: LinkTextsJson): string {
  let line = JSON.stringify(entry).slice(0, -1)
  if (entry.links.length > 0) line += `,"anchors":${anchors}`
  if (around !== '') line += `,"around":${around}`
  // base64 needs no escapes
  if (judged.scores !== '') line += `,"scores":"${judged.scores}"`
  if (judged.names !== '') line += `,"names":"${judged.names}"`
  return `${line}}`
}
