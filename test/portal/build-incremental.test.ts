import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/disk/sqlite.js'
import { openLibrary } from '../../src/portal/store/library.js'
import { getFact } from '../../src/portal/build/shelves.js'
import { scratch } from '../archive/samples.js'
import { crawlLiving, ChangingWeb } from '../crawl/living-web.js'
import { startCli } from '../crawl/run-cli.js'
import { build, htmlOf, seen, textOf, warcOf, type Sample } from './build-samples.js'

/** Two archives that link to each other, share a page and an image, and have copies of each other's texts. */
function twoArchives(t: TestContext): { root: string; a: string; b: string } {
  const root = scratch(t)
  const samples = (host: string, other: string, from: number): Sample[] => [
    ...Array.from({ length: 12 }, (_, i) => ({
      url: `http://${host}.example/${i}`,
      body: htmlOf(from + i, [`/${(i + 1) % 12}`, `http://${other}.example/${i}`, `http://${other}.example/old`]),
    })),
    { url: `http://${host}.example/copy`, body: htmlOf(5, ['/3'], `Copy at ${host}`) },
    { url: `http://${host}.example/old`, status: 301, location: `http://${host}.example/7` },
    { url: `http://${host}.example/untitled`, body: `<p>${textOf(from + 50)}</p>` },
    {
      url: `http://${host}.example/shows`,
      body: `<title>Shows</title><img src="http://pictures.example/view.jpg"><p>${textOf(from + 60)}</p><a href="http://${other}.example/untitled">an untitled page</a>`,
    },
  ]
  const a = join(root, 'a.warc')
  const b = join(root, 'b.warc')
  writeFileSync(a, warcOf([...samples('a', 'b', 0), shared('2026-03-01T10:00:00Z', 'early')]))
  const picture = { url: 'http://pictures.example/view.jpg', type: 'image/jpeg', body: Buffer.alloc(3000, 7) }
  writeFileSync(b, warcOf([...samples('b', 'a', 100), shared('2026-04-01T10:00:00Z', 'late'), picture]))
  return { root, a, b }
}

function shared(date: string, when: string): Sample {
  return { url: 'http://shared.example/', date, body: `<title>Shared, ${when}</title><p>${textOf(90)} ${when}</p>` }
}

const QUERIES = ['river', 'chapter 3', 'number7', 'early', 'late', 'untitled', 'lantern meadow', '"about 3"']

test('a build of A and then of A and B gives what one build of both gives', async t => {
  const { root, a, b } = twoArchives(t)
  const first = await build(join(root, 'steps'), [a])
  assert.equal(first.added, first.pages)
  const second = await build(join(root, 'steps'), [a, b])
  assert.ok(second.added > 10 && second.unchanged > 10 && second.changed === 1, JSON.stringify(second))
  const both = await build(join(root, 'both'), [b, a])
  assert.equal(second.pages, both.pages)
  assert.deepEqual(seen(join(root, 'steps'), QUERIES), seen(join(root, 'both'), QUERIES))
})

test('a source that is not named any more is gone with all that came from it', async t => {
  const { root, a, b } = twoArchives(t)
  await build(join(root, 'both'), [a, b])
  const summary = await build(join(root, 'both'), [a])
  assert.ok(summary.removed > 10)
  await build(join(root, 'one'), [a])
  assert.deepEqual(seen(join(root, 'both'), QUERIES), seen(join(root, 'one'), QUERIES))
})

test('a build with nothing new changes nothing', async t => {
  const { root, a } = twoArchives(t)
  const out = join(root, 'portal')
  const { pages } = await build(out, [a])
  const before = statSync(join(out, 'index.db'))
  const again = await build(out, [a])
  assert.deepEqual([again.added, again.changed, again.removed, again.unchanged], [0, 0, 0, pages])
  assert.equal(statSync(join(out, 'index.db')).ino, before.ino)
  assert.ok(!existsSync(join(out, 'index.db.new')))
})

