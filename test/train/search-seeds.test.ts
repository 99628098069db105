import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseCampaign } from '../../src/campaign/index.js'
import { LongtailError } from '../../src/errors.js'
import { languageQueries, searchSeeds } from '../../src/train/search-seeds.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { minangkabau, writeMinangkabau } from '../judge/minangkabau.js'

const directory = temporaryDirectory('search-seeds')
after(() => rmSync(directory, { recursive: true, force: true }))

/** An engine that knows one page per query. */
async function withEngine(work: (url: string, asked: URL[]) => Promise<void>): Promise<void> {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://searxng')
    asked.push(url)
    const query = url.searchParams.get('q') ?? ''
    const found = { url: `http://found.example/${encodeURIComponent(query)}`, title: query, content: '' }
    const results = url.searchParams.get('pageno') === '1' ? [found] : []
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ query, results }))
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked)
  } finally {
    server.closeAllConnections()
    await new Promise(closed => server.close(closed))
  }
}

function seedsFor(target: object, searxng: string, out: string, queries?: string[]): Promise<string[]> {
  const written = {
    name: 'seeds',
    contact: 'a@b.example',
    target,
    seeds: { search: { searxng, ...(queries === undefined ? {} : { queries }) } },
    politeness: { delay: '0s' },
  }
  return searchSeeds({
    campaign: parseCampaign(JSON.stringify(written), 'test campaign'),
    out: join(directory, out),
    signal: new AbortController().signal,
    warn: () => undefined,
  })
}

test('seeds of a learned language are found by words that tell it from its rivals, asked for once', async () => {
  const model = writeMinangkabau(directory)
  await withEngine(async (searxng, asked) => {
    const seeds = await seedsFor({ language: ['tha', { model }] }, searxng, 'learned')
    const queries = languageQueries(minangkabau().words)
    assert.equal(queries.length, 6)
    assert.deepEqual(
      new Set(asked.map(url => url.searchParams.get('q'))),
      new Set(queries),
      'the queries are those of the model',
    )
    assert.deepEqual(
      seeds,
      queries.map(query => `http://found.example/${encodeURIComponent(query)}`),
    )
    const before = asked.length
    assert.deepEqual(await seedsFor({ language: ['tha', { model }] }, searxng, 'learned'), seeds)
    assert.equal(asked.length, before, 'a crawl that goes on asks nobody again')
  })
})

test('the most telling words are in different queries, and few words make few queries', () => {
  assert.deepEqual(languageQueries(['a', 'b', 'c', 'd', 'e', 'f', 'g']), ['a d g', 'b e', 'c f'])
  assert.deepEqual(languageQueries(['a']), ['a'])
  assert.deepEqual(languageQueries([]), [])
  const many = languageQueries(Array.from({ length: 100 }, (_, i) => `w${i}`))
  assert.deepEqual([many[0], many[5]], ['w0 w6 w12', 'w5 w11 w17'])
})

test('a language that the identifier knows has no such words: queries are asked for', async () => {
  await withEngine(async searxng => {
    await assert.rejects(
      seedsFor({ language: 'tha' }, searxng, 'known'),
      (error: unknown) => error instanceof LongtailError && /give queries/.test(error.message),
    )
    assert.deepEqual(await seedsFor({ language: 'tha' }, searxng, 'asked', ['one']), ['http://found.example/one'])
  })
})
