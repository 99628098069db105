import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { gunzipSync } from 'node:zlib'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { WARCParser } from 'warcio'
import { readWarc } from '../../src/archive/index.js'
import { exportCorpus } from '../../src/export/corpus/export-corpus.js'
import { createJsonlWriter } from '../../src/export/corpus/jsonl.js'
import { createParquetWriter } from '../../src/export/corpus/parquet.js'
import { createZstd } from '../../src/export/zstd.js'
import { collect, scratch } from '../archive/samples.js'
import { warcOf } from '../portal/build-samples.js'
import { article, askDuckDb, linesOf, sheetOf, smallCorpus } from './corpus-samples.js'
import { waczCrawl } from './wacz-crawl.js'

const RIVER =
  'The river rises in the northern mountains and flows for six hundred kilometres through forests, gorges and rice fields before it reaches the sea.'
const THAI =
  'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ'
const RIGHTS =
  'บุคคลชอบที่จะมีสิทธิและเสรีภาพประดาที่ระบุไว้ในปฏิญญานี้ ทั้งนี้โดยไม่มีการจำแนกความแตกต่างในเรื่องใด ๆ เช่น เชื้อชาติ สีผิว เพศ ภาษา ศาสนา'

test('a crawl becomes the same pages as JSONL, Parquet and WET, with a datasheet that counts them', async t => {
  const crawl = await waczCrawl()
  const out = join(scratch(t), 'corpus')
  const summary = await exportCorpus({ sources: [crawl], out, forms: ['jsonl', 'parquet', 'wet'], compress: 'gzip' })
  const pages = linesOf(gunzipSync(readFileSync(join(out, 'corpus.jsonl.gz'))).toString())
  assert.ok(pages.length > 20)
  assert.equal(summary.pages, pages.length)
  assert.ok(pages.every(({ verdict }) => verdict !== null && verdict.relevant))
  assert.ok(pages.every(({ digest }) => /^sha1:[A-Z2-7]{32}$/.test(digest)))
  const thai = pages.filter(({ language }) => language === 'tha')
  assert.ok(thai.length > pages.length / 2)
  for (const { text, textDigest } of pages)
    assert.equal(textDigest, `sha256:${createHash('sha256').update(text).digest('hex')}`)

  const rows = await askDuckDb(`SELECT * REPLACE (epoch_ms(timestamp) AS timestamp) FROM '${out}/corpus.parquet'`)
  // whole numbers of 64 bits are strings in JSON
  const expected = pages.map(({ warc, ...page }) => ({
    ...page,
    timestamp: String(Date.parse(page.timestamp)),
    warc: { file: warc.file, offset: String(warc.offset), length: String(warc.length) },
  }))
  assert.deepEqual(rows, expected)

  const sheet = sheetOf(join(out, 'datasheet.json'))
  assert.equal(sheet.counts.pages, pages.length)
  assert.equal(
    sheet.counts.paragraphs,
    pages.reduce((sum, { text }) => sum + text.split('\n').length, 0),
  )
  assert.equal(
    sheet.counts.characters,
    pages.reduce((sum, { text }) => sum + [...text].length, 0),
  )
  assert.equal(new Map(sheet.counts.languages).get('tha')?.pages, thai.length)
  assert.equal(sheet.counts.hosts.hosts, new Set(pages.map(({ url }) => new URL(url).host)).size)
  assert.deepEqual(
    sheet.origins.map(({ name, kind, seeds }) => [name, kind, (seeds ?? 0) > 0]),
    [['thai', 'crawl', true]],
  )
  for (const { name, bytes, sha256 } of sheet.files) {
    assert.equal(statSync(join(out, name)).size, bytes)
    assert.equal(
      createHash('sha256')
        .update(readFileSync(join(out, name)))
        .digest('hex'),
      sha256,
    )
  }
  const forPeople = readFileSync(join(out, 'DATASHEET.md'), 'utf8')
  assert.match(forPeople, new RegExp(`\\| \`tha\` \\| Thai \\| ${thai.length} \\|`))
  assert.ok(!forPeople.includes(crawl), 'the datasheet tells nothing about the machine')
})

