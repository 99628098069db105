import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openHoldings } from '../../src/collection/holdings.js'
import { temporaryDirectory } from '../crawl/run-cli.js'

const PAGES = 2_300

function record(type: string, url: string, block: string): string {
  return [
    'WARC/1.0',
    `WARC-Type: ${type}`,
    `WARC-Target-URI: ${url}`,
    'WARC-Date: 2026-01-01T00:00:00Z',
    `Content-Type: application/http; msgtype=${type}`,
    `Content-Length: ${block.length}`,
    `\r\n${block}\r\n\r\n`,
  ].join('\r\n')
}

test('what is read of an archive is written down again and again, also where a request stands behind every answer', async () => {
  const directory = temporaryDirectory('read-archive')
  const archive = join(directory, 'many.warc')
  const records: string[] = []
  for (let i = 0; i < PAGES; i++) {
    const url = `http://a.example/${i}`
    const method = i % 100 === 7 ? 'POST' : 'GET'
    records.push(record('response', url, `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>page ${i}`))
    records.push(record('request', url, `${method} /${i} HTTP/1.1\r\nHost: a.example\r\n\r\n`))
  }
  writeFileSync(archive, records.join(''))
  const told: number[] = []
  const onProgress = ({ done }: { readonly done: number }): void => void told.push(done)
  const holdings = await openHoldings({ sources: [archive], scratch: join(directory, 'scratch'), onProgress })
  try {
    // a thousand rows at a time, and what is left
    assert.equal(told.length, 3)
    assert.ok(told[0] < told[1] && told[1] < told[2])
    const urls = Array.from(holdings.list(), ({ url }) => url)
    assert.deepEqual(
      urls,
      Array.from({ length: PAGES }, (_, i) => i)
        .filter(i => i % 100 !== 7)
        .map(i => `http://a.example/${i}`),
    )
  } finally {
    holdings.close()
  }
})
