import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { after, before, test } from 'node:test'
import { parseCampaign } from '../../src/campaign/index.js'
import type { PageEntry } from '../../src/collection/index.js'
import { runCrawl, type CrawlSummary } from '../../src/crawl/index.js'
import { exportCorpus } from '../../src/export/corpus/export-corpus.js'
import { crawlImporter } from '../../src/graph/import/crawl.js'
import { importGraph } from '../../src/graph/import/index.js'
import { buildPortal } from '../../src/portal/build/index.js'
import { openLibrary } from '../../src/portal/store/library.js'
import { readCrawl } from '../../src/report/crawl/read-crawl.js'
import { targetInWords } from '../../src/report/crawl/words.js'
import { paragraphsIn, unseenMinangkabau, writeMinangkabau } from '../judge/minangkabau.js'
import { archivesOf, loggedPages } from './demo-crawl.js'
import { temporaryDirectory } from './run-cli.js'
import { html, serveSmallWeb, status, type SmallWeb } from './small-web.js'

/** Its owner calls the language something that is in no list. */
const CODE = 'x-padang'

let directory: string
let model: string
let web: SmallWeb
let out: string
let summary: CrawlSummary

/** Pages by their number: every third in the language, every third in its neighbour, and English ones. */
function textOf(page: number): string {
  const own = unseenMinangkabau()
  const from = page % 3 === 0 ? own : paragraphsIn(page % 3 === 1 ? 'ind' : 'eng')
  return Array.from({ length: 8 }, (_, i) => `<p>${from[(page + i) % from.length]}</p>`).join('\n')
}

const PAGES = 30

before(async () => {
  directory = temporaryDirectory('learned-crawl')
  model = writeMinangkabau(directory, { code: CODE, name: 'Padang', words: ['urang', 'sagalo', 'mampunyoi'] })
  web = await serveSmallWeb(({ path }, response) => {
    const page = Number(path.slice(2))
    if (!/^\/p\d+$/.test(path) || page >= PAGES) return status(response, 404)
    const links = [2 * page + 1, 2 * page + 2]
      .filter(to => to < PAGES)
      .map(to => `<a href="/p${to}">${to % 3 === 0 ? 'Sagalo urang' : 'Semua orang'}</a>`)
    html(response, `<html><body><main>${textOf(page)}</main>${links.join(' ')}</body></html>`)
  })
  out = join(directory, 'crawl')
  summary = await crawl(out, { language: { model } })
})

after(async () => {
  await web.close()
  rmSync(directory, { recursive: true, force: true })
})

function crawl(to: string, target: object, limits: object = {}): Promise<CrawlSummary> {
  const written = {
    name: 'padang',
    contact: 'https://longtail.example/crawler',
    target,
    seeds: ['http://padang.test/p0'],
    limits,
    strategy: 'breadth-first',
    politeness: { delay: '0s' },
    network: { hosts: { '*': web.origin } },
    workers: 1,
  }
  const campaign = parseCampaign(JSON.stringify(written), 'test campaign')
  const seeds = Array.isArray(campaign.seeds) ? campaign.seeds : []
  return runCrawl({ campaign, campaignPath: null, seeds, out: to, warn: () => {}, onProgress: () => {} })
}

function isWanted({ url }: Pick<PageEntry, 'url'>): boolean {
  return Number(/\d+$/.exec(url)?.[0]) % 3 === 0
}

test('a crawl finds the pages in a learned language, and its log calls them by its code', async () => {
  assert.deepEqual([summary.pages, summary.relevant], [PAGES, PAGES / 3])
  const pages = (await loggedPages(out)).filter(page => page.status === 200)
  for (const page of pages) {
    assert.equal(page.relevant, isWanted(page), page.url)
    assert.equal(page.language === CODE, isWanted(page), `${page.url} ${page.language}`)
  }
})

test('a crawl goes on by its copy of the model, without the original', async () => {
  const parts = join(directory, 'in-parts')
  const fleeting = writeMinangkabau(directory, { code: CODE, name: 'Padang' }, 'fleeting.model')
  await crawl(parts, { language: { model: fleeting } }, { pages: 12 })
  rmSync(fleeting)
  const { pages, relevant } = await crawl(parts, { language: { model: fleeting } })
  assert.deepEqual([pages, relevant], [PAGES, PAGES / 3])
})

test('a report says the name of the language', async () => {
  const { target } = await readCrawl(out)
  assert.match(targetInWords(target), /^Padang\b/)
})

test('a graph of the crawl has its pages and anchors in the language', async () => {
  const { graph } = await importGraph([out])
  assert.deepEqual(graph.target, [CODE])
  assert.ok(graph.languages.includes(CODE))
  assert.deepEqual(crawlImporter.target(out), [CODE])
  assert.ok(
    graph.anchors?.some(bits => bits !== 0),
    'no anchor is in the language',
  )
})

test('a portal of the crawl, of its archives beside it, or of these alone, calls the pages by its code', async () => {
  for (const [name, sources] of [
    ['of-crawl', [out]],
    ['beside', [out, ...archivesOf(out)]],
    ['alone', archivesOf(out)],
  ] as const) {
    const portal = join(directory, name)
    await buildPortal({ sources: [...sources], out: portal, all: true })
    const library = openLibrary(portal)
    try {
      const found = library.facts().languages.find(({ value }) => value === CODE)
      assert.equal(found?.count, PAGES / 3, name)
    } finally {
      library.close()
    }
  }
})

test('a corpus has them by the code or the name of the language', async () => {
  const corpus = join(directory, 'corpus')
  await exportCorpus({ sources: [out], out: corpus, forms: ['jsonl'], compress: 'gzip', languages: [CODE], all: true })
  const lines = gunzipSync(readFileSync(join(corpus, 'corpus.jsonl.gz')))
    .toString('utf8')
    .trim()
    .split('\n')
  const pages: { url: string; language: string }[] = lines.map(line => JSON.parse(line))
  assert.equal(pages.length, PAGES / 3)
  assert.ok(pages.every(page => page.language === CODE && isWanted(page)))
  assert.match(readFileSync(join(corpus, 'DATASHEET.md'), 'utf8'), /x-padang.*Padang/)
})
