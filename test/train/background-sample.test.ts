import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import type { TrainingPage } from '../../src/judge/topic/index.js'
import { hostOf } from '../../src/page/index.js'
import { aboutOtherThings, askableWords, BackgroundSample, spacedPage } from '../../src/train/background-sample.js'
import { openFetched } from '../../src/train/fetch-pages.js'
import { SavedSearches } from '../../src/train/saved-searches.js'
import type { SearchEngine, SearchOptions } from '../../src/web/search.js'
import { loadBackground } from '../../src/learn/index.js'

let directory: string
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'longtail-background-'))
})
after(() => rmSync(directory, { recursive: true, force: true }))

const WORDS =
  'market station teacher window garden winter bridge engine doctor valley kitchen mountain library weather painting ticket'.split(
    ' ',
  )
/** Each says "volcano" and "lava", and some of the words that any page may have. */
const PAGES: TrainingPage[] = Array.from({ length: 20 }, (_, i) => ({
  url: `http://v${i}.example/`,
  title: 'Volcano',
  text: `The volcano and its lava are near the ${WORDS[i % 16]} and the ${WORDS[(i + 5) % 16]} of the old town. `.repeat(
    3,
  ),
}))
const asking = { signal: new AbortController().signal, warn: () => {}, onSearch: () => {} }

function engineOf(answer: (query: string, options: SearchOptions) => string[], asked: string[] = []): SearchEngine {
  return {
    name: 'engine',
    search: (query, options) => {
      asked.push(query)
      const urls = answer(query, options).slice(0, options.results)
      return Promise.resolve(urls.map(url => ({ url, title: '', excerpt: '' })))
    },
    close: () => Promise.resolve(),
  }
}

function sampleIn(file: string, engine: SearchEngine | null, pages: number): BackgroundSample {
  return new BackgroundSample({ searches: new SavedSearches(join(directory, file)), engine, pages })
}

test('words to ask for stand on the pages, are neither of the topic nor rare nor common, and always come in one order', () => {
  const words = askableWords(PAGES, 'eng', ['Volcanoes', 'volcano geology'], loadBackground())
  assert.ok(
    words.every(word => WORDS.includes(word)),
    words.join(' '),
  )
  assert.ok(words.length >= 8, words.join(' '))
  assert.notDeepEqual(words, [...words].sort())
  assert.deepEqual(askableWords(PAGES, 'eng', ['Volcanoes', 'volcano geology'], loadBackground()), words)
})

test('in a language without counts the words of some pages are asked for', () => {
  const thai = ['ภูเขาไฟระเบิดที่เกาะ', 'ภูเขาไฟและแม่น้ำ', 'โรงเรียนใกล้แม่น้ำ', 'โรงเรียนบนเกาะ'].map((text, i) => ({
    url: `http://t${i}.example/`,
    title: '',
    text,
  }))
  const words = askableWords(thai, 'tha', ['ภูเขาไฟ'], null)
  assert.ok(words.includes('โรงเรียน'), words.join(' '))
  assert.ok(!words.includes('ภูเขาไฟ'), words.join(' '))
})

test('pages about anything are searched for once, with a filter for children, and kept', async () => {
  const asked: string[] = []
  const safe: (boolean | undefined)[] = []
  const engine = engineOf((query, { isSafe }) => {
    safe.push(isSafe)
    return [1, 2, 3, 4, 5, 6].map(i => `http://${query}${i}.example/`)
  }, asked)
  const sample = sampleIn('a.json', engine, 20)
  assert.equal(sample.isComplete, false)
  await sample.ask(PAGES, ['Volcanoes'], undefined, asking)
  assert.equal(sample.urls.length, 20)
  assert.equal(new Set(sample.urls).size, 20)
  assert.ok(asked.length <= 8 && asked.every(query => WORDS.includes(query)), asked.join(' '))
  assert.ok(safe.every(one => one === true))
  const count = asked.length
  const again = sampleIn('a.json', engine, 20)
  assert.equal(again.isComplete, true)
  assert.deepEqual(again.urls, sample.urls)
  await again.ask(PAGES, ['Volcanoes'], undefined, asking)
  assert.equal(asked.length, count)
  // a topic that is called like one of the words gets a search of its own
  assert.equal(new SavedSearches(join(directory, 'a.json')).find(asked[0], { results: 1 }), null)
})

