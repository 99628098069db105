import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RenderingMemory } from '../../src/crawl/rendering-memory.js'
import type { LoggedRendering } from '../../src/collection/log/rendering-entry.js'
import { SharedBrowser } from '../../src/crawl/shared-browser.js'
import { BrowserRenderer } from '../../src/render/index.js'
import type { RenderingNeed } from '../../src/page/index.js'

const done = (need: RenderingNeed, brought: boolean): LoggedRendering => ({
  ms: 1,
  need,
  ...(brought ? { brought } : {}),
})

function tryPages(
  memory: RenderingMemory,
  urls: readonly string[],
  need: Exclude<RenderingNeed, ''>,
  brought: boolean,
): number {
  let tried = 0
  for (const url of urls) {
    if (memory.decide(url, need, 1) !== 'go') continue
    memory.add({ id: tried, url, relevant: true }, done(need, brought))
    tried++
  }
  return tried
}

const pages = (host: string, count = 20): string[] =>
  Array.from({ length: count }, (_, i) => `http://${host}/news/${i}`)

test('a template where rendering brings nothing costs a few trials', () => {
  assert.equal(tryPages(new RenderingMemory(), pages('a.test'), 'empty', false), 2)
  assert.equal(tryPages(new RenderingMemory(), pages('a.test'), 'thin', false), 1)
})

test('a template where rendering pays is rendered on', () => {
  assert.equal(tryPages(new RenderingMemory(), pages('a.test'), 'empty', true), 20)
  assert.equal(tryPages(new RenderingMemory(), pages('a.test'), 'few-links', true), 20)
})

test('a host with many templates costs a few trials, too', () => {
  const urls = Array.from(
    { length: 40 },
    (_, i) => `http://a.test/${'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN'[i].repeat(3)}/page`,
  )
  assert.equal(tryPages(new RenderingMemory(), urls, 'empty', false), 5)
  assert.equal(tryPages(new RenderingMemory(), urls, 'thin', false), 2)
})

test('evidence that is wrong on most hosts is not tried on new ones', () => {
  const memory = new RenderingMemory()
  const tried = Array.from({ length: 100 }, (_, i) => tryPages(memory, pages(`h${i}.test`), 'thin', false))
  assert.equal(
    tried.reduce((sum, one) => sum + one, 0),
    6,
  )
  assert.equal(memory.decide('http://new.test/news/1', 'empty', 1), 'go')
})

test('pages wait for trials that are under way', () => {
  const memory = new RenderingMemory()
  const end = memory.begin('http://a.test/news/1', 'thin')
  assert.equal(memory.decide('http://a.test/news/2', 'thin', 1), 'wait')
  end()
  assert.equal(memory.decide('http://a.test/news/2', 'thin', 1), 'go')
})

const crawlOf = (fetched: number): { rendering: RenderingMemory; state: { fetched: number } } => ({
  rendering: new RenderingMemory(),
  state: { fetched },
})

test('no more than a share of the pages is rendered, of all crawls of a process together', () => {
  const browser = new SharedBrowser(new BrowserRenderer({ browser: '', userAgent: '' }))
  const [one, other] = [crawlOf(0), crawlOf(1000)]
  const [{ left }, { leave }] = [browser.join(one), browser.join(other)]
  let rendered = 0
  for (let i = 0; i < 2000; i++) {
    const url = `http://a.test/news/${i}`
    one.state.fetched = i
    if (one.rendering.decide(url, 'empty', left(0.25)) !== 'go') continue
    one.rendering.add({ id: i, url, relevant: true }, done('empty', true))
    rendered++
  }
  // 100, a quarter of its own pages, and of the other's
  assert.equal(rendered, 850)
  leave()
  assert.ok(left(0.25) < 0)
})

test('a checkpoint brings back what was learned', () => {
  const memory = new RenderingMemory()
  tryPages(memory, pages('a.test'), 'empty', false)
  tryPages(memory, pages('b.test'), 'empty', true)
  const saved = new Map<string, unknown>()
  memory.persist(fieldsOver(saved, false))
  const loaded = new RenderingMemory()
  loaded.persist(fieldsOver(saved, true))
  for (const url of ['http://a.test/news/9', 'http://b.test/news/9', 'http://c.test/news/9'])
    assert.equal(loaded.decide(url, 'empty', 1), memory.decide(url, 'empty', 1), url)
  assert.deepEqual([loaded.rendered, loaded.brought], [22, 20])
})

function fieldsOver(saved: Map<string, unknown>, isLoading: boolean): Parameters<RenderingMemory['persist']>[0] {
  const tell = <T>(name: string, value: T): T => {
    if (!isLoading) saved.set(name, value)
    return isLoading ? (saved.get(name) as T) : value
  }
  return {
    isLoading,
    number: tell,
    text: tell,
    array: tell,
    texts: (name, value) => [...tell(name, value)],
    part: () => assert.fail('no parts'),
    same: () => undefined,
    beforeItCounts: () => undefined,
  }
}
