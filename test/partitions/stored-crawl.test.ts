import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { fetchStore } from '../../src/partitions/live/store/fetch-store.js'
import { S3Store } from '../../src/partitions/live/store/s3-store.js'
import { EditedFiles, noteStore, refuseNoted } from '../../src/partitions/live/store/stored-crawl.js'
import { crawlDemo } from '../crawl/demo-crawl.js'
import { serveBucket, type BucketServer } from './bucket-server.js'
import { checkSplitCrawl, pagesOf } from './check-split-crawl.js'
import { splitRun } from './split-crawl.js'
import { fetched, storedRun } from './stored-run.js'

/** A crawl whose partitions are in a bucket has the pages of one in a directory, whatever happens to its workers and to the bucket. */
let web: DemoWeb
let server: DemoServer
let bucket: BucketServer
let expected: string[]
const directory = mkdtempSync(join(tmpdir(), 'longtail-stored-'))
const campaign = { strategy: 'breadth-first' }
const slow = { ...campaign, politeness: { delay: '500ms' } }

before(async () => {
  web = buildDemoWeb({ hosts: 24, pagesPerHost: 10, seed: 3 })
  server = await serveDemoWeb(web)
  bucket = await serveBucket('')
  await crawlDemo(web, server, join(directory, 'one'), campaign)
  expected = await pagesOf(join(directory, 'one'))
})
after(async () => {
  await server.close()
  await bucket.close()
  rmSync(directory, { recursive: true })
})

/** The same bucket, another prefix. */
function open(name: string, patienceMs = 10_000): Promise<S3Store> {
  return S3Store.open({ ...bucket.address, name: `s3://bucket/${name}`, prefix: `${name}/` }, { patienceMs })
}

function pieces(name: string): string[] {
  return [...bucket.objects.keys()].filter(key => key.startsWith(`${name}/`) && key.includes('/pieces/'))
}

test('a crawl in a bucket is whole, and its directory is read and crawled as any other', async () => {
  const store = await open('plain')
  const { stopped } = await storedRun(web, server, store, join(directory, 'plain'), {
    ...campaign,
    limits: { pages: 60 },
  })
  assert.equal(stopped, 'pages')
  assert.deepEqual(pieces('plain'), [], 'whole files have taken the place of pieces')
  await storedRun(web, server, store, join(directory, 'plain-2'), campaign)
  const out = await fetched(store, directory)
  await checkSplitCrawl(out, expected)
  // once more: archives that are there stay
  const before = bucket.requests
  await fetchStore(store, out, () => {})
  assert.ok(bucket.requests > before)
  await checkSplitCrawl(out, expected)
  await splitRun(web, server, out, campaign)
  await checkSplitCrawl(out, expected)
  await assert.rejects(
    fetchStore(store, out, () => {}),
    { code: 'E_OUT_DIR', message: /has pages of its own/ },
  )
})

test('a worker whose store is gone stops; what it had not shipped is fetched again by the next one', async () => {
  const store = await open('gone', 300)
  let isGone = false
  const run = storedRun(web, server, store, join(directory, 'gone'), slow, {
    onProgress: ({ pages }) => {
      // some of it was shipped, some was not
      isGone ||= pages > 20 && pieces('gone').length > 0
      if (isGone) bucket.trouble = (_method, key) => (key.startsWith('gone/') || key === '' ? 503 : null)
    },
  })
  await assert.rejects(run, { code: 'E_STORE' })
  bucket.trouble = () => null
  assert.ok(pieces('gone').length > 0, 'pieces are all that is there')
  // what a dead worker left can be read as it is
  assert.ok(existsSync(join(await fetched(await open('gone'), directory), 'parts', '00')))
  await storedRun(web, server, await open('gone'), join(directory, 'gone-2'), campaign)
  assert.deepEqual(pieces('gone'), [])
  await checkSplitCrawl(await fetched(await open('gone'), directory), expected)
})

test('what people put into the bucket while a crawl runs reaches its workers', async () => {
  const store = await open('edited')
  const path = join(directory, 'edited')
  await storedRun(web, server, store, path, { ...campaign, limits: { pages: 1 } })
  const edited = new EditedFiles(store, path)
  await store.put('pause', '')
  await edited.look()
  assert.ok(existsSync(join(path, 'pause')))
  await store.remove(['pause'])
  await edited.look()
  assert.ok(!existsSync(join(path, 'pause')))
})

test('a directory that only speaks of a crawl in a bucket is not crawled into', () => {
  const path = mkdtempSync(join(directory, 'noted-'))
  refuseNoted(path)
  noteStore(path, 's3://bucket/plain')
  assert.throws(() => refuseNoted(path), { code: 'E_OUT_DIR', message: /longtail fetch-store s3:\/\/bucket\/plain/ })
})
