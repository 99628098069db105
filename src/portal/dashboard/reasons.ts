/**
 * Why pages were judged as they were. The log does not say, the archive does: each page's records end with one of metadata, whose
 * `reason` fields are sentences of the judge. Pages that were not kept have none.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openByteFile, recordsOf, type ByteFile } from '../../archive/index.js'
import type { CrawlDirectory } from '../../collection/index.js'
import { clip } from '../../collection/untrusted-values.js'
import type { RecentPage } from './live-survey.js'

/** A longer answer is not unpacked for the sake of a sentence. */
const LARGEST_PLACE = 4 * 1024 * 1024
const MOST_RECORDS = 4
const MOST_REASONS = 5
const MOST_REMEMBERED = 200
/** Whoever looks waits no longer; what is missing is read for the next one. */
const PATIENCE_MS = 300

export class Reasons {
  private readonly known = new Map<number, readonly string[]>()

  constructor(private readonly directory: CrawlDirectory) {}

  /** By id of the page. */
  async of(pages: readonly RecentPage[]): Promise<ReadonlyMap<number, readonly string[]>> {
    const until = performance.now() + PATIENCE_MS
    for (const page of pages) {
      if (performance.now() > until) break
      if (page.place === null || page.place.length > LARGEST_PLACE || this.known.has(page.id)) continue
      const reasons = await this.read(page.place)
      // its records may not be in the file yet
      if (reasons === null) continue
      if (this.known.size === MOST_REMEMBERED) this.known.clear()
      this.known.set(page.id, reasons)
    }
    return this.known
  }

  private async read({ file, offset, length }: NonNullable<RecentPage['place']>): Promise<readonly string[] | null> {
    const closed = join(this.directory.warc, file)
    try {
      const archive = await openByteFile(existsSync(closed) ? closed : `${closed}.open`)
      try {
        let left = MOST_RECORDS
        for await (const record of recordsOf(upTo(archive, offset + length), {
          start: offset,
          maxBlockBytes: LARGEST_PLACE,
        })) {
          if (record.offset >= offset + length || left-- === 0) break
          if (record.type === 'metadata') return reasonsIn(record.block.toString('utf8', 0, 64 * 1024))
        }
        return archive.size >= offset + length ? [] : null
      } finally {
        await archive.close()
      }
    } catch {
      return []
    }
  }
}

/** Nothing behind `end` is read ahead. */
function upTo(file: ByteFile, end: number): ByteFile {
  const size = Math.min(file.size, end)
  const read = (position: number, length: number): Promise<Buffer> =>
    file.read(position, Math.max(0, Math.min(length, size - position)))
  return { name: file.name, size, read, close: () => file.close() }
}

function reasonsIn(block: string): string[] {
  return block
    .split(/\r?\n/)
    .filter(line => line.startsWith('reason: '))
    .slice(0, MOST_REASONS)
    .map(line => clip(line.slice('reason: '.length), 200))
}
