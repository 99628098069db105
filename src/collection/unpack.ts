/**
 * Archives in which no record can be read by its offset (gzip of a whole file, a deflated WARC in a WACZ) are unpacked once into the
 * portal's directory: a page must open in milliseconds.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { holdsOneMember, type ArchiveFiles } from '../archive/archive-files.js'
import { openByteFile, type ByteFile } from '../archive/index.js'
import { readZipDirectory } from '../archive/zip-directory.js'
import type { ReadingContext } from './context.js'
import { putInPlace } from '../disk/write-atomically.js'

const COPY_BYTES = 1024 * 1024

export interface Unpacked {
  readonly path: string
  readonly file: ByteFile
}

/** Null: it can be read where it is. */
export async function unpackFor(
  { archives: directory, signal }: ReadingContext,
  path: string,
  archives: ArchiveFiles,
  file: ByteFile,
): Promise<Unpacked | null> {
  const isMember = file.name !== path
  const isOneMember = await holdsOneMember(file)
  if (!isOneMember && !(isMember && (await deflatedIn(path, archives)).has(file.name))) return null
  const { size, mtimeMs } = statSync(path)
  const target = join(directory, `unpacked-${fingerprint(`${file.name}\n${size}\n${mtimeMs}`)}.warc`)
  if (!existsSync(target)) {
    mkdirSync(directory, { recursive: true })
    const source = isOneMember ? await archives.unpack(file) : file
    const temporary = `${target}.tmp`
    const out = await open(temporary, 'w')
    try {
      for (let at = 0; at < source.size; at += COPY_BYTES) {
        signal?.throwIfAborted()
        await out.appendFile(await source.read(at, COPY_BYTES))
      }
    } finally {
      await out.close()
    }
    putInPlace(temporary, target)
  }
  return { path: target, file: await openByteFile(target) }
}

export function fingerprint(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, 20)
}

/** Asked of each archive once: a WACZ may have thousands of members. */
const deflated = new WeakMap<ArchiveFiles, Promise<ReadonlySet<string>>>()

/** Names of the members that are packed. `archives` has opened this file only. */
function deflatedIn(path: string, archives: ArchiveFiles): Promise<ReadonlySet<string>> {
  let names = deflated.get(archives)
  if (names === undefined) deflated.set(archives, (names = readDeflated(path)))
  return names
}

async function readDeflated(path: string): Promise<ReadonlySet<string>> {
  const zip = await openByteFile(path)
  try {
    const packed = (await readZipDirectory(zip)).filter(({ method }) => method !== 0)
    return new Set(packed.map(({ name }) => `${path}#${name}`))
  } finally {
    await zip.close()
  }
}
