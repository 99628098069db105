/**
 * Reads ZIM files: what was written is looked at again before it takes its place. Nothing in the file is believed: every position is
 * held against the file's size, every length against a limit.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { isErrno, LongtailError } from '../../../errors.js'
import { createZstd, type Zstd } from '../../zstd.js'
import {
  CHECKSUM_BYTES,
  decodeHeader,
  EXTENDED,
  HEADER_BYTES,
  LISTING,
  NONE,
  REDIRECT,
  STORED,
  ZSTD,
  type ZimHeader,
} from './format.js'
import { fileChecksum } from './sink.js'

export interface ZimEntry {
  readonly number: number
  readonly namespace: string
  readonly path: string
  /** The path when it has none of its own. */
  readonly title: string
  /** '' for redirects. */
  readonly mime: string
  /** Number of the entry that a redirect leads to, else null. */
  readonly target: number | null
  readonly cluster: number
  readonly blob: number
}

const MAX_PATH_BYTES = 65_536
const MAX_CLUSTER_BYTES = 256 * 1024 * 1024
/** The list of types may be longer in files of others. */
const MAX_MIME_BYTES = 65_536
const MAX_STEPS = 50

export async function openZim(path: string): Promise<ZimReader> {
  const zstd = await createZstd()
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    throw new LongtailError('E_EXPORT', `${path} cannot be read${isErrno(error, 'ENOENT') ? ': there is none' : ''}`)
  }
  try {
    return new ZimReader(path, file, zstd)
  } catch (error) {
    closeSync(file)
    throw error
  }
}

export class ZimReader {
  readonly #path: string
  readonly #file: number
  readonly #zstd: Zstd
  readonly #size: number
  readonly #header: ZimHeader
  /** Types in the order of their numbers. */
  readonly mimeTypes: readonly string[]
  /** The one that was unpacked last. */
  #unpacked: { readonly cluster: number; readonly bytes: Uint8Array } | null = null

  constructor(path: string, file: number, zstd: Zstd) {
    this.#path = path
    this.#file = file
    this.#zstd = zstd
    this.#size = fstatSync(file).size
    const header = this.#size < HEADER_BYTES ? null : decodeHeader(this.#bytes(0, HEADER_BYTES))
    if (header === null) throw this.#damaged('it does not begin like a ZIM of version 5 or 6')
    this.#header = header
    if (header.checksum + CHECKSUM_BYTES !== this.#size) throw this.#damaged('it is shorter or longer than it says')
    this.#bytes(header.pathPointers, header.entries * 8, true)
    this.#bytes(header.clusterPointers, header.clusters * 8, true)
    const list = this.#bytes(header.mimeTypes, Math.min(MAX_MIME_BYTES, this.#size - header.mimeTypes)).toString(
      'latin1',
    )
    const end = list.indexOf('\0\0')
    if (end < 0) throw this.#damaged('its list of MIME types has no end')
    this.mimeTypes = list.slice(0, end).split('\0')
  }

  get entries(): number {
    return this.#header.entries
  }

  get clusters(): number {
    return this.#header.clusters
  }

