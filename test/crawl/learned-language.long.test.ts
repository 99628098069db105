import assert from 'node:assert/strict'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { rivalTexts } from '../../src/page/language/learned/declared-language.js'
import { writeLanguageModel } from '../../src/page/language/learned/language-model.js'
import { learnLanguage } from '../../src/page/language/learned/learn-language.js'
import { learnOn } from '../../src/train/learn-on.js'
import { learnedMinangkabau, paragraphsIn, unseenMinangkabau, writeMinangkabau } from '../judge/minangkabau.js'
import { buildLearnedWeb, measureCrawl } from './learned-web.js'
import { temporaryDirectory } from './run-cli.js'

const directory = temporaryDirectory('learned-web')
after(() => rmSync(directory, { recursive: true, force: true }))

const web = buildLearnedWeb({ target: unseenMinangkabau() })
const target = { language: { model: writeMinangkabau(directory) } }
/** A tenth of the web. */
const limits = { pages: 240 }

test('the web has 2 % of its pages in the language and 8 % in its neighbour, on more than 60 servers', () => {
  const pages = web.pages.filter(({ kind }) => kind === 'page')
  const share = (language: string): number => pages.filter(page => page.language === language).length / pages.length
  assert.ok(web.hosts.length >= 60)
  assert.ok(Math.abs(share('min') - 0.02) < 0.005, `${share('min')}`)
  assert.ok(Math.abs(share('ind') - 0.08) < 0.01, `${share('ind')}`)
})

test('a crawl of a tenth of the web finds nearly all pages in a language that 7 KB of text told it', async () => {
  const { pages, coverage, harvest, precision, recall } = await measureCrawl(web, join(directory, 'ours'), {
    target,
    limits,
  })
  const found = JSON.stringify({ pages, coverage, harvest, precision, recall })
  assert.ok(precision >= 0.95, found)
  assert.ok(recall >= 0.9, found)
  assert.ok(coverage >= 0.9, found)
  assert.ok(harvest >= 0.14, found)
})

const request = {
  name: 'min',
  negatives: [],
  campaign: null,
  signal: new AbortController().signal,
  warn: () => undefined,
  onProgress: () => undefined,
}

test('what the crawl found is learned from, and its neighbour beside it is told from it', async () => {
  const examples = join(directory, 'examples.txt')
  writeFileSync(examples, learnedMinangkabau().join('\n'))
  const out = join(directory, 'next.model')
  const learned = await learnOn({ ...request, examples: [examples], from: [join(directory, 'ours')], out })
  const { found, quality } = learned ?? assert.fail('it was stopped')
  assert.ok(found.hosts >= 3 && found.pages >= 5, JSON.stringify(found))
  assert.ok(found.neighbours.includes('ind'), JSON.stringify(found))
  assert.ok(quality.page.precision >= 0.95 && quality.page.recall >= 0.9, JSON.stringify(quality.page))
  const next = await measureCrawl(web, join(directory, 'next'), { target: { language: { model: out } }, limits })
  assert.ok(next.precision >= 0.95 && next.recall >= 0.9 && next.coverage >= 0.9, JSON.stringify(next))
})

test('a crawl that went astray teaches nothing', async () => {
  // its model was learned from the neighbour, so that it takes Indonesian pages for the language
  const astray = learnLanguage({
    code: 'min',
    name: 'Minangkabau',
    text: paragraphsIn('ind').join('\n'),
    neighbours: [],
    others: rivalTexts('ind', 'Latn'),
    answers: { identifier: '', shares: {} },
  })
  const model = join(directory, 'astray.model')
  writeLanguageModel(model, astray)
  const parts = { target: { language: { model } }, limits, seeds: web.seeds.ind }
  const { precision, pages } = await measureCrawl(web, join(directory, 'astray'), parts)
  assert.ok(precision < 0.5 && pages > 100, `${precision} of ${pages}`)
  const examples = join(directory, 'examples.txt')
  writeFileSync(examples, learnedMinangkabau().join('\n'))
  const out = join(directory, 'drifted.model')
  await assert.rejects(
    learnOn({ ...request, examples: [examples], from: [join(directory, 'astray')], out }),
    (error: unknown) => error instanceof LongtailError && error.code === 'E_MODEL' && /doubtful/.test(error.message),
  )
  assert.ok(!existsSync(out))
})

test('a crawl that does not look finds less of it', async () => {
  const parts = { target, limits, strategy: 'breadth-first' }
  const blind = await measureCrawl(web, join(directory, 'blind'), parts)
  assert.ok(blind.coverage < 0.9 && blind.precision >= 0.95, JSON.stringify(blind))
})
