/**
 * Appends ready-made records to WARC files.
 *
 *   append (synchronous: the place is known at once) → buffer → flush (written, in order) → sync (on the disk)
 *
 * Invariants:
 * - there is one writer per directory; records are written in the order in which they were appended;
 * - a file is `<prefix>-<timestamp>-<serial>.warc.gz.open` until it is full or the writer closes, then it is synced,
 *   renamed to `….warc.gz` and indexed (`….cdxj` beside it); each begins with a warcinfo record;
 * - what was appended in one piece stays in one file;
 * - when the disk refuses, the file is cut back to the last piece that went in whole, what is buffered is kept, and the
 *   next flush tries again: places that were promised stay true.
 */
import { readdirSync, rmSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LongtailError, messageOf } from '../errors.js'
import { indexWarc, indexPathOf } from './cdxj.js'
import { cdxjEnd, timestamp14 } from './cdxj-line.js'
import { LineSorter } from './line-sorter.js'
import { warcDate } from './record-id.js'
import { closePart, onDisk, syncPart, writePart, type WarcPart, type WarcFile } from './warc-part.js'
import { buildWarcinfo, type MetadataField } from './warc-record.js'

export interface WarcPosition {
  /** Name of the file when it is closed, without directory. */
  readonly file: string
  readonly offset: number
}

export type { WarcFile } from './warc-part.js'

export interface WarcWriterOptions {
  readonly directory: string
  readonly prefix: string
  /** Lines of the warcinfo records. */
  readonly info: readonly MetadataField[]
  /** A file that would grow past this is closed. 1 GB, as is usual. */
  readonly maxBytes?: number
  /** zlib level of what the writer itself writes. */
  readonly compression?: number
  readonly now?: () => number
  /** Creates a file that must not exist yet. */
  readonly create?: (path: string) => Promise<WarcFile>
}

export type WarcWriter = ReturnType<typeof createWarcWriter>

const DEFAULT_MAX_BYTES = 1e9
/** Reading a whole archive again must not hold up the first requests of a crawl that goes on. */
const INDEX_LATER_MS = 15_000

