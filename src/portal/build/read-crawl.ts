/** A crawl of ours: what was archived where, and what the crawl made of it, from its log. The crawl may be running. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { exchangeOf, headerValue, openByteFile, readRecordAt, type ByteFile } from '../../archive/index.js'
import { crawlDirectory, readLog, type EmbedEntry, type LogEntry, type PageEntry } from '../../collection/index.js'
import { LongtailError } from '../../errors.js'
import { canonicalUrl } from '../../page/index.js'
import { inTransaction, type Statement } from '../store/sqlite.js'
import { placedFile } from '../store/place.js'
import { CaptureWriter, digestKey, type CaptureRow } from './capture-writer.js'
import type { BuildContext } from './context.js'
import { kindOf } from './page-type.js'
import { forget, isContinued, saveState, tailOf, UNREAD, type Source, type SourceState } from './source-state.js'

const LINES_PER_BATCH = 1000

type Place = NonNullable<PageEntry['warc']>
/** A line, and where a redirect leads. */
interface Line {
  readonly entry: LogEntry
  readonly location: string
}

/** True: there was something new. */
export async function readCrawlSource(context: BuildContext, source: Source): Promise<boolean> {
  const { database, signal } = context
  const { log, warc } = crawlDirectory(source.spec.path)
  if (!existsSync(log)) return false
  let { state } = source
  let isNew = false
  if (state.offset > 0 && !isContinued(log, state)) {
    state = { ...UNREAD, topic: state.topic }
    inTransaction(database, () => {
      forget(database, source.id)
      saveState(database, source.id, state)
    })
    isNew = true
  }
  const total = statSync(log).size
  const reader = new CrawlReader(context, source.id, warc)
  let lines: Line[] = []
  let position = { end: state.offset, line: state.line }
  const commit = (): void => {
    if (lines.length === 0) return
    isNew = true
    const now: SourceState = { ...state, offset: position.end, line: position.line, tail: tailOf(log, position.end) }
    inTransaction(database, () => {
      for (const line of lines) reader.write(line)
      saveState(database, source.id, now)
    })
    lines = []
    context.progress({ stage: 'reading', done: position.end, total, name: source.spec.name })
  }
  try {
    for await (const { entry, end, line } of readLog(log, position)) {
      signal?.throwIfAborted()
      lines.push({ entry, location: await reader.locationOf(entry) })
      position = { end, line }
      if (lines.length >= LINES_PER_BATCH) commit()
    }
  } catch (error) {
    // what is before a damaged line is as good as ever
    if (!(error instanceof LongtailError) || error.code !== 'E_CRAWL_DIR') throw error
    context.warn(`${error.message}. The portal has the lines before`)
  } finally {
    await reader.close()
  }
  commit()
  return isNew
}

class CrawlReader {
  private readonly writer: CaptureWriter
  private readonly keep: Statement
  private readonly kept: Statement
  private readonly drop: Statement
  private open: { readonly name: string; readonly file: ByteFile } | null = null

  constructor(
    context: BuildContext,
    private readonly source: number,
    private readonly directory: string,
  ) {
    const { database } = context
    this.writer = new CaptureWriter(database, source, context.portal)
    this.keep = database.prepare('INSERT OR REPLACE INTO waiting (source, number, entry) VALUES (?, ?, ?)')
    this.kept = database.prepare('SELECT entry FROM waiting WHERE source = ? AND number = ?')
    this.drop = database.prepare('DELETE FROM waiting WHERE source = ? AND number = ?')
  }

  /** The log has the number of the URL that a redirect leads to; the archive has the URL. */
  async locationOf(entry: LogEntry): Promise<string> {
    if ((entry.t !== 'redirect' && entry.t !== 'embed') || entry.warc === undefined) return ''
    const { status } = entry
    if (status === undefined || status < 300 || status > 399) return ''
    const [name, offset, length] = entry.warc
    try {
      const exchange = exchangeOf(await readRecordAt(await this.file(name), offset, length))
      const location = exchange === null ? '' : headerValue(exchange.headers, 'location')
      return location === '' ? '' : (canonicalUrl(location, entry.url) ?? '')
    } catch (error) {
      if (error instanceof LongtailError) return ''
      throw error
    }
  }

  write({ entry, location }: Line): void {
    if (entry.t === 'page' || entry.t === 'redirect' || entry.t === 'sitemap') {
      if (entry.warc !== undefined) this.add(entry, entry.warc, location)
      else if (entry.spool !== undefined) {
        const kept = { ...entry, links: [], anchors: [], around: [], embeds: [], spool: undefined }
        this.keep.run(this.source, entry.id, JSON.stringify(kept))
      }
    } else if (entry.t === 'embed' && entry.warc !== undefined) this.add(entry, entry.warc, location)
    else if (entry.t === 'archived') {
      const row: { entry: string } | undefined = this.kept.get(this.source, entry.id)
      if (row === undefined) return
      const page: PageEntry = JSON.parse(row.entry)
      this.add(page, entry.warc, location)
      this.drop.run(this.source, entry.id)
    }
  }

  async close(): Promise<void> {
    await this.open?.file.close()
    this.open = null
  }

  private add(entry: PageEntry | EmbedEntry, [name, offset, length]: Place, location: string): void {
    const url = canonicalUrl(entry.url)
    if (url === null || !isPlainName(name)) return
    const { status = 0, mime = '', digest = '', revisit = false } = entry
    const isPage = entry.t === 'page'
    const row: CaptureRow = {
      url,
      at: Date.parse(entry.at) || 0,
      file: this.writer.file(join(this.directory, name), ''),
      offset,
      length,
      status,
      mime,
      digest: digestKey(digest),
      location,
      kind: location !== '' ? 'hop' : isPage ? kindOf(url, mime) : entry.t === 'embed' ? 'embed' : 'other',
      verdict: isPage
        ? { relevant: entry.relevant, score: entry.score, language: entry.language, share: entry.share }
        : null,
      isRevisit: revisit,
    }
    this.writer.add(row)
  }

  private async file(name: string): Promise<ByteFile> {
    if (this.open?.name === name) return this.open.file
    await this.close()
    if (!isPlainName(name)) throw new LongtailError('E_ARCHIVE', `${name} is no name of an archive`, 'skip')
    const file = await openByteFile(placedFile(this.directory, name))
    this.open = { name, file }
    return file
  }
}

/** The log names files of its own directory; one that names others was tampered with. */
function isPlainName(name: string): boolean {
  return /^[^/\\\0]+$/.test(name) && name !== '..' && name !== '.'
}
