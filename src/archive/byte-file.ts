/** Files, and parts of files, read by position. */
import { open } from 'node:fs/promises'
import { Readable, type Transform } from 'node:stream'
import { isErrno, LongtailError, systemReason } from '../errors.js'

export interface ByteFile {
  /** For messages. */
  readonly name: string
  readonly size: number
  /** Up to `length` bytes from `position`; fewer only at the end. The buffer belongs to the caller. */
  read(position: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

export async function openByteFile(path: string): Promise<ByteFile> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw unreadable(path, error)
  })
  const status = await handle.stat()
  if (!status.isFile()) {
    await handle.close()
    throw new LongtailError('E_ARCHIVE', `${path} is not a file: give a .warc, .warc.gz, .arc, .arc.gz or .wacz file`)
  }
  const { size } = status
  return {
    name: path,
    size,
    async read(position, length) {
      const wanted = Math.max(0, Math.min(length, size - position))
      const buffer = Buffer.allocUnsafe(wanted)
      let done = 0
      while (done < wanted) {
        const { bytesRead } = await handle.read(buffer, done, wanted - done, position + done)
        if (bytesRead === 0) break
        done += bytesRead
      }
      return buffer.subarray(0, done)
    },
    close: () => handle.close(),
  }
}

/** A file that is open only while it is read: for archives of more files than a process may hold open. */
export async function closedByteFile(path: string): Promise<ByteFile> {
  const { size } = await openByteFile(path).then(async file => {
    await file.close()
    return file
  })
  return {
    name: path,
    size,
    async read(position, length) {
      const file = await openByteFile(path)
      try {
        return await file.read(position, length)
      } finally {
        await file.close()
      }
    },
    close: () => Promise.resolve(),
  }
}

/** A stretch of a file as a file of its own. Closing it does nothing: the whole is closed by whoever opened it. */
export function partOf(whole: ByteFile, start: number, size: number, name: string): ByteFile {
  return {
    name,
    size,
    read: (position, length) => whole.read(start + position, Math.max(0, Math.min(length, size - position))),
    close: () => Promise.resolve(),
  }
}

function unreadable(path: string, error: unknown): LongtailError {
  return isErrno(error, 'ENOENT', 'ENOTDIR')
    ? new LongtailError('E_ARCHIVE', `${path} does not exist: check the name of the archive`, 'abort', { cause: error })
    : new LongtailError(
        'E_ARCHIVE',
        `${path} cannot be read (${systemReason(error)}): check its permissions`,
        'abort',
        {
          cause: error,
        },
      )
}

const PIECE_BYTES = 256 * 1024

export async function* piecesOf(file: ByteFile, from = 0): AsyncGenerator<Buffer> {
  for (let at = from; at < file.size; at += PIECE_BYTES) yield await file.read(at, PIECE_BYTES)
}

/** What `inflate` makes of a file, piece by piece. */
export async function* unpackedPieces(file: ByteFile, inflate: Transform): AsyncGenerator<Buffer> {
  const input = Readable.from(piecesOf(file))
  input.on('error', error => inflate.destroy(error))
  try {
    const pieces: AsyncIterable<unknown> = input.pipe(inflate)
    for await (const piece of pieces) if (Buffer.isBuffer(piece)) yield piece
  } finally {
    input.destroy()
    inflate.destroy()
  }
}

/** Reads ahead, so that walking through a file takes few calls. */
export class Window {
  private bytes: Buffer = Buffer.alloc(0)
  private base = 0

  constructor(
    private readonly file: ByteFile,
    private readonly span: number,
  ) {}

  /** What lies at `position`: at least `least` bytes unless the file ends before. */
  async view(position: number, least: number): Promise<Buffer> {
    const from = position - this.base
    const end = this.base + this.bytes.length
    if (from >= 0 && (end - position >= least || (end >= this.file.size && position <= end))) {
      return this.bytes.subarray(from)
    }
    this.bytes = await this.file.read(position, Math.max(least, this.span))
    this.base = position
    return this.bytes
  }
}