export function createWarcWriter(options: WarcWriterOptions) {
  const { directory } = options
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES
  const now = options.now ?? Date.now
  const create = options.create ?? ((path: string) => open(path, 'wx'))
  const prefix =
    options.prefix
      .replace(/[^A-Za-z0-9._]+/g, '-')
      .replace(/^[.-]+|-$/g, '')
      .slice(0, 100) || 'crawl'
  removeScraps(directory)
  let serial = nextSerial(directory)
  /** The first is being written, the last is appended to. */
  const parts: WarcPart[] = []
  const indexing: Promise<LongtailError | undefined>[] = []
  const unindexed: string[] = []
  let timer: NodeJS.Timeout | undefined
  let buffered = 0
  let closed = false
  let queue: Promise<unknown> = Promise.resolve()

  const startPart = (): WarcPart => {
    const date = now()
    const name = `${prefix}-${timestamp14(warcDate(date))}-${String(serial++).padStart(5, '0')}.warc.gz`
    const head = buildWarcinfo(name, date, options.info, options.compression)
    buffered += head.length
    const part: WarcPart = {
      name,
      file: null,
      written: 0,
      end: head.length,
      headLength: head.length,
      pending: [head],
      full: false,
      index: new LineSorter(indexPathOf(join(directory, name))),
      unindexed: false,
    }
    parts.push(part)
    return part
  }

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const result = queue.then(work)
    queue = result.catch(() => undefined)
    return result
  }

  const written = (bytes: number): void => {
    buffered -= bytes
  }

  const writeAll = async (): Promise<void> => {
    for (let part = parts.at(0); part !== undefined; part = parts.at(0)) {
      await onDisk(part, join(directory, `${part.name}.open`), () => writePart(part, directory, create, written))
      if (!part.full || part.pending.length > 0) return
      const path = join(directory, part.name)
      await onDisk(part, path, () => closePart(part, directory))
      parts.shift()
      // Indexing goes on beside the crawl; `close` waits for it and reports its failure.
      indexing.push(makeIndex(part, path).catch(error => indexFailure(path, error)))
    }
  }

  const indexUnindexed = (): void => {
    clearTimeout(timer)
    for (const path of unindexed.splice(0))
      indexing.push(
        indexWarc(path).then(
          () => undefined,
          (error: unknown) => indexFailure(path, error),
        ),
      )
  }

  return {
    /** Bytes that wait for a flush. */
    get buffered() {
      return buffered
    },
    /** `cdx` is `BuiltRecords.cdx`; when a file got records without it, its index is made by reading it again. */
    append(records: Uint8Array, cdx?: string): WarcPosition {
      if (closed) throw new LongtailError('E_DISK', 'the archive was closed: nothing can be appended')
      let part = parts.at(-1)
      if (part !== undefined && part.end + records.length > maxBytes && part.end > part.headLength) {
        part.full = true
        part = undefined
      }
      if (part === undefined || part.full) part = startPart()
      const offset = part.end
      part.pending.push(records)
      part.end += records.length
      buffered += records.length
      note(part, offset, cdx)
      return { file: part.name, offset }
    },
    /** Resolves when everything appended before the call is written (not yet safe from a power failure). */
    flush: (): Promise<void> => inTurn(writeAll),
    /** Resolves when everything appended before the call is on the disk. */
    sync: (): Promise<void> =>
      inTurn(async () => {
        await writeAll()
        const part = parts.at(0)
        if (part?.file) await onDisk(part, join(directory, part.name), () => syncPart(part))
      }),
    /** Makes the index of a file that an earlier writer left without one: in a while, beside everything else, at the latest on `close`. */
    indexLater(path: string): void {
      unindexed.push(path)
      timer ??= setTimeout(indexUnindexed, INDEX_LATER_MS).unref()
    },
    /** Lets go of what is open, as it is: for a writer that may not write any more. Whoever goes on finds `….open`. */
    abandon: (): Promise<void> =>
      inTurn(async () => {
        closed = true
        clearTimeout(timer)
        for (const part of parts.splice(0)) await part.file?.close().catch(() => undefined)
      }),
    async close(): Promise<void> {
      closed = true
      indexUnindexed()
      const last = parts.at(-1)
      if (last !== undefined) last.full = true
      await inTurn(writeAll)
      for (const failure of await Promise.all(indexing.splice(0))) if (failure !== undefined) throw failure
    },
  }
}

/** Index pieces that a killed run left behind. */
function removeScraps(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (/\.cdxj\.(?:[0-9a-f]{8}\.)?(?:tmp|\d+\.run)$/.test(name)) rmSync(join(directory, name), { force: true })
  }
}

/** Serial numbers go on where earlier runs stopped, so that names never meet. */
function nextSerial(directory: string): number {
  return readdirSync(directory).reduce((next, name) => Math.max(next, serialOf(name) + 1), 0)
}

/** By which files of one directory are in the order of their making: times in names are not, since clocks are set. -1: not one of ours. */
export function serialOf(name: string): number {
  return Number(/-(\d{5,9})\.warc\.gz(?:\.open)?$/.exec(name)?.[1] ?? -1)
}

function note(part: WarcPart, offset: number, cdx: string | undefined): void {
  if (cdx === undefined) part.unindexed = true
  if (!cdx) return
  try {
    part.index.add(cdxjEnd(cdx, offset, part.name))
  } catch {
    // it could not be spilled to the disk: the records count, and their index can be made later
    part.unindexed = true
  }
}

async function makeIndex(part: WarcPart, path: string): Promise<undefined> {
  if (part.unindexed) {
    part.index.discard()
    await indexWarc(path)
  } else {
    await part.index.finish()
    // a successor that took this one for dead has cut it
    if ((await stat(path)).size !== part.written) await indexWarc(path)
  }
  return undefined
}

function indexFailure(path: string, error: unknown): LongtailError {
  const reason = messageOf(error)
  return new LongtailError('E_DISK', `${path} is complete, but its index cannot be written (${reason})`, 'abort', {
    cause: error,
  })
}
