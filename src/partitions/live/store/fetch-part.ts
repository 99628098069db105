/** Brings a partition from a bucket into a directory, as a worker of that directory would have left it. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { openSegment } from '../../../collection/log/epoch-log.js'
import { LongtailError } from '../../../errors.js'
import type { StoredObject } from './listing.js'
import type { S3Store } from './s3-store.js'
import { epochKey, partKey, storedPart, type StoredArchive, type StoredEpoch } from './stored-part.js'

/** A worker may make a whole file out of pieces while they are read. */
const ATTEMPTS = 5

/** Whoever takes a partition needs no archives: their sizes are enough. */
export async function fetchPart(
  store: S3Store,
  partition: number,
  part: string,
  wantsArchives: boolean,
): Promise<StoredEpoch[]> {
  for (let attempt = 1; ; attempt++) {
    const epochs = await storedPart(store, partition)
    const whole = epochs.flatMap(({ archives }) => archives.flatMap(({ whole: archive, index }) => [archive, index]))
    const kept = new Map(
      whole.flatMap(object => (object === null ? [] : [[basename(object.key), object.size] as const])),
    )
    clear(part, kept)
    if (await fetchOnce(store, epochs, partition, part, wantsArchives)) return epochs
    if (attempt === ATTEMPTS)
      throw new LongtailError(
        'E_STORE',
        `${store.name}/${partKey(partition)}: objects vanish while they are read; try again when the crawl has stopped`,
      )
  }
}

/** Archives and indexes that are here already stay: nobody changes them. */
function clear(part: string, kept: ReadonlyMap<string, number>): void {
  const warc = join(part, 'warc')
  for (const name of existsSync(part) ? readdirSync(part) : [])
    if (name !== 'warc') rmSync(join(part, name), { recursive: true })
  mkdirSync(warc, { recursive: true })
  for (const name of readdirSync(warc)) if (kept.get(name) !== statSync(join(warc, name)).size) rmSync(join(warc, name))
}

/** False: something that was listed is gone. */
async function fetchOnce(
  store: S3Store,
  epochs: readonly StoredEpoch[],
  partition: number,
  part: string,
  wantsArchives: boolean,
): Promise<boolean> {
  const root = partKey(partition)
  const files: [path: string, objects: readonly StoredObject[]][] = []
  for (const { number, isReleased, files: whole, segments, log, archives } of epochs) {
    const own = epochKey(partition, number).slice(root.length)
    mkdirSync(join(part, own), { recursive: true })
    if (isReleased) writeFileSync(join(part, own, 'released'), '')
    for (const object of [...whole, ...segments]) files.push([object.key.slice(root.length), [object]])
    if (log.length > 0) files.push([relative(part, openSegment(join(part, own)).path), log])
    if (wantsArchives) for (const archive of archives) files.push(...archiveFiles(archive, root))
  }
  const done = await Promise.all(files.map(([path, objects]) => fetchFile(store, join(part, path), objects)))
  return done.every(Boolean)
}

function archiveFiles(
  { name, whole, index, pieces }: StoredArchive,
  root: string,
): [string, readonly StoredObject[]][] {
  if (whole === null) return pieces.length === 0 ? [] : [[`warc/${name}.open`, pieces]]
  return [whole, index].flatMap(object => (object === null ? [] : [[object.key.slice(root.length), [object]]]))
}

/** The objects one after the other, unless the file is there. False: one of them is gone. */
export async function fetchFile(store: S3Store, path: string, objects: readonly StoredObject[]): Promise<boolean> {
  if (existsSync(path)) return true
  mkdirSync(dirname(path), { recursive: true })
  for (const object of objects) if (!(await store.download(object, path))) return false
  return true
}
