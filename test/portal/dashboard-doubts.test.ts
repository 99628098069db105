import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { crawlDirectory } from '../../src/collection/index.js'
import { readAnswers, writeDoubts, type Doubt } from '../../src/collection/doubts.js'
import { serveSmall, PASSWORD, type SmallPortal } from './serve-small.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { createVisitor, type Visitor } from './visitor.js'

const directory = temporaryDirectory('dashboard-doubts')
const crawl = join(directory, 'padang')
const doubts: Doubt[] = ['Sado urang lahia mardeka', 'Semua orang <b>dilahirkan</b> merdeka', 'Sagalo urang'].map(
  (text, i) => ({ language: 'min', taken: 'ind', url: `http://site-${i}.example/`, text }),
)

let small: SmallPortal
let admin: Visitor

before(async () => {
  mkdirSync(crawl)
  const target = { language: ['min'] }
  const identity = { format: 'longtail-crawl', version: 1, name: 'padang', target, created: '2026-01-01' }
  writeFileSync(join(crawl, 'crawl.json'), JSON.stringify(identity))
  writeDoubts(crawlDirectory(crawl).doubts, doubts)
  small = await serveSmall({ crawls: [crawl] })
  admin = createVisitor(small.origin)
  await admin.get('/admin/login')
  await admin.post('/admin/login', { password: PASSWORD })
})
after(async () => {
  await small.close()
  rmSync(directory, { recursive: true, force: true })
})

const fieldOf = (html: string, text: string): string => {
  const before = html.slice(0, html.indexOf(text))
  const rest = html.slice(before.length)
  return /name="(answer\.[0-9a-f]+)"/.exec(rest)?.[1] ?? ''
}

test('an administrator answers about doubtful paragraphs; nobody else sees them', async () => {
  const visitor = createVisitor(small.origin)
  assert.doesNotMatch((await visitor.get('/crawls/padang')).html, /id="doubts"/)
  const { html } = await admin.get('/crawls/padang')
  assert.equal(html.match(/<fieldset>/g)?.length, 3)
  assert.match(html, /&lt;b&gt;dilahirkan&lt;\/b&gt;/)
  const yes = fieldOf(html, 'Sado urang lahia')
  const no = fieldOf(html, 'Semua orang')
  assert.notEqual((await visitor.post('/crawls/padang/doubts', { [yes]: 'n' })).status, 303)
  const saved = await admin.post('/crawls/padang/doubts', { [yes]: 'y', [no]: 'n', 'answer.0000000000000000': 'y' })
  assert.equal(saved.location, '/crawls/padang?saved=doubts#doubts')
  assert.deepEqual(
    readAnswers(crawlDirectory(crawl).answers).map(({ text, isOwn }) => [text, isOwn]),
    [
      [doubts[0].text, true],
      [doubts[1].text, false],
    ],
  )
  const again = (await admin.get('/crawls/padang?saved=doubts')).html
  assert.equal(again.match(/<fieldset>/g)?.length, 1)
  assert.match(again, /role="status">The answers are saved/)
})

test('a file that is no list of doubts shows nothing, and is left as it is', async () => {
  const { doubts: file } = crawlDirectory(crawl)
  writeFileSync(file, '{"text": 5}\nnot JSON\n')
  const { status, html } = await admin.get('/crawls/padang')
  assert.equal(status, 200)
  assert.doesNotMatch(html, /<fieldset>/)
  assert.match(readFileSync(file, 'utf8'), /not JSON/)
})
