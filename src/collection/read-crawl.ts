/** A crawl of ours: what was archived where, and what the crawl made of it, from its log. The crawl may be running. */
import { join } from 'node:path'
import { exchangeOf, headerValue, openByteFile, readRecordAt, type ByteFile } from '../archive/index.js'
import {
  crawlDirectory,
  hasLog,
  isContinued,
  LogFold,
  logSize,
  readOn,
  type AgainEntry,
  type EmbedEntry,
  type LogEntry,
  type LogMark,
  type PageEntry,
  type SpooledPages,
  type WarcPlace,
} from './index.js'
import { LongtailError } from '../errors.js'
import { canonicalUrl } from '../page/index.js'
import { rowReader } from '../disk/sqlite-rows.js'
import { inTransaction, type Statement } from '../disk/sqlite.js'
import { placedFile } from './file-place.js'
import { parseEntry } from './log/entry.js'
import type { LoggedRendering } from './log/rendering-entry.js'
import { CaptureWriter, digestKey, type CaptureRow, type CaptureVerdict } from './capture-writer.js'
import type { ReadingContext } from './context.js'
import { kindOf } from './page-type.js'
import { UNCHANGED } from './resolve-revisits.js'
import { forget, saveState, UNREAD, type Source } from './source-state.js'

const LINES_PER_BATCH = 1000
const WAITING = rowReader({ entry: 'text' })

/** A line, and where a redirect leads. */
interface Line {
  readonly entry: LogEntry
  readonly location: string
}

/** True: there was something new. */
export async function readCrawlSource(context: ReadingContext, source: Source): Promise<boolean> {
  const { database, signal } = context
  const directory = crawlDirectory(source.spec.path)
  if (!hasLog(directory)) return false
  let { state } = source
  let isNew = false
  if (!(await isContinued(directory, state.mark))) {
    state = { ...UNREAD, topic: state.topic }
    inTransaction(database, () => {
      forget(database, source.id)
      saveState(database, source.id, state)
    })
    isNew = true
  }
  const total = logSize(directory)
  const reader = new CrawlReader(context, source.id, directory.warc)
  let lines: Line[] = []
  const commit = (mark: LogMark): void => {
    if (lines.length === 0) return
    isNew = true
    inTransaction(database, () => {
      for (const line of lines) reader.write(line)
      saveState(database, source.id, { ...state, mark })
    })
    lines = []
    context.progress({ stage: 'reading', done: mark.end, total, name: source.spec.name })
  }
  try {
    const { mark, damage } = await readOn(directory, state.mark, async ({ entry }, here) => {
      signal?.throwIfAborted()
      lines.push({ entry, location: await reader.locationOf(entry) })
      if (lines.length >= LINES_PER_BATCH) commit(here())
    })
    commit(mark)
    // what is before a damaged line is as good as ever
    if (damage !== '') context.warn(`${damage}. The lines before are used`)
  } finally {
    await reader.close()
  }
  return isNew
}

class CrawlReader implements SpooledPages {
  private readonly writer: CaptureWriter
  private readonly keepRow: Statement
  private readonly kept: Statement
  private readonly drop: Statement
  private readonly fold: LogFold
  /** Of the line that is being written. */
  private location = ''
  private open: { readonly name: string; readonly file: ByteFile } | null = null

  constructor(
    context: ReadingContext,
    private readonly source: number,
    private readonly directory: string,
  ) {
    const { database } = context
    this.writer = new CaptureWriter(database, source, context.home)
    this.fold = new LogFold({ capture: ({ entry, place }) => this.add(entry, place) }, this)
    this.keepRow = database.prepare('INSERT OR REPLACE INTO waiting (source, number, entry) VALUES (?, ?, ?)')
    this.kept = database.prepare('SELECT entry FROM waiting WHERE source = ? AND number = ?')
    this.drop = database.prepare('DELETE FROM waiting WHERE source = ? AND number = ?')
  }

  /** In the database, where the next build finds them. */
  keep(entry: PageEntry): void {
    this.keepRow.run(this.source, entry.id, JSON.stringify(entry))
  }

  take(id: number): PageEntry | undefined {
    const row = WAITING.first(this.kept.get(this.source, id))
    this.drop.run(this.source, id)
    if (row === undefined) return undefined
    const entry = parseEntry(row.entry, 'table "waiting" of the portal', id)
    return 'id' in entry && 'links' in entry && entry.t !== 'again' ? entry : undefined
  }

  /** The log has the number of the URL that a redirect leads to; the archive has the URL. */
  async locationOf(entry: LogEntry): Promise<string> {
    if ((entry.t !== 'redirect' && entry.t !== 'embed' && entry.t !== 'again') || entry.warc === undefined) return ''
    const { status } = entry
    // 304 leads nowhere, and after a round there is one for every page that was asked for
    if (status === undefined || status < 300 || status > 399 || status === 304) return ''
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
    this.location = location
    this.fold.add(entry)
  }

  async close(): Promise<void> {
    await this.open?.file.close()
    this.open = null
  }

  private add(entry: PageEntry | EmbedEntry | AgainEntry, [name, offset, length]: WarcPlace): void {
    const { location } = this
    const url = canonicalUrl(entry.url)
    if (url === null || !isPlainName(name)) return
    const { mime = '', digest = '', revisit = false } = entry
    const status = entry.t === 'again' && entry.found === 'not-modified' ? UNCHANGED : (entry.status ?? 0)
    const isPage = entry.t === 'page' || (entry.t === 'again' && entry.kind === 'page')
    const rendered = 'rendered' in entry ? entry.rendered : undefined
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
      verdict: isPage ? verdictOf(entry) : null,
      // the log does not say what a revisit refers to: its digest does
      revisit: revisit ? { refers: '', refersAt: 0 } : null,
    }
    const conversion = rendered === undefined ? null : conversionOf(row, rendered)
    // what the server sent stays there for those who repeat it; what readers see is what a browser made of it
    const isEarlier = rendered !== undefined && entry.t === 'again' && conversion === null
    this.writer.add(conversion === null && !isEarlier ? row : { ...row, kind: 'other', verdict: null })
    if (conversion !== null) this.writer.add(conversion)
  }

  private async file(name: string): Promise<ByteFile> {
    if (this.open?.name === name) return this.open.file
    await this.close()
    if (!isPlainName(name))
      throw new LongtailError('E_ARCHIVE', `${name} is not a name that a crawl gives to an archive`, 'skip')
    const file = await openByteFile(placedFile(this.directory, name))
    this.open = { name, file }
    return file
  }
}

/** Null: there is none, or the log says nonsense. Its time is that of the answer: archives are asked for pages by it. */
function conversionOf(row: CaptureRow, { at = '', place, digest = '' }: LoggedRendering): CaptureRow | null {
  if (place === undefined || row.kind !== 'page') return null
  const [offset, length] = place
  const when = Date.parse(at) || 0
  if (offset <= 0 || length <= 0 || offset + length > row.length || when < row.at) return null
  return { ...row, offset: row.offset + offset, length, digest: digestKey(digest), revisit: null }
}

function verdictOf({ relevant, score = 0, language = 'und', share = 0 }: PageEntry | AgainEntry): CaptureVerdict {
  return { relevant, score, language, share }
}

/** The log names files of its own directory; one that names others was tampered with. */
function isPlainName(name: string): boolean {
  return /^[^/\\\0]+$/.test(name) && name !== '..' && name !== '.'
}
