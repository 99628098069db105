/**
 * What a worker that is gone has left in a bucket: its archives are cut back to what counts, indexed and put there as whole files, and so is
 * its log. Its successor does it when it gives the partition up; should that one die as well, the next does it.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { indexPathOf, indexWarc, truncateWarc } from '../../../archive/index.js'
import { epochPath } from '../../../collection/epochs.js'
import { closeEpochLog } from '../../../collection/log/epoch-log.js'
import { LongtailError } from '../../../errors.js'
import { fetchFile } from './fetch-part.js'
import type { S3Store } from './s3-store.js'
import { epochKey, partKey, type StoredPiece, type StoredArchive, type StoredEpoch } from './stored-part.js'

export interface Leftovers {
  readonly partition: number
  /** The private directory of the partition; it has the logs of its epochs. */
  readonly part: string
  readonly epoch: StoredEpoch
  /** Bytes of its log that count, and by name up to where archives do. */
  readonly logBytes: number
  readonly archived: ReadonlyMap<string, number>
}

export async function settleEpoch(store: S3Store, leftovers: Leftovers): Promise<void> {
  const { partition, part, epoch, logBytes, archived } = leftovers
  for (const archive of epoch.archives)
    await settleArchive(store, partition, part, archive, archived.get(archive.name) ?? 0)
  await settleLog(store, epochKey(partition, epoch.number), epoch.log, epochPath(part, epoch.number), logBytes)
  await store.put(`${epochKey(partition, epoch.number)}released`, '')
}

async function settleArchive(
  store: S3Store,
  partition: number,
  part: string,
  { name, whole, index, pieces, size }: StoredArchive,
  counted: number,
): Promise<void> {
  const root = `${partKey(partition)}warc/`
  const names = [name, indexPathOf(name)]
  if (counted === 0) await store.remove(names.map(file => root + file))
  else if (whole === null || index === null || size !== counted) {
    const directory = join(part, 'settle')
    const [path, indexPath] = names.map(file => join(directory, file))
    mkdirSync(directory, { recursive: true })
    if (size < counted || !(await fetchFile(store, path, whole === null ? pieces : [whole])))
      throw new LongtailError(
        'E_STORE',
        `${store.name}/${root}${name} is shorter than the log says; put it back from a copy`,
      )
    if (size > counted) truncateWarc(path, counted)
    await indexWarc(path)
    await store.putFile(root + name, path, false)
    await store.putFile(root + basename(indexPath), indexPath, false)
    rmSync(directory, { recursive: true })
  }
  await store.remove(pieces.map(({ key }) => key))
}

/** Lines that count become a closed segment, which counts instead of the pieces. */
async function settleLog(store: S3Store, key: string, pieces: readonly StoredPiece[], path: string, counted: number) {
  if (pieces.length === 0) return
  const segment = await closeEpochLog(path, counted)
  if (segment !== null) await store.putFile(`${key}log/${basename(segment.path)}`, segment.path, false)
  await store.remove(pieces.map(piece => piece.key))
}
