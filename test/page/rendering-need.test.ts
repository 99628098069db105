import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyse, renderingNeed } from '../../src/page/index.js'
import { CASES, siteData } from '../render/cases.js'

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

test('all sites of the rendering web that need a browser show it on their first page', () => {
  const silent = CASES.filter(({ name, needs, page }) => needs && needOf(page(siteData(name, 0), 0)) === '')
  assert.deepEqual(
    silent.map(({ name }) => name),
    [],
  )
})
