import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { S3Store } from '../../src/partitions/live/store/s3-store.js'
import { crawlDemo } from '../crawl/demo-crawl.js'
import { serveBucket, type BucketServer } from './bucket-server.js'
import { checkSplitCrawl, pagesOf } from './check-split-crawl.js'
import { fetched, storedRun } from './stored-run.js'

/** Stores that fail now and then, and workers that hold the same partitions. */
let web: DemoWeb
let server: DemoServer
let bucket: BucketServer
let expected: string[]
const directory = mkdtempSync(join(tmpdir(), 'longtail-shaky-'))
const campaign = { strategy: 'breadth-first' }
const slow = { ...campaign, politeness: { delay: '200ms' } }

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

test('a store that fails now and then, and loses answers, costs nothing', async () => {
  const store = await open('shaky')
  let requests = 0
  bucket.trouble = () => (++requests % 13 === 0 ? 503 : requests % 17 === 0 ? 'late' : null)
  try {
    await storedRun(web, server, store, join(directory, 'shaky'), campaign)
  } finally {
    bucket.trouble = () => null
  }
  assert.deepEqual(pieces('shaky'), [])
  await checkSplitCrawl(await fetched(store, directory), expected)
})

test('a worker that another one took for dead sees it before it ships or sends anything, and loses no page', async () => {
  const store = await open('fence')
  const said: string[] = []
  let stop = (): void => {}
  let second: Promise<unknown> | null = null
  // the engine of one knows nothing of the other's, as after a lease that ran out
  await storedRun(web, server, store, join(directory, 'fence'), slow, {
    onStart: stopRun => (stop = stopRun),
    warn: message => {
      said.push(message)
      stop()
    },
    onProgress: ({ pages }) => {
      if (pages > 20) second ??= storedRun(web, server, store, join(directory, 'fence-2'), slow, { worker: 'other' })
    },
  })
  await second
  assert.ok(
    said.some(message => /was taken by another worker/.test(message)),
    said.join('\n'),
  )
  assert.deepEqual(pieces('fence'), [])
  await checkSplitCrawl(await fetched(store, directory), expected)
})
