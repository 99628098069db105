import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { crawlDirectory, readLog } from '../../src/collection/index.js'
import { runCli, startCli, temporaryDirectory, writeCampaign } from '../crawl/run-cli.js'
import { serveTopicWeb, TOPIC_NAMES, type TopicWeb } from './topic-web.js'

const SYLLABUS = `
subject: school
language: en
topics:
  - Photosynthesis
  - name: 2.1 Volcanoes ........ 14
  - {name: Fractions, query: fractions mathematics, phrases: [common denominator]}
  - Democracy
  - Beekeeping
`
const QUOTA = 25

let directory: string
let web: TopicWeb

before(async () => {
  directory = temporaryDirectory('syllabus')
  web = await serveTopicWeb()
  writeFileSync(join(directory, 'syllabus.yaml'), SYLLABUS)
})

after(async () => {
  await web.close()
  rmSync(directory, { recursive: true, force: true })
})

function campaign(name: string, parts: Record<string, unknown> = {}): string {
  return writeCampaign(
    directory,
    {
      name,
      target: { syllabus: 'syllabus.yaml' },
      seeds: { search: { searxng: web.searxng, results: 14 } },
      limits: { relevant: QUOTA, pages: 120 },
      politeness: { delay: '0s', 'max-crawl-delay': '0s' },
      network: { hosts: { '*': web.origin } },
      archive: { embeds: 'none' },
      workers: 1,
      ...parts,
    },
    `${name}.yaml`,
  )
}

interface TopicJson {
  readonly name: string
  readonly directory: string
  readonly pages: number
  readonly relevant: number
  readonly reused: number
  readonly stopped: string
}

test(
  'five topics of one file become five collections with one command, and a stop in the middle costs nothing',
  { timeout: 120_000 },
  async () => {
    const out = join(directory, 'school')
    const args = ['crawl', campaign('school'), '--out', out, '--json']
    assert.ok(web.about.size >= 300, `${web.about.size} pages`)

    const { child, result } = startCli(args)
    child.stderr?.on('data', text => /1\/5 .* stopped: /.test(String(text)) && child.kill('SIGINT'))
    const first = await result
    assert.equal(first.code, 0, first.stderr)
    const half = JSON.parse(first.stdout)
    assert.equal(half.stopped, 'interrupted')
    assert.ok(
      half.topics.some(({ stopped }: TopicJson) => stopped === 'waiting'),
      first.stdout,
    )
    const asked = web.queries.length

    const second = await runCli(...args)
    assert.equal(second.code, 0, second.stderr)
    assert.equal(second.stdout.trimEnd().split('\n').length, 1)
    const summary = JSON.parse(second.stdout)
    assert.equal(summary.stopped, 'finished')
    assert.equal(web.queries.length, asked, 'searched again')
    assert.deepEqual(
      summary.topics.map(({ name }: TopicJson) => name),
      ['Photosynthesis', 'Volcanoes', 'Fractions', 'Democracy', 'Beekeeping'],
    )
    for (const [index, topic] of (summary.topics as TopicJson[]).entries()) {
      const { found, right } = await relevantPages(topic.directory, TOPIC_NAMES[index])
      assert.equal(found, topic.relevant)
      assert.ok(found >= QUOTA * 0.8, `${topic.name}: ${found} relevant pages of ${QUOTA} wanted`)
      assert.ok(right / found >= 0.9, `${topic.name}: ${right} of ${found} pages are about it`)
      assert.ok(topic.relevant / topic.pages > 0.5, `${topic.name}: ${topic.relevant} of ${topic.pages}`)
      assert.ok(topic.reused > 0, `${topic.name}: its training pages were fetched again`)
    }
    const twice = web.requests.filter((url, i) => web.requests.indexOf(url) !== i)
    assert.deepEqual(twice, [], 'asked for more than once')
    assert.equal(
      summary.pages,
      summary.topics.reduce((sum: number, { pages }: TopicJson) => sum + pages, 0),
    )
    for (const file of summary.warc) assert.ok(existsSync(file), file)

    const kept = JSON.parse(readFileSync(join(out, 'syllabus.json'), 'utf8'))
    assert.equal(kept.topics.length, 5)

    for (const { against } of kept.topics) {
      assert.ok(against.topics > 20, JSON.stringify(against))
      assert.ok(against.background > 0, JSON.stringify(against))
    }

    // nothing is left to do: neither search, nor fetch, nor replay
    const requests = web.requests.length
    const third = JSON.parse((await runCli(...args)).stdout)
    assert.deepEqual(
      third.topics.map(({ relevant }: TopicJson) => relevant),
      summary.topics.map(({ relevant }: TopicJson) => relevant),
    )
    assert.equal(web.requests.length, requests)
    assert.equal(web.queries.length, asked)
  },
)

async function relevantPages(out: string, topic: string): Promise<{ found: number; right: number }> {
  let found = 0
  let right = 0
  for await (const { entry } of readLog(crawlDirectory(out))) {
    if (entry.t !== 'page' || !entry.relevant) continue
    found++
    if (web.about.get(entry.url) === topic) right++
  }
  return { found, right }
}

test('a model that was damaged is made again, and a state that names another directory is refused', async () => {
  const out = join(directory, 'damaged')
  for (const [folder, words] of [
    ['bees', 'hive honey queen worker drone comb wax pollen nectar swarm'],
    ['votes', 'election parliament vote citizen ballot party candidate'],
  ]) {
    mkdirSync(join(directory, folder))
    for (let i = 0; i < 6; i++)
      writeFileSync(join(directory, folder, `${i}.html`), `<p>${words} number${i} page${i * 7}. ${words}</p>`.repeat(3))
  }
  writeFileSync(join(directory, 'two.yaml'), '- {name: Bees, examples: bees}\n- {name: Votes, examples: votes}\n')
  const args = ['train', 'topic', '--syllabus', join(directory, 'two.yaml'), '--out', out, '--json']
  assert.equal((await runCli(...args)).code, 0)
  const model = join(out, 'models', 'bees.model')
  const whole = readFileSync(model, 'utf8')
  writeFileSync(model, whole.slice(0, 100))
  const again = await runCli(...args)
  assert.equal(again.code, 0, again.stderr)
  assert.match(again.stderr, /learned Bees/)
  assert.doesNotMatch(again.stderr, /learned Votes/)
  assert.equal(readFileSync(model, 'utf8'), whole)
  const state = join(out, 'syllabus.json')
  writeFileSync(state, readFileSync(state, 'utf8').replace('"slug": "bees"', '"slug": "../bees"'))
  const refused = await runCli(...args)
  assert.notEqual(refused.code, 0)
  assert.match(refused.stderr, /E_CRAWL_DIR/)
})