  get uuid(): string {
    return Buffer.from(this.#header.uuid)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }

  /** What readers show first: the redirect W/mainPage. */
  mainPage(): ZimEntry | null {
    return this.#header.mainPage === NONE ? null : this.entry(this.#header.mainPage)
  }

  /** In the order of the file, by number. */
  entry(number: number): ZimEntry {
    if (!(number >= 0 && number < this.#header.entries)) throw this.#damaged(`it has no entry ${number}`)
    const at = this.#position(this.#header.pathPointers, number)
    const { mime, namespace, path, title } = this.#names(at)
    const isRedirect = mime === REDIRECT
    const type = isRedirect ? '' : this.mimeTypes[mime]
    if (type === undefined) throw this.#damaged(`entry ${number} has no MIME type`)
    const head = this.#bytes(at, 16)
    return {
      number,
      namespace,
      path: path.toString(),
      title: title.length === 0 ? path.toString() : title.toString(),
      mime: type,
      target: isRedirect ? head.readUInt32LE(8) : null,
      cluster: isRedirect ? 0 : head.readUInt32LE(8),
      blob: isRedirect ? 0 : head.readUInt32LE(12),
    }
  }

  find(namespace: string, path: string): ZimEntry | null {
    const wanted = Buffer.from(namespace + path)
    let low = 0
    let high = this.#header.entries
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const names = this.#names(this.#position(this.#header.pathPointers, middle))
      const order = Buffer.compare(wanted, Buffer.concat([Buffer.from(names.namespace), names.path]))
      if (order === 0) return this.entry(middle)
      if (order < 0) high = middle
      else low = middle + 1
    }
    return null
  }

  /** Contents of an entry; redirects are followed. */
  read(entry: ZimEntry): Uint8Array {
    let { target, cluster, blob } = entry
    for (let step = 0; target !== null; step++) {
      if (step === MAX_STEPS) throw this.#damaged(`${entry.namespace}/${entry.path} leads in a circle`)
      ;({ target, cluster, blob } = this.entry(target))
    }
    if (cluster >= this.#header.clusters) throw this.#damaged(`it has no cluster ${cluster}`)
    const at = this.#position(this.#header.clusterPointers, cluster)
    const how = this.#bytes(at, 1)[0]
    const width = (how & EXTENDED) !== 0 ? 8 : 4
    if ((how & 0x0f) === STORED) return this.#blob(width, blob, (from, length) => this.#bytes(at + 1 + from, length))
    const bytes = this.#unpack(cluster, at, how)
    return this.#blob(width, blob, (from, length) => {
      if (from + length > bytes.length) throw this.#damaged(`cluster ${cluster} is too short`)
      return Buffer.from(bytes.buffer, bytes.byteOffset + from, length)
    }).slice()
  }

  /** Text of namespace M. */
  metadata(name: string): string | null {
    const entry = this.find('M', name)
    return entry === null ? null : Buffer.from(this.read(entry)).toString()
  }

  /** Numbers of entries by title: all, or the articles. */
  listing(which: 'v0' | 'v1'): Uint32Array {
    const entry = this.find('X', LISTING + which)
    if (entry === null) throw this.#damaged(`it has no listing ${which}`)
    const bytes = Buffer.from(this.read(entry))
    return new Uint32Array(Math.floor(bytes.length / 4)).map((_, index) => bytes.readUInt32LE(index * 4))
  }

  *all(): Generator<ZimEntry> {
    for (let number = 0; number < this.#header.entries; number++) yield this.entry(number)
  }

  /** Whether the file is as it was written. */
  async isWhole(signal?: AbortSignal): Promise<boolean> {
    const digest = await fileChecksum(this.#file, this.#header.checksum, signal)
    return digest.equals(this.#bytes(this.#header.checksum, CHECKSUM_BYTES))
  }

  close(): void {
    closeSync(this.#file)
  }

  #names(at: number): { mime: number; namespace: string; path: Buffer; title: Buffer } {
    // most are short: one read, and a second for the others
    for (const length of [512, 16 + 2 * MAX_PATH_BYTES]) {
      const bytes = this.#bytes(at, Math.min(length, this.#size - at))
      const mime = bytes.readUInt16LE(0)
      const start = mime === REDIRECT ? 12 : 16
      const end = bytes.indexOf(0, start)
      const last = end < 0 ? -1 : bytes.indexOf(0, end + 1)
      if (last < 0) continue
      const namespace = String.fromCharCode(bytes[3])
      return { mime, namespace, path: bytes.subarray(start, end), title: bytes.subarray(end + 1, last) }
    }
    throw this.#damaged(`the entry at ${at} has no end`)
  }

  /** One of the pointers in a table of them. */
  #position(table: number, index: number): number {
    const at = Number(this.#bytes(table + index * 8, 8).readBigUInt64LE())
    if (at < HEADER_BYTES || at + 16 > this.#header.checksum) throw this.#damaged(`a pointer leads to ${at}`)
    return at
  }

  #blob(width: number, blob: number, read: (from: number, length: number) => Buffer): Buffer {
    const offset = (index: number): number => {
      const bytes = read(index * width, width)
      return width === 8 ? Number(bytes.readBigUInt64LE()) : bytes.readUInt32LE()
    }
    const blobs = offset(0) / width - 1
    const from = blob < blobs ? offset(blob) : -1
    const to = blob < blobs ? offset(blob + 1) : -1
    if (from < 0 || to < from || from < offset(0)) throw this.#damaged(`blob ${blob} of a cluster is not there`)
    return read(from, to - from)
  }

  /** Where a cluster ends is not said anywhere: at the next thing that begins. */
  #unpack(cluster: number, at: number, how: number): Uint8Array {
    if (this.#unpacked?.cluster === cluster) return this.#unpacked.bytes
    if ((how & 0x0f) !== ZSTD) throw this.#damaged(`cluster ${cluster} is compressed in a way that is not read here`)
    const { pathPointers, clusterPointers, checksum, entries } = this.#header
    const nexts = [pathPointers, clusterPointers, checksum]
    if (cluster + 1 < this.#header.clusters) nexts.push(this.#position(clusterPointers, cluster + 1))
    if (entries > 0) nexts.push(this.#position(pathPointers, 0))
    const end = Math.min(...nexts.filter(next => next > at))
    const bytes = this.#zstd.decompress(this.#bytes(at + 1, end - at - 1), MAX_CLUSTER_BYTES)
    this.#unpacked = { cluster, bytes }
    return bytes
  }

  /** `onlyCheck`: that there are as many, without reading them. */
  #bytes(at: number, length: number, onlyCheck = false): Buffer {
    if (!(at >= 0 && length >= 0 && at + length <= this.#size))
      throw this.#damaged(`something lies outside it, at ${at}`)
    if (onlyCheck) return Buffer.alloc(0)
    if (length > MAX_READ_BYTES) throw this.#damaged(`${length} bytes at ${at} are too many to read at once`)
    const bytes = Buffer.alloc(length)
    for (let done = 0; done < length;) {
      const read = readSync(this.#file, bytes, done, length - done, at + done)
      if (read === 0) throw this.#damaged('it became shorter')
      done += read
    }
    return bytes
  }

  #damaged(reason: string): LongtailError {
    return new LongtailError('E_EXPORT', `${this.#path} is not a whole ZIM file: ${reason}. Write it again`)
  }
}

const MAX_READ_BYTES = 1024 * 1024 * 1024
