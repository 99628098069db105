/** Brings a crawl from a bucket into a directory, which everything else reads: logs, archives, indexes, and what was open when a worker died. */
import { partPath, crawlDirectory, readIdentity, type CrawlIdentity } from '../../../collection/crawl-directory.js'
import { epochsOf } from '../../../collection/epochs.js'
import { mergeStatus } from '../../../collection/merge-status.js'
import { writeStatus } from '../../../collection/status.js'
import { lockDirectory } from '../../../disk/lock.js'
import { makeDirectory } from '../../../disk/make-directory.js'
import { LongtailError } from '../../../errors.js'
import { isRecord, parseJson } from '../../../json.js'
import { fetchPart } from './fetch-part.js'
import type { S3Store } from './s3-store.js'
import { fetchCrawl } from './stored-crawl.js'
import { epochKey } from './stored-part.js'
import { storedResults } from './stored-results.js'

/** Partitions; each asks for many files at once. */
const AT_ONCE = 8

export interface FetchedStore {
  readonly partitions: number
  readonly archives: number
}

export async function fetchStore(
  store: S3Store,
  out: string,
  onProgress: (done: number, partitions: number) => void,
): Promise<FetchedStore> {
  const directory = crawlDirectory(out)
  const known = readIdentity(directory)
  const found = parseJson(String(await store.get('crawl.json')))
  if (!isRecord(found))
    throw new LongtailError('E_STORE', `${store.name} holds no crawl; check the bucket and the prefix`)
  if (known !== null && JSON.stringify(known.key) !== JSON.stringify(found.key))
    throw new LongtailError('E_OUT_DIR', `${directory.path} holds another crawl; name another directory with --out`)
  makeDirectory(directory.path)
  const unlock = lockDirectory(directory, { doing: 'written' })
  try {
    const { partitions = 1 } = (await fetchCrawl(store, directory.path)) ?? ({} as Partial<CrawlIdentity>)
    for (let partition = 0; partition < partitions; partition++) await refuseLater(store, directory.path, partition)
    let [archives, next, done] = [0, 0, 0]
    const fetchSome = async (): Promise<void> => {
      while (next < partitions) {
        const partition = next++
        const epochs = await fetchPart(store, partition, partPath(directory.path, partition), true)
        archives += epochs.reduce((sum, epoch) => sum + epoch.archives.length, 0)
        onProgress(++done, partitions)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, fetchSome))
    const { statuses } = await storedResults(store)
    if (statuses.length > 0) writeStatus(directory, mergeStatus(statuses))
    return { partitions, archives }
  } finally {
    unlock()
  }
}

/** A directory in which the crawl went on by itself has what the bucket has not, and would lose it. */
async function refuseLater(store: S3Store, path: string, partition: number): Promise<void> {
  for (const { epoch, worker } of epochsOf(partPath(path, partition))) {
    const stored = parseJson(String(await store.get(`${epochKey(partition, epoch)}epoch.json`)))
    if (isRecord(stored) && stored.worker === worker) continue
    throw new LongtailError(
      'E_OUT_DIR',
      `${path} went on without ${store.name} and has pages of its own; name another directory with --out`,
    )
  }
}
