/** What the partitions of a crawl in a bucket say when no worker runs: their numbers, and their archives. */
import { statusIn, type Status } from '../../../collection/status.js'
import { parseJson } from '../../../json.js'
import type { S3Store } from './s3-store.js'

const STATUS = /^parts\/(\d\d)\/\d{6}\/status\.json$/
const ARCHIVE = /^parts\/\d\d\/warc\/.+\.warc\.gz$/

export interface StoredResults {
  readonly statuses: readonly Status[]
  /** Their addresses. */
  readonly archives: readonly string[]
}

export async function storedResults(store: S3Store): Promise<StoredResults> {
  const keys = (await store.list('parts/')).map(({ key }) => key).sort()
  // the last epoch of each partition
  const last = new Map(keys.flatMap(key => (STATUS.test(key) ? [[STATUS.exec(key)?.[1], key] as const] : [])))
  const statuses = await Promise.all([...last.values()].map(async key => parseJson(String(await store.get(key)))))
  return {
    statuses: statuses.flatMap(value => statusIn(value) ?? []),
    archives: keys.filter(key => ARCHIVE.test(key)).map(key => `${store.name}/${key}`),
  }
}
