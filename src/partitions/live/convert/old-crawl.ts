/** The crawl that another one is made of. It is only read, and as the next start would find it: what a kill left behind does not count. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openByteFile, type ByteFile } from '../../../archive/index.js'
import { logDirectories, type CrawlDirectory } from '../../../collection/crawl-directory.js'
import { inOrder, type OrderedLine } from '../../../collection/whole-log.js'
import type { WarcPlace } from '../../../collection/log/entry.js'
import { hasLog, readLog, type LoggedLine } from '../../../collection/log/read-log.js'
import { ArchiveRepair } from '../../../crawl/archive-repair.js'
import type { Records } from '../../../crawl/recorder.js'
import { placedFile } from '../../../collection/file-place.js'
import { LongtailError } from '../../../errors.js'

/** One for each partition, and some that were just begun. */
const MOST_OPEN = 100

export class OldCrawl {
  readonly logs: readonly CrawlDirectory[]
  private readonly open = new Map<string, ByteFile>()

  constructor(
    crawl: CrawlDirectory,
    private readonly warn: (message: string) => void,
  ) {
    this.logs = logDirectories(crawl)
  }

  lines(): AsyncGenerator<OrderedLine, void> {
    return inOrder(this.logs.map(log => this.linesOf(log)))
  }

  private async *linesOf(log: CrawlDirectory): AsyncGenerator<LoggedLine, void> {
    if (!hasLog(log)) return
    const archives = existsSync(log.warc) ? await ArchiveRepair.survey(log, new Map()) : null
    for await (const line of readLog(log)) {
      const place = 'warc' in line.entry ? line.entry.warc : undefined
      if (place !== undefined && archives?.isWhole(place) !== true) {
        // the next start would fetch everything again; that is nothing to copy
        if (archives === null || !existsSync(placedFile(log.warc, place[0]))) throw lost(join(log.warc, place[0]))
        archives.refuseLost(place)
        this.warn(
          `${log.path}: line ${line.line} of the log and what follows speaks of records that are not on the disk`,
        )
        return
      }
      yield line
    }
  }

  /** As they lie in its archive. */
  async records(log: number, [name, offset, length]: WarcPlace): Promise<Records> {
    const { warc } = this.logs[log]
    const bytes = await (await this.file(placedFile(warc, name))).read(offset, length)
    if (bytes.length < length) throw lost(join(warc, name))
    return { bytes: new Uint8Array(bytes) }
  }

  async close(): Promise<void> {
    for (const file of this.open.values()) await file.close()
    this.open.clear()
  }

  private async file(path: string): Promise<ByteFile> {
    const known = this.open.get(path)
    if (known !== undefined) return known
    for (const [oldest, file] of this.open) {
      if (this.open.size < MOST_OPEN) break
      this.open.delete(oldest)
      await file.close()
    }
    const file = await openByteFile(path)
    this.open.set(path, file)
    return file
  }
}

function lost(path: string): LongtailError {
  return new LongtailError('E_CRAWL_DIR', `${path} is missing or shorter than the log says; put it back`)
}
