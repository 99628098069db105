/** The head of the file: what it is, where the root of each table is, and what is known of all documents together. */
import { BLOCK_BYTES } from './block-file.js'
import { packUint } from './pack.js'
import type { TableRoot } from './contracts.js'
import { REVISION } from './table.js'

const MAGIC = Buffer.from('\x0f\x0dXapian Glass', 'latin1')
/** Of the format, as Xapian 1.4 writes and reads it: 14 March 2016, in bits year since 2014, month (4), day (5). */
const VERSION = (2 << 9) | (3 << 5) | 14
/** In this order. Who changes a table packs tags longer than the number; here none is packed: what a search gives back is short. */
const TABLES = [
  { name: 'postlist', packedFrom: 0 },
  { name: 'docdata', packedFrom: 18 },
  { name: 'termlist', packedFrom: 18 },
  { name: 'position', packedFrom: 0 },
  { name: 'spelling', packedFrom: 18 },
  { name: 'synonym', packedFrom: 18 },
] as const

export type TableName = (typeof TABLES)[number]['name']

export interface Statistics {
  readonly documents: number
  /** Of documents that have any terms. */
  readonly shortest: number
  readonly longest: number
  readonly totalLength: number
  readonly highestWdf: number
}

/** `digest` names the content: its first 16 bytes become the UUID. */
export function packHead(
  digest: Uint8Array,
  roots: Partial<Readonly<Record<TableName, TableRoot>>>,
  statistics: Statistics,
): Buffer {
  const head = Buffer.alloc(256)
  let at = MAGIC.copy(head)
  at = head.writeUInt16BE(VERSION, at)
  head.set(digest.subarray(0, 16), at)
  // a UUID of version 8: made from whatever its maker likes
  head[at + 6] = (head[at + 6] & 0x0f) | 0x80
  head[at + 8] = (head[at + 8] & 0x3f) | 0x80
  at = packUint(head, at + 16, REVISION)
  for (const { name, packedFrom } of TABLES) at = packRoot(head, at, roots[name], packedFrom)
  const { documents, shortest, longest, totalLength, highestWdf } = statistics
  // the highest number of a document is that of documents: none was taken out
  const numbers = [documents, 0, shortest, highestWdf, longest - highestWdf, 0, totalLength, 0]
  for (const number of numbers) at = packUint(head, at, number)
  return head.subarray(0, at)
}

function packRoot(head: Buffer, from: number, root: TableRoot | undefined, packedFrom: number): number {
  const isEmpty = root === undefined || root.entries === 0
  const flags = isEmpty ? 0x03 : root.level << 2
  let at = packUint(head, from, isEmpty ? 0 : root.block)
  for (const number of [flags, isEmpty ? 0 : root.entries, BLOCK_BYTES >>> 11, packedFrom])
    at = packUint(head, at, number)
  // the list of free blocks: none, and the first number that no block has
  const free = Buffer.alloc(16)
  const size = isEmpty ? 0 : packUint(free, packUint(free, 0, REVISION), root.end) + 4
  at = packUint(head, at, size)
  return at + free.copy(head, at, 0, size)
}
