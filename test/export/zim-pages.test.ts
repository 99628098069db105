import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { exportZim } from '../../src/export/zim/export-zim.js'
import { archivedPath, relativeAddress } from '../../src/export/zim/paths.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import type { ArchivedSite } from '../portal/archived-site.js'
import { assertChecked } from './zim-file-tools.js'
import { detailsOf, pathsIn, schoolSite, textAt } from './zim-pages-site.js'

const DATE = '2026-02-03'

test('no two addresses have one path, and every path is reached from every other', () => {
  const urls = [
    'http://a.example/',
    'http://a.example/x/y',
    'http://a.example/x/y/',
    'http://a.example//x//y',
    'http://a.example//',
    'http://a.example/%2F/',
    'http://a.example/%252F/',
    'http://a.example/x?y=../../z',
    'http://a.example/x?y=..%2F../z',
    'http://a.example/x?y=..%252F../z',
    'http://a.example/x?url=http://b.example/',
    'http://a.example/x?y=/z&w=a:b',
    'http://a.example/x%EF%BC%9Fy=/z',
    'http://a.example/x?y=/z',
    'http://a.example/x%3Fy=/z',
    'http://a.example/x%3Fy',
    'http://a.example/100%25',
    'http://a.example/100%2525',
    'http://a.example/a%2Fb',
    'http://a.example/a/b',
    'http://a.example/a%20b',
    'http://a.example/a+b',
    'http://a.example/c:d',
    'http://a.example/%E0%B8%81',
    'http://a.example/%A1',
    'http://a.example/%E2%80%AE',
    'http://a.example:8080/',
    'http://_longtail/home',
  ]
  const paths = [...urls.map(url => archivedPath(url)), '_longtail/home', '_longtail/site/a.example']
  assert.equal(new Set(paths).size, paths.length)
  // readers make one of two slashes, and take dots away
  for (const path of paths)
    assert.ok(
      !path
        .split('/')
        .slice(1, -1)
        .some(part => /^\.{0,2}$/.test(part)),
      path,
    )
  assert.ok(paths.includes('a.example/ก'))
  assert.ok(paths.includes('a.example/a b'))
  for (const from of paths) {
    const base = `http://kiwix/content/${from.split('/').map(encodeURIComponent).join('/')}`
    for (const to of paths) {
      const { pathname, search, host } = new URL(relativeAddress(from, to), base)
      assert.equal(host, 'kiwix')
      assert.equal(search, '')
      assert.equal(decodeURIComponent(pathname), `/content/${to}`)
    }
  }
})

