/** What must hold between strategies on any web, and what the papers found on theirs, on a seeded web with the same traits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageId } from '../../src/contracts.js'
import { createStrategy } from '../../src/strategy/index.js'
import { randomWeb } from './random-web.js'
import { walk } from './web.js'

const webs = [21, 22, 23].map(seed => randomWeb(seed, 200))
const crawled = new Map<string, PageId[]>()

function crawl(web: number, spec: string): PageId[] {
  const key = `${web} ${spec}`
  const order = crawled.get(key) ?? walk(webs[web], createStrategy(spec))
  crawled.set(key, order)
  return order
}

const relevantIn = (web: number, pages: readonly PageId[]) =>
  pages.filter(page => webs[web].pages[page].relevant).length
const serversIn = (web: number, pages: readonly PageId[]) =>
  new Set(pages.map(page => webs[web].pages[page].server)).size
const sorted = (pages: readonly PageId[]) => [...pages].sort((a, b) => a - b)

function assertWithin(inner: readonly PageId[], outer: readonly PageId[]): void {
  const all = new Set(outer)
  assert.deepEqual(
    inner.filter(page => !all.has(page)),
    [],
  )
}

webs.forEach((web, w) => {
  const named = (sentence: string) => `web ${w}: ${sentence}`

  test(named('breadth-first, soft-focused and best-first fetch every page once'), () => {
    const every = web.pages.map((_, page) => page)
    for (const spec of ['breadth-first', 'soft-focused', 'best-first']) {
      assert.deepEqual(sorted(crawl(w, spec)), every, spec)
    }
    assert.deepEqual(crawl(w, 'breadth-first'), every)
  })

  test(named('limited-distance fetches what hard-focused does at n=0 and what soft-focused does at a large n'), () => {
    for (const mode of ['prioritised', 'non-prioritised']) {
      const at = (n: number) => crawl(w, `limited-distance:n=${n},mode=${mode}`)
      assert.deepEqual(sorted(at(0)), sorted(crawl(w, 'hard-focused')))
      assert.deepEqual(sorted(at(250)), sorted(crawl(w, 'soft-focused')))
      for (const n of [1, 2, 4]) assertWithin(at(0), at(n))
      assert.ok(at(1).length < at(4).length)
    }
    assert.deepEqual(crawl(w, 'limited-distance:n=250,mode=non-prioritised'), crawl(w, 'breadth-first'))
  })

  test(named('limited-distance finds all that lies within n irrelevant pages of what hard-focused finds'), () => {
    const round = (n: number) => {
      const found = new Set(crawl(w, 'hard-focused'))
      let edge = [...found].filter(page => !web.pages[page].relevant)
      for (let hop = 0; hop < n; hop++) {
        const next = edge.flatMap(page => [...web.to.subarray(web.offset[page], web.offset[page + 1])])
        edge = [...new Set(next)].filter(page => !found.has(page) && !web.pages[page].relevant)
        for (const page of next) found.add(page)
      }
      return [...found]
    }
    for (const n of [1, 2]) assertWithin(round(n), crawl(w, `limited-distance:n=${n}`))
  })

  test(named('a filter that never gives up is soft-focused when aggressive, and less when conservative'), () => {
    const patient = 't=60000'
    assert.deepEqual(crawl(w, `server-aggressive:${patient}`), crawl(w, 'soft-focused'))
    assertWithin(crawl(w, `server-conservative:${patient}`), crawl(w, 'soft-focused'))
    assert.ok(crawl(w, `server-conservative:${patient}`).length < web.pages.length)
    // what is parked comes back only for relevant servers, so it can but add pages while nothing is given up
    assertWithin(crawl(w, `server-conservative:${patient}`), crawl(w, `server-conservative:${patient},parked=true`))
  })

  test(
    named(
      'conservative fetches fewer pages from fewer servers than aggressive, and aggressive fewer than soft-focused',
    ),
    () => {
      const [conservative, aggressive, soft] = ['server-conservative', 'server-aggressive', 'soft-focused'].map(spec =>
        crawl(w, spec),
      )
      assert.ok(conservative.length < aggressive.length)
      assert.ok(aggressive.length < soft.length)
      assert.ok(serversIn(w, conservative) < serversIn(w, aggressive))
    },
  )

  test(named('hard-focused misses hidden sites that the server filter finds'), () => {
    const all = relevantIn(w, crawl(w, 'breadth-first'))
    const hard = relevantIn(w, crawl(w, 'hard-focused')) / all
    const conservative = relevantIn(w, crawl(w, 'server-conservative')) / all
    assert.ok(1 - conservative < (1 - hard) / 2, `server-conservative found ${conservative}, hard-focused ${hard}`)
    const loose = relevantIn(w, crawl(w, 'lswc:s=3,t=5'))
    const strict = relevantIn(w, crawl(w, 'lswc:s=1,t=1'))
    assert.ok(strict < loose && loose <= all)
  })

  test(named('every focused strategy harvests more than breadth-first'), () => {
    const share = (spec: string) => relevantIn(w, crawl(w, spec).slice(0, 300)) / Math.min(300, crawl(w, spec).length)
    const base = share('breadth-first')
    for (const spec of [
      'hard-focused',
      'soft-focused',
      'limited-distance',
      'lswc',
      'server-conservative',
      'server-aggressive',
      'directory-conservative',
      'best-first',
    ]) {
      assert.ok(share(spec) > base, `${spec}: ${share(spec)} against ${base}`)
    }
  })
})
