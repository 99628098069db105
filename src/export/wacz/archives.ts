/**
 * The archive files that go into a WACZ, each with its index lines. They go in as they are, byte for byte, with two exceptions, because
 * replay reads single records out of the file: what is one gzip member as a whole is cut into a member per record, and ARC becomes WARC.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { indexPathOf, lastWholeRecord, openByteFile, recordsOf, type ByteFile } from '../../archive/index.js'
import { partOf } from '../../archive/byte-file.js'
import { entryStart, readZipDirectory } from '../../archive/zip-directory.js'
import { crawlDirectory } from '../../crawl/index.js'
import { LongtailError } from '../../errors.js'
import type { HeldFile, Holdings } from '../../portal/build/holdings.js'
import { fingerprint } from '../../portal/build/unpack.js'
import type { AskedAddresses } from './addresses.js'
import { cutIntoMembers, fromArc, type Converted } from './convert.js'
import { createPlainNames, type PlainNames } from './plain-names.js'
import { indexOf, isWholeIndex, type Lines } from './capture-lines.js'

/** Bytes of a file that are an archive. */
export interface Stretch {
  readonly path: string
  readonly start: number
  readonly size: number
}

export interface PackedArchive {
  /** In archive/. */
  readonly name: string
  readonly stretch: Stretch
  /** By which `Holdings` know it (keyOf). */
  readonly key: string
  readonly lines: Lines
}

export interface PrepareOptions {
  readonly holdings: Holdings
  /** Directory for what has to be made. */
  readonly scratch: string
  /** Where `Holdings` unpacked archives to. */
  readonly unpacked: string
  readonly addresses: AskedAddresses
  readonly signal?: AbortSignal
  readonly onProgress: (done: number, total: number) => void
  readonly onWarning: (message: string) => void
}

export function keyOf({ file, member }: HeldFile): string {
  // a crawl that is running may close a file meanwhile
  return `${file.replace(/\.open$/, '')}\n${member}`
}

interface Candidate extends HeldFile {
  /** What it was called before it was unpacked. */
  readonly origin: string
  readonly isOfCrawl: boolean
}

export async function prepareArchives(options: PrepareOptions): Promise<PackedArchive[]> {
  const { holdings, onProgress, onWarning, signal } = options
  const names = createPlainNames()
  const candidates = [...ofCrawls(holdings), ...(await ofArchives(holdings, options.unpacked))]
  const prepared: PackedArchive[] = []
  for (const [i, candidate] of candidates.entries()) {
    signal?.throwIfAborted()
    onProgress(i, candidates.length)
    try {
      const archive = await prepare(candidate, names, join(options.scratch, String(i)), options)
      if (archive !== null) prepared.push(archive)
    } catch (error) {
      if (!(error instanceof LongtailError) || (error.code !== 'E_ARCHIVE' && error.code !== 'E_WARC')) throw error
      onWarning(`${candidate.origin} was left out: ${error.message}`)
    }
  }
  return prepared
}

/** All that a crawl has written, and not only what its log speaks of: robots.txt and answers to requests are in there, too. */
function ofCrawls({ sources }: Holdings): Candidate[] {
  return sources.flatMap(({ kind, path }) => {
    const { warc } = crawlDirectory(path)
    if (kind !== 'crawl' || !existsSync(warc)) return []
    return readdirSync(warc)
      .filter(name => /\.warc\.gz(?:\.open)?$/.test(name))
      .sort()
      .map(name => ({ file: join(warc, name), member: '', origin: join(warc, name), isOfCrawl: true }))
  })
}

async function ofArchives({ sources, files }: Holdings, unpacked: string): Promise<Candidate[]> {
  const ofCrawl = new Set(sources.filter(({ kind }) => kind === 'crawl').map(({ path }) => crawlDirectory(path).warc))
  const origins = new Map<string, string>()
  for (const { kind, path } of sources)
    if (kind === 'archive')
      for (const name of await namesIn(path)) {
        const { size, mtimeMs } = statSync(path)
        origins.set(join(unpacked, `unpacked-${fingerprint(`${name}\n${size}\n${mtimeMs}`)}.warc`), name)
      }
  return files()
    .filter(({ file }) => !ofCrawl.has(dirname(file)))
    .map(held => {
      const origin = origins.get(held.file) ?? (held.member === '' ? held.file : `${held.file}#${held.member}`)
      return { ...held, origin, isOfCrawl: false }
    })
}

