/**
 * Pages that crawls have fetched, found by URL: their logs say where in their archives each one is. Some 50 bytes of memory
 * for each page; a page is read from the disk when it is asked for. Crawls may be added one after the other, and the same one
 * again when it has grown.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CaptureTable, type Capture } from '../archive/capture-table.js'
import { answerOf, readRecordAt, targetUri } from '../archive/index.js'
import type { Exchange } from '../contracts.js'
import {
  crawlDirectory,
  isContinued,
  LOG_START,
  logDirectories,
  LogFold,
  readOn,
  SpooledInMemory,
  type CrawlDirectory,
  type LoggedCapture,
  type LogMark,
  type LogVisitor,
  type SpooledPages,
} from '../collection/index.js'
import { LongtailError } from '../errors.js'
import { canonicalUrl } from '../page/index.js'

export class CrawledCaptures {
  private readonly table = new CaptureTable()
  private readonly files: string[] = []
  private readonly numbers = new Map<string, number>()
  /** By directory: how far its log was read, and what waits in its spool. */
  private readonly crawls = new Map<string, { readonly mark: LogMark; readonly spooled: SpooledPages }>()

  get size(): number {
    return this.table.size
  }

  /** Reads the log of a crawl, or what was added to it since. `see` is told what else it says. */
  async add(path: string, see: Pick<LogVisitor, 'answer' | 'givenUp'> = {}): Promise<void> {
    for (const directory of logDirectories(crawlDirectory(path))) await this.addLog(directory, see)
    this.table.seal()
  }

  private async addLog(directory: CrawlDirectory, see: Pick<LogVisitor, 'answer' | 'givenUp'>): Promise<void> {
    let crawl = this.crawls.get(directory.path)
    if (crawl === undefined || !(await isContinued(directory, crawl.mark)))
      crawl = { mark: LOG_START, spooled: new SpooledInMemory() }
    const { mark, spooled } = crawl
    const capture = (found: LoggedCapture): void => this.put(found, directory.warc)
    const fold = new LogFold({ ...see, capture }, spooled)
    const reading = await readOn(directory, mark, ({ entry }) => fold.add(entry))
    if (reading.damage !== '') throw new LongtailError('E_CRAWL_DIR', reading.damage)
    this.crawls.set(directory.path, { mark: reading.mark, spooled })
  }

  /** What was fetched from a URL last, as if it were fetched now; null when no crawl has a whole answer of it. */
  async find(url: string): Promise<Exchange | null> {
    const found = this.table.find(url)
    if (found === null) return null
    try {
      const record = await this.read(found)
      // fingerprints of 64 bits: the URL is compared when it is there to be compared
      if (canonicalUrl(targetUri(record)) !== url) return null
      const answer = answerOf(record, found.payload === null ? null : await this.read(found.payload))
      return answer === null ? null : { ...answer, url }
    } catch (error) {
      // an archive that was moved or damaged since is no reason to stop: the page is fetched
      if (error instanceof LongtailError) return null
      throw error
    }
  }

  private read({ file, offset, length }: Capture) {
    const path = this.files[file]
    return readRecordAt(existsSync(path) ? path : `${path}.open`, offset, length)
  }

  private put({ entry, place: [name, offset, length] }: LoggedCapture, warc: string): void {
    const { t, url, at, digest = '', revisit = false } = entry
    if (t === 'sitemap' || !isAnswer(entry)) return
    const path = join(warc, name)
    let file = this.numbers.get(path)
    if (file === undefined) {
      file = this.files.push(path) - 1
      this.numbers.set(path, file)
    }
    // the log does not say what a revisit refers to: its digest does
    const facts = {
      key: url,
      at: Date.parse(at) || 0,
      digest,
      revisit: revisit ? { refersTo: '', originalAt: 0 } : null,
    }
    this.table.add(facts, { file, offset, length })
  }
}

/** Whole, and not about to be another one when it is asked again. */
function isAnswer({ status, truncated }: { readonly status?: number; readonly truncated?: string }): boolean {
  if (status === undefined || (truncated !== undefined && truncated !== 'length')) return false
  return (status >= 200 && status < 400) || status === 404 || status === 410
}