test('the columns of Parquet have the types that readers expect', async t => {
  const out = join(scratch(t), 'one.parquet')
  const archive = join(scratch(t), 'pages.warc')
  writeFileSync(archive, warcOf([{ url: 'http://a.example/', body: `<title>Rivers</title><p>${RIVER}</p>` }]))
  await exportCorpus({ sources: [archive], out })
  const columns = await askDuckDb(`DESCRIBE SELECT * FROM '${out}'`)
  assert.deepEqual(Object.fromEntries(columns.map(({ column_name: name, column_type: type }) => [name, type])), {
    url: 'VARCHAR',
    timestamp: 'TIMESTAMP WITH TIME ZONE',
    language: 'VARCHAR',
    share: 'DOUBLE',
    title: 'VARCHAR',
    text: 'VARCHAR',
    paragraphLanguages: 'VARCHAR[]',
    quality:
      'STRUCT(words INTEGER, wordLength DOUBLE, letters DOUBLE, digits DOUBLE, letterWords DOUBLE, symbols DOUBLE, stopWords DOUBLE, lineLength DOUBLE, shortLines DOUBLE, endedLines DOUBLE, bulletLines DOUBLE, ellipsisLines DOUBLE, repeatedLines DOUBLE, topGrams DOUBLE[], repeatedGrams DOUBLE[], isUnspaced BOOLEAN)',
    verdict: 'STRUCT(relevant BOOLEAN, score DOUBLE)',
    digest: 'VARCHAR',
    id: 'VARCHAR',
    textDigest: 'VARCHAR',
    mime: 'VARCHAR',
    charset: 'VARCHAR',
    licences: 'STRUCT(licence VARCHAR, found VARCHAR, "value" VARCHAR)[]',
    reservations: 'VARCHAR[]',
    source: 'VARCHAR',
    warc: 'STRUCT(file VARCHAR, "offset" BIGINT, length BIGINT)',
  })
  const [row] = await askDuckDb(`SELECT * FROM '${out}'`)
  assert.equal(row.verdict, null)
  assert.deepEqual([row.licences, row.reservations], [[], []])
})

test('pages of several row groups and frames are read back by other tools', async t => {
  const directory = scratch(t)
  const zstd = await createZstd()
  const { pages } = await smallCorpus(directory, [
    article('river', [RIVER]),
    article(
      'astral',
      [`${RIVER} \u{1f600} \u{20000}`],
      '<link rel=license href="https://creativecommons.org/licenses/by/4.0/">',
    ),
    article('thai', [THAI]),
  ])
  const many = Array.from({ length: 45_000 }, (_, i) => ({ ...pages[i % 3], url: `http://site.example/${i}` }))
  const jsonl = createJsonlWriter(join(directory, 'many.jsonl.zst'), 'zstd', zstd)
  const parquet = createParquetWriter(join(directory, 'many.parquet'), zstd)
  for (const page of many) {
    jsonl.write(page, '')
    parquet.write(page, '')
  }
  jsonl.finish()
  parquet.finish()
  const frames = readFileSync(join(directory, 'many.jsonl.zst')).indexOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 4)
  assert.ok(frames > 0, 'more than one frame')
  const [groups] = await askDuckDb(
    `SELECT count(DISTINCT row_group_id) AS groups FROM parquet_metadata('${directory}/many.parquet')`,
  )
  assert.equal(Number(groups.groups), 3)
  for (const source of [`read_json('${directory}/many.jsonl.zst')`, `'${directory}/many.parquet'`]) {
    const [sums] = await askDuckDb(
      `SELECT count(*) AS rows, count(DISTINCT url) AS urls, sum(length(text)) AS characters, sum(len(licences)) AS hints FROM ${source}`,
    )
    const characters = many.reduce((sum, { text }) => sum + [...text].length, 0)
    assert.deepEqual(Object.values(sums).map(Number), [45_000, 45_000, characters, 15_000])
  }
})

