import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { generateGraph } from '../../src/graph/generate/index.js'
import { writeGraph } from '../../src/graph/index.js'
import { runCli, temporaryDirectory, writeCampaign } from '../crawl/run-cli.js'
import { serveTopicWeb, type TopicWeb } from '../syllabus/topic-web.js'

let directory: string
let web: TopicWeb

before(async () => {
  directory = temporaryDirectory('train')
  web = await serveTopicWeb(11)
  for (const [folder, wanted] of [
    ['bees', 'beekeeping'],
    ['votes', 'democracy'],
  ]) {
    mkdirSync(join(directory, folder))
    const urls = [...web.about].filter(([, about]) => about === wanted).map(([url]) => url)
    for (const [i, url] of urls.slice(0, 20).entries())
      writeFileSync(join(directory, folder, `${i}.html`), await bodyOf(url))
  }
  web.requests.length = 0
})

after(async () => {
  await web.close()
  rmSync(directory, { recursive: true, force: true })
})

async function bodyOf(url: string): Promise<string> {
  const { get } = await import('node:http')
  const { host, pathname } = new URL(url)
  return new Promise(done =>
    get(web.origin + pathname, { headers: { host } }, response => {
      let body = ''
      response.on('data', text => (body += text)).on('end', () => done(body))
    }),
  )
}

function campaign(name: string, parts: Record<string, unknown>): string {
  const network = { hosts: { '*': web.origin } }
  const politeness = { delay: '0s', 'max-crawl-delay': '0s' }
  return writeCampaign(directory, { name, network, politeness, workers: 1, ...parts }, `${name}.yaml`)
}

const at = (...parts: string[]): string => join(directory, ...parts)

test('a topic is learned from files, says how good it is, and judges pages', async () => {
  const model = at('bees.model')
  const args = ['train', 'topic', 'Beekeeping', '--examples', at('bees'), '--negatives', at('votes'), '--out', model]
  const spoken = await runCli(...args)
  assert.equal(spoken.code, 0, spoken.stderr)
  assert.match(spoken.stdout, /learned from 20 of 20 pages, against 20 of 20 others/)
  assert.match(spoken.stdout, /precision .* recall .* F1 .* G-mean \d\.\d\d ± \d\.\d\d/)
  assert.match(spoken.stdout, /\d+ of \d+ terms kept/)
  const { stdout } = await runCli(...args, '--json', '--classifier', 'naive-bayes', '--folds', '4')
  assert.equal(stdout.trimEnd().split('\n').length, 1)
  const report = JSON.parse(stdout)
  assert.equal(report.model, model)
  assert.equal(report.folds, 4)
  assert.ok(report.quality.gMean.mean > 0.9)
  const judging = campaign('judging', { target: { topic: { model: 'bees.model' } } })
  const judged = await runCli('judge', at('bees', '3.html'), at('votes', '3.html'), '--campaign', judging, '--json')
  assert.deepEqual(
    JSON.parse(judged.stdout).pages.map(({ relevant }: { relevant: boolean }) => relevant),
    [true, false],
  )
})

test('a topic of one page is learned, and not called vague for having nothing to be compared with; a name is needed', async () => {
  const from = ['--examples', at('bees', '1.html'), '--negatives', at('votes'), '--out', at('one.model'), '--json']
  const { code, stdout, stderr } = await runCli('train', 'topic', 'Bee\u001b[31m\nkeeping', ...from)
  assert.equal(code, 0, stderr)
  const report = JSON.parse(stdout)
  assert.deepEqual([report.name, report.vague, report.quality], ['Bee [31m keeping', false, null])
  const nameless = await runCli('train', 'topic', ' ', ...from)
  assert.equal(nameless.code, 2)
  assert.match(nameless.stderr, /give a name for the topic/)
})

test('a topic is learned from what a search engine finds, and its crawl begins there; nobody is asked twice', async () => {
  const model = at('volcano.model')
  const network = campaign('network', {})
  const args = ['train', 'topic', 'Volcanoes', '--search', web.searxng, '--results', '14', '--campaign', network]
  const first = await runCli(...args, '--negatives', at('votes'), '--out', model, '--json')
  assert.equal(first.code, 0, first.stderr)
  assert.ok(JSON.parse(first.stdout).positives.used >= 10, first.stdout)
  const { against } = JSON.parse(first.stdout)
  assert.equal(against.given, 20)
  assert.ok(against.background > 0, first.stdout)
  const asked = web.queries.length
  const fetched = web.requests.length
  assert.ok(asked > 0 && fetched >= 10)
  const again = await runCli(...args, '--negatives', at('votes'), '--out', model, '--json')
  assert.equal(again.code, 0, again.stderr)
  assert.deepEqual([web.queries.length, web.requests.length], [asked, fetched])
  assert.deepEqual(JSON.parse(again.stdout).against, against)
  const without = await runCli(...args, '--background-pages', '0', '--out', at('without.model'), '--json')
  assert.deepEqual(JSON.parse(without.stdout).against, { given: 0, background: 0 })
  web.queries.length = asked
  web.requests.length = fetched

  const crawl = campaign('volcanic', {
    target: { topic: { model: 'volcano.model' } },
    seeds: { search: { searxng: web.searxng, results: 10 } },
    limits: { relevant: 15 },
  })
  const crawled = await runCli('crawl', crawl, '--json')
  assert.equal(crawled.code, 0, crawled.stderr)
  const summary = JSON.parse(crawled.stdout)
  assert.equal(summary.stopped, 'quota')
  assert.ok(existsSync(at('volcanic', 'search.json')))
  const searched = web.queries.length
  assert.ok(searched > asked)
  assert.equal((await runCli('crawl', crawl, '--json')).code, 0)
  assert.equal(web.queries.length, searched)
})

