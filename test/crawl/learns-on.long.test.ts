import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { crawlDirectory, readLog, type PageEntry } from '../../src/collection/index.js'
import { newestModel } from '../../src/collection/learned-models.js'
import type { LearnedEntry } from '../../src/collection/log/entry.js'
import { LongtailError } from '../../src/errors.js'
import { importGraph } from '../../src/graph/import/index.js'
import { RELEVANT, urlOf } from '../../src/graph/index.js'
import { createJudge } from '../../src/judge/index.js'
import { analyse } from '../../src/page/index.js'
import { packTexts } from '../../src/page/language/learned/kept-texts.js'
import { CrawledCaptures } from '../../src/train/crawled-captures.js'
import { openCrawlLearner } from '../../src/train/crawl-learner.js'
import { learnedMinangkabau, unseenMinangkabau, writeMinangkabau } from '../judge/minangkabau.js'
import { buildLearnedWeb, measureCrawl, type CrawlQuality } from './learned-web.js'
import { temporaryDirectory } from './run-cli.js'

/** Four pages in Indonesian for each in Minangkabau. */
const web = buildLearnedWeb({ target: unseenMinangkabau() })
const ROUNDS = 3
const CRAWLER = fileURLToPath(new URL('learning-crawler.js', import.meta.url))
const learner = { openLearner: openCrawlLearner }

let directory: string
const rounds: CrawlQuality[] = []
const crawlOf = (round: number): string => join(directory, `round-${round}`)

interface Logged {
  readonly pages: PageEntry[]
  readonly learned: LearnedEntry[]
}

async function logOf(out: string): Promise<Logged> {
  const pages: PageEntry[] = []
  const learned: LearnedEntry[] = []
  for await (const { entry } of readLog(crawlDirectory(out))) {
    if (entry.t === 'page') {
      assert.ok((entry.learned ?? 0) <= learned.filter(({ file }) => file !== undefined).length, entry.url)
      pages.push(entry)
    }
    if (entry.t === 'learned') learned.push(entry)
  }
  return { pages, learned }
}

/** Every archived page, judged by the version that its line names. */
async function assertSameVerdicts(out: string): Promise<void> {
  const { pages, learned } = await logOf(out)
  const { models } = crawlDirectory(out)
  const files = ['min.model', ...learned.flatMap(({ file }) => (file === undefined ? [] : [file]))]
  const judges = files.map(file =>
    createJudge({ kind: 'language', languages: [{ model: join(models, file) }], policy: 'modern' }),
  )
  const captures = new CrawledCaptures()
  await captures.add(out)
  let compared = 0
  for (const { url, status, relevant, language, score, learned: version = 0 } of pages) {
    const exchange = status === 200 ? await captures.find(url) : null
    if (exchange === null) continue
    const verdict = judges[version].judge(analyse(exchange))
    assert.deepEqual(
      [verdict.relevant, verdict.language, Math.round(1000 * verdict.score) / 1000],
      [relevant, language, score],
      url,
    )
    compared++
  }
  assert.ok(compared > 100, `${compared}`)
}

before(async () => {
  directory = temporaryDirectory('learns-on')
  const texts = packTexts({ own: learnedMinangkabau().join('\n'), neighbours: [] })
  let model = writeMinangkabau(directory, { texts })
  for (let round = 0; round < ROUNDS; round++) {
    const parts = { target: { language: { model, learn: true } }, limits: { pages: 480 } }
    rounds.push(await measureCrawl(web, crawlOf(round), parts, learner))
    const { models } = crawlDirectory(crawlOf(round))
    const next = join(directory, `next-${round}.model`)
    copyFileSync(newestModel({ models }, join(models, basename(model))), next)
    model = next
  }
})
after(() => rmSync(directory, { recursive: true, force: true }))

