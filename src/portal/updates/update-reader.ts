/**
 * Reads an update file, whole or in pieces, and trusts nothing in it: first the signature, then that all bytes are there, then the digest
 * of every block. Nothing is unpacked before that, and never to more than the manifest says.
 */
import { hash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { LongtailError } from '../../errors.js'
import { isSignedBy, SIGNATURE_BYTES } from './keys.js'
import { manifestIn, MAX_MANIFEST_BYTES, type UpdateManifest, type UpdatePart } from './manifest.js'
import { openPieces, type Pieces } from './pieces.js'
import { HEAD_BYTES, MAGIC, packedBytes } from './update-writer.js'

export interface UpdateReader {
  readonly manifest: UpdateManifest
  /** Throws E_UPDATE unless all blocks are there, and are what was signed. */
  verify(): void
  /** What a part holds, block by block. */
  blocksOf(part: UpdatePart): Generator<Buffer>
  close(): void
}

/** `isTrusted`: of the key that signed it, by its text. */
export function openUpdate(files: readonly string[], isTrusted: (key: string) => void): UpdateReader {
  const pieces = openPieces(files)
  try {
    const { manifest, end } = readHead(pieces)
    isTrusted(manifest.key)
    return readerOf(pieces, manifest, end)
  } catch (error) {
    pieces.close()
    throw error
  }
}

function readHead(pieces: Pieces): { readonly manifest: UpdateManifest; readonly end: number } {
  const { name } = pieces
  const head = pieces.read(0, HEAD_BYTES)
  if (!head.subarray(0, MAGIC.length).equals(MAGIC.subarray(0, head.length)))
    throw new LongtailError('E_UPDATE', `${name} is not an update file: give a file that "longtail portal pack" wrote`)
  if (head.length < HEAD_BYTES) throw pieces.incomplete(HEAD_BYTES)
  const length = head.readUInt32BE(MAGIC.length)
  if (length > MAX_MANIFEST_BYTES) throw new LongtailError('E_UPDATE', `${name} is damaged: copy it again`)
  const signedBytes = HEAD_BYTES + length
  const end = signedBytes + SIGNATURE_BYTES
  const all = pieces.read(0, end)
  if (all.length < end) throw pieces.incomplete(end)
  const json = all.toString('utf8', HEAD_BYTES, signedBytes)
  const key = /"key":"([^"]{1,100})"/.exec(json.slice(-MAX_MANIFEST_BYTES))?.[1] ?? ''
  // the bytes are checked before anything else is made of them
  if (!isSignedBy(key, all.subarray(0, signedBytes), all.subarray(signedBytes)))
    throw new LongtailError(
      'E_UPDATE',
      `${name} was damaged or changed after it was signed: copy it again, or ask the sender for it`,
    )
  const manifest = manifestIn(json, name)
  if (manifest.key !== key) throw new LongtailError('E_UPDATE', `${name} is signed with two keys: it is refused`)
  return { manifest, end }
}

function readerOf(pieces: Pieces, manifest: UpdateManifest, start: number): UpdateReader {
  const offsets = new Map<UpdatePart, number>()
  let total = start
  for (const part of manifest.parts) {
    offsets.set(part, total)
    total += packedBytes(part)
  }
  function* packedBlocks(part: UpdatePart): Generator<Buffer> {
    let at = offsets.get(part) ?? 0
    for (const [packed, , digest] of part.blocks) {
      const bytes = pieces.read(at, packed)
      if (bytes.length < packed || hash('sha256', bytes, 'hex') !== digest)
        throw new LongtailError('E_UPDATE', `${pieces.at(at)} is damaged: copy it again`)
      at += packed
      yield bytes
    }
  }
  return {
    manifest,
    verify() {
      if (pieces.bytes < total || pieces.isBroken) throw pieces.incomplete(total)
      if (pieces.bytes > total)
        throw new LongtailError('E_UPDATE', `${pieces.name} is longer than the signed file: copy it again`)
      for (const part of manifest.parts) for (const block of packedBlocks(part)) void block
    },
    *blocksOf(part) {
      let index = 0
      for (const bytes of packedBlocks(part)) {
        const [packed, size] = part.blocks[index++]
        yield packed === size ? bytes : unpacked(bytes, size, pieces.name)
      }
    },
    close: () => pieces.close(),
  }
}

function unpacked(bytes: Buffer, size: number, name: string): Buffer {
  try {
    const content = brotliDecompressSync(bytes, { maxOutputLength: size })
    if (content.length === size) return content
  } catch {
    // damaged, or more than it promised
  }
  throw new LongtailError('E_UPDATE', `${name} holds a block that does not unpack to its ${size} bytes: it is refused`)
}
