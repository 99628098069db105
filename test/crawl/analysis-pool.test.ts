import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { AnalysisPool } from '../../src/crawl/analysis-pool.js'
import type { AnalysisJob, AnalysisOptions } from '../../src/crawl/analysis.js'
import type { Exchange } from '../../src/contracts.js'
import { temporaryDirectory } from './run-cli.js'

const OPTIONS: AnalysisOptions = {
  judge: { kind: 'language', languages: ['tha'], policy: 'modern' },
  honourNofollow: true,
  keep: 'all',
  inheritUnknown: false,
  compression: 3,
  fingerprintKey: [1, 2],
  asking: { name: 'test', needs: [] },
  languages: ['tha'],
  embeds: false,
  renders: false,
}

function job(path: string, html = '<p>hello</p>'): AnalysisJob {
  const exchange: Exchange = {
    ok: true,
    url: `http://example.org/${path}`,
    startedAt: Date.UTC(2026, 0, 1),
    fetchMs: 5,
    ip: '192.0.2.1',
    protocol: 'http/1.1',
    requestHeaders: [],
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', 'text/html']],
    body: Buffer.from(html),
    truncated: null,
  }
  return { exchange, via: null, hops: 0, isSitemap: false, isEmbed: false, isText: false }
}

test('a page is analysed, judged and made into archive records in another thread', async () => {
  const pool = new AnalysisPool(OPTIONS, { workers: 1, stallMs: 20_000 })
  try {
    const thai = 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม '.repeat(5)
    const analysis = await pool.analyse(
      job('a', `<title>T</title><p>${thai}</p><a href="/b">x</a><a href="c" rel=nofollow>y</a><a href="/b">z</a>`),
    )
    assert.equal(analysis.kind, 'page')
    assert.equal(analysis.verdict.relevant, true)
    assert.equal(analysis.verdict.language, 'tha')
    assert.equal(analysis.targets, 'http://example.org/b')
    assert.deepEqual(analysis.nofollow, ['http://example.org/c'])
    assert.equal(analysis.fingerprints.length, 2)
    assert.equal(analysis.records?.bytes[0], 0x1f)
  } finally {
    await pool.close()
  }
})

test('a page that is linked to with and without nofollow is followed, whichever link comes first', async () => {
  const pool = new AnalysisPool(OPTIONS, { workers: 1, stallMs: 20_000 })
  try {
    for (const links of [
      '<a href=/b rel=nofollow>marked</a><a href=/c rel=nofollow>y</a><a href=/b>plain</a>',
      '<a href=/b>plain</a><a href=/c rel=nofollow>y</a><a href=/b rel=nofollow>marked</a>',
      '<frame src=/f rel=x><a href=/b rel=nofollow>marked</a><a href=/b rel=nofollow>marked</a><a href=/b>plain</a><a href=/c rel=nofollow>y</a>',
    ]) {
      const { targets, linkCount, anchors, nofollow } = await pool.analyse(job('a', links))
      assert.equal(targets.split('\n')[0], 'http://example.org/b', links)
      assert.equal(linkCount, 1)
      assert.equal(anchors, '["plain"]')
      assert.deepEqual(nofollow, ['http://example.org/c'])
    }
  } finally {
    await pool.close()
  }
})

/** A thread that dies on pages whose names say so; what the crawl sees of a page that breaks a parser. */
const BAD_WORKER = `
import { serveJobs } from ${JSON.stringify(new URL('../../src/threads/serve-jobs.js', import.meta.url))}
await serveJobs(() => ({
  isJob: () => true,
  handle: ({ exchange: { url } }) => {
    if (url.includes('die')) process.exit(3)
    if (url.includes('throw')) throw new Error('thrown')
    return { kind: 'page', verdict: null, title: url, targets: '', fingerprints: null, records: null }
  },
}))
`

test('a page that kills or breaks its worker costs that page only, and the crawl may skip it', async () => {
  const path = join(temporaryDirectory('pool'), 'bad-worker.mjs')
  writeFileSync(path, BAD_WORKER)
  const pool = new AnalysisPool(OPTIONS, { workers: 2, stallMs: 60_000, workerUrl: pathToFileURL(path) })
  try {
    const names = ['a', 'b', 'c', 'die', 'd', 'e', 'throw', 'f', 'g']
    const results = await Promise.allSettled(names.map(name => pool.analyse(job(name))))
    const lost = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
    assert.deepEqual(
      lost.map(({ code, consequence, message }) => [code, consequence, message]),
      [
        ['E_ANALYSIS', 'skip', 'http://example.org/die: analysis failed: its thread ended with exit code 3'],
        ['E_ANALYSIS', 'skip', 'http://example.org/throw: analysis failed: thrown'],
      ],
    )
  } finally {
    await pool.close()
  }
})

test('workers that cannot start are given up with a clear error', async () => {
  const path = join(temporaryDirectory('pool'), 'broken-worker.mjs')
  writeFileSync(path, `throw new Error('native module missing')`)
  const pool = new AnalysisPool(OPTIONS, { workers: 1, stallMs: 5000, workerUrl: pathToFileURL(path) })
  try {
    await assert.rejects(pool.analyse(job('a')), {
      code: 'E_ANALYSIS',
      consequence: 'abort',
      message: /cannot start.*native module missing/,
    })
  } finally {
    await pool.close()
  }
})

/** Works on large pages until a file appears. */
const PATIENT_WORKER = `
import { existsSync } from 'node:fs'
import { serveJobs } from ${JSON.stringify(new URL('../../src/threads/serve-jobs.js', import.meta.url))}
await serveJobs(() => ({
  isJob: () => true,
  handle: ({ exchange: { url } }) => {
    if (url.includes('large'))
      while (!existsSync(new URL('done', import.meta.url))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    return { kind: 'page', verdict: null, title: url, targets: '', fingerprints: null, records: null }
  },
}))
`

test('large pages, packed or not, have a lane of their own: nobody waits for them', async () => {
  const directory = temporaryDirectory('pool')
  const path = join(directory, 'patient-worker.mjs')
  writeFileSync(path, PATIENT_WORKER)
  const pool = new AnalysisPool(OPTIONS, { workers: 1, stallMs: 60_000, workerUrl: pathToFileURL(path) })
  try {
    const plain = job('large/plain', 'x'.repeat(2_000_000))
    const packed = job('large/packed')
    const exchange: Exchange = {
      ...packed.exchange,
      headers: [['Content-Encoding', 'gzip']],
      body: gzipSync('x'.repeat(2_000_000)),
    }
    const large = [pool.analyse(plain), pool.analyse({ ...packed, exchange })]
    const small = await Promise.all(['a', 'b', 'c'].map(name => pool.analyse(job(name))))
    assert.deepEqual(
      small.map(({ title }) => title),
      ['a', 'b', 'c'].map(name => `http://example.org/${name}`),
    )
    writeFileSync(join(directory, 'done'), '')
    assert.equal((await Promise.all(large)).length, 2)
  } finally {
    await pool.close()
  }
})

test('bodies that wait fill the pool, so that no more are asked for', async () => {
  const pool = new AnalysisPool(OPTIONS, { workers: 1, stallMs: 60_000 })
  const body = Buffer.alloc(10_000_000)
  const pages = Array.from({ length: 14 }, (_, i) => job(`${i}`)).map(each => ({
    ...each,
    isEmbed: true,
    exchange: { ...each.exchange, body },
  }))
  const analyses = pages.map(page => pool.analyse(page))
  assert.equal(pool.isFull, true)
  await Promise.all(analyses)
  assert.equal(pool.isFull, false)
  await pool.close()
})
