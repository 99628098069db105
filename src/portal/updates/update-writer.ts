/**
 * Writes an update file: head, manifest, signature, blocks. The manifest names the digest of every block, so blocks are collected in a
 * scratch file first.
 */
import { hash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { withOutput } from '../../disk/output.js'
import { writeAll } from '../../disk/write-all.js'
import { LongtailError } from '../../errors.js'
import type { SigningKey } from './keys.js'
import { BLOCK_BYTES, MAX_MANIFEST_BYTES, type UpdateManifest, type UpdatePart } from './manifest.js'

export const MAGIC = Buffer.from('LTUPDT1\n', 'latin1')
/** Magic, and the length of the manifest in four bytes. */
export const HEAD_BYTES = MAGIC.length + 4

/** 9 of 11: a megabyte of rows in a second, and 2 % more bytes than with 11, which takes ten times as long. */
const QUALITY = 9

export interface PartWriter {
  /** Begins a part. What follows with `write` belongs to it. */
  begin(kind: UpdatePart['kind'], name: string, from: number): void
  /** `isPacked`: it is compressed already, as most archives are. */
  write(bytes: Buffer, isPacked?: boolean): void
}

export interface WrittenUpdate {
  readonly files: readonly string[]
  readonly bytes: number
}

export interface UpdateOutput {
  readonly out: string
  readonly key: SigningKey
  /** Bytes of each piece; undefined: one file. */
  readonly pieces?: number
}

export type UnwrittenManifest = Omit<UpdateManifest, 'format' | 'version' | 'key' | 'parts'>

/** `work` writes the parts and answers what else the manifest says. */
export function writeUpdate(
  { out, key, pieces }: UpdateOutput,
  work: (parts: PartWriter) => UnwrittenManifest,
): Promise<WrittenUpdate> {
  return withOutput(
    out,
    output => {
      const body = join(output.scratch, 'blocks')
      const parts: UpdatePart[] = []
      const about = collectBlocks(body, parts, work)
      const manifest: UpdateManifest = { format: 'longtail-update', version: 1, key: key.text, ...about, parts }
      const names = assemble(output.scratch, headOf(manifest, key), body, pieces)
      removePieces(out)
      const files = names.map((_, i) => (pieces === undefined ? out : `${out}.${String(i + 1).padStart(3, '0')}`))
      names.forEach((name, i) => output.publish(name, files[i]))
      if (pieces !== undefined) rmSync(out, { force: true })
      const head = headBytes(manifest)
      const bytes = parts.reduce((sum, part) => sum + packedBytes(part), head)
      return Promise.resolve({ files, bytes })
    },
    { isFile: true },
  )
}

/** Bytes that a part takes in the file. */
export function packedBytes({ blocks }: UpdatePart): number {
  return blocks.reduce((sum, [packed]) => sum + packed, 0)
}

function headBytes(manifest: UpdateManifest): number {
  return HEAD_BYTES + Buffer.byteLength(JSON.stringify(manifest)) + 64
}

function headOf(manifest: UpdateManifest, key: SigningKey): Buffer {
  const json = Buffer.from(JSON.stringify(manifest))
  if (json.length > MAX_MANIFEST_BYTES)
    throw new LongtailError(
      'E_UPDATE',
      'this portal is too large for one update file: split its sources into several portals',
    )
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  const signed = Buffer.concat([MAGIC, length, json])
  return Buffer.concat([signed, key.sign(signed)])
}

function collectBlocks(
  path: string,
  parts: UpdatePart[],
  work: (parts: PartWriter) => UnwrittenManifest,
): UnwrittenManifest {
  const file = openSync(path, 'w')
  try {
    return work({
      begin: (kind, name, from) => void parts.push({ kind, name, from, bytes: 0, blocks: [] }),
      write(bytes, isPacked = false) {
        const part = parts[parts.length - 1]
        for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
          const raw = bytes.subarray(at, at + BLOCK_BYTES)
          const packed = isPacked ? raw : smallest(raw)
          part.blocks.push([packed.length, raw.length, hash('sha256', packed, 'hex')])
          part.bytes += raw.length
          writeAll(file, packed)
        }
      },
    })
  } finally {
    closeSync(file)
  }
}

/** Equal lengths mean that it is stored as it is. */
function smallest(raw: Buffer): Buffer {
  const packed = brotliCompressSync(raw, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: 20,
      [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
    },
  })
  return packed.length < raw.length ? packed : raw
}

/** Head and blocks as one file, or cut into pieces. Returns the names in the scratch directory. */
function assemble(scratch: string, head: Buffer, body: string, pieceBytes = Infinity): string[] {
  const names: string[] = []
  let out = -1
  let room = 0
  const append = (bytes: Buffer): void => {
    for (let at = 0; at < bytes.length;) {
      if (room === 0) {
        if (out !== -1) closeSync(out)
        names.push(join(scratch, `piece-${names.length + 1}`))
        out = openSync(names[names.length - 1], 'w')
        room = pieceBytes
      }
      const some = bytes.subarray(at, at + Math.min(room, bytes.length - at))
      writeAll(out, some)
      at += some.length
      room -= some.length
    }
  }
  const from = openSync(body, 'r')
  try {
    append(head)
    const buffer = Buffer.allocUnsafe(BLOCK_BYTES)
    for (let read = 0; (read = readSync(from, buffer)) > 0;) append(buffer.subarray(0, read))
  } finally {
    closeSync(from)
    if (out !== -1) closeSync(out)
  }
  return names
}

/** Of an earlier update with this name: its last pieces would be taken for ours. */
function removePieces(out: string): void {
  const name = basename(out)
  for (const entry of readdirSync(dirname(out)))
    if (entry.startsWith(`${name}.`) && /^\.\d{3,}$/.test(entry.slice(name.length))) rmSync(join(dirname(out), entry))
}
