import assert from 'node:assert/strict'
import { appendFileSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { openLibrary } from '../../src/portal/store/library.js'
import type { Library } from '../../src/portal/contracts.js'
import { scratch } from '../archive/samples.js'
import { runCli, temporaryDirectory } from '../crawl/run-cli.js'
import { crawlShown, serveShownWeb } from '../crawl/shown-web.js'
import { logText, replaceLog } from '../crawl/log-files.js'
import { build, seen } from './build-samples.js'

const ALL = { offset: 0, limit: 100 }

async function crawl(out: string, parts: Record<string, unknown> = {}): Promise<void> {
  const web = await serveShownWeb(12)
  try {
    await crawlShown(web, out, parts)
  } finally {
    await web.close()
  }
}

const shared = join(temporaryDirectory('build'), 'crawl')
after(() => rmSync(dirname(shared), { recursive: true, force: true }))
let made: Promise<void> | null = null

/** One crawl for all tests that only read it. */
async function sharedCrawl(): Promise<string> {
  await (made ??= crawl(shared))
  return shared
}

function look<T>(out: string, at: (library: Library) => T): T {
  const library = openLibrary(out)
  try {
    return at(library)
  } finally {
    library.close()
  }
}

/** Numbers of the pages of the web that are there: lists would leave out those with nearly the same text. */
function pagesOf(library: Library): number[] {
  return Array.from({ length: 12 }, (_, i) => i).filter(i => library.page(`http://a.test/p${i}`) !== null)
}

test('the library of a crawl has its relevant pages, and what they show', async t => {
  const root = scratch(t)
  const done = await sharedCrawl()
  const summary = await build(join(root, 'p'), [done], { title: undefined })
  assert.equal(summary.title, 'shown')
  look(join(root, 'p'), library => {
    assert.deepEqual(pagesOf(library), [0, 2, 4, 6, 8, 10])
    const card = library.page('http://a.test/p2')
    assert.equal(card?.language, 'tha')
    // redirects of images and references of style sheets, too
    const shown = [
      'http://a.test/main.css',
      'http://a.test/back.png',
      'http://a.test/moved.png',
      'http://cdn.test/c2.png',
    ]
    assert.deepEqual(library.has([...shown, 'http://a.test/private/secret.png']), [true, true, true, true, false])
    assert.equal(library.capture('http://a.test/main.css')?.mime, 'text/css')
    assert.deepEqual(library.facts().crawls, [done])
    assert.deepEqual(library.topics(), [])
  })
})

test('with --all irrelevant pages come, too, and go again without', async t => {
  const root = scratch(t)
  const done = await sharedCrawl()
  const out = join(root, 'p')
  await build(out, [done])
  const all = await build(out, [done], { all: true })
  assert.ok(all.added > 0 && all.unchanged === 6, JSON.stringify(all))
  look(out, library => {
    assert.ok(pagesOf(library).includes(1))
    assert.ok(!library.bestPages(ALL).some(({ url }) => url.endsWith('/p1')), 'the best pages are relevant')
  })
  const relevant = await build(out, [done])
  assert.deepEqual([relevant.removed, relevant.pages], [all.added, 6])
})

test('a crawl at work gives what it has, and the next build adds the rest', async t => {
  const root = scratch(t)
  const done = await sharedCrawl()
  cpSync(done, join(root, 'running'), { recursive: true })
  const log = join(root, 'running', 'crawl.log.jsonl')
  const text = await logText(done)
  replaceLog(join(root, 'running'), text)
  const lines = text.split('\n')
  // a line that is being written, and an archive that has not got its name yet
  writeFileSync(log, `${lines.slice(0, 4).join('\n')}\n${lines[4].slice(0, 30)}`)
  const warc = join(root, 'running', 'warc')
  for (const name of readdirSync(warc)) {
    if (name.endsWith('.gz')) renameSync(join(warc, name), join(warc, `${name}.open`))
    else rmSync(join(warc, name))
  }
  const before = await build(join(root, 'p'), [join(root, 'running')])
  assert.ok(before.pages >= 1 && before.pages < 6)
  const capture = look(join(root, 'p'), library => library.capture('http://a.test/p0'))
  assert.match(capture?.place.file ?? '', /\.open$/)
  writeFileSync(log, text)
  for (const name of readdirSync(warc)) renameSync(join(warc, name), join(warc, name.replace('.open', '')))
  const after = await build(join(root, 'p'), [join(root, 'running')])
  assert.deepEqual([after.pages, after.unchanged], [6, before.pages])
  // a log that was cut and written differently is read anew
  writeFileSync(log, `${lines.slice(0, 3).join('\n')}\n`)
  const cut = await build(join(root, 'p'), [join(root, 'running')])
  assert.ok(cut.pages < 6 && cut.removed > 0)
  appendFileSync(log, 'not a line of a log\n')
  const warnings: string[] = []
  await build(join(root, 'p'), [join(root, 'running')], { onWarning: message => void warnings.push(message) })
  assert.match(warnings.join(), /line 4 of the log/)
})

test('pages that waited for something good behind them are there when they were archived', async t => {
  const root = scratch(t)
  await crawl(join(root, 'crawl'), { archive: { embeds: 'none', keep: 'path' } })
  await build(join(root, 'p'), [join(root, 'crawl')], { all: true })
  await crawl(join(root, 'plain'), { archive: { embeds: 'none', keep: 'all' } })
  await build(join(root, 'q'), [join(root, 'plain')], { all: true })
  const kept = look(join(root, 'p'), pagesOf)
  const every = look(join(root, 'q'), pagesOf)
  assert.ok(kept.includes(1), `${kept}`)
  assert.ok(kept.length < every.length, `${kept} of ${every}`)
})

test('topics of a syllabus are topics of the library, below their subject', async t => {
  const root = scratch(t)
  const syllabus = join(root, 'school')
  mkdirSync(syllabus)
  cpSync(await sharedCrawl(), join(syllabus, 'light'), { recursive: true })
  await crawl(join(syllabus, 'sound'), { seeds: ['http://a.test/p2'] })
  cpSync(await sharedCrawl(), join(syllabus, 'training'), { recursive: true })
  const counts = { pages: 0, relevant: 0, bytes: 0, hosts: 0, embeds: 0, reused: 0, texts: 0 }
  const state = {
    ...counts,
    query: '',
    learnedFrom: '',
    gMean: null,
    isVague: false,
    crawledFrom: '',
    stopped: '',
    warnings: [],
  }
  const topics = ['Sound', 'Light', 'Heat'].map(name => ({ ...state, name, slug: name.toLowerCase() }))
  const file = {
    format: 'longtail-syllabus',
    version: 1,
    name: 'x',
    subject: 'Physics',
    language: 'tha',
    updated: '',
    topics,
  }
  writeFileSync(join(syllabus, 'syllabus.json'), JSON.stringify(file))
  await build(join(root, 'p'), [syllabus])
  look(join(root, 'p'), library => {
    const named = library.topics().map(({ slug, name, parent, pages }) => `${slug} ${name} ${parent} ${pages}`)
    assert.deepEqual(named, ['physics Physics  6', 'sound Sound physics 2', 'light Light physics 6'])
    assert.equal(library.topicPages('sound', ALL).length, 1, 'their texts are nearly the same')
    assert.deepEqual(library.page('http://a.test/p2')?.topics, ['physics', 'sound', 'light'])
    assert.deepEqual(library.page('http://a.test/p4')?.topics, ['physics', 'light'])
    assert.equal(library.topic('heat'), null)
    assert.equal(library.facts().crawls.length, 2)
  })
  await build(join(root, 'steps'), [join(syllabus, 'light')])
  await build(join(root, 'steps'), [syllabus])
  assert.deepEqual(seen(join(root, 'steps')), seen(join(root, 'p')))
  const own = topics.map(topic => ({ ...topic, subject: topic.name === 'Sound' ? 'Music' : 'Physics' }))
  writeFileSync(join(syllabus, 'syllabus.json'), JSON.stringify({ ...file, topics: own }))
  await build(join(root, 'p'), [syllabus])
  const families = look(join(root, 'p'), library => library.topics().map(({ name, parent }) => `${name} ${parent}`))
  assert.deepEqual(families, ['Music ', 'Sound music', 'Physics ', 'Light physics'])
})

test('the command builds, says what it did, and refuses what is no source', async t => {
  const root = scratch(t)
  const done = await sharedCrawl()
  const out = join(root, 'p')
  const json = await runCli('portal', 'build', done, '--out', out, '--title', 'Rights', '--json')
  assert.equal(json.code, 0, json.stderr)
  const summary: Record<string, unknown> = JSON.parse(json.stdout)
  assert.deepEqual([summary.title, summary.pages, summary.added], ['Rights', 6, 6])
  const refused = async (...args: string[]): Promise<string> => {
    const { code, stderr } = await runCli('portal', 'build', ...args)
    return `${code} ${stderr}`
  }
  assert.match(
    await refused(join(root, 'absent'), '--out', out),
    /^1 E_SOURCE: .*does not exist: give a crawl, a portal or an archive/,
  )
  mkdirSync(join(root, 'empty'))
  assert.match(await refused(join(root, 'empty'), '--out', out), /^1 E_SOURCE: .*contains neither a crawl nor archives/)
  writeFileSync(join(root, 'text.txt'), 'text')
  assert.match(await refused(join(root, 'text.txt'), '--out', out), /^1 E_SOURCE: .*is not an archive/)
  assert.match(await refused(done, '--out', done), /^1 E_PORTAL: .*is neither empty nor a portal/)
  assert.equal(
    look(out, library => library.facts().title),
    'Rights',
  )
})