test('a source is read anew when the index does not say how far it was read', async t => {
  const { root, a, b } = twoArchives(t)
  const out = join(root, 'portal')
  const { pages } = await build(out, [a, b])
  const whole = seen(out, QUERIES)
  for (const state of ['{}', 'no JSON', '{"mark":{"end":-1,"line":0,"start":0,"print":""},"offset":"0"}']) {
    const index = openDatabase(join(out, 'index.db'))
    index.prepare('UPDATE sources SET state = ?').run(state)
    index.close()
    const again = await build(out, [a, b])
    assert.deepEqual([again.added, again.changed, again.removed, again.unchanged], [0, 0, 0, pages], state)
    assert.deepEqual(seen(out, QUERIES), whole, state)
  }
})

test('a page that changed is replaced, and found by its new words only', async t => {
  const root = scratch(t)
  const path = join(root, 'a.warc')
  const page = (text: string, date: string): Sample => ({
    url: 'http://a.example/',
    date,
    body: `<title>T</title><p>${text}</p>`,
  })
  writeFileSync(
    path,
    warcOf([page('zebra grass', '2026-01-01T00:00:00Z'), { url: 'http://a.example/2', body: htmlOf(2) }]),
  )
  await build(join(root, 'p'), [path])
  writeFileSync(
    path,
    warcOf([page('giraffe leaves', '2026-02-01T00:00:00Z'), { url: 'http://a.example/2', body: htmlOf(2) }]),
  )
  const summary = await build(join(root, 'p'), [path])
  assert.deepEqual([summary.added, summary.changed, summary.removed, summary.unchanged], [0, 1, 0, 1])
  assert.deepEqual(hits(join(root, 'p'), ['zebra', 'giraffe']), [0, 1])
})

test('a document that becomes a page, and the other way round, is one of them at a time', async t => {
  const root = scratch(t)
  const path = join(root, 'a.warc')
  const pdf = { type: 'application/pdf', body: '%PDF' }
  const write = (one: Partial<Sample>, two: Partial<Sample>): void =>
    writeFileSync(
      path,
      warcOf([
        { url: 'http://a.example/1', ...one },
        { url: 'http://a.example/2', ...two },
      ]),
    )
  write(pdf, { body: htmlOf(2) })
  await build(join(root, 'p'), [path])
  write({ body: htmlOf(1) }, pdf)
  await build(join(root, 'p'), [path])
  await build(join(root, 'q'), [path])
  assert.deepEqual(seen(join(root, 'p'), QUERIES), seen(join(root, 'q'), QUERIES))
})

test('an archive that grows is read on from where it was read', async t => {
  const root = scratch(t)
  const path = join(root, 'a.warc')
  const samples = Array.from({ length: 20 }, (_, i) => ({ url: `http://a.example/${i}`, body: htmlOf(i) }))
  const whole = warcOf(samples)
  // in the middle of a record, as a tool at work leaves it
  writeFileSync(path, whole.subarray(0, whole.length / 2))
  const before = await build(join(root, 'p'), [path])
  writeFileSync(path, whole)
  const after = await build(join(root, 'p'), [path])
  assert.ok(before.pages > 5 && before.pages < 12)
  assert.deepEqual([after.pages, after.added, after.unchanged], [20, 20 - before.pages, before.pages])
})

test('a build that was interrupted anywhere goes on and ends as if it had not been', async t => {
  const { root, a, b } = twoArchives(t)
  await build(join(root, 'whole'), [a, b])
  const expected = seen(join(root, 'whole'), QUERIES)
  for (const stage of ['reading', 'extracting', 'linking', 'indexing', 'finishing']) {
    const out = join(root, stage)
    await build(out, [a])
    const abort = new AbortController()
    const onProgress = (progress: { stage: string }): void => {
      if (progress.stage === stage) abort.abort()
      if (progress.stage === stage && stage === 'finishing') throw new Error('the power failed')
    }
    await assert.rejects(build(out, [a, b], { signal: abort.signal, onProgress }), `interrupted while ${stage}`)
    // readers have what was there before
    assert.equal(seenPages(out), 16, stage)
    await build(out, [a, b])
    assert.deepEqual(seen(out, QUERIES), expected, stage)
  }
})

