/**
 * ZIM 6.1 in bytes, all little endian:
 *
 *   header (80) | MIME types, each ended by 0, then 0 | … 2048 | clusters | dirents | path pointers | cluster pointers | MD5 (16)
 *
 *   dirent   MIME type u16 | parameters u8 = 0 | namespace u8 | revision u32 | cluster u32, blob u32 | path 0 | title 0
 *            a redirect has 0xffff for its type, and the number of its target in the place of cluster and blob
 *   cluster  how u8 (low half: 1 stored, 5 Zstandard; 0x10: offsets have 8 bytes) | offsets, one more than there are blobs | blobs
 *            offsets count from the first of them; when compressed, all but the first byte is one frame
 *
 * Entries are numbered in the order of namespace and path, by their bytes. Namespaces: C content, M metadata, W well-known, X indexes.
 * X/listing/titleOrdered/v0 has the numbers of all entries by title (`titlePointers` leads into it, for old readers), v1 of the articles.
 */

export const HEADER_BYTES = 80
/** Where clusters begin. What lies before is written at the end, and libzim reserves as much. */
export const CLUSTERS_AT = 2048
export const CHECKSUM_BYTES = 16
export const NONE = 0xffff_ffff
export const REDIRECT = 0xffff

export const STORED = 1
export const ZSTD = 5
export const EXTENDED = 0x10

export const LISTING = 'listing/titleOrdered/'
/** With its charset, as libzim writes it. */
export const METADATA_MIME = 'text/plain;charset=utf-8'
export const LISTING_MIME = 'application/octet-stream+zimlisting'
export const INDEX_MIME = 'application/octet-stream+xapian'

export interface ZimHeader {
  /** 16 bytes. */
  readonly uuid: Uint8Array
  readonly entries: number
  readonly clusters: number
  readonly pathPointers: number
  readonly titlePointers: number
  readonly clusterPointers: number
  readonly mimeTypes: number
  /** Number of an entry, or `NONE`. */
  readonly mainPage: number
  readonly checksum: number
}

const MAGIC = 0x044d_495a
const MAJOR = 6
const MINOR = 1

export function encodeHeader(header: ZimHeader): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES)
  bytes.writeUInt32LE(MAGIC, 0)
  bytes.writeUInt16LE(MAJOR, 4)
  bytes.writeUInt16LE(MINOR, 6)
  bytes.set(header.uuid, 8)
  bytes.writeUInt32LE(header.entries, 24)
  bytes.writeUInt32LE(header.clusters, 28)
  bytes.writeBigUInt64LE(BigInt(header.pathPointers), 32)
  bytes.writeBigUInt64LE(BigInt(header.titlePointers), 40)
  bytes.writeBigUInt64LE(BigInt(header.clusterPointers), 48)
  bytes.writeBigUInt64LE(BigInt(header.mimeTypes), 56)
  bytes.writeUInt32LE(header.mainPage, 64)
  // a layout page, which no reader asks for any more
  bytes.writeUInt32LE(NONE, 68)
  bytes.writeBigUInt64LE(BigInt(header.checksum), 72)
  return bytes
}

/** Null: not a ZIM of a version that is read here (5 and 6). */
export function decodeHeader(bytes: Buffer): ZimHeader | null {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32LE(0) !== MAGIC) return null
  const major = bytes.readUInt16LE(4)
  if (major !== 5 && major !== MAJOR) return null
  return {
    uuid: bytes.subarray(8, 24),
    entries: bytes.readUInt32LE(24),
    clusters: bytes.readUInt32LE(28),
    pathPointers: Number(bytes.readBigUInt64LE(32)),
    titlePointers: Number(bytes.readBigUInt64LE(40)),
    clusterPointers: Number(bytes.readBigUInt64LE(48)),
    mimeTypes: Number(bytes.readBigUInt64LE(56)),
    mainPage: bytes.readUInt32LE(64),
    checksum: Number(bytes.readBigUInt64LE(72)),
  }
}

/** What stands before the blobs: how they are kept, and where each begins. */
export function clusterOffsets(sizes: readonly number[]): { readonly bytes: Buffer; readonly isExtended: boolean } {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const isExtended = (sizes.length + 1) * 4 + total > 0xffff_ffff
  const width = isExtended ? 8 : 4
  const bytes = Buffer.alloc((sizes.length + 1) * width)
  let offset = bytes.length
  for (let i = 0; i <= sizes.length; i++) {
    if (isExtended) bytes.writeBigUInt64LE(BigInt(offset), i * 8)
    else bytes.writeUInt32LE(offset, i * 4)
    if (i < sizes.length) offset += sizes[i]
  }
  return { bytes, isExtended }
}
