/** Crawls of somebody else whose identity and log say what no crawl of ours says. */
import assert from 'node:assert/strict'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { exportCorpus } from '../../src/export/corpus/export-corpus.js'
import { exportWacz } from '../../src/export/wacz/export-wacz.js'
import { exportZim } from '../../src/export/zim/export-zim.js'
import { scratch } from '../archive/samples.js'
import { logText, replaceLog } from '../crawl/log-files.js'
import { waczCrawl } from './wacz-crawl.js'

type Fields = Record<string, unknown>

async function tampered(t: TestContext, identity: Fields, change: (entry: Fields) => Fields): Promise<string> {
  const crawl = join(scratch(t), 'crawl')
  cpSync(await waczCrawl(), crawl, { recursive: true })
  const about = join(crawl, 'crawl.json')
  writeFileSync(about, JSON.stringify({ ...JSON.parse(readFileSync(about, 'utf8')), ...identity }))
  const lines = (await logText(crawl)).trim().split('\n')
  replaceLog(crawl, lines.map(line => `${JSON.stringify(change(JSON.parse(line)))}\n`).join(''))
  return crawl
}

/** Each is an error that says what to do, or a result; never a fault of the program. */
async function exportAll(crawl: string): Promise<void> {
  const all = [
    () => exportWacz({ sources: [crawl], out: `${crawl}.wacz`, all: true }),
    () => exportZim({ sources: [crawl], out: `${crawl}.zim`, all: true }),
    () => exportCorpus({ sources: [crawl], out: `${crawl}.jsonl`, all: true }),
  ]
  for (const write of all)
    await write().catch((error: unknown) => assert.ok(error instanceof LongtailError, String(error)))
}

const same = (entry: Fields): Fields => entry
const PAGES: readonly (readonly [what: string, fields: Fields])[] = [
  ['addresses that are none', { url: null }],
  ['verdicts of other types', { language: { a: 1 }, score: 'high' }],
  ['places of other types', { warc: { file: '../../etc/passwd' } }],
  ['places outside the crawl', { warc: ['../../../../../../etc/passwd', 0, 100] }],
  ['places outside the file', { warc: ['x.warc.gz', -1, 1e12] }],
]

for (const [what, fields] of PAGES)
  test(`a log with ${what} breaks nothing`, async t => {
    await exportAll(await tampered(t, {}, entry => (entry.t === 'page' ? { ...entry, ...fields } : entry)))
  })

test('a log that begins with nonsense breaks nothing', async t => {
  for (const fields of [{ strategy: 5 }, { seeds: null }, { seeds: [null, 5, {}] }])
    await exportAll(await tampered(t, {}, entry => (entry.t === 'run' ? { ...entry, ...fields } : entry)))
})

test('an identity of other types is said to be none', async t => {
  for (const fields of [{ name: 5 }, { created: {} }]) {
    const crawl = await tampered(t, fields, same)
    await assert.rejects(
      exportCorpus({ sources: [crawl], out: `${crawl}.jsonl` }),
      (error: unknown) => error instanceof LongtailError && error.code === 'E_CRAWL_DIR',
    )
  }
})

test('nothing that a crawl says about itself is markup in the datasheet', async t => {
  const evil = '<img src=x onerror=alert(1)>`\n\n# Heading | cell \u202e'
  const crawl = await tampered(t, { name: evil, created: evil, target: { topic: evil } }, entry =>
    entry.t === 'run' ? { ...entry, strategy: evil } : entry,
  )
  await exportCorpus({ sources: [crawl], out: `${crawl}.jsonl`, all: true })
  const sheet = readFileSync(`${crawl}.jsonl.datasheet.md`, 'utf8')
  // what stands between backticks is shown as it is
  assert.doesNotMatch(sheet.replace(/`[^`\n]*`/g, ''), /<img|onerror|Heading|\u202e/)
  assert.match(sheet, /`<img src=x/)
  assert.doesNotMatch(sheet, /\u202e/)
})
