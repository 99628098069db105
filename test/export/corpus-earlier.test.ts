/** A corpus of what is new since another one. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { exportCorpus } from '../../src/export/corpus/export-corpus.js'
import type { CorpusExportOptions } from '../../src/export/corpus/contracts.js'
import { createZstd } from '../../src/export/zstd.js'
import { framesOf } from '../../src/export/zstd-frames.js'
import { scratch } from '../archive/samples.js'
import { runCli } from '../crawl/run-cli.js'
import { writeArchive, type ArchivedPage } from '../portal/small-archive.js'
import { textOf } from '../portal/build-samples.js'
import { article, linesOf, sheetOf, smallCorpus, textsOf, type SmallCorpus } from './corpus-samples.js'

const [A, B, C, D, E] = [1, 2, 3, 4, 5].map(number => `Paragraph ${number}: ${textOf(number)}.`)
const JANUARY = [article('same', [A]), article('counter', [B]), article('grown', [C])]

async function january(t: TestContext, out: string, options: Partial<CorpusExportOptions> = {}): Promise<string> {
  const directory = scratch(t)
  writeArchive(join(directory, 'january.warc'), JANUARY)
  const path = join(directory, out)
  await exportCorpus({ sources: [join(directory, 'january.warc')], out: path, ...options })
  return path
}

function june(t: TestContext, earlier: string, options: Partial<CorpusExportOptions> = {}): Promise<SmallCorpus> {
  const [same, counter] = JANUARY
  const archived: ArchivedPage[] = [
    same,
    { ...counter, body: `${String(counter.body)}<!-- visitor 18 -->` },
    article('grown', [C, D]),
    article('new', [E, A]),
  ]
  return smallCorpus(scratch(t), archived, { earlier: [earlier], ...options })
}

for (const name of ['corpus.jsonl', 'corpus.jsonl.gz', 'corpus.jsonl.zst', 'corpus'])
  test(`pages of ${name} are left out of the next one, also when only their bytes changed`, async t => {
    const corpus = await june(t, await january(t, name))
    assert.deepEqual(textsOf(corpus), { grown: `${C}\n${D}`, new: `${E}\n${A}` })
    const { counts, earlier } = corpus.sheet
    assert.deepEqual([counts.dropped.known, counts.removed.known.paragraphs], [2, 0])
    assert.deepEqual(
      earlier.map(one => [one.name, one.pages]),
      [[name, 3]],
    )
  })

test('paragraphs of the earlier corpus go with --dedupe, and are counted by themselves', async t => {
  const corpus = await june(t, await january(t, 'corpus'), { dedupe: 'exact' })
  assert.deepEqual(textsOf(corpus), { grown: D, new: E })
  const { counts } = corpus.sheet
  assert.deepEqual(counts.removed.known, { paragraphs: 2, characters: C.length + A.length })
  assert.deepEqual([counts.removed.equal.paragraphs, counts.dropped.known, counts.dropped.duplicate], [0, 2, 0])
})

test('nearly equal paragraphs go when that is asked for', async t => {
  const directory = scratch(t)
  const words = A.split(' ')
  const changed = [...words.slice(0, 40), 'elsewhere', ...words.slice(41)].join(' ')
  const earlier = await january(t, 'corpus')
  const archived = [article('changed', [changed, D])]
  const near = await smallCorpus(directory, archived, { earlier: [earlier], dedupe: 'near' })
  assert.deepEqual(textsOf(near), { changed: D })
  assert.equal(near.sheet.counts.removed.known.paragraphs, 1)
  const exact = await smallCorpus(scratch(t), archived, { earlier: [earlier], dedupe: 'exact' })
  assert.deepEqual(textsOf(exact), { changed: `${changed}\n${D}` })
})

test('duplicates within the new corpus are no business of the earlier one', async t => {
  const earlier = await january(t, 'corpus')
  const twice = [article('one', [D]), article('two', [D])]
  assert.equal((await smallCorpus(scratch(t), twice, { earlier: [earlier] })).pages.length, 2)
})

test('on the command line: several earlier corpora, the datasheet, and clear words where there is nothing', async t => {
  const directory = scratch(t)
  const [first, second, third] = ['first', 'second', 'third'].map(name => join(directory, name))
  const archive = join(directory, 'pages.warc')
  const run = (out: string, ...flags: string[]) => runCli('export', 'corpus', archive, '--out', out, ...flags)
  writeArchive(archive, [article('a', [A])])
  assert.equal((await run(first)).code, 0)
  writeArchive(archive, [article('a', [A]), article('b', [B])])
  assert.equal((await run(second, '--since', first)).code, 0)
  writeArchive(archive, [article('a', [A]), article('b', [B]), article('c', [C])])
  assert.equal(
    (await run(third, '--since', first, '--since', second, '--format', 'jsonl', '--compress', 'none')).code,
    0,
  )
  assert.deepEqual(
    linesOf(readFileSync(join(third, 'corpus.jsonl'), 'utf8')).map(({ url }) => url),
    ['http://site.example/c'],
  )
  assert.equal(sheetOf(join(third, 'datasheet.json')).earlier.length, 2)
  assert.match(
    readFileSync(join(third, 'DATASHEET.md'), 'utf8'),
    /It adds to `first` .*`second`.*: 2 pages of it were left out/,
  )
  const nothing = await run(join(directory, 'fourth'), '--since', first, '--since', second, '--since', third)
  assert.deepEqual([nothing.code, /nothing is new: all 3 pages/.test(nothing.stderr)], [1, true])
})

test('what is no corpus, or was damaged, is refused', async t => {
  const directory = scratch(t)
  const parquet = await january(t, 'corpus', { forms: ['parquet'] })
  await assert.rejects(june(t, parquet), { code: 'E_USAGE', message: /only JSONL is read again/ })
  await assert.rejects(june(t, join(directory, 'nowhere')), { code: 'E_USAGE', message: /no corpus of this name/ })
  mkdirSync(join(directory, 'empty'))
  await assert.rejects(june(t, join(directory, 'empty')), { code: 'E_USAGE', message: /holds no corpus/ })
  const cut = await january(t, 'corpus.jsonl')
  truncateSync(cut, 100)
  await assert.rejects(june(t, cut), { code: 'E_USAGE', message: /is not the file/ })
  const changed = await january(t, 'corpus.jsonl')
  const text = readFileSync(changed, 'utf8')
  writeFileSync(changed, text.replace('"id":"', '"id":"?').slice(0, text.length))
  await assert.rejects(june(t, changed), { code: 'E_EXPORT', message: /no page of a corpus/ })
})

test('frames of a Zstandard file are told apart, and damage is told', async t => {
  const zstd = await createZstd()
  const path = join(scratch(t), 'rows.zst')
  const texts = ['', 'short', 'x'.repeat(300_000), Array.from({ length: 60_000 }, (_, i) => String(i * 7919)).join()]
  const frames = texts.map(text => zstd.compress(Buffer.from(text), 3))
  writeFileSync(path, Buffer.concat(frames))
  const read = Array.from(framesOf(path), frame => Buffer.from(zstd.decompress(frame, 1e7)).toString())
  assert.deepEqual(read, texts)
  truncateSync(path, frames.reduce((sum, { length }) => sum + length, 0) - 1)
  assert.throws(() => [...framesOf(path)], { code: 'E_EXPORT' })
})
