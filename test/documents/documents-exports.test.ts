/** A crawl with documents, read again: its archive as the web, its WACZ, its ZIM in a real reader, and as examples for training. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { LogEntry, PageEntry } from '../../src/collection/index.js'
import { runCli } from '../crawl/run-cli.js'
import { logged } from '../crawl/shown-web.js'
import { serveZim } from '../export/kiwix-serve.js'
import { checkWacz, pagesOf } from '../export/wacz-crawl.js'
import { assertChecked, show } from '../export/zim-file-tools.js'
import { documentCampaign, LESSON_TEXT, REPORT, serveDocumentSite } from './document-site.js'
import { docx } from './made-office.js'
import { column, madePdf } from './made-pdf.js'

const directory = mkdtempSync(join(tmpdir(), 'longtail-documents-'))
const out = join(directory, 'crawl')
let campaign: Record<string, unknown> = {}

before(async () => {
  const web = await serveDocumentSite()
  campaign = documentCampaign(web)
  await longtail('crawl', file('campaign.yaml', JSON.stringify(campaign)), '--out', out)
  await web.close()
})
after(() => rmSync(directory, { recursive: true }))

function file(name: string, content: string | Buffer): string {
  const path = join(directory, name)
  writeFileSync(path, content)
  return path
}

async function longtail(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(...args, '--json')
  assert.equal(code, 0, stderr)
  return stdout
}

const isPage = (entry: LogEntry): entry is PageEntry => entry.t === 'page'

/** What was found of each page, and what was made of it. */
async function stateOf(crawl: string): Promise<object[]> {
  return (await logged(crawl))
    .filter(isPage)
    .map(({ url, via, hops, status, mime, bytes, digest, title, relevant, score, language, simhash, links }) => {
      const count = links.length
      return { url, via, hops, status, mime, bytes, digest, title, relevant, score, language, simhash, count }
    })
    .sort((a, b) => (a.url < b.url ? -1 : 1))
}

test('a crawl of its archive comes to the same pages with the same verdicts', async () => {
  const archive = readdirSync(join(out, 'warc'))
    .filter(name => name.endsWith('.warc.gz'))
    .map(name => join(out, 'warc', name))
  const again = join(directory, 'again')
  const replayed = { ...campaign, network: { archive } }
  await longtail('crawl', file('again.yaml', JSON.stringify(replayed)), '--out', again)
  const state = await stateOf(out)
  assert.equal(state.length, 5)
  assert.deepEqual(await stateOf(again), state)
})

test('the WACZ lists documents with their titles, and its corpus is that of the crawl', async () => {
  const wacz = join(directory, 'school.wacz')
  await longtail('export', 'wacz', out, '--out', wacz)
  await checkWacz(wacz)
  const listed = (await pagesOf(wacz)).map(({ url, title }) => [url, title])
  assert.ok(listed.some(([url, title]) => url === 'http://school.example/report.pdf' && title === 'รายงานห้องสมุด'))
  const corpusOf = async (source: string, name: string): Promise<object[]> => {
    const corpus = join(directory, name)
    await longtail('export', 'corpus', source, '--out', corpus)
    return readFileSync(corpus, 'utf8')
      .trim()
      .split('\n')
      .map((line): { url: string; text: string } => JSON.parse(line))
      .map(({ url, text }) => ({ url, text }))
  }
  const ofCrawl = await corpusOf(out, 'crawl.jsonl')
  assert.deepEqual(await corpusOf(wacz, 'wacz.jsonl'), ofCrawl)
  assert.ok(ofCrawl.some(page => 'text' in page && page.text === LESSON_TEXT))
})

test('Kiwix finds documents in a ZIM by words that stand in them alone, and opens them', async () => {
  const zim = join(directory, 'school.zim')
  await longtail('export', 'zim', out, '--out', zim, '--title', 'School', '--date', '2026-01-02')
  await assertChecked(zim)
  assert.ok((await show(zim, 'school.example/report.pdf')).equals(REPORT))
  const kiwix = await serveZim(zim)
  try {
    assert.deepEqual(await kiwix.search('จระเข้น้ำจืด'), ['school.example/report.pdf'])
    assert.deepEqual(await kiwix.search('สุริยะ'), ['school.example/lesson.docx'])
    const opened = await fetch(`${kiwix.origin}/${kiwix.book}/school.example/report.pdf`)
    assert.equal(opened.headers.get('content-type'), 'application/pdf')
    assert.ok(Buffer.from(await opened.arrayBuffer()).equals(REPORT))
  } finally {
    await kiwix.close()
  }
})

const VOLCANO = 'volcano lava magma eruption crater ash basalt pumice caldera vent molten rock plume tephra'.split(' ')
const BAKING = 'bread flour yeast oven dough crust baker loaf butter sugar cake recipe knead sourdough'.split(' ')

/** Sentences of one field, another text for each number. */
function lesson(words: readonly string[], number: number): string[] {
  const word = (i: number): string => words[(number * 3 + i * 5) % words.length]
  return Array.from(
    { length: 12 },
    (_, i) => `The ${word(i)} and the ${word(i + 1)} are near the ${word(i + 2)} of the ${word(i + 4)} number ${i}.`,
  )
}

test('a topic is learned from PDF and Word files', async () => {
  const examples: string[] = []
  const negatives: string[] = []
  for (let i = 0; i < 8; i++) {
    examples.push(file(`volcano-${i}.pdf`, madePdf([column(lesson(VOLCANO, i))])))
    negatives.push(
      file(`baking-${i}.docx`, await docx(`<w:p><w:r><w:t>${lesson(BAKING, i).join(' ')}</w:t></w:r></w:p>`)),
    )
  }
  const model = join(directory, 'volcanoes.model')
  const sources = ['--examples', ...examples, '--negatives', ...negatives]
  const trained = JSON.parse(await longtail('train', 'topic', 'volcanoes', ...sources, '--out', model))
  assert.deepEqual([trained.positives.used, trained.negatives.used, trained.unread], [8, 8, []])
  const topic = file('topic.yaml', JSON.stringify({ ...campaign, target: { topic: { model } } }))
  const judged = async (path: string): Promise<boolean> =>
    JSON.parse(await longtail('judge', path, '--campaign', topic)).pages[0].relevant
  assert.equal(
    await judged(file('new.docx', await docx(`<w:p><w:r><w:t>${lesson(VOLCANO, 20).join(' ')}</w:t></w:r></w:p>`))),
    true,
  )
  assert.equal(await judged(file('other.pdf', madePdf([column(lesson(BAKING, 20))]))), false)
})