test('a build that was stopped by Ctrl-C ends in good order, one that was killed not, and both go on', async t => {
  const root = scratch(t)
  const path = join(root, 'a.warc')
  const samples = Array.from({ length: 150 }, (_, i) => ({ url: `http://a.example/${i}`, body: htmlOf(i) }))
  writeFileSync(path, warcOf(samples))
  const out = join(root, 'p')
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const { child, result } = startCli(['portal', 'build', path, '--out', out, '--title', 'Samples'])
    for (let i = 0; i < 1000 && !existsSync(join(out, 'index.db.new-wal')); i++) await sleep(10)
    child.kill(signal)
    const { code, stderr } = await result
    if (signal === 'SIGINT')
      assert.deepEqual(
        [code, stderr],
        [130, 'interrupted: the portal is not finished; run the same command to resume\n'],
      )
  }
  await build(out, [path])
  await build(join(root, 'whole'), [path])
  assert.deepEqual(seen(out, QUERIES), seen(join(root, 'whole'), QUERIES))
})

test('a reader keeps its library while a new one is built, and is told when that is there', async t => {
  const { root, a, b } = twoArchives(t)
  const out = join(root, 'p')
  await build(out, [a])
  const reader = openLibrary(out)
  const pages = reader.facts().pages
  await build(out, [a, b])
  assert.equal(reader.changed(), true)
  assert.equal(reader.page('http://a.example/3')?.title, 'Page 3')
  assert.equal(reader.page('http://b.example/3'), null)
  assert.equal(reader.facts().pages, pages)
  reader.close()
  const next = openLibrary(out)
  assert.equal(next.changed(), false)
  assert.equal(next.page('http://b.example/3')?.title, 'Page 103')
  next.close()
  // one file, as a medium that cannot be written needs it
  assert.deepEqual(readdirSync(out).sort(), ['index.db', 'portal.json'])
})

function seenPages(out: string): number {
  const library = openLibrary(out)
  try {
    return library.facts().pages
  } finally {
    library.close()
  }
}

function hits(out: string, queries: readonly string[]): number[] {
  const { found } = seen(out, queries) as { found: { total: number }[] }
  return found.map(({ total }) => total)
}

test('after a round the next build gives what one build gives, and leaves links alone that did not change', async t => {
  const root = scratch(t)
  const [crawl, steps] = ['crawl', 'steps'].map(name => join(root, name))
  const web = await ChangingWeb.start()
  t.after(() => web.close())
  const names = Array.from({ length: 12 }, (_, i) => `a.test/${i}`)
  web.add('a.test/', 'none', [...names, 'b.test/old'])
  for (const [i, name] of names.entries()) web.add(name, i % 2 === 0 ? 'etag' : 'modified', [names[(i + 5) % 12]])
  web.add('b.test/old', 'etag')
  const linked = (): string => {
    const database = openDatabase(join(steps, 'index.db'), { readOnly: true })
    const print = getFact(database, 'linked')
    database.close()
    return print
  }
  const round = async (...changed: string[]): Promise<readonly [number, number, boolean]> => {
    web.change(...changed)
    await crawlLiving(web, crawl, ['http://a.test/'], { again: true })
    const before = existsSync(steps) ? linked() : ''
    const { added, changed: found } = await build(steps, [crawl])
    const whole = join(root, `whole-${readdirSync(root).length}`)
    await build(whole, [crawl])
    assert.deepEqual(seen(steps, ['ประเทศไทย', 'หน้า']), seen(whole, ['ประเทศไทย', 'หน้า']))
    return [added, found, linked() === before]
  }
  assert.equal((await round())[2], false)
  assert.deepEqual(await round(), [0, 0, true])
  assert.deepEqual(await round('a.test/3'), [0, 1, true])
  web.page('a.test/4').links = ['a.test/2']
  assert.deepEqual(await round('a.test/4'), [0, 1, false])
  // a page that moves is reached by the links to its old address
  web.page('b.test/old').state = { to: 'b.test/new' }
  web.add('b.test/new', 'none')
  assert.deepEqual(await round(), [1, 0, false])
  assert.deepEqual(await round(), [0, 0, true])
})
