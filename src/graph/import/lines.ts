/** The lines of a text file, packed with gzip or not, however long and however damaged. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'

export interface LineEvents {
  /** Bytes of the file read so far. */
  readonly onBytes?: (done: number) => void
  /** The gzip data are cut off or broken: what came before was given out. */
  readonly onDamage?: () => void
  /** A line was longer than MAX_LINE and is left out. */
  readonly onLongLine?: () => void
  readonly signal?: AbortSignal
}

/** The longest row of an adjacency list that is still believable: some million links of one page. */
const MAX_LINE = 16 * 1024 * 1024
/** Small, because hostile gzip data unpack to a thousand times as much. */
const PIECE_BYTES = 16 * 1024

/**
 * Without line ends and without byte order mark; also the last one when it has no line end. They come in batches, as they
 * were read: waiting for every line by itself takes longer than reading it.
 */
export async function* readLines(path: string, events: LineEvents = {}): AsyncGenerator<string[], void, undefined> {
  /** The beginning of a line whose end was not read yet; null while a line that is too long goes by. */
  let rest: Buffer[] | null = []
  let restLength = 0
  let isFirst = true
  const linesOf = (bytes: Buffer): string[] => {
    const text = bytes.toString('utf8')
    const lines = (isFirst && text.startsWith('\ufeff') ? text.slice(1) : text).split('\n')
    isFirst = false
    if (text.includes('\r')) return lines.map(line => (line.endsWith('\r') ? line.slice(0, -1) : line))
    return lines
  }
  for await (const chunk of textBytes(path, events)) {
    const last = chunk.lastIndexOf(10)
    if (last !== -1) {
      const from = rest === null ? chunk.indexOf(10) + 1 : 0
      if (from <= last) yield linesOf(Buffer.concat([...(rest ?? []), chunk.subarray(from, last)]))
      rest = []
      restLength = 0
    }
    if (rest === null || last + 1 === chunk.length) continue
    rest.push(chunk.subarray(last + 1))
    restLength += chunk.length - last - 1
    if (restLength > MAX_LINE) {
      rest = null
      events.onLongLine?.()
    }
  }
  if (rest !== null && restLength > 0) yield linesOf(Buffer.concat(rest))
}

async function* textBytes(path: string, events: LineEvents): AsyncGenerator<Buffer, void, undefined> {
  const isPacked = (await firstBytes(path, 2)).equals(Buffer.from([0x1f, 0x8b]))
  const pieces = fileBytes(path, isPacked ? PIECE_BYTES : 16 * PIECE_BYTES, events)
  yield* isPacked ? inflated(pieces, events) : pieces
}

async function* fileBytes(path: string, size: number, events: LineEvents): AsyncGenerator<Buffer, void, undefined> {
  let done = 0
  const pieces: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: size })
  for await (const piece of pieces) {
    events.signal?.throwIfAborted()
    yield piece
    done += piece.length
    events.onBytes?.(done)
  }
}

/** Piece by piece and by hand: a stream that fails throws away what it has unpacked and nobody has taken yet. */
async function* inflated(
  pieces: AsyncIterable<Buffer>,
  { onDamage }: LineEvents,
): AsyncGenerator<Buffer, void, undefined> {
  const gunzip = createGunzip()
  let out: Buffer[] = []
  let failed = false
  let wake = (): void => {}
  const unpacked = (): Buffer[] => {
    const ready = out
    out = []
    return ready
  }
  gunzip.on('data', (chunk: Buffer) => out.push(chunk))
  gunzip.on('error', () => (failed = true))
  gunzip.on('close', () => wake())
  try {
    for await (const piece of pieces) {
      await new Promise<void>(resolve => {
        wake = resolve
        gunzip.write(piece, () => resolve())
      })
      yield* unpacked()
      if (failed) break
    }
    if (!failed) {
      await new Promise<void>(resolve => {
        wake = resolve
        gunzip.end()
      })
    }
    yield* unpacked()
    if (failed) onDamage?.()
  } finally {
    gunzip.destroy()
  }
}

export async function firstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The first bytes of the text, unpacked: enough to see what it is. Empty when nothing can be unpacked. */
export async function firstText(path: string, count: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of textBytes(path, {})) {
    parts.push(chunk)
    length += chunk.length
    if (length >= count) break
  }
  return Buffer.concat(parts).subarray(0, count)
}
