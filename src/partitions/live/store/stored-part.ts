/**
 * A partition in a bucket. Keys are the paths of a crawl's directory, so whole files can be read where they are; what grows is there in
 * pieces until it is closed, and a whole file always counts instead of its pieces:
 *
 *   parts/07/000001/epoch.json                 made only once: whoever makes it holds the partition
 *   parts/07/000001/log/000001-812345.jsonl.br closed segments of the log
 *   parts/07/000001/pieces/log/OFFSET          the log behind them
 *   parts/07/000001/pieces/NAME.warc.gz/OFFSET an archive that is written
 *   parts/07/000001/released                   nobody writes there any more
 *   parts/07/warc/NAME.warc.gz, NAME.cdxj      closed archives and their indexes
 */
import { indexPathOf } from '../../../archive/index.js'
import { epochOfArchive } from '../archive-names.js'
import type { StoredObject } from './listing.js'
import type { S3Store } from './s3-store.js'

export interface StoredPiece extends StoredObject {
  readonly offset: number
}

export interface StoredArchive {
  readonly name: string
  readonly whole: StoredObject | null
  readonly index: StoredObject | null
  /** From the first byte on, without a gap. */
  readonly pieces: readonly StoredPiece[]
  readonly size: number
}

export interface StoredEpoch {
  readonly number: number
  readonly isReleased: boolean
  /** Files that are whole but for the log. */
  readonly files: readonly StoredObject[]
  readonly segments: readonly StoredObject[]
  /** Behind the segments. */
  readonly log: readonly StoredPiece[]
  readonly archives: readonly StoredArchive[]
}

const EPOCH = /^(\d{6})\/(.+)$/
const PIECE = /^pieces\/(.+)\/(\d{15})$/
const SEGMENT = /^log\/\d{6,9}-(\d{1,15})\.jsonl\.br$/

/** `parts/07/` */
export function partKey(partition: number): string {
  return `parts/${String(partition).padStart(2, '0')}/`
}

export function epochKey(partition: number, epoch: number): string {
  return `${partKey(partition)}${String(epoch).padStart(6, '0')}/`
}

export function pieceKey(partition: number, epoch: number, file: string, offset: number): string {
  return `${epochKey(partition, epoch)}pieces/${file}/${String(offset).padStart(15, '0')}`
}

/** In order. An epoch that nobody began, whose pieces came late, is not one. */
export async function storedPart(store: S3Store, partition: number): Promise<StoredEpoch[]> {
  const root = partKey(partition)
  const objects = (await store.list(root)).map(object => ({ object, path: object.key.slice(root.length) }))
  const whole = new Map(
    objects.filter(({ path }) => path.startsWith('warc/')).map(({ object, path }) => [path, object]),
  )
  const epochs = new Map<number, { readonly object: StoredObject; readonly path: string }[]>()
  for (const { object, path } of objects) {
    const [, number, rest] = EPOCH.exec(path) ?? []
    if (number === undefined) continue
    const known = epochs.get(Number(number))
    if (known === undefined) epochs.set(Number(number), [{ object, path: rest }])
    else known.push({ object, path: rest })
  }
  return [...epochs]
    .filter(([, files]) => files.some(({ path }) => path === 'epoch.json'))
    .sort(([a], [b]) => a - b)
    .map(([number, files]) => storedEpoch(number, files, whole))
}

function storedEpoch(
  number: number,
  files: readonly { readonly object: StoredObject; readonly path: string }[],
  whole: ReadonlyMap<string, StoredObject>,
): StoredEpoch {
  const pieces = new Map<string, StoredPiece[]>()
  const segments: StoredObject[] = []
  const others: StoredObject[] = []
  let closed = 0
  for (const { object, path } of files) {
    const [, file, offset] = PIECE.exec(path) ?? []
    const size = SEGMENT.exec(path)?.[1]
    if (file !== undefined) {
      if (!pieces.has(file)) pieces.set(file, [])
      pieces.get(file)?.push({ ...object, offset: Number(offset) })
    } else if (size === undefined) others.push(object)
    else {
      closed += Number(size)
      segments.push(object)
    }
  }
  const names = new Set([...pieces.keys()].filter(name => name !== 'log'))
  for (const path of whole.keys()) {
    const name = path.slice('warc/'.length)
    if (name.endsWith('.warc.gz') && epochOfArchive(name) === number) names.add(name)
  }
  const archives = [...names].sort().map((name): StoredArchive => {
    const object = whole.get(`warc/${name}`) ?? null
    const own = inOrder(pieces.get(name) ?? [], 0)
    return {
      ...{ name, whole: object, pieces: own },
      index: whole.get(`warc/${indexPathOf(name)}`) ?? null,
      size: object?.size ?? own.reduce((sum, { size }) => sum + size, 0),
    }
  })
  const isReleased = others.some(({ key }) => key.endsWith('/released'))
  return {
    ...{ number, segments, isReleased, files: others.filter(({ key }) => !key.endsWith('/released')) },
    // all that counts is whole by then: a piece that came later was sent by a worker that had lost the partition
    archives: isReleased ? archives.filter(({ whole: object }) => object !== null) : archives,
    log: isReleased ? [] : inOrder(pieces.get('log') ?? [], closed),
  }
}

/** Those from `start` on that follow each other. */
function inOrder(pieces: readonly StoredPiece[], start: number): StoredPiece[] {
  let end = start
  return [...pieces]
    .sort((a, b) => a.offset - b.offset)
    .filter(({ offset, size }) => {
      if (offset !== end) return false
      end += size
      return true
    })
}
