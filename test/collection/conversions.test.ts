import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildConversionRecord, buildExchangeRecords, exchangeOf, readArchive } from '../../src/archive/index.js'
import { buildWarcinfo } from '../../src/archive/warc-record.js'
import { RecordReader } from '../../src/archive/record-reader.js'
import { openHoldings } from '../../src/collection/holdings.js'
import type { Exchange } from '../../src/contracts.js'
import { createArchiveWeb } from '../../src/web/archive-web.js'
import { scratch } from '../archive/samples.js'

const SHELL = '<div id="app"></div><script src="/app.js"></script>'
const AT = Date.parse('2026-03-01T10:00:00Z')

function answered(url: string, startedAt: number): Exchange {
  return {
    ok: true,
    url,
    startedAt,
    fetchMs: 1,
    ip: null,
    protocol: 'http/1.1',
    requestHeaders: [],
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', 'text/html']],
    body: Buffer.from(SHELL),
    truncated: null,
  }
}

const verdict = (relevant: boolean): [string, string][] => [
  ['relevant', String(relevant)],
  ['score', '0.900'],
  ['language', 'tha'],
  ['share', '1.000'],
]

/** Two pages that a browser rendered, as a crawl of ours archives them; each is sent as the same shell. */
function writeCrawled(path: string, software: string): void {
  const pieces = [buildWarcinfo('a.warc.gz', AT, [['software', software]])]
  for (const [i, url] of ['http://a.test/1', 'http://a.test/2'].entries()) {
    const exchange = answered(url, AT + 1000 * i)
    pieces.push(buildExchangeRecords(exchange, verdict(true)).bytes)
    const html = Buffer.from(`<h1>rendered ${i + 1}</h1>`)
    pieces.push(buildConversionRecord(exchange, { html, at: AT + 1000 * i + 500 }))
  }
  writeFileSync(path, Buffer.concat(pieces))
}

test('what a browser made of a page stands for it, wherever our archives are read', async t => {
  const root = scratch(t)
  const path = join(root, 'a.warc.gz')
  writeCrawled(path, 'Longtail/0.1.0')
  const holdings = await openHoldings({ sources: [path], scratch: join(root, 'scratch') })
  const reader = new RecordReader()
  try {
    const texts: string[] = []
    for (const { url, place, payload, verdict: said } of holdings.list()) {
      const exchange = await reader.exchange({ place, payload })
      texts.push(`${url} ${said?.relevant} ${Buffer.from(exchange?.body ?? []).toString()}`)
    }
    assert.deepEqual(texts, ['http://a.test/1 true <h1>rendered 1</h1>', 'http://a.test/2 true <h1>rendered 2</h1>'])
  } finally {
    await reader.close()
    holdings.close()
  }
})

test('an archive as the web answers as the server did, and conversions of other tools are left alone', async t => {
  const root = scratch(t)
  const path = join(root, 'a.warc.gz')
  writeCrawled(path, 'another tool')
  const web = await createArchiveWeb([path])
  const outcome = await web.fetch('http://a.test/1', new AbortController().signal)
  assert.equal(outcome.ok && Buffer.from(outcome.body).toString(), SHELL)
  await web.close()
  const holdings = await openHoldings({ sources: [path], scratch: join(root, 'scratch') })
  try {
    assert.deepEqual(
      [...holdings.list()].map(({ url, at }) => [url, at]),
      [
        ['http://a.test/1', AT],
        ['http://a.test/2', AT + 1000],
      ],
    )
  } finally {
    holdings.close()
  }
})

test('a conversion record refers to its response, and holds the document as it is', async t => {
  const path = join(scratch(t), 'a.warc.gz')
  writeCrawled(path, 'Longtail/0.1.0')
  const ids = new Map<string, string>()
  let seen = 0
  for await (const record of readArchive(path)) {
    if (record.type === 'response')
      ids.set(record.headers.get('warc-target-uri') ?? '', record.headers.get('warc-record-id') ?? '')
    if (record.type !== 'conversion') continue
    seen++
    assert.equal(record.headers.get('warc-refers-to'), ids.get(record.headers.get('warc-target-uri') ?? ''))
    assert.equal(Buffer.from(exchangeOf(record)?.body ?? []).toString(), `<h1>rendered ${seen}</h1>`)
  }
  assert.equal(seen, 2)
})
