/** What belongs to a whole crawl in a bucket: what it is, what its workers are told, the models it judges by, and files that people edit. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { crawlDirectory, readIdentity, type CrawlIdentity } from '../../../collection/crawl-directory.js'
import { writeAtomically } from '../../../disk/write-atomically.js'
import { LongtailError } from '../../../errors.js'
import { fetchFile } from './fetch-part.js'
import type { S3Store } from './s3-store.js'

const IDENTITY = 'crawl.json'
const ORDER = 'order.json'
const NOTE = 'store'
/** People put them there, and take them away, while a crawl runs. */
const EDITED = ['pause', 'exclude.txt']

const FILES = new Set([IDENTITY, ORDER, 'warm-start.json', ...EDITED])

/** Brings it into a directory. Null when the bucket holds no crawl there. */
export async function fetchCrawl(store: S3Store, path: string): Promise<CrawlIdentity | null> {
  const flat = await store.list('', true)
  if (!flat.some(({ key }) => key === IDENTITY)) return null
  for (const object of [...flat.filter(({ key }) => FILES.has(key)), ...(await store.list('models/'))]) {
    rmSync(join(path, object.key), { force: true })
    await fetchFile(store, join(path, object.key), [object])
  }
  return readIdentity(crawlDirectory(path))
}

/** Puts the crawl that was prepared in a directory into the bucket, unless it is there. */
export async function publishCrawl(store: S3Store, path: string): Promise<void> {
  const directory = crawlDirectory(path)
  const identity = readFileSync(directory.identity)
  const models = existsSync(directory.models) ? readdirSync(directory.models).map(name => `models/${name}`) : []
  const isNew = (await store.sizeOf(IDENTITY)) === null
  if (isNew && existsSync(join(path, 'parts')))
    throw new LongtailError(
      'E_OUT_DIR',
      `${directory.path} holds a crawl of its own: leave out --store, or name another directory with --out`,
    )
  // before the identity: a crawl that exists has the models it began with
  if (isNew)
    for (const key of [...models, 'warm-start.json', 'exclude.txt'])
      if (existsSync(join(path, key))) await store.putFile(key, join(path, key), false)
  if (!(await store.putNew(IDENTITY, identity)) && (await store.get(IDENTITY))?.equals(identity) !== true)
    throw new LongtailError(
      'E_OUT_DIR',
      `${store.name} holds another crawl than ${directory.path}; name another bucket or prefix with --store, or another directory with --out`,
    )
}

/** Says in a directory where the crawl itself is. */
export function noteStore(path: string, address: string): void {
  writeAtomically(join(path, NOTE), `${address}\n`)
}

/** A directory that speaks of a crawl in a bucket, and does not hold it, is not to be crawled into. */
export function refuseNoted(path: string): void {
  if (!existsSync(join(path, NOTE)) || existsSync(join(path, 'parts'))) return
  const address = readFileSync(join(path, NOTE), 'utf8').trim()
  throw new LongtailError(
    'E_OUT_DIR',
    `${path}: this crawl is in ${address}; go on with --store ${address}, or bring it here first: longtail fetch-store ${address} --out ${path}`,
  )
}

export async function publishOrder(store: S3Store, path: string): Promise<void> {
  await store.put(ORDER, readFileSync(join(path, ORDER)))
}

/** Brings what people put into the bucket while the crawl runs, and takes away what they removed. */
export class EditedFiles {
  private readonly known = new Map<string, string>()

  constructor(
    private readonly store: S3Store,
    private readonly path: string,
  ) {}

  async look(): Promise<void> {
    const listed = new Map((await this.store.list('', true)).map(({ key, etag }) => [key, etag]))
    for (const name of EDITED) {
      const etag = listed.get(name) ?? ''
      if (etag === (this.known.get(name) ?? '')) continue
      const bytes = etag === '' ? null : await this.store.get(name)
      if (bytes === null) rmSync(join(this.path, name), { force: true })
      else writeAtomically(join(this.path, name), bytes.toString('utf8'))
      this.known.set(name, etag)
    }
  }
}
