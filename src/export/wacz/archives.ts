/**
 * The archive files that go into a WACZ, each with its index lines. They go in as they are, byte for byte, with two exceptions, because
 * replay reads single records out of the file: what is one gzip member as a whole is cut into a member per record, and ARC becomes WARC.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { indexPathOf, lastWholeRecord, openByteFile, recordsOf, type ByteFile } from '../../archive/index.js'
import { partOf } from '../../archive/byte-file.js'
import { entryStart, readZipDirectory, type ZipEntry } from '../../archive/zip-directory.js'
import { crawlDirectory } from '../../collection/index.js'
import { LongtailError } from '../../errors.js'
import type { HeldFile, Holdings } from '../../collection/holdings.js'
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
  const candidates = [...ofCrawls(holdings), ...ofArchives(holdings)]
  const findStretch = createStretches()
  const prepared: PackedArchive[] = []
  for (const [i, candidate] of candidates.entries()) {
    signal?.throwIfAborted()
    onProgress(i, candidates.length)
    try {
      const stretch = await findStretch(candidate)
      if (stretch.size === 0) continue
      const archive = await prepare(candidate, stretch, names, join(options.scratch, String(i)), options)
      prepared.push(archive)
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

function ofArchives({ sources, files, originOf }: Holdings): Candidate[] {
  const ofCrawl = new Set(sources.filter(({ kind }) => kind === 'crawl').map(({ path }) => crawlDirectory(path).warc))
  return files()
    .filter(({ file }) => !ofCrawl.has(dirname(file)))
    .map(held => {
      const { file, member } = originOf(held)
      return { ...held, origin: member === '' ? file : `${file}#${member}`, isOfCrawl: false }
    })
}

async function prepare(
  candidate: Candidate,
  stretch: Stretch,
  names: PlainNames,
  scratch: string,
  options: PrepareOptions,
): Promise<PackedArchive> {
  const { addresses, signal, onWarning } = options
  const { origin, isOfCrawl } = candidate
  const key = keyOf(candidate)
  const onAddress = (offset: number, url: string): void => addresses.add(key, offset, url)
  const file = await openStretch(stretch)
  try {
    const { isArc, isPacked } = await formOf(file)
    const isWrapped = !isPacked && /\.gz$/i.test(origin)
    const name = names(origin, isPacked || isArc || isWrapped)
    if (isArc || isWrapped) {
      const convert = isArc ? fromArc : cutIntoMembers
      const made: Converted = await convert({ file, scratch, name, onAddress, signal })
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

/** Where the bytes of an archive are. Members of one file come one after the other, and its directory is read once. */
export function createStretches(): (candidate: HeldFile) => Promise<Stretch> {
  let opened = ''
  let members: ReadonlyMap<string, ZipEntry> = new Map()
  return async ({ file: path, member }) => {
    if (member === '') {
      if (path.endsWith('.open') && existsSync(path)) return { path, start: 0, size: await lastWholeRecord(path) }
      const closed = path.replace(/\.open$/, '')
      return { path: closed, start: 0, size: statSync(closed).size }
    }
    const zip = await openByteFile(path)
    try {
      if (opened !== path) members = new Map((await readZipDirectory(zip)).map(entry => [entry.name, entry]))
      opened = path
      const entry = members.get(member)
      if (entry === undefined) throw new LongtailError('E_ARCHIVE', `${member} is no longer in ${path}`)
      return { path, start: await entryStart(zip, entry), size: entry.compressedSize }
    } finally {
      await zip.close()
    }
  }
}

/** Closing it closes the file. */
export async function openStretch({ path, start, size }: Stretch): Promise<ByteFile> {
  const isMoved = path.endsWith('.open') && !existsSync(path)
  const whole = await openByteFile(isMoved ? path.slice(0, -'.open'.length) : path)
  return { ...partOf(whole, start, size, path), close: () => whole.close() }
}

export async function formOf(file: ByteFile): Promise<{ readonly isArc: boolean; readonly isPacked: boolean }> {
  for await (const { headers, offset } of recordsOf(file, { maxBlockBytes: 0 })) {
    const start = await file.read(offset, 2)
    // every WARC record has an id, no ARC record has one
    return { isArc: !headers.has('warc-record-id'), isPacked: start[0] === 0x1f && start[1] === 0x8b }
  }
  throw new LongtailError('E_ARCHIVE', `${file.name} holds no record that can be read`)
}
