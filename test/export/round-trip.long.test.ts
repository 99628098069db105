/** A crawl, its WACZ and its bare archives are one and the same to every export. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openByteFile } from '../../src/archive/index.js'
import { entryStart, readZipDirectory } from '../../src/archive/zip-directory.js'
import { exportCorpus, exportWacz, exportZim, type CorpusPage } from '../../src/export/index.js'
import { scratch } from '../archive/samples.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { writeArchive } from '../portal/small-archive.js'
import { article, linesOf } from './corpus-samples.js'
import { waczCrawl } from './wacz-crawl.js'

describe('what is exported of a crawl, of its WACZ and of its archives', () => {
  let crawl: string
  let wacz: string
  before(async () => {
    crawl = await waczCrawl()
    wacz = join(temporaryDirectory('round-trip'), 'thai.wacz')
    await exportWacz({ sources: [crawl], out: wacz })
    for (const [i, source] of sources().entries()) {
      const out = join(wacz, '..', `${i}.jsonl`)
      await exportCorpus({ sources: [source], out, dedupe: 'near' })
      corpora.push(linesOf(readFileSync(out, 'utf8')))
    }
  })

  const corpora: CorpusPage[][] = []
  const sources = (): string[] => [crawl, wacz, join(crawl, 'warc')]

  test('is the same corpus, but for the names of files', () => {
    const [ofCrawl, ...others] = corpora
    const named = ({ source: _, warc: { file, ...place }, ...page }: CorpusPage): object => {
      return { ...page, file: file.replace(/^.*[#/]/, ''), ...place }
    }
    assert.ok(ofCrawl.length > 20)
    for (const pages of others) assert.deepEqual(pages.map(named), ofCrawl.map(named))
  })

  test('says where each record lies, from its first byte to its last', async t => {
    const [ofCrawl, ofWacz] = corpora
    const zip = await openByteFile(wacz)
    t.after(() => zip.close())
    const entries = await readZipDirectory(zip)
    for (const { url, warc } of ofCrawl) checkRecord(readFileSync(join(crawl, 'warc', warc.file)), url, warc)
    for (const { url, warc } of ofWacz) {
      const entry = entries.find(({ name }) => `thai.wacz#${name}` === warc.file)
      assert.ok(entry !== undefined, warc.file)
      checkRecord(await zip.read(await entryStart(zip, entry), entry.compressedSize), url, warc)
    }
  })

  test('is the same ZIM, byte for byte', async t => {
    const directory = scratch(t)
    const written: Buffer[] = []
    for (const [i, source] of sources().entries()) {
      const out = join(directory, `${i}.zim`)
      await exportZim({ sources: [source], out, title: 'Thai', date: '2026-01-02' })
      written.push(readFileSync(out))
    }
    assert.ok(written[0].length > 100_000)
    assert.ok(written[1].equals(written[0]), 'of the WACZ')
    assert.ok(written[2].equals(written[0]), 'of the archives')
  })
})

/** One gzip member with one record: that of the page. */
function checkRecord(archive: Buffer, url: string, { offset, length }: CorpusPage['warc']): void {
  const record = gunzipSync(archive.subarray(offset, offset + length)).toString('latin1')
  assert.equal(record.match(/^WARC\/1\.1\r$/gm)?.length, 1, url)
  assert.ok(record.includes(`\r\nWARC-Target-URI: ${url}\r\n`), url)
}

test('an archive that had to be unpacked goes by its own name', async t => {
  const directory = scratch(t)
  const plain = join(directory, 'plain.warc')
  writeArchive(plain, [
    article('river', ['The river rises in the mountains and flows for six hundred kilometres to the sea.']),
    article('lake', ['The lake lies among hills, is very deep, and freezes over in most of the winters.']),
  ])
  const whole = join(directory, 'whole.warc.gz')
  writeFileSync(whole, gzipSync(readFileSync(plain)))
  const places: CorpusPage['warc'][][] = []
  for (const source of [plain, whole]) {
    const out = `${source}.jsonl`
    await exportCorpus({ sources: [source], out })
    places.push(linesOf(readFileSync(out, 'utf8')).map(({ warc }) => warc))
  }
  assert.equal(places[0].length, 2)
  assert.deepEqual(
    places[1],
    places[0].map(place => ({ ...place, file: 'whole.warc.gz' })),
  )
})