test('all topics of a syllabus are learned from files, each against the others, without any network', async () => {
  writeFileSync(at('two.yaml'), '- {name: Beekeeping, examples: bees}\n- {name: Democracy, examples: [votes]}\n')
  const out = at('two')
  const { code, stdout, stderr } = await runCli('train', 'topic', '--syllabus', at('two.yaml'), '--out', out, '--json')
  assert.equal(code, 0, stderr)
  const { topics, stopped } = JSON.parse(stdout)
  assert.equal(stopped, 'finished')
  assert.deepEqual(
    topics.map(({ name, model }: { name: string; model: string }) => [name, existsSync(model)]),
    [
      ['Beekeeping', true],
      ['Democracy', true],
    ],
  )
})

test('a strategy learns from a graph what a crawl can begin with', async () => {
  const graph = at('web.ltg')
  writeGraph(await generateGraph({ preset: 'thai-2004', scale: 0.001, seed: 4 }), graph)
  const model = at('links.model')
  const { code, stdout, stderr } = await runCli(
    'train',
    'links',
    graph,
    '--strategy',
    'longtail',
    '--out',
    model,
    '--json',
  )
  assert.equal(code, 0, stderr)
  const report = JSON.parse(stdout)
  assert.ok(report.pages > 1000)
  assert.ok(report.quality.auc > 0.8, stdout)
  const file = JSON.parse(readFileSync(model, 'utf8'))
  assert.deepEqual([file.format, file.strategy], ['longtail-model', 'longtail'])
  const warm = await runCli(
    'simulate',
    graph,
    '--strategy',
    'longtail',
    '--warm-start',
    model,
    '--max-pages',
    '500',
    '--json',
  )
  assert.equal(warm.code, 0, warm.stderr)
})

test('nations and word counts have their files', async () => {
  const names = at('laos.txt')
  const nation = await runCli('train', 'nation', '--country', 'LA', '--out', names, '--json')
  assert.equal(nation.code, 0, nation.stderr)
  assert.ok(JSON.parse(nation.stdout).names > 10)
  assert.match(readFileSync(names, 'utf8'), /Laos/)
  writeFileSync(at('text.txt'), 'nyuki hutengeneza asali\nasali ya nyuki\n'.repeat(50))
  const counts = await runCli('train', 'counts', at('text.txt'), '--out', at('swa.counts'), '--json')
  assert.equal(counts.code, 0, counts.stderr)
  assert.equal(JSON.parse(counts.stdout).words, 4)
  const phrase = ['train', 'topic', 'Nyuki', '--phrase', 'asali ya nyuki', '--counts', at('swa.counts')]
  assert.equal((await runCli(...phrase, '--out', at('nyuki.model'))).code, 0)
})

test('what cannot be learned is refused with a clear message, and no model is written', async () => {
  const out = ['--out', at('refused.model')]
  writeFileSync(at('broken.counts'), 'no counts\n')
  const cases: [args: string[], code: number, message: RegExp][] = [
    [['topic', ...out], 2, /give the name of a topic/],
    [['topic', 'X', ...out], 2, /nothing to learn from/],
    [['topic', 'X', '--examples', at('absent'), ...out], 2, /absent: no such file/],
    [['topic', 'X', '--examples', 'http://a.example/', ...out], 2, /needs --campaign/],
    [['topic', 'X', '--search', web.searxng, ...out], 2, /needs --campaign/],
    [['topic', 'X', '--examples', at('bees'), '--counts', at('broken.counts'), ...out], 1, /E_MODEL/],
    [['topic', 'X', '--examples', at('bees'), '--classifier', 'oracle', ...out], 2, /oracle/],
    [['topic', 'X', '--examples', at('bees'), '--folds', '1', ...out], 2, /2 folds/],
    [['topic', 'X', '--examples', at('bees'), '--out', at('nowhere', 'x.model')], 2, /does not exist/],
    [['topic', 'X', '--syllabus', at('two.yaml'), ...out], 2, /not both/],
    [['topic', '--syllabus', at('absent.yaml'), ...out], 2, /cannot be read/],
    [['nation', '--country', 'XX', ...out], 2, /XX/],
    [['links', at('absent'), ...out], 2, /no such file/],
    [['links', at('bees', '0.html'), ...out], 1, /E_GRAPH/],
    [['links', at('web.ltg'), '--strategy', 'breadth-first', ...out], 2, /learns nothing that another crawl could use/],
    [['counts', at('absent'), ...out], 2, /no such file/],
    [['wisdom'], 2, /unknown command/],
  ]
  const results = []
  for (const [args] of cases) results.push(await runCli('train', ...args))
  for (const [i, [args, code, message]] of cases.entries()) {
    assert.match(results[i].stderr, message, args.join(' '))
    assert.equal(results[i].code, code, `${args.join(' ')}: ${results[i].stderr}`)
  }
  assert.ok(!existsSync(at('refused.model')))
  assert.equal((await runCli('train', '--help')).code, 0)
})
