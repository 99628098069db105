/**
 * Writing and reading WARC files: ours against warcio, interleaved in one run, on seeded pages of 14 KB with 60 links.
 * Writing makes response, request and metadata of every page with digests and gzip; reading inflates every record and hands
 * out its block. CPU time is that of all threads (warcio compresses in zlib's pool); the best of the rounds and the worst.
 *
 *   node dist/bench/warc.js [pages] [rounds] [--save]
 *
 * `--save` writes bench/results/warc.json.
 */
import { createReadStream, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { WARCParser, WARCRecord, WARCSerializer } from 'warcio'
import { buildExchangeRecords, readWarc, type MetadataField, type RecordOptions } from '../src/archive/index.js'
import type { Exchange } from '../src/contracts.js'

const [pages = 2000, rounds = 3] = process.argv
  .slice(2)
  .filter(argument => /^\d+$/.test(argument))
  .map(Number)
const PAGE_BYTES = 14_000
const LINKS = 60
const METADATA: readonly MetadataField[] = [
  ['via', 'http://www.example.org/'],
  ['hopsFromSeed', '3'],
  ['fetchTimeMs', '12'],
  ['relevant', 'true'],
  ['score', '0.981'],
  ['language', 'tha'],
]

function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Text that compresses about as well as real pages do: 600 words, the frequent ones more often. */
function makePages(count: number): Exchange[] {
  const random = createRandom(1)
  const letters = 'etaoinshrdlucmfwypvbgkjqxz'
  const words = Array.from({ length: 600 }, () =>
    Array.from({ length: 3 + Math.floor(random() * 7) }, () => letters[Math.floor(random() ** 1.5 * 26)]).join(''),
  )
  const word = (): string => words[Math.floor(random() ** 4 * words.length)]
  return Array.from({ length: count }, (_, i) => {
    let html = `<!doctype html><html lang="en"><head><title>${word()} ${word()}</title></head><body>`
    for (let link = 0; link < LINKS; link++) {
      html += `<p>${Array.from({ length: 18 }, word).join(' ')} <a href="/${word()}/${Math.floor(random() * 1e5)}.html">`
      html += `${word()} ${word()}</a></p>\n`
    }
    while (html.length < PAGE_BYTES) html += `${word()} `
    return {
      ok: true,
      url: `http://site-${i % 50}.example/${word()}/${i}.html`,
      startedAt: Date.UTC(2024, 0, 1) + i,
      fetchMs: 12,
      ip: '127.0.0.1',
      protocol: 'http/1.1',
      requestHeaders: [
        ['Host', `site-${i % 50}.example`],
        ['User-Agent', 'Mozilla/5.0 (compatible; Longtail/0.1; +https://library.example/crawler)'],
        ['Accept', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1'],
        ['Accept-Encoding', 'gzip, deflate, br'],
      ],
      status: 200,
      statusText: 'OK',
      headers: [
        ['Date', 'Mon, 01 Jan 2024 00:00:00 GMT'],
        ['Server', 'bench'],
        ['Content-Type', 'text/html; charset=utf-8'],
        ['Content-Length', String(html.length)],
        ['Connection', 'keep-alive'],
      ],
      body: Buffer.from(html.slice(0, Math.max(PAGE_BYTES, html.length))),
      truncated: null,
    } satisfies Exchange
  })
}

interface Run {
  readonly cpuMicroseconds: number
  readonly records: number
  /** Bytes seen, so that no work can be skipped. */
  readonly checksum: number
}

async function measure(work: () => Promise<{ records: number; checksum: number }>): Promise<Run> {
  const before = process.cpuUsage()
  const { records, checksum } = await work()
  const { user, system } = process.cpuUsage(before)
  return { cpuMicroseconds: user + system, records, checksum }
}

const exchanges = makePages(pages)
const directory = mkdtempSync(join(tmpdir(), 'longtail-bench-'))
const file = join(directory, 'pages.warc.gz')
const encoder = new TextEncoder()

async function writeOwn(options: RecordOptions): Promise<{ records: number; checksum: number }> {
  const pieces: Uint8Array[] = []
  let records = 0
  for (const exchange of exchanges) {
    const built = buildExchangeRecords(exchange, METADATA, options)
    records += built.records.length
    pieces.push(built.bytes)
  }
  const bytes = Buffer.concat(pieces)
  writeFileSync(file, bytes)
  return { records, checksum: bytes.length }
}

async function writeWarcio(): Promise<{ records: number; checksum: number }> {
  const options = { gzip: true, digest: { algo: 'sha-1', prefix: 'sha1:', base32: true } }
  const pieces: Uint8Array[] = []
  let records = 0
  for (const { url, startedAt, headers, requestHeaders, body } of exchanges) {
    const common = { url, date: new Date(startedAt).toISOString(), warcVersion: 'WARC/1.1' as const }
    const response = WARCRecord.create(
      { ...common, type: 'response', httpHeaders: Object.fromEntries(headers), statusline: 'HTTP/1.1 200 OK' },
      [body],
    )
    const link = { 'WARC-Concurrent-To': response.warcHeader('WARC-Record-ID') ?? '' }
    const request = WARCRecord.create({
      ...common,
      type: 'request',
      warcHeaders: link,
      httpHeaders: Object.fromEntries(requestHeaders),
      statusline: 'GET / HTTP/1.1',
    })
    const fields = encoder.encode(METADATA.map(([name, value]) => `${name}: ${value}\r\n`).join(''))
    const metadata = WARCRecord.create(
      { ...common, type: 'metadata', warcHeaders: { ...link, 'Content-Type': 'application/warc-fields' } },
      [fields],
    )
    for (const record of [response, request, metadata]) {
      pieces.push(await WARCSerializer.serialize(record, options))
      records++
    }
  }
  const bytes = Buffer.concat(pieces)
  writeFileSync(`${file}.warcio`, bytes)
  return { records, checksum: bytes.length }
}

async function readOwn(): Promise<{ records: number; checksum: number }> {
  let records = 0
  let checksum = 0
  for await (const record of readWarc(file)) {
    records++
    checksum += record.block.length
  }
  return { records, checksum }
}

async function readWarcio(): Promise<{ records: number; checksum: number }> {
  let records = 0
  let checksum = 0
  for await (const record of new WARCParser(createReadStream(file), { parseHttp: false })) {
    records++
    checksum += (await record.readFully(false)).length
  }
  return { records, checksum }
}

const tasks = {
  'write longtail L3': () => writeOwn({ compression: 3 }),
  'write warcio': writeWarcio,
  'write longtail L6': () => writeOwn({ compression: 6 }),
  'read longtail': readOwn,
  'read warcio': readWarcio,
}
const runs = new Map<string, Run[]>(Object.keys(tasks).map(name => [name, []]))
try {
  for (let round = 0; round <= rounds; round++) {
    for (const [name, task] of Object.entries(tasks)) {
      const run = await measure(task)
      // the first round warms up
      if (round > 0) runs.get(name)?.push(run)
    }
  }
  const rows = [...runs].map(([name, results]) => {
    const rates = results.map(run => run.records / (run.cpuMicroseconds / 1e6)).sort((a, b) => b - a)
    const { records, checksum } = results[0]
    const perPage = (records / rates[0] / pages) * 1e6
    return {
      name,
      recordsPerCpuSecond: Math.round(rates[0]),
      worst: Math.round(rates[rates.length - 1]),
      perPage,
      records,
      checksum,
    }
  })
  const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length, load: loadavg()[0], node: process.version }
  console.log(
    `${pages} pages of ${exchanges[0].body.length} bytes, ${statSync(file).size} bytes of WARC, ${rounds} rounds`,
  )
  console.log(JSON.stringify(machine))
  for (const row of rows) {
    const { name, recordsPerCpuSecond, worst, perPage, records, checksum } = row
    const rate = `${recordsPerCpuSecond} records/CPU-s (worst ${worst})`
    console.log(
      `${name.padEnd(20)} ${rate.padEnd(40)} ${perPage.toFixed(0).padStart(5)} µs/page  ${records} records, checksum ${checksum}`,
    )
  }
  if (process.argv.includes('--save')) {
    mkdirSync('bench/results', { recursive: true })
    writeFileSync('bench/results/warc.json', `${JSON.stringify({ machine, pages, rows }, null, 2)}\n`)
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
