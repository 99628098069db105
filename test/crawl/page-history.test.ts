/** What the log says about pages, as recrawl policies see it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageEntry } from '../../src/collection/log/entry.js'
import type { AgainEntry, AgainFound } from '../../src/collection/log/round-entry.js'
import { PageHistory, pageKindOf } from '../../src/crawl/page-history.js'

const URL = 'http://a.test/news/some-long-story-2026.html'
const NUMBERS = { isKnown: true, links: [], leads: [] }

function first(): PageEntry {
  return {
    ...{ t: 'page', id: 0, url: URL, hops: 0, at: '2026-01-01T00:00:00Z', ms: 1, status: 200, mime: 'text/html' },
    ...{ bytes: 1, relevant: true, score: 0.9, language: 'tha', share: 1, links: [], simhash: '0000000000000001' },
  } as const
}

function again(day: number, found: AgainFound, more: Partial<AgainEntry> = {}): AgainEntry {
  const at = `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`
  return { t: 'again', round: day, id: 0, url: URL, kind: 'page', was: true, at, found, relevant: true, ...more }
}

test('a visit that failed says nothing about change or worth; the page waits for its turn all the same', () => {
  const history = new PageHistory()
  history.url(URL, 0)
  history.answer(first(), 'page', NUMBERS)
  history.again(again(2, 'not-modified', { score: 0.9 }), NUMBERS)
  history.again(again(3, 'changed', { score: 0.8, simhash: '0000000000000002' }), NUMBERS)
  history.again(again(4, 'failed'), NUMBERS)
  history.again(again(5, 'refused'), NUMBERS)
  const { pages } = history.known(new Set())
  assert.deepEqual([pages.visits[0], pages.changes[0], pages.worth[0]], [3, 1, 0.8])
  const dayOf = (date: string): number => Date.parse(date) / 86_400_000
  assert.equal(pages.lastVisit[0], dayOf('2026-01-05'))
  assert.equal(pages.lastChange[0], dayOf('2026-01-03'))
  assert.equal(pages.kind[0], 'article')
})

test('a page that was gone twice in a row is not asked for any more', () => {
  const history = new PageHistory()
  history.url(URL, 0)
  history.answer(first(), 'page', NUMBERS)
  history.again(again(2, 'gone'), NUMBERS)
  assert.equal(history.known(new Set()).pages.count, 1)
  history.again(again(3, 'failed'), NUMBERS)
  history.again(again(4, 'gone'), NUMBERS)
  assert.equal(history.known(new Set()).pages.count, 0)
})

test('kinds of pages, by their URLs and links', () => {
  const kinds: Record<string, readonly string[]> = {
    home: ['/', '/index.html', '/home.php'],
    list: [
      '/news',
      '/news/',
      '/blog/2',
      '/page/12',
      '/category/science',
      '/tags/water/',
      '/archives.html',
      '/news-2.html',
      '/a/index.php',
    ],
    article: [
      '/news/a-long-story',
      '/2026/01/20/rain-in-the-north',
      '/blog/why-we-crawl-again.html',
      '/item/2026123',
      '/news-of-the-day',
    ],
    other: ['/about', '/people/anna.html'],
  }
  for (const [kind, paths] of Object.entries(kinds))
    for (const path of paths) assert.equal(pageKindOf(`http://a.test${path}`, 5, false), kind, path)
  assert.equal(pageKindOf('http://a.test/about', 80, false), 'list')
  assert.equal(pageKindOf('http://a.test/sitemap.xml', 0, true), 'list')
})

test('where readings are known, half of the worth is how often a page is read', () => {
  const history = new PageHistory(
    new Map([
      [URL, 3],
      ['http://a.test/often', 15],
    ]),
  )
  const urls = [URL, 'http://a.test/often', 'http://a.test/never']
  urls.forEach((url, id) => {
    history.url(url, id)
    history.answer({ ...first(), id, url }, 'page', NUMBERS)
  })
  const { worth } = history.known(new Set()).pages
  assert.deepEqual(
    Array.from(worth, one => Math.round(one * 1000) / 1000),
    [0.7, 0.95, 0.45],
  )
})

const dayMs = (day: number): number => Date.UTC(2026, 0, day)

/** Pages 0 … of one server, first visited on day 1; each visited again on the days given, changed or not. */
function visited(...visits: readonly (readonly [day: number, found: AgainFound])[][]): PageHistory {
  const history = new PageHistory()
  visits.forEach((_, id) => {
    history.url(`http://a.test/${id}`, id)
    history.answer({ ...first(), id, url: `http://a.test/${id}` }, 'page', NUMBERS)
  })
  visits.forEach((days, id) =>
    days.forEach(([day, found]) => {
      const simhash = `00000000000000${String(10 * day + id).padStart(2, '0')}`
      history.again({ ...again(day, found, { simhash }), id, url: `http://a.test/${id}` }, NUMBERS)
    }),
  )
  return history
}

test('a believed date is as good as a visit, or names a page that has changed', () => {
  const history = visited([[5, 'changed']], [[5, 'same']], [])
  // read on day 9: page 0 changed on day 4, page 1 on day 8, page 2 before it was known
  history.said(0, dayMs(4), dayMs(9))
  history.said(1, dayMs(8), dayMs(9))
  history.said(2, dayMs(1) - 1, dayMs(9))
  const { pages, hasChanged } = history.known(new Set())
  assert.deepEqual([0, 1, 2].map(hasChanged), [false, true, false])
  const lastVisits = Array.from(pages.lastVisit, day => day - dayMs(0) / 86_400_000)
  assert.deepEqual(lastVisits, [9, 5, 9])
})

test('dates of a server are not believed when a change was seen that they deny, or when nearly all pages are said to be new', () => {
  // page 0 was found changed on day 5; the sitemap of day 9 says that it is as it was on day 1
  const wrong = visited([[5, 'changed']], [[5, 'same']])
  wrong.said(0, dayMs(1) - 1, dayMs(9))
  wrong.said(1, dayMs(8), dayMs(9))
  assert.deepEqual([0, 1].map(wrong.known(new Set()).hasChanged), [false, false])
  const always = visited([], [], [], [], [])
  for (let id = 0; id < 5; id++) always.said(id, dayMs(9), dayMs(9))
  const { pages, hasChanged } = always.known(new Set())
  assert.equal([0, 1, 2, 3, 4].some(hasChanged), false)
  assert.ok(Array.from(pages.lastVisit).every(day => day === dayMs(1) / 86_400_000))
})