test('Parquet is read by a second reader, with the same values', async t => {
  const directory = scratch(t)
  const { pages } = await smallCorpus(directory, [
    article('river', [RIVER], '<meta name=robots content="noindex, noai">'),
    article('thai', [THAI]),
  ])
  const zstd = await createZstd()
  const path = join(directory, 'two.parquet')
  const judged = [{ ...pages[0], verdict: { relevant: true, score: 0.75 } }, pages[1]]
  const writer = createParquetWriter(path, zstd)
  for (const page of judged) writer.write(page, '')
  writer.finish()
  const rows = await parquetReadObjects({
    file: await asyncBufferFromFile(path),
    compressors: { ZSTD: (input, length) => Uint8Array.from(zstd.decompress(input, length)) },
  })
  assert.deepEqual(
    // it reads a struct that is null as undefined
    rows.map(row => ({ ...row, timestamp: row.timestamp.toISOString(), verdict: row.verdict ?? null })),
    judged.map(page => ({
      ...page,
      warc: { ...page.warc, offset: BigInt(page.warc.offset), length: BigInt(page.warc.length) },
    })),
  )
})

test('WET is read by warcio and by our reader: one record per page, in their order', async t => {
  const directory = scratch(t)
  const archive = join(directory, 'pages.warc')
  const bodies = [
    `<title>Rivers</title><p>${RIVER}</p>`,
    `<html lang=th><title>สิทธิ</title><p>${THAI}</p><p>${RIGHTS}</p>`,
  ]
  writeFileSync(archive, warcOf(bodies.map((body, i) => ({ url: `http://a.example/${i}`, body }))))
  const out = join(directory, 'a.warc.wet.gz')
  await exportCorpus({ sources: [archive], out })
  const originals = (await collect(readWarc(archive))).map(({ headers }) => headers.get('warc-record-id'))
  const seen: unknown[] = []
  for await (const record of new WARCParser(createReadStream(out))) {
    const text = await record.contentText()
    if (record.warcType === 'warcinfo') assert.match(text, /software: Longtail/)
    else
      seen.push([
        record.warcType,
        record.warcTargetURI,
        record.warcHeaders.headers.get('WARC-Refers-To'),
        record.warcHeaders.headers.get('WARC-Identified-Content-Language'),
        record.warcHeaders.headers.get('Content-Type'),
        text,
      ])
  }
  const expected = [
    ['conversion', 'http://a.example/0', originals[0], 'eng', 'text/plain', RIVER],
    ['conversion', 'http://a.example/1', originals[1], 'tha', 'text/plain', `${THAI}\n${RIGHTS}`],
  ]
  assert.deepEqual(seen, expected)
  const ours = await collect(readWarc(out))
  assert.deepEqual(
    ours.map(({ type, block }) => [type, type === 'warcinfo' ? '' : block.toString()]),
    [['warcinfo', ''], ...expected.map(record => ['conversion', record[5]])],
  )
})

test('records of WET have the same id as long as their text is the same, and another one with another text', async t => {
  const directory = scratch(t)
  const archive = join(directory, 'pages.warc')
  const [page, other] = [`<p>${RIVER}</p>`, `<p>${RIVER}</p><p>The delta is so wide that no bridge crosses it.</p>`]
  writeFileSync(archive, warcOf([page, other].map((body, i) => ({ url: `http://a.example/${i}`, body }))))
  const idsOf = async (name: string, dedupe: 'none' | 'exact'): Promise<(string | undefined)[]> => {
    const out = join(directory, `${name}.warc.wet.gz`)
    await exportCorpus({ sources: [archive], out, dedupe })
    return (await collect(readWarc(out))).slice(1).map(({ headers }) => headers.get('warc-record-id'))
  }
  const ids = await idsOf('once', 'none')
  assert.equal(new Set(ids).size, 2)
  assert.deepEqual(await idsOf('again', 'none'), ids)
  const [first, second] = await idsOf('less', 'exact')
  assert.equal(first, ids[0])
  assert.notEqual(second, ids[1])
})

test('threads change nothing: a corpus of many pages comes in the order of the archive', async t => {
  const directory = scratch(t)
  // long and short ones, so that batches end in another order than they begin
  const archived = Array.from({ length: 230 }, (_, i) =>
    article(
      String(i),
      Array.from({ length: i % 40 === 0 ? 400 : 1 }, (_, k) => `Page ${i}, part ${k}. ${RIVER}`),
    ),
  )
  const { pages } = await smallCorpus(directory, archived)
  assert.deepEqual(
    pages.map(({ url, text }) => [url, text.split('.', 1)[0]]),
    archived.map(({ url }, i) => [url, `Page ${i}, part 0`]),
  )
})
