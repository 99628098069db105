/** Lines of text in a ZIP file, whether it is packed or not, without unpacking it anywhere. */
import { createInflateRaw } from 'node:zlib'
import { LongtailError, messageOf } from '../errors.js'
import { piecesOf, unpackedPieces, type ByteFile } from './byte-file.js'
import { mostUnpacked, unpacksTooFar } from './unpack-limit.js'
import { entryData, type ZipEntry } from './zip-directory.js'

/** Longer ones are left out: no page has so much text. */
const MAX_LINE_BYTES = 16 * 1024 * 1024
const LINE_FEED = 10

/** Ends early, with E_ARCHIVE, where the entry is damaged or unpacks to more than it says. */
export async function* zipLines(zip: ByteFile, entry: ZipEntry): AsyncGenerator<string> {
  const data = await entryData(zip, entry)
  const { name } = data
  const limit = mostUnpacked(zip.size)
  let held: Buffer[] = []
  let size = 0
  let total = 0
  const take = (piece: Buffer): void => {
    size += piece.length
    if (size <= MAX_LINE_BYTES) held.push(piece)
    else held = []
  }
  const line = (): string => {
    const text = size > MAX_LINE_BYTES ? '' : Buffer.concat(held).toString('utf8')
    held = []
    size = 0
    return text
  }
  for await (const piece of entry.method === 0 ? piecesOf(data) : inflated(data)) {
    total += piece.length
    if (total > limit) throw unpacksTooFar(name, limit)
    if (total > entry.size) throw new LongtailError('E_ARCHIVE', `${name} is longer than it says`)
    let from = 0
    for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, from)) {
      take(piece.subarray(from, end))
      from = end + 1
      yield line()
    }
    take(piece.subarray(from))
  }
  if (size > 0) yield line()
}

async function* inflated(file: ByteFile): AsyncGenerator<Buffer> {
  try {
    yield* unpackedPieces(file, createInflateRaw())
  } catch (error) {
    const reason = messageOf(error)
    throw new LongtailError('E_ARCHIVE', `${file.name} cannot be unpacked: ${reason}`, 'abort', { cause: error })
  }
}
