/** A crawl of a loopback site on which a PDF is the only way to another page; what portal, corpus, graph and judge make of it. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { portalDirectory } from '../../src/collection/portal-directory.js'
import { openSearcher } from '../../src/portal/search/searcher.js'
import { importGraph } from '../../src/graph/import/index.js'
import { linksByUrl, relevantUrls } from '../graph/import-files.js'
import { runCli } from '../crawl/run-cli.js'
import type { SmallWeb } from '../crawl/small-web.js'
import { documentCampaign, HEAD, REPORT, serveDocumentSite } from './document-site.js'

const directory = mkdtempSync(join(tmpdir(), 'longtail-documents-'))
const out = join(directory, 'crawl')
const campaign = join(directory, 'campaign.yaml')
let web: SmallWeb

before(async () => {
  web = await serveDocumentSite()
  writeFileSync(campaign, JSON.stringify(documentCampaign(web)))
  const { code, stderr } = await runCli('crawl', campaign, '--out', out, '--json')
  assert.equal(code, 0, stderr)
})
after(async () => {
  await web.close()
  rmSync(directory, { recursive: true })
})

interface Entry {
  readonly t: string
  readonly url: string
  readonly mime: string
  readonly relevant: boolean
  readonly title: string
}

async function entries(): Promise<Entry[]> {
  const { stdout } = await runCli('log', out)
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
    .filter(({ t }: Entry) => t === 'page')
}

test('a PDF is judged as a page is, and its links are followed', async () => {
  const pages = new Map((await entries()).map(entry => [entry.url, entry]))
  const report = pages.get('http://school.example/report.pdf')
  assert.deepEqual([report?.relevant, report?.mime, report?.title], [true, 'application/pdf', 'รายงานห้องสมุด'])
  // nothing else leads there
  assert.equal(pages.get('http://school.example/only-from-the-report.html')?.relevant, true)
})

test('a damaged one costs itself, and its verdict says what is wrong', async () => {
  const broken = (await entries()).find(({ url }) => url.endsWith('/broken.pdf'))
  assert.equal(broken?.relevant, false)
  const warc = readdirSync(join(out, 'warc')).find(name => name.endsWith('.warc.gz')) ?? ''
  const { stdout } = await runCli('judge', join(out, 'warc', warc), '--language', 'tha', '--json')
  const judged: { url: string; reasons: string[] }[] = JSON.parse(stdout).pages
  const reasons = judged.find(({ url }) => url.endsWith('/broken.pdf'))?.reasons ?? []
  assert.match(reasons[0], /^PDF document: it is damaged/)
})

test('files are judged by their content, whatever they are called', async () => {
  const file = join(directory, 'report.html')
  writeFileSync(file, REPORT)
  const { code, stdout } = await runCli('judge', file, '--language', 'tha', '--json')
  assert.equal(code, 0)
  const [page] = JSON.parse(stdout).pages
  assert.deepEqual([page.relevant, page.language], [true, 'tha'])
})

test('the portal finds it by its words, and knows on which page they stand', async () => {
  const portal = join(directory, 'portal')
  const { code, stderr } = await runCli('portal', 'build', out, '--out', portal)
  assert.equal(code, 0, stderr)
  const searcher = await openSearcher(portalDirectory(portal), { threads: 1 })
  try {
    const asked = { limit: 5, offset: 0, filters: {}, perSite: 0, clusters: false, verbatim: false }
    const { hits } = await searcher.search({ ...asked, text: 'จระเข้น้ำจืด' })
    const [{ page, pageNumber, snippet }] = hits
    assert.deepEqual([page.url, page.type, pageNumber], ['http://school.example/report.pdf', 'pdf', 2])
    const shown = snippet.map(({ text }) => text).join('')
    assert.ok(!shown.includes(HEAD) && !shown.includes('\f'), shown)
  } finally {
    await searcher.close()
  }
})

test('the graph of the crawl and that of its archive have it as a page with its links', async () => {
  const warc = readdirSync(join(out, 'warc')).find(name => name.endsWith('.warc.gz')) ?? ''
  for (const source of [out, join(out, 'warc', warc)]) {
    const { graph } = await importGraph([source], { language: 'tha' })
    assert.deepEqual(linksByUrl(graph)['http://school.example/report.pdf'], [
      'http://school.example/only-from-the-report.html',
    ])
    assert.ok(relevantUrls(graph).includes('http://school.example/report.pdf'), source)
  }
})

test('the corpus has its paragraphs, without running heads and page numbers', async () => {
  const corpus = join(directory, 'corpus.jsonl')
  const { code, stderr } = await runCli('export', 'corpus', out, '--out', corpus)
  assert.equal(code, 0, stderr)
  const records = readFileSync(corpus, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const text: string = records.find(({ url }) => url.endsWith('/report.pdf'))?.text ?? ''
  assert.match(text, /จระเข้น้ำจืดรวมทั้งหนังสือภาพ/)
  assert.doesNotMatch(text, new RegExp(`${HEAD}|[\\f123]`))
})
