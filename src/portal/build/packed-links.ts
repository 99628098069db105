/**
 * All links of a page in one small piece: whether their targets are in the library is known only when all pages were read, and may
 * change with every build. A target is known by 48 bits of a hash of its URL: among a million pages and ten million links one in
 * thirty libraries has a false link.
 */
import { hash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

export interface PackedLink {
  readonly key: number
  readonly anchor: string
}

const KEY_BYTES = 6
/** Of one page; menus of large sites have a few hundred. */
const MAX_LINKS = 1_000
const MAX_ANCHOR = 150
const MAX_UNPACKED = 4 * 1024 * 1024

/**
 * The same for what readers take for one address: http and https, with and without a slash at the end. Others may be one page, too,
 * but only a server knows.
 */
export function linkKey(url: string): number {
  const start = url.startsWith('https://') ? 8 : 7
  const end = url.endsWith('/') && !url.includes('?') ? url.length - 1 : url.length
  return Number.parseInt(hash('sha1', url.slice(start, end), 'hex').slice(0, KEY_BYTES * 2), 16)
}

/** The first text of each target; empty ones give way. */
export function packLinks(own: string, links: Iterable<{ readonly url: string; readonly anchor: string }>): Uint8Array {
  const anchors = new Map<number, string>()
  const self = linkKey(own)
  for (const { url, anchor } of links) {
    const key = linkKey(url)
    if (key === self || (anchors.size >= MAX_LINKS && !anchors.has(key))) continue
    if ((anchors.get(key) ?? '') === '')
      anchors.set(key, anchor.slice(0, MAX_ANCHOR).replaceAll('\n', ' ').toWellFormed())
  }
  if (anchors.size === 0) return new Uint8Array()
  const texts = Buffer.from([...anchors.values()].join('\n'))
  const bytes = Buffer.allocUnsafe(2 + anchors.size * KEY_BYTES + texts.length)
  let at = bytes.writeUInt16LE(anchors.size, 0)
  for (const key of anchors.keys()) at = bytes.writeUIntLE(key, at, KEY_BYTES)
  texts.copy(bytes, at)
  return deflateRawSync(bytes, { level: 3 })
}

export function unpackLinks(packed: Uint8Array): PackedLink[] {
  if (packed.length === 0) return []
  const bytes = inflateRawSync(packed, { maxOutputLength: MAX_UNPACKED })
  const count = bytes.readUInt16LE(0)
  const anchors = bytes.toString('utf8', 2 + count * KEY_BYTES).split('\n')
  return anchors.map((anchor, i) => ({ key: bytes.readUIntLE(2 + i * KEY_BYTES, KEY_BYTES), anchor }))
}
