import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildPortal } from '../../src/portal/build/index.js'
import { firstSentence } from '../../src/portal/ui/first-sentence.js'
import { en } from '../../src/portal/ui/languages/en.js'
import { openLibrary } from '../../src/portal/store/library.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { pageOf, writeArchive } from './small-archive.js'
import { serveSmall, type SmallPortal } from './serve-small.js'

let small: SmallPortal
before(async () => {
  small = await serveSmall()
})
after(() => small.close())

const LAVA = 'A volcano is a rupture in the crust of the Earth that lets hot lava escape.'

test('a page introduces itself by its first sentence; menus, dates and headings are none', () => {
  assert.equal(firstSentence(`${LAVA} It is hot.`, 'en'), LAVA)
  assert.equal(firstSentence(`Home About us\n24.02.2019\nVolcanoes\n${LAVA}`, 'en'), LAVA)
  assert.equal(firstSentence('Home\nAbout us\nA list of many links without an end or a verb in it', 'en'), '')
  assert.equal(firstSentence('', ''), '')
  assert.equal(firstSentence(`Hello! ${LAVA} It is hot.`, 'en'), `Hello! ${LAVA}`)
})

test('a long sentence is cut between words, also where a script has no spaces', () => {
  const english = firstSentence(`${'many long words follow here '.repeat(20)}.`, 'en')
  assert.match(english, /(?:many|long|words|follow|here)…$/)
  assert.ok(english.length <= 171)
  const thai = firstSentence('มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ'.repeat(10), 'th')
  assert.match(thai, /^มนุษย์ทั้งหลาย.*…$/)
  assert.ok(thai.length <= 171)
})

test('whatever a text holds, its first sentence is short and comes at once', () => {
  for (const text of ['.'.repeat(1e6), `${'a'.repeat(1e6)}.`, '\n'.repeat(1e6), '\ud800'.repeat(100), '. '.repeat(1e5)])
    assert.ok(firstSentence(text, 'en').length <= 171)
})

test('new pages are the last that were captured, two of a site at most; a hidden one is not among them', () => {
  const library = openLibrary(small.directory)
  try {
    const pages = library.newPages(6)
    assert.equal(pages.length, 6)
    const perSite = new Map<string, number>()
    for (const { site } of pages) perSite.set(site, (perSite.get(site) ?? 0) + 1)
    assert.ok(Math.max(...perSite.values()) <= 2)
    const times = library.newPages(100).map(({ at }) => at)
    assert.deepEqual(
      times,
      [...times].sort((a, b) => b - a),
    )
    library.hide([pages[0].site])
    assert.ok(library.newPages(100).every(({ site }) => site !== pages[0].site))
  } finally {
    library.close()
  }
})

test('the best pages are texts; an index that all pages link to comes behind them', async () => {
  const directory = temporaryDirectory('best-pages')
  const names = ['rivers', 'lakes', 'seas', 'rain']
  const address = (name: string): string => `http://water.example/${name}`
  writeArchive(join(directory, 'water.warc'), [
    { url: address('index'), body: pageOf('Index', [], [...names, ...names.map(name => `more-${name}`)].map(address)) },
    ...names.map(name => ({
      url: address(name),
      body: pageOf(name, [`${LAVA} This page is about ${name}, and tells a long story of them.`], [address('index')]),
    })),
  ])
  await buildPortal({ sources: [join(directory, 'water.warc')], out: join(directory, 'portal') })
  const library = openLibrary(join(directory, 'portal'))
  try {
    const best = (limit: number): string[] => library.bestPages({ offset: 0, limit }).map(({ url }) => url)
    assert.ok(!best(3).includes(address('index')))
    assert.equal(best(10).at(-1), address('index'))
    assert.equal(best(10).length, 5)
  } finally {
    library.close()
  }
})

test('the front page invites: a search box, pages, a lesson to make, what is new, and how to search', async () => {
  const html = await (await fetch(`${small.origin}/`)).text()
  const { browse, common } = en
  for (const text of [
    browse.welcome,
    browse.bestPages,
    common.lessons,
    browse.makeLesson,
    browse.newPages,
    browse.helpTitle,
  ])
    assert.ok(html.includes(text), text)
  assert.equal(html.match(/<h1/g)?.length, 1)
  assert.match(html, /<header class="head"><div class="wrap">/)
  assert.match(html, /<footer class="foot"><div class="wrap">/)
})

test('beside a page stand others, never the page itself', async () => {
  const html = await (await fetch(`${small.origin}/web/http://lava.example/volcano`)).text()
  const [, aside = ''] = /<div class="aside">([^]*)<\/main>/.exec(html) ?? []
  const links = [...aside.matchAll(/<li><a href="\/web\/([^"]+)"/g)].map(([, url]) => url)
  assert.ok(!links.includes('http://lava.example/volcano'), links.join())
})
