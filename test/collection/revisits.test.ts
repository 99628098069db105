/** All who read archives read revisits by one rule (docs/formats.md): the same archive, the same answers, whoever is asked. */
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { RecordReader } from '../../src/archive/record-reader.js'
import { openHoldings } from '../../src/collection/holdings.js'
import type { Exchange } from '../../src/contracts.js'
import { importGraph } from '../../src/graph/import/index.js'
import { buildPortal } from '../../src/portal/build/index.js'
import { openLibrary } from '../../src/portal/store/library.js'
import { createArchiveWeb } from '../../src/web/archive-web.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { crawledUrls } from '../graph/import-files.js'

const PROFILE = 'WARC-Profile: http://netpreserve.org/warc/1.1/revisit'
const OLD = 'sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
const NEW = 'sha1:BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB'
const LOST = 'sha1:CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC'
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Of: '

const AT = '2026-01-01T00:00:00Z'

let serial = 0
let directory: string
let archives: string[]

before(() => {
  directory = temporaryDirectory('revisits')
  // the originals come last: no reader may depend on the order
  const files = [
    [
      revisit('mirror', `${OK}revisit\r\n\r\n`, [`${PROFILE}/identical-payload-digest`, `WARC-Payload-Digest: ${OLD}`]),
      revisit('named', `${OK}revisit\r\n\r\n`, [
        ...named('page', '2025-01-01T00:00:00Z'),
        `WARC-Payload-Digest: ${OLD}`,
      ]),
      revisit('unchanged', 'HTTP/1.1 304 Not Modified\r\n\r\n', [
        `${PROFILE}/server-not-modified`,
        ...named('page', '2025-06-01T00:00:00Z'),
      ]),
      revisit('headless', '', [`WARC-Payload-Digest: ${NEW}`]),
      revisit('undated', '', ['WARC-Refers-To-Target-URI: http://a.example/page']),
      revisit('lost', `${OK}revisit\r\n\r\n`, [`WARC-Payload-Digest: ${LOST}`]),
      revisit('deceived', `${OK}revisit\r\n\r\n`, [
        ...named('page', '2025-01-01T00:00:00Z'),
        `WARC-Payload-Digest: ${LOST}`,
      ]),
    ],
    [
      response('page', '2025-01-01T00:00:00.500Z', 'old', OLD),
      response('page', '2025-06-01T00:00:00Z', 'new', NEW),
      // after the revisits
      response('page', '2027-01-01T00:00:00Z', 'later', ''),
    ],
  ]
  archives = files.map((records, i) => {
    const path = join(directory, `${i}.warc`)
    writeFileSync(path, records.join(''))
    return path
  })
})

after(() => {
  rmSync(directory, { recursive: true, force: true })
})

function named(page: string, date: string): string[] {
  return [`WARC-Refers-To-Target-URI: http://a.example/${page}`, `WARC-Refers-To-Date: ${date}`]
}

function revisit(page: string, block: string, headers: readonly string[]): string {
  return record('revisit', page, AT, block, headers)
}

function response(page: string, date: string, text: string, digest: string): string {
  const block = `${OK}${text}\r\n\r\n<title>${text}</title><p>This is the ${text} page.`
  return record('response', page, date, block, digest === '' ? [] : [`WARC-Payload-Digest: ${digest}`])
}

function record(type: string, page: string, date: string, block: string, headers: readonly string[]): string {
  const head = [
    'WARC/1.1',
    `WARC-Type: ${type}`,
    `WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-${String(serial++).padStart(12, '0')}>`,
    `WARC-Target-URI: http://a.example/${page}`,
    `WARC-Date: ${date}`,
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${Buffer.byteLength(block)}`,
    ...headers,
  ]
  return `${head.join('\r\n')}\r\n\r\n${block}\r\n\r\n`
}

/** Whose head and whose payload, by page; what is missing is not there. */
const RULE = {
  mirror: 'revisit/old',
  named: 'revisit/old',
  unchanged: 'new/new',
  headless: 'new/new',
  undated: 'new/new',
}

function told(exchange: Exchange): string {
  const head = exchange.headers.find(([name]) => name === 'X-Of')?.[1] ?? '?'
  assert.equal(exchange.status, 200)
  assert.equal(new Date(exchange.startedAt).toISOString(), '2026-01-01T00:00:00.000Z', 'at the date of the revisit')
  return `${head}/${/<title>(.*)<\/title>/.exec(Buffer.from(exchange.body).toString())?.[1]}`
}

const PAGES = [...Object.keys(RULE), 'lost', 'deceived']

test('an archive as a web', async () => {
  const web = await createArchiveWeb(archives)
  try {
    const found: Record<string, string> = {}
    for (const page of PAGES) {
      const outcome = await web.fetch(`http://a.example/${page}`, new AbortController().signal)
      if (outcome.ok) found[page] = told(outcome)
    }
    assert.deepEqual(found, RULE)
    assert.equal(web.damaged, 2, 'those without an original are counted')
  } finally {
    await web.close()
  }
})

test('a portal, as it was built and as it is replayed', async () => {
  const out = join(directory, 'portal')
  const warnings: string[] = []
  await buildPortal({ sources: archives, out, onWarning: message => warnings.push(message) })
  assert.match(warnings.join('\n'), /^2 captures repeat responses that are not in the sources/)
  const library = openLibrary(out)
  const reader = new RecordReader()
  try {
    const found: Record<string, string> = {}
    for (const page of PAGES) {
      const capture = library.capture(`http://a.example/${page}`)
      const exchange = capture === null ? null : await reader.exchange(capture)
      if (exchange === null) continue
      found[page] = told(exchange)
      assert.equal(library.page(`http://a.example/${page}`)?.title, found[page].split('/')[1])
    }
    assert.deepEqual(found, RULE)
  } finally {
    await reader.close()
    library.close()
  }
})

test('the holdings of an export', async () => {
  const holdings = await openHoldings({ sources: archives, scratch: join(directory, 'held') })
  const reader = new RecordReader()
  try {
    const found: Record<string, string> = {}
    for (const holding of holdings.list()) {
      const page = holding.url.replace('http://a.example/', '')
      const exchange = page === 'page' ? null : await reader.exchange(holding)
      if (exchange !== null) found[page] = told(exchange)
    }
    assert.deepEqual(found, RULE)
  } finally {
    await reader.close()
    holdings.close()
  }
})

test('a graph', async () => {
  const { graph, report } = await importGraph(archives)
  assert.deepEqual(
    crawledUrls(graph).sort(),
    ['page', ...Object.keys(RULE)].sort().map(page => `http://a.example/${page}`),
  )
  assert.equal(report.skipped['revisit records without the page they repeat'], 2)
})
