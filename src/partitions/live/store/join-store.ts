/** The way of a process to a crawl in a bucket: the store, checked, and a private directory for what it writes until it is shipped. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Campaign } from '../../../campaign/index.js'
import { lockDirectory } from '../../../disk/lock.js'
import { makeDirectory } from '../../../disk/make-directory.js'
import { LongtailError, messageOf } from '../../../errors.js'
import { repeatedly } from '../repeatedly.js'
import { checkStore } from './check-store.js'
import { parseS3Address } from './s3-address.js'
import { S3Store } from './s3-store.js'
import { EditedFiles, fetchCrawl } from './stored-crawl.js'

/** What people change in the bucket is noticed after so long. */
const LOOK_MS = 5000
/** Of one object that is not put together from parts. */
const LARGEST_FILE = 5e9

export interface JoinedStore {
  readonly store: S3Store
  /** The private directory. */
  readonly path: string
  /** Removes it. */
  leave(): Promise<void>
}

export async function openStore(address: string): Promise<S3Store> {
  const store = await S3Store.open(parseS3Address(address))
  await checkStore(store)
  return store
}

/** `work`: where the private directory is made, and made empty when it is there; null for a temporary one. */
export async function joinStore(
  address: string,
  work: string | null,
  warn: (message: string) => void,
): Promise<JoinedStore> {
  const store = await openStore(address)
  const path = work === null ? mkdtempSync(join(tmpdir(), 'longtail-worker-')) : join(resolve(work), 'longtail-worker')
  makeDirectory(path)
  const unlock = lockDirectory({ path })
  const leave = (): void => {
    rmSync(path, { recursive: true, force: true })
    unlock()
  }
  try {
    // what an earlier worker had not shipped does not count
    for (const name of readdirSync(path)) if (name !== 'lock') rmSync(join(path, name), { recursive: true })
    if ((await fetchCrawl(store, path)) === null)
      throw new LongtailError(
        'E_CRAWL_DIR',
        `${store.name} holds no crawl; begin one with "longtail crawl --join … --store ${store.name}"`,
      )
  } catch (error) {
    leave()
    throw error
  }
  const edited = new EditedFiles(store, path)
  let trouble = ''
  const looking = repeatedly(LOOK_MS, async () => {
    try {
      await edited.look()
      trouble = ''
    } catch (error) {
      if (messageOf(error) !== trouble) warn((trouble = messageOf(error)))
    }
  })
  return {
    store,
    path,
    async leave() {
      await looking.stop()
      leave()
    },
  }
}

export function refuseLargeFiles({ archive }: Campaign): void {
  if (archive['file-size'] <= LARGEST_FILE) return
  throw new LongtailError(
    'E_CAMPAIGN',
    'archive.file-size: a store that speaks S3 takes files of up to 5 GB; write a smaller one',
  )
}
