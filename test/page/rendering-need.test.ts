import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyse, renderingNeed } from '../../src/page/index.js'
import { CASES, siteData } from '../render/cases.js'
import { MORE_CASES } from '../render/more-cases.js'

function needOf(html: string, type = 'text/html; charset=utf-8'): string {
  return renderingNeed(
    analyse({
      ok: true,
      url: 'http://a.test/p0',
      startedAt: 0,
      fetchMs: 0,
      ip: null,
      protocol: 'http/1.1',
      requestHeaders: [],
      status: 200,
      statusText: 'OK',
      headers: [['Content-Type', type]],
      body: Buffer.from(html),
      truncated: null,
    }),
  )
}

const TEXT = '<p>All human beings are born free and equal in dignity and rights.</p>'.repeat(20)
const LINKS = '<a href="/a">a</a> <a href="/b">b</a> <a href="/c">c</a> <a href="/d">d</a>'

test('a page with text and links needs no browser, whatever scripts it has', () => {
  assert.equal(needOf(`${TEXT}${LINKS}<script src="/app.js"></script><script>${'x()'.repeat(500)}</script>`), '')
})

test('a page without scripts needs no browser, however little it says', () => {
  assert.equal(needOf('<div id="root"></div>'), '')
  assert.equal(needOf('<p>under construction</p>'), '')
})

test('other files need no browser', () => {
  assert.equal(needOf('<script>'.repeat(5), 'text/plain'), '')
})

test('what is missing says why a browser is needed', () => {
  assert.equal(needOf('<div id="root"></div><script src="/app.js"></script>'), 'empty')
  assert.equal(
    needOf('<p>Welcome to the school of the village, class of 2026.</p><script src="/app.js"></script>'),
    'thin',
  )
  assert.equal(needOf(`${TEXT}<a href="/a">a</a><script src="/app.js"></script>`), 'few-links')
  assert.equal(needOf(`${TEXT}${LINKS}<script>new IntersectionObserver(more)</script>`), 'growing')
})

test('menus around an empty place for content: a browser may fill it', () => {
  const menu = Array.from({ length: 15 }, (_, i) => `<a href="/${i}">Section number ${i}</a>`).join(' ')
  const foot = `<footer>${'Our address is written here. '.repeat(15)}</footer>`
  const needOfPlace = (place: string, more = ''): string =>
    needOf(`${menu}${place}${foot}${more}<script src="/app.js"></script>`)
  assert.equal(needOfPlace('<main><div class="spinner"></div></main>'), 'thin')
  assert.equal(needOfPlace('<div id="content"><div><p>Loading…</p></div></div>'), 'thin')
  assert.equal(needOfPlace('<div id="app"></div>', '<img src="/a.png">'.repeat(5)), 'thin')
  // a form, pictures or words are what the place is for
  assert.equal(needOfPlace('<main><form><input name="q"><button>Search</button></form></main>'), '')
  assert.equal(needOfPlace('<main><img src="/photo.jpg"></main>'), '')
  assert.equal(needOfPlace('<main>The school is closed on Monday, and open on Tuesday.</main>'), '')
  // another place is filled
  assert.equal(needOfPlace('<div id="app"></div><main>The school is closed on Monday, and open on Tuesday.</main>'), '')
  assert.equal(needOfPlace('<main>The school is closed on Monday, and open on Tuesday.</main><div id="app"></div>'), '')
  // there is more beside it than menus
  assert.equal(needOfPlace('<main></main>', TEXT), '')
  assert.equal(needOf(`${menu}<main></main>${foot}`), '')
})

test('a page of any size may be empty', () => {
  const state = `<script>state = "${'0123456789'.repeat(100_000)}"</script>`
  assert.equal(needOf(`<div id="root"></div>${state}`), 'empty')
})

test('a page that is nothing but a script may lead to another one', () => {
  assert.equal(needOf('<script>location.replace("/th/")</script>'), 'thin')
  assert.equal(needOf('<p>Please wait…</p><script>location = "/th/"</script>'), 'thin')
  assert.equal(needOf('<div id="a"></div><script>var opened = 1</script><img src="/building.jpg">'), '')
  // where it leads is written
  assert.equal(needOf('<meta http-equiv="refresh" content="0; url=/th/"><script src="/count.js"></script>'), '')
  assert.equal(
    needOf('<meta http-equiv="refresh" content="600"><div id="app"></div><script src="/a.js"></script>'),
    'empty',
  )
})

test('a script may be its own address', () => {
  assert.equal(needOf(`<p>Hello</p><script src="data:text/javascript,${'show();'.repeat(400)}"></script>`), 'empty')
})

test('words of a list that grows are found in any case, and only whole', () => {
  const full = (more: string): string => needOf(`${TEXT}${LINKS}<script>${more}</script>`)
  for (const word of [
    'infinite-scroll',
    'infiniteScroll',
    'data-infinite',
    'LOAD-MORE',
    'loadMore',
    'INTERSECTIONOBSERVER',
  ])
    for (const before of ['', 'x', 'in in int load loa '])
      assert.equal(full(`${before}${word}`), 'growing', before + word)
  for (const word of ['animation: spin infinite', 'intersection', 'load-mor', 'load more', 'infinite scroll'])
    assert.equal(full(word), '', word)
})

test('all sites of the rendering web that need a browser show it on their first page', async () => {
  const silent: string[] = []
  for (const { name, needs, page } of [...CASES, ...MORE_CASES])
    if (needs && needOf(await page(siteData(name, 0), 0)) === '') silent.push(name)
  assert.deepEqual(silent, [])
})

test('a list that watches for its end in a file of scripts says so in its markup', () => {
  const list = (end: string): string => needOf(`${TEXT}${LINKS}<ul></ul>${end}<script src="/app.js"></script>`)
  assert.equal(list('<div id="sentinel"></div>'), 'growing')
  assert.equal(list('<div class="scroll sentinel"></div>'), 'growing')
  assert.equal(list('<div hx-get="/more" hx-trigger="revealed"></div>'), 'growing')
  assert.equal(list('<p>sentinels of the sea</p>'), '')
})

test('an empty element of the page’s own kind waits for its script', () => {
  const around = (element: string): string =>
    needOf(`${LINKS}${element}<footer>Imprint</footer><script>define()</script>`)
  assert.equal(around('<x-article data-body="…"></x-article>'), 'thin')
  assert.equal(around('<news-list>\n</news-list>'), 'thin')
  assert.equal(around('<x-article>Words of the server</x-article>'), '')
  assert.equal(around('<site-search></site-search><cookie-banner></cookie-banner>'), '')
  // would take hours if each of these were read to the end of the page
  for (const piece of ['<x-a ', '<x-a>', '<x-a', `<x${'-a'.repeat(50)} `])
    assert.equal(around(piece.repeat(400_000)), '')
})
