/**
 * Cuts the archives of an epoch back to what counts, closes them and makes their indexes: for a worker that has lost its partition and finds that
 * others went on, and for its successor when it does not come back. Both may do it at the same time.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { indexPathOf, indexWarc, truncateWarc } from '../../archive/index.js'
import { partDirectory } from '../../collection/crawl-directory.js'
import type { Epoch } from '../../collection/epochs.js'
import { readLog } from '../../collection/log/read-log.js'
import { isErrno } from '../../errors.js'
import { epochOfArchive } from './archive-names.js'

const OPEN = '.open'

/** The log is cut already, by what its successor says. */
export async function settleArchives(part: string, epoch: Epoch, warn: (message: string) => void): Promise<void> {
  const directory = partDirectory(part)
  const counted = new Map<string, number>()
  // what the successor itself has written speaks of its own files only
  for await (const { entry } of readLog(directory, epoch.before)) {
    const place = 'warc' in entry ? entry.warc : undefined
    if (place !== undefined) counted.set(place[0], place[1] + place[2])
  }
  for (const name of readdirSync(directory.warc)) {
    const file = name.endsWith(OPEN) ? name.slice(0, -OPEN.length) : name
    if (epochOfArchive(name) !== epoch.epoch || !file.endsWith('.warc.gz')) continue
    const closed = join(directory.warc, file)
    try {
      settle(join(directory.warc, name), closed, counted.get(file) ?? 0, warn)
    } catch (error) {
      // the other one was faster
      if (!isErrno(error, 'ENOENT')) throw error
    }
    await index(closed)
  }
}

async function index(archive: string, attempts = 5): Promise<void> {
  const size = sizeOf(archive)
  if (size === null || existsSync(indexPathOf(archive))) return
  try {
    await indexWarc(archive)
    if (sizeOf(archive) === size) return
    // the other one has cut it meanwhile
    rmSync(indexPathOf(archive), { force: true })
  } catch (error) {
    // the other one makes it under the same name
    if (attempts === 1 || !isErrno(error, 'ENOENT')) throw error
  }
  await index(archive, attempts - 1)
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null
}

function settle(path: string, closed: string, end: number, warn: (message: string) => void): void {
  const { size } = statSync(path)
  if (size > end) {
    warn(`${closed}: ${size - end} bytes that do not count any more removed`)
    // whoever makes an index looks afterwards whether the archive was cut: none of the longer one is written behind this
    if (end > 0) truncateWarc(path, end)
    rmSync(indexPathOf(closed), { force: true })
  }
  if (end === 0) return rmSync(path)
  if (path !== closed) renameSync(path, closed)
}
