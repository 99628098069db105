/** A document that is a ZIP file: its parts by name, unpacked within limits. */
import { inflateRawSync } from 'node:zlib'
import type { ByteFile } from '../../archive/byte-file.js'
import { entryStart, readZipDirectory, type ZipEntry } from '../../archive/zip-directory.js'
import { decodeText } from '../../page/charset/decode.js'

/** Of all parts that are read, together. A novel is 1 MB. */
const MAX_UNPACKED = 64e6
/** XML packs by 10 to 50. */
const MAX_RATIO = 200
/** Whatever the ratio is. */
const HARMLESS = 1e6

/** XML is UTF-8 unless it says something else at its beginning. */
const DECLARATION = 100

/** What is wrong with a document, in words for people. */
export class DocumentTrouble extends Error {}

/** One part cannot be read; others may. */
export class DamagedPart extends DocumentTrouble {
  constructor(name: string, what: string) {
    super(`it is damaged: ${name} cannot be ${what}`)
  }
}

export class Container {
  private unpacked = 0

  private constructor(
    private readonly file: ByteFile,
    private readonly entries: ReadonlyMap<string, ZipEntry>,
  ) {}

  static async open(bytes: Uint8Array): Promise<Container> {
    const file = fileOf(bytes)
    try {
      const entries = await readZipDirectory(file)
      return new Container(file, new Map(entries.map(entry => [entry.name, entry])))
    } catch {
      throw new DocumentTrouble('it is damaged: the directory of its ZIP file cannot be read')
    }
  }

  get names(): Iterable<string> {
    return this.entries.keys()
  }

  has(name: string): boolean {
    return this.entries.has(name)
  }

  /** Null: there is no such part. */
  async text(name: string): Promise<string | null> {
    const entry = this.entries.get(name)
    if (entry === undefined) return null
    const bytes = await this.read(entry)
    const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, DECLARATION)).toString('latin1')
    return decodeText(bytes, /encoding\s*=/.test(start) ? '' : 'utf-8').text
  }

  private async read(entry: ZipEntry): Promise<Uint8Array> {
    const { name, method, encrypted, compressedSize } = entry
    if (encrypted) throw new DocumentTrouble('it is encrypted and needs a password')
    if (method !== 0 && method !== 8)
      throw new DocumentTrouble(`it is damaged: ${name} is compressed by an unknown method`)
    const most = Math.min(MAX_UNPACKED - this.unpacked, Math.max(HARMLESS, MAX_RATIO * compressedSize))
    const packed = await this.packed(entry)
    const bytes = method === 0 ? packed : unpack(name, packed, most)
    if (bytes.length > most) throw tooFar(name)
    this.unpacked += bytes.length
    return bytes
  }

  private async packed(entry: ZipEntry): Promise<Buffer> {
    try {
      return await this.file.read(await entryStart(this.file, entry), entry.compressedSize)
    } catch {
      throw new DamagedPart(entry.name, 'read')
    }
  }
}

function unpack(name: string, packed: Uint8Array, most: number): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, most) })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLarge ? tooFar(name) : new DamagedPart(name, 'unpacked')
  }
}

function tooFar(name: string): DocumentTrouble {
  return new DocumentTrouble(`${name} in it unpacks to more than a document may hold: it is damaged or hostile`)
}

function fileOf(bytes: Uint8Array): ByteFile {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    name: 'document',
    size: all.length,
    read: (position, length) => Promise.resolve(Buffer.from(all.subarray(position, position + length))),
    close: () => Promise.resolve(),
  }
}
