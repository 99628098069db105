import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { datasheetText } from '../../src/export/corpus/datasheet-text.js'
import { exportCorpus } from '../../src/export/corpus/export-corpus.js'
import { scratch } from '../archive/samples.js'
import { textOf } from '../portal/build-samples.js'
import { writeArchive } from '../portal/small-archive.js'
import { article, smallCorpus } from './corpus-samples.js'

const [RIVER, BRIDGE] = [textOf(1), textOf(2)]

test('a datasheet names languages, counts in the singular, and says what only people can judge', async t => {
  const rights = '<meta name="copyright" content="The bridge company">'
  const { sheet } = await smallCorpus(scratch(t), [article('a', [RIVER], rights)])
  const text = datasheetText(sheet)
  assert.match(text, /The text of 1 Web page of 1 host, captured on 2026-03-01: 1 paragraph, /)
  assert.match(text, /\| `eng` \| English \| 1 \| 1 \|/)
  assert.match(text, /1 of 1 pages say something about their licence/)
  assert.match(text, /`other`: words or links that only people can judge/)
  assert.match(text, /\| `textDigest` \|/)
})

test('a datasheet says what was taken away, also when nothing was', async t => {
  const archived = [article('a', [RIVER, BRIDGE]), article('b', [RIVER, textOf(3)]), article('c', [RIVER, BRIDGE])]
  const { sheet } = await smallCorpus(scratch(t), archived, { dedupe: 'exact', skipReserved: true })
  const text = datasheetText(sheet)
  assert.match(text, /Of pages with equal text the first stays, and of equal paragraphs of all pages: 1 removed/)
  assert.match(text, /may have gaps/)
  assert.match(text, /No pages that ask not to be used for this/)
  assert.match(text, /- 1 page left out\./)
  const { sheet: plain } = await smallCorpus(scratch(t), archived)
  assert.doesNotMatch(datasheetText(plain), /gaps|ask not to be used/)
})

test('the datasheet of WET alone describes no fields that WET has not', async t => {
  const directory = scratch(t)
  const archive = join(directory, 'pages.warc')
  writeArchive(archive, [article('a', [RIVER])])
  const out = join(directory, 'text.warc.wet.gz')
  await exportCorpus({ sources: [archive], out })
  const text = readFileSync(`${out}.datasheet.md`, 'utf8')
  assert.match(text, /one `conversion` record per page/)
  assert.doesNotMatch(text, /textDigest|JSONL/)
})