/** Of the file, and of all that a ZIP file holds: what `Holdings` may have unpacked. */
async function namesIn(path: string): Promise<string[]> {
  if (!existsSync(path)) return []
  const file = await openByteFile(path)
  try {
    if ((await file.read(0, 4)).toString('latin1') !== 'PK\x03\x04') return [path]
    return (await readZipDirectory(file)).map(({ name }) => `${path}#${name}`)
  } catch (error) {
    if (error instanceof LongtailError) return [path]
    throw error
  } finally {
    await file.close()
  }
}

async function prepare(
  candidate: Candidate,
  names: PlainNames,
  scratch: string,
  options: PrepareOptions,
): Promise<PackedArchive | null> {
  const { addresses, signal, onWarning } = options
  const { origin, isOfCrawl } = candidate
  const stretch = await stretchOf(candidate)
  if (stretch.size === 0) return null
  const key = keyOf(candidate)
  const onAddress = (offset: number, url: string): void => addresses.add(key, offset, url)
  const file = await openStretch(stretch)
  try {
    const { isArc, isPacked } = await formOf(file)
    const isWrapped = !isPacked && /\.gz$/i.test(origin)
    const name = names(origin, isPacked || isArc || isWrapped)
    if (isArc || isWrapped) {
      const convert = isArc ? fromArc : cutIntoMembers
      const made: Converted = await convert(file, scratch, name, onAddress, signal)
      if (made.skipped > 0) onWarning(`${origin}: ${made.skipped} records are too large to be converted`)
      return { name, key, stretch: { path: made.path, start: 0, size: made.size }, lines: made.lines }
    }
    const index = indexPathOf(stretch.path)
    const isIndexed = isOfCrawl && existsSync(index) && (await isWholeIndex(index, file, basename(stretch.path)))
    const lines = isIndexed
      ? { path: index, bytes: statSync(index).size, filename: basename(stretch.path) }
      : await indexOf(file, `${scratch}.cdxj`, name, onAddress, signal)
    if ('lost' in lines && lines.lost > 0)
      onWarning(`${origin}: ${lines.lost} records share a gzip member with others, and replay cannot reach them`)
    return { name, key, stretch, lines }
  } finally {
    await file.close()
  }
}

async function stretchOf({ file: path, member }: Candidate): Promise<Stretch> {
  if (member === '') {
    if (path.endsWith('.open') && existsSync(path)) return { path, start: 0, size: await lastWholeRecord(path) }
    const closed = path.replace(/\.open$/, '')
    return { path: closed, start: 0, size: statSync(closed).size }
  }
  const zip = await openByteFile(path)
  try {
    const entry = (await readZipDirectory(zip)).find(one => one.name === member)
    if (entry === undefined) throw new LongtailError('E_ARCHIVE', `${path} has no ${member} any more`)
    return { path, start: await entryStart(zip, entry), size: entry.compressedSize }
  } finally {
    await zip.close()
  }
}

/** Closing it closes the file. */
export async function openStretch({ path, start, size }: Stretch): Promise<ByteFile> {
  const isMoved = path.endsWith('.open') && !existsSync(path)
  const whole = await openByteFile(isMoved ? path.slice(0, -'.open'.length) : path)
  return { ...partOf(whole, start, size, path), close: () => whole.close() }
}

async function formOf(file: ByteFile): Promise<{ readonly isArc: boolean; readonly isPacked: boolean }> {
  for await (const { headers, offset } of recordsOf(file, { maxBlockBytes: 0 })) {
    const start = await file.read(offset, 2)
    // every WARC record has an id, no ARC record has one
    return { isArc: !headers.has('warc-record-id'), isPacked: start[0] === 0x1f && start[1] === 0x8b }
  }
  throw new LongtailError('E_ARCHIVE', `${file.name} holds no record that can be read`)
}
