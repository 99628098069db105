/** Exchanges and files for the archive tests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { buildFromArc, type MetadataField, type WarcRecord } from '../../src/archive/index.js'
import type { Exchange } from '../../src/contracts.js'

export const STARTED_AT = Date.UTC(2024, 1, 29, 12, 34, 56, 789)

export function exchange(overrides: Partial<Exchange> = {}): Exchange {
  return {
    ok: true,
    url: 'http://www.example.org/dir/page.html?b=2&a=1',
    startedAt: STARTED_AT,
    fetchMs: 42,
    ip: '192.0.2.7',
    protocol: 'http/1.1',
    requestHeaders: [
      ['Host', 'www.example.org'],
      ['User-Agent', 'Mozilla/5.0 (compatible; Longtail/0.1; +https://library.example/)'],
      ['Accept-Encoding', 'gzip, deflate, br'],
    ],
    status: 200,
    statusText: 'OK',
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ],
    body: Buffer.from('<html><title>สวัสดี</title><p>Hello</html>'),
    truncated: null,
    ...overrides,
  }
}

/** The same page under another address and time. */
export function numbered(i: number, overrides: Partial<Exchange> = {}): Exchange {
  const body = Buffer.from(`<html><title>Page ${i}</title>${`<a href="/page-${i * 7}.html">link</a>\n`.repeat(i % 40)}`)
  return exchange({ url: `http://site-${i % 3}.example/page-${i}.html`, startedAt: STARTED_AT + i, body, ...overrides })
}

export const METADATA: readonly MetadataField[] = [
  ['via', 'http://www.example.org/'],
  ['hopsFromSeed', '3'],
  ['language', 'tha'],
]

/** A directory that is removed after the test. */
export function scratch(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-test-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Fixtures lie beside the sources, tests run from the build. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`../../../test/fixtures/archive/${name}`, import.meta.url))
}

export async function collect(records: AsyncIterable<WarcRecord>): Promise<WarcRecord[]> {
  const all: WarcRecord[] = []
  for await (const record of records) all.push(record)
  return all
}

/** Small, quick and always the same. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A record of something that came without HTTP. */
export function resourceRecord(url: string, mime: string, text: string): Uint8Array {
  const headers = new Map([
    ['warc-target-uri', url],
    ['warc-date', new Date(STARTED_AT).toISOString()],
    ['content-type', mime],
  ])
  const block = Buffer.from(text)
  return buildFromArc({ type: 'resource', headers, offset: 0, length: 0, inner: 0, block, blockLength: block.length })
}
