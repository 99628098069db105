import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { datasheetText } from '../../src/export/corpus/datasheet-text.js'
import { exportCorpus } from '../../src/export/corpus/export-corpus.js'
import { scratch } from '../archive/samples.js'
import { paragraphsIn } from '../judge/minangkabau.js'
import { writeArchive } from '../portal/small-archive.js'
import { article, askDuckDb, smallCorpus, textsOf } from './corpus-samples.js'

const [ENGLISH, GERMAN] = ['eng', 'deu'].map(code => paragraphsIn(code).filter(({ length }) => length > 150))
const PAGES = [
  article('english', ENGLISH.slice(0, 2)),
  article('mixed', [ENGLISH[2], GERMAN[2], GERMAN[3], ENGLISH[4]]),
  article('german', GERMAN.slice(4, 6)),
]

test('each line of the text has its language, in JSONL and in Parquet, and the datasheet counts by paragraph', async t => {
  const { pages, sheet, summary } = await smallCorpus(scratch(t), PAGES)
  assert.deepEqual(
    pages.map(({ paragraphLanguages }) => paragraphLanguages.join(' ')),
    ['eng eng', 'eng deu deu eng', 'deu deu'],
  )
  const languages = new Map(sheet.counts.languages)
  assert.deepEqual([languages.get('eng')?.paragraphs, languages.get('deu')?.paragraphs], [4, 4])
  assert.equal(languages.get('deu')?.characters, [...GERMAN[2], ...GERMAN[3], ...GERMAN[4], ...GERMAN[5]].length)
  assert.equal((languages.get('eng')?.words ?? 0) + (languages.get('deu')?.words ?? 0), sheet.counts.words)
  assert.equal(summary.languages, 2)

  const directory = scratch(t)
  const [archive, out] = [join(directory, 'pages.warc'), join(directory, 'corpus.parquet')]
  writeArchive(archive, PAGES)
  await exportCorpus({ sources: [archive], out })
  const rows = await askDuckDb(`SELECT paragraphLanguages FROM '${out}'`)
  assert.deepEqual(
    rows.map(({ paragraphLanguages }) => paragraphLanguages),
    pages.map(({ paragraphLanguages }) => paragraphLanguages),
  )
})

test('a language takes whole pages, or by paragraph its paragraphs of every page', async t => {
  const whole = await smallCorpus(scratch(t), PAGES, { languages: ['deu'] })
  assert.equal(textsOf(whole).german, `${GERMAN[4]}\n${GERMAN[5]}`)
  const { pages, sheet } = await smallCorpus(scratch(t), PAGES, { languages: ['deu'], byParagraph: true })
  assert.deepEqual(
    pages.map(({ url, text, language }) => [url.replace(/^.*\//, ''), text, language]),
    [
      ['mixed', `${GERMAN[2]}\n${GERMAN[3]}`, 'deu'],
      ['german', `${GERMAN[4]}\n${GERMAN[5]}`, 'deu'],
    ],
  )
  assert.ok(pages[0].share > 0.3 && pages[0].share < 0.7, 'of the page, not of what is left of it')
  assert.equal(pages[1].share, 1)
  const { dropped, removed } = sheet.counts
  assert.deepEqual([dropped.language, removed.language.paragraphs], [1, 2])
  assert.match(
    datasheetText(sheet),
    /Only paragraphs in deu\.\n- Of pages that have such paragraphs, 2 paragraphs in other/,
  )
})

test('by paragraph, a share is asked of the page, and repeats are looked for in what is left', async t => {
  const options = { languages: ['deu'], byParagraph: true } as const
  const much = await smallCorpus(scratch(t), PAGES, { ...options, minShare: 0.9 })
  assert.deepEqual(Object.keys(textsOf(much)), ['german'])
  const again = [...PAGES, article('again', [ENGLISH[6], GERMAN[4], GERMAN[5]])]
  const { pages, sheet } = await smallCorpus(scratch(t), again, { ...options, dedupe: 'exact' })
  assert.deepEqual([pages.length, sheet.counts.dropped.duplicate], [2, 1])
})

test('paragraphs cannot be chosen without a language', async t => {
  await assert.rejects(
    smallCorpus(scratch(t), PAGES, { byParagraph: true }),
    (error: unknown) => error instanceof LongtailError && error.code === 'E_USAGE' && /--language/.test(error.message),
  )
})