describe('a ZIM of a small site', () => {
  const directory = temporaryDirectory('zim')
  const zim = join(directory, 'school.zim')
  let site: ArchivedSite
  let home = ''
  before(async () => {
    site = await schoolSite()
    const warnings: string[] = []
    const options = {
      sources: [site.warc],
      out: zim,
      date: DATE,
      title: 'Fire',
      onWarning: (text: string) => warnings.push(text),
    }
    const summary = await exportZim(options)
    assert.deepEqual(warnings, [])
    assert.deepEqual(summary.files, [zim])
    assert.equal(summary.bytes, readFileSync(zim).length)
    home = await textAt(zim, 'school.example/')
  })
  after(() => site.close())

  const tag = (id: string): string => new RegExp(`<(?:a|img) [^>]*id="?${id}"?[^>]*>`).exec(home)?.[0] ?? ''

  test('passes zimcheck and leaves nothing beside it', async () => {
    await assertChecked(zim)
    assert.ok(!existsSync(`${zim}.partial`))
  })

  test('has the pages and what they show, and nothing else', async () => {
    const paths = (await pathsIn(zim)).filter(path => !path.startsWith('_longtail/'))
    assert.deepEqual(
      paths.sort(),
      [
        'middle.example/',
        'old.example/moved',
        'other.example/lava',
        'other.example/same',
        'school.example/',
        'school.example/css/more.css',
        'school.example/css/site.css',
        'school.example/dir/',
        'school.example/img/back ground.png',
        'school.example/img/dot.png',
        'school.example/lava/hot？kind=1&n=2',
        'school.example/plan.pdf',
        'school.example/ภูเขา',
        'wait.example/',
      ].sort(),
    )
  })

  test('links lead to entries by relative addresses', async () => {
    assert.match(tag('lava'), / href="\.\/lava\/hot%EF%BC%9Fkind%3D1%26n%3D2#top" data-longtail="here"/)
    assert.match(tag('thai'), / href="\.\/%E0%B8%A0%E0%B8%B9%E0%B9%80%E0%B8%82%E0%B8%B2"/)
    assert.match(tag('moved'), / href="\.\.\/other\.example\/lava"/)
    assert.match(tag('slash'), / href="\.\/dir\/"/)
    assert.match(tag('here'), / href="#content"/)
    assert.match(tag('file'), / href="\.\/plan\.pdf"/)
    assert.doesNotMatch(home, /target="_top"/)
    assert.match(await textAt(zim, 'school.example/lava/hot？kind=1&n=2'), /<a href="\.\.\/"/)
  })

  test('links that leave say so and keep their address', () => {
    assert.match(tag('out'), / href="http:\/\/elsewhere\.example\/x" target="_blank" rel="external/)
    assert.match(tag('out'), / data-longtail="away" title="Elsewhere – not in this collection: needs the Internet"/)
    assert.match(tag('broken'), / href="http:\/\/school\.example\/broken"[^>]* data-longtail="away"/)
    assert.doesNotMatch(tag('script'), /href/)
  })

  test('images and styles are there, nothing runs, forms are off', async () => {
    assert.match(tag('dot'), / src="\.\/img\/dot\.png"/)
    assert.doesNotMatch(tag('gone'), / src=/)
    assert.match(home, /<link rel="stylesheet" href="\.\/css\/site\.css">/)
    assert.match(home, /^<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy"/)
    assert.doesNotMatch(home, /<script|alert\(1\)|action=/)
    assert.match(home, /<button disabled/)
    assert.match(await textAt(zim, 'school.example/css/more.css'), /url\("\.\.\/img\/back%20ground\.png"\)/)
    assert.match(await detailsOf(zim, 'school.example/plan.pdf'), /mime-type: +application\/pdf/)
  })

  test('redirects of the archive, and pages that lead on by themselves, are redirects', async () => {
    for (const path of ['old.example/moved', 'middle.example/', 'wait.example/'])
      assert.match(await detailsOf(zim, path), /type: +redirect\n.*other\.example\/lava|redirect index/s, path)
  })

  test('titles that are there more than once say where they are', async () => {
    assert.match(await detailsOf(zim, 'other.example/lava'), /title: +Geysers\n/)
    assert.match(await detailsOf(zim, 'other.example/same'), /title: +Lava – other\.example\n/)
    assert.match(await detailsOf(zim, 'school.example/dir/'), /title: +Lava – school\.example\/dir\n/)
  })

  test('the front page, the sites and the page about it lead on', async () => {
    const front = await textAt(zim, '_longtail/home')
    assert.match(front, /<h1 class="title">Fire<\/h1>/)
    assert.match(front, /href="\.\.\/school\.example\/"/)
    assert.match(front, /href="\.\/site\/school\.example"/)
    assert.match(await textAt(zim, '_longtail/site/school.example'), /href="\.\.\/\.\.\/school\.example\/dir\/"/)
    assert.match(await textAt(zim, '_longtail/about'), /Saved on May 1, 2024/)
  })

  test('the same sources and date give the same bytes, from the archive and from its portal', async () => {
    const again = join(directory, 'again.zim')
    await exportZim({ sources: [site.warc], out: again, date: DATE, title: 'Fire' })
    assert.ok(readFileSync(again).equals(readFileSync(zim)))
    await exportZim({ sources: [site.portal], out: again, date: DATE, title: 'Fire' })
    assert.ok(readFileSync(again).equals(readFileSync(zim)))
    rmSync(again)
  })

  test('what does not fit is refused before anything is read', async () => {
    const text = join(directory, 'text.png')
    writeFileSync(text, 'no picture')
    const wrong: Parameters<typeof exportZim>[0][] = [
      { title: 'x'.repeat(31) },
      { description: 'x'.repeat(81) },
      { name: 'With Spaces' },
      { language: 'th' },
      { language: 'tha,xyz' },
      { date: '2026-02-30' },
      { interface: 'fr' },
      { illustration: text },
      { lessonFiles: [text] },
    ].map(flags => ({ sources: [site.warc], out: join(directory, 'wrong.zim'), ...flags }))
    for (const options of wrong)
      await assert.rejects(
        exportZim(options),
        (error: unknown) => error instanceof LongtailError && error.code === 'E_USAGE',
      )
    // a Thai letter with its marks is one
    await exportZim({ ...wrong[0], title: 'กี่'.repeat(30), interface: 'th', language: 'tha,eng' })
    rmSync(join(directory, 'wrong.zim'))
  })
})