test('a crawl learns on by itself, and its pages say which model judged them', async () => {
  const { pages, learned } = await logOf(crawlOf(0))
  const taken = learned.filter(({ file }) => file !== undefined)
  assert.ok(taken.length >= 1, JSON.stringify(learned))
  const { file = '', sha256 = '' } = taken[0]
  assert.ok(file.includes(sha256.slice(0, 16)) && existsSync(join(crawlDirectory(crawlOf(0)).models, file)))
  assert.ok(pages.some(page => page.learned === undefined) && pages.some(page => page.learned === 1))
})

test('judged again by the models that the log names, every page has the verdict that it had', async () => {
  await assertSameVerdicts(crawlOf(0))
  const { pages } = await logOf(crawlOf(0))
  const { graph } = await importGraph([crawlOf(0)])
  const wanted = new Set(pages.filter(page => page.relevant).map(({ url }) => url))
  for (let page = 0; page < graph.pages; page++)
    assert.equal((graph.flags[page] & RELEVANT) !== 0, wanted.has(urlOf(graph, page)), urlOf(graph, page))
})

test('a crawl that is killed while it learns goes on, and its verdicts are those of the models that its log names', async () => {
  const out = join(directory, 'killed')
  const { models } = crawlDirectory(out)
  const model = join(directory, 'min.model')
  const hasLearned = (): boolean => existsSync(models) && readdirSync(models).length > 1
  // 0: with the first new model there, before or as it is noted; then at any moments
  for (const delayMs of [0, 40, 300]) {
    const before = existsSync(models) ? readdirSync(models).length : 0
    const crawler = fork(CRAWLER, [out, model], { stdio: 'ignore' })
    const ended = once(crawler, 'exit')
    while (crawler.exitCode === null && !hasLearned()) await sleep(2)
    await Promise.race([ended, sleep(delayMs + (before > 1 ? 1500 : 0))])
    crawler.kill('SIGKILL')
    await ended
  }
  const parts = { target: { language: { model, learn: true } }, limits: { pages: 480 } }
  const { precision } = await measureCrawl(web, out, parts, learner)
  assert.ok(precision >= 0.95, `${precision}`)
  const { learned, pages } = await logOf(out)
  // taken or refused: each attempt is noted
  assert.ok(learned.length > 0)
  const urls = pages.map(({ url }) => url)
  assert.deepEqual(
    urls.filter((url, at) => urls.indexOf(url) < at),
    [],
  )
  await assertSameVerdicts(out)
})

test('over three rounds among four times as many pages of its neighbour precision does not fall, and recall does not either', () => {
  const told = JSON.stringify(rounds)
  const [first] = rounds
  assert.ok(first.precision >= 0.95 && first.recall >= 0.9, told)
  for (const { precision, recall } of rounds) assert.ok(precision >= first.precision && recall >= first.recall, told)
})

test('a crawl that goes on, with its checkpoint or without, judges by what it had learned; without the model it does not', async () => {
  const out = crawlOf(0)
  const before = (await logOf(out)).learned.filter(({ file }) => file !== undefined).length
  const parts = { target: { language: { model: join(directory, 'min.model'), learn: true } } }
  const goOn = (pages: number): Promise<CrawlQuality> =>
    measureCrawl(web, out, { ...parts, limits: { pages } }, learner)
  for (const [pages, isChecked] of [
    [10, true],
    [10, false],
  ] as const) {
    if (!isChecked) rmSync(crawlDirectory(out).checkpoint)
    const had = (await logOf(out)).pages.length
    await goOn(had + pages)
    const fresh = (await logOf(out)).pages.slice(had)
    assert.ok(fresh.length > 0 && fresh.every(({ learned = 0 }) => learned >= before), JSON.stringify(fresh[0]))
  }
  const { models } = crawlDirectory(out)
  const newest = newestModel({ models }, join(models, 'min.model'))
  const kept = readFileSync(newest)
  rmSync(newest)
  await assert.rejects(
    goOn(1000),
    (error: unknown) =>
      error instanceof LongtailError && error.code === 'E_CRAWL_DIR' && error.message.includes(newest),
  )
  assert.ok(kept.length > 0)
})
