/**
 * Pages that crawls have fetched, found by URL: their logs say where in their archives each one is. Some 50 bytes of memory
 * for each page; a page is read from the disk when it is asked for. Crawls may be added one after the other, and the same one
 * again when it has grown.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CaptureTable, type Capture } from '../archive/capture-table.js'
import { exchangeOf, readRecordAt, targetUri } from '../archive/index.js'
import type { Exchange } from '../contracts.js'
import { crawlDirectory, readLog, type LogEntry } from '../collection/index.js'
import { LongtailError } from '../errors.js'
import { canonicalUrl } from '../page/index.js'

export class CrawledCaptures {
  private readonly table = new CaptureTable()
  private readonly files: string[] = []
  private readonly numbers = new Map<string, number>()
  /** By directory: how many bytes of its log were read. */
  private readonly readUpTo = new Map<string, number>()

  get size(): number {
    return this.table.size
  }

  /** Reads the log of a crawl, or what was added to it since. `see` is shown every line that is read. */
  async add(path: string, see: (entry: LogEntry) => void = () => {}): Promise<void> {
    const { log, warc, path: key } = crawlDirectory(path)
    if (!existsSync(log)) return
    const known = this.readUpTo.get(key) ?? 0
    const spooled = new Map<number, SpooledPage>()
    let end = 0
    for await (const line of readLog(log)) {
      end = line.end
      if (end <= known) continue
      see(line.entry)
      this.addEntry(line.entry, warc, spooled)
    }
    this.readUpTo.set(key, end)
    this.table.seal()
  }

  /** What was fetched from a URL last, as if it were fetched now; null when no crawl has a whole answer of it. */
  async find(url: string): Promise<Exchange | null> {
    const found = this.table.find(url)
    if (found === null) return null
    try {
      const record = await this.read(found)
      const head = exchangeOf(record)
      // fingerprints of 64 bits: the URL is compared when it is there to be compared
      if (head === null || canonicalUrl(targetUri(record)) !== url) return null
      if (found.payload === null) return { ...head, url }
      const original = exchangeOf(await this.read(found.payload))
      return original === null ? null : { ...head, url, body: original.body, truncated: original.truncated }
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

  private addEntry(entry: LogEntry, warc: string, spooled: Map<number, SpooledPage>): void {
    if (entry.t === 'archived') {
      const page = spooled.get(entry.id)
      if (page !== undefined) this.put(page, entry.warc, warc)
      spooled.delete(entry.id)
      return
    }
    if (entry.t !== 'page' && entry.t !== 'redirect' && entry.t !== 'embed') return
    if (!isAnswer(entry)) return
    const { url, at, digest = '' } = entry
    const page = { url, at: Date.parse(at), digest, isRevisit: entry.revisit === true }
    if (entry.warc !== undefined) this.put(page, entry.warc, warc)
    else if (entry.t !== 'embed' && entry.spool !== undefined) spooled.set(entry.id, page)
  }

  private put(
    { url, at, digest, isRevisit }: SpooledPage,
    [name, offset, length]: readonly [string, number, number],
    warc: string,
  ): void {
    const path = join(warc, name)
    let file = this.numbers.get(path)
    if (file === undefined) {
      file = this.files.push(path) - 1
      this.numbers.set(path, file)
    }
    this.table.add(url, { file, offset, length }, Number.isNaN(at) ? 0 : at, digest, isRevisit, '')
  }
}

interface SpooledPage {
  readonly url: string
  readonly at: number
  readonly digest: string
  readonly isRevisit: boolean
}

/** Whole, and not about to be another one when it is asked again. */
function isAnswer({ status, truncated }: { readonly status?: number; readonly truncated?: string }): boolean {
  if (status === undefined || (truncated !== undefined && truncated !== 'length')) return false
  return (status >= 200 && status < 400) || status === 404 || status === 410
}
