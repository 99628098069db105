import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { diskError, isDiskError } from '../../src/disk/disk-error.js'
import { openLibrary } from '../../src/portal/store/library.js'
import { inTransaction, openDatabase } from '../../src/disk/sqlite.js'
import { scratch } from '../archive/samples.js'
import { build, htmlOf, seen, textOf, warcOf, type Sample } from './build-samples.js'

const ALL = { offset: 0, limit: 100 }

test('a file whose name is no text is passed over, with the rest of its directory read', async t => {
  const root = scratch(t)
  const archives = join(root, 'archives')
  mkdirSync(archives)
  const name = Buffer.concat([Buffer.from(`${archives}/`), Buffer.from([0xff, 0xfe]), Buffer.from('.warc')])
  try {
    writeFileSync(name, warcOf([{ url: 'http://a.example/1', body: htmlOf(1) }]))
  } catch {
    t.skip('this file system has no such names')
    return
  }
  writeFileSync(join(archives, 'plain.warc'), warcOf([{ url: 'http://a.example/2', body: htmlOf(2) }]))
  assert.equal((await build(join(root, 'portal'), [archives])).pages, 1)
})

test('an archive that goes away during the build is left out with a word', async t => {
  const root = scratch(t)
  const [a, b] = ['a', 'b'].map(name => join(root, `${name}.warc`))
  writeFileSync(a, warcOf([{ url: 'http://a.example/', body: htmlOf(1) }]))
  writeFileSync(b, warcOf([{ url: 'http://b.example/', body: htmlOf(2) }]))
  const warnings: string[] = []
  const { pages } = await build(join(root, 'portal'), [a, b], {
    onProgress: ({ stage }) => stage === 'reading' && rmSync(b, { force: true }),
    onWarning: message => warnings.push(message),
  })
  assert.equal(pages, 1)
  assert.match(warnings.join('\n'), /b\.warc was left out: .*check that it still exists/)
})

test('a portal is not built into a file', async t => {
  const root = scratch(t)
  const archive = join(root, 'a.warc')
  writeFileSync(archive, warcOf([{ url: 'http://a.example/', body: htmlOf(1) }]))
  await assert.rejects(build(archive, [archive]), { code: 'E_PORTAL', message: /is not a directory/ })
})

test('a full disk is said to be full, and takes nothing with it', () => {
  const database = openDatabase(':memory:')
  database.exec('CREATE TABLE rows (value BLOB); PRAGMA max_page_count = 10')
  const insert = database.prepare('INSERT INTO rows VALUES (zeroblob(4000))')
  const fill = (): void => {
    for (let i = 0; i < 100; i++) insert.run()
  }
  assert.throws(
    () => inTransaction(database, fill),
    (error: unknown) => isDiskError(error) && /free some space/.test(diskError('/portal', error).message),
  )
  assert.deepEqual({ ...database.prepare('SELECT count(*) AS count FROM rows').get() }, { count: 0 })
  inTransaction(database, () => insert.run())
  database.close()
})

test('when a page is hidden its copies take its place in lists, and its title names no site', async t => {
  const root = scratch(t)
  const archive = join(root, 'a.warc')
  const to = ['http://a.example/original']
  writeFileSync(
    archive,
    warcOf([
      { url: 'http://a.example/original', body: htmlOf(1, [], 'A bad title') },
      { url: 'http://b.example/a-copy-of-it', body: htmlOf(1, [], 'Copy') },
      { url: 'http://a.example/other', body: htmlOf(3, to, 'Other') },
      { url: 'http://c.example/', body: htmlOf(4, to, 'Elsewhere') },
    ]),
  )
  const out = join(root, 'portal')
  await build(out, [archive])
  const library = openLibrary(out)
  t.after(() => library.close())
  assert.deepEqual(library.sitePages('b.example', ALL), [])
  assert.equal(library.site('a.example')?.title, 'A bad title')
  library.hide(['http://a.example/original'])
  assert.deepEqual(
    library.sitePages('b.example', ALL).map(({ title }) => title),
    ['Copy'],
  )
  assert.ok(library.bestPages(ALL).some(({ title }) => title === 'Copy'))
  assert.equal(library.site('a.example')?.title, 'Other')
})

test('of two captures of one moment, the one that search knows is shown, whichever archive came first', async t => {
  const root = scratch(t)
  const [page, file] = ['page', 'file'].map(name => join(root, `${name}.warc`))
  writeFileSync(page, warcOf([{ url: 'http://a.example/x', body: htmlOf(1) }]))
  writeFileSync(file, warcOf([{ url: 'http://a.example/x', type: 'application/pdf', body: '%PDF-1.4' }]))
  for (const [i, sources] of [
    [page, file],
    [file, page],
  ].entries()) {
    const out = join(root, `portal${i}`)
    await build(out, sources)
    const library = openLibrary(out)
    t.after(() => library.close())
    assert.equal(library.capture('http://a.example/x')?.mime, 'text/html')
  }
})

/** Numbers below `most` that look like chance and are the same for the same seed. */
function chance(seed: number): (most: number) => number {
  let state = seed * 2654435761 + 1
  return most => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

/** Pages, copies, documents, redirects and errors of one host, with links to all others. */
function someOf(host: string, random: (most: number) => number): Sample[] {
  const any = (): string =>
    `http://${'abc'[random(3)]}.example/${[random(6), `doc${random(3)}.pdf`, 'song.mp3'][random(3)]}`
  return Array.from({ length: 8 }, () => {
    const date = `2026-0${1 + random(6)}-01T10:00:00Z`
    const url = `http://${host}.example/${random(6)}`
    switch (random(6)) {
      case 0:
        return { url, date, status: 301, location: any() }
      case 1:
        return {
          url: `http://${host}.example/doc${random(3)}.pdf`,
          date,
          type: 'application/pdf',
          body: `%PDF ${random(3)}`,
        }
      case 2:
        return { url: `http://${host}.example/song.mp3`, date, type: 'audio/mpeg', body: 'x' }
      case 3:
        return { url, date, body: `<p>${textOf(random(20))}</p><a href="${any()}">a paper</a>` }
      default:
        return { url, date, body: htmlOf(random(20), [any(), any()]) }
    }
  })
}

test('whatever comes, changes and goes, many builds give what one gives', async t => {
  for (const seed of [1, 2, 3]) {
    const random = chance(seed)
    const root = scratch(t)
    const write = (host: string): void => {
      const always = { url: `http://${host}.example/always`, body: htmlOf(90, [`http://${host}.example/doc1.pdf`]) }
      writeFileSync(join(root, `${host}.warc`), warcOf([always, ...someOf(host, random)]))
    }
    ;['a', 'b', 'c'].forEach(write)
    for (let step = 0; step < 5; step++) {
      const hosts = ['a', 'b', 'c'].filter((_, i) => random(3) > 0 || i === step % 3)
      const sources = hosts.map(host => join(root, `${host}.warc`))
      await build(join(root, 'many'), sources)
      await build(join(root, `one${step}`), [...sources].reverse())
      assert.deepEqual(seen(join(root, 'many')), seen(join(root, `one${step}`)), `seed ${seed}, step ${step}`)
      write(hosts[random(hosts.length)])
    }
  }
})