test('different hosts are preferred, and one host is better than none', async () => {
  const engine = engineOf(query => [
    `http://big.example/${query}1`,
    `http://big.example/${query}2`,
    `http://big.example/${query}3`,
    `http://${query}.example/`,
    `http://www.${query}.example/`,
  ])
  const sample = sampleIn('b.json', engine, 20)
  await sample.ask(PAGES, ['Volcanoes'], undefined, asking)
  assert.ok(new Set(sample.urls.map(hostOf)).size >= 16, sample.urls.join(' '))
  assert.equal(sample.urls.length, 20)
})

test('an engine that finds nothing, fails, or is not there leaves fewer pages and no error', async () => {
  const asked: string[] = []
  const empty = sampleIn(
    'c.json',
    engineOf(() => [], asked),
    100,
  )
  await empty.ask(PAGES, ['Volcanoes'], undefined, asking)
  assert.deepEqual([empty.urls, empty.isComplete], [[], true])
  assert.ok(asked.length <= 8, `${asked.length} searches`)
  const warnings: string[] = []
  const broken: SearchEngine = {
    name: 'broken',
    search: () => Promise.reject(new LongtailError('E_SEARCH', 'out of order')),
    close: () => Promise.resolve(),
  }
  const failed = sampleIn('d.json', broken, 100)
  await failed.ask(PAGES, ['Volcanoes'], undefined, { ...asking, warn: message => warnings.push(message) })
  assert.match(warnings.join(), /out of order/)
  assert.equal(failed.isComplete, false)
  assert.equal(sampleIn('e.json', null, 100).isComplete, true)
  assert.deepEqual(sampleIn('a.json', null, 0).urls, [])
})

test('pages that speak of the topic itself are no pages about something else', () => {
  const page = (title: string, text: string): TrainingPage => ({ url: `http://${title}.example/`, title, text })
  const pages = [
    page('Lava', 'nothing here'),
    page('often', 'Lava flows, lava cools, lava stays.'),
    page('once', 'A lamp of lava stood there.'),
    page('other', 'Bread is baked.'),
    page('parts', 'The shield was old. The volcano slept.'),
  ]
  const others = aboutOtherThings(pages.map(spacedPage), ['lava', 'Shield volcano', ''])
  assert.deepEqual(
    others.map(({ title }) => title),
    ['once', 'other', 'parts'],
  )
})

test('a page that another one links to, and that is asked for later, is no part of that one; what redirects lead to is', async () => {
  const out = join(directory, 'training')
  mkdirSync(out)
  const entry = (t: string, id: number, url: string, hops: number, via?: number): object => ({
    ...{ t, id, url, hops, at: '2026-01-01T00:00:00.000Z', ms: 1, status: 200, mime: 'text/html', bytes: 1 },
    ...{ relevant: false, score: 0, language: 'eng', share: 1, links: [], ...(via === undefined ? {} : { via }) },
  })
  const lines = [
    { t: 'run', version: 1, at: '2026-01-01T00:00:00.000Z', software: 'x', strategy: 'breadth-first', seeds: [] },
    entry('page', 0, 'http://a.example/', 0),
    entry('redirect', 1, 'http://b.example/', 0),
    entry('page', 2, 'http://b.example/home', 0, 1),
    entry('page', 3, 'http://linked.example/', 1, 0),
  ]
  writeFileSync(join(out, 'crawl.log.jsonl'), lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  const { pagesOf } = await openFetched(out)
  assert.deepEqual(pagesOf.get('http://a.example/'), ['http://a.example/'])
  assert.deepEqual(pagesOf.get('http://linked.example/'), ['http://linked.example/'])
  assert.deepEqual(pagesOf.get('http://b.example/'), ['http://b.example/home'])
  assert.deepEqual(pagesOf.get('http://b.example/home'), ['http://b.example/home'])
})
