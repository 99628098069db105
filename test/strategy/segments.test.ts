/** best-segment and segment-predictor on webs small enough to follow by hand. A segment is `server/directory/`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHARSET, LANGUAGE, NO_FEATURES } from '../../src/contracts.js'
import { LongtailError } from '../../src/errors.js'
import { createStrategy } from '../../src/strategy/index.js'
import { randomWeb } from './random-web.js'
import { tinyWeb, visits, walk } from './web.js'

for (const name of ['best-segment', 'segment-predictor']) {
  test(`${name}: a segment that was begun is fetched whole before the next one`, () => {
    const web = tinyWeb(`
      a/d/1 thai → a/d/2 b/e/1 a/f/1
      a/d/2 thai → a/d/3
      a/d/3 thai →
      b/e/1 thai → b/e/2
      b/e/2 thai →
      a/f/1 thai → a/f/2
      a/f/2 thai →`)
    assert.equal(visits(web, name), 'a/d/1 a/d/2 a/d/3 b/e/1 b/e/2 a/f/1 a/f/2')
  })

  test(`${name}: after S irrelevant pages in a row the rest of a segment is left`, () => {
    const web = tinyWeb(`
      a/s/1 thai → b/x/1 b/x/2 b/x/3 b/x/4
      b/x/1 other →
      b/x/2 thai →
      b/x/3 other →
      b/x/4 other →`)
    assert.equal(visits(web, `${name}:s=1`), 'a/s/1 b/x/1')
    assert.equal(visits(web, `${name}:s=2`), 'a/s/1 b/x/1 b/x/2 b/x/3 b/x/4')
    const worse = tinyWeb(`
      a/s/1 thai → b/x/1 b/x/2 b/x/3
      b/x/1 other →
      b/x/2 other →
      b/x/3 thai →`)
    assert.equal(visits(worse, `${name}:s=2`), 'a/s/1 b/x/1 b/x/2')
  })

  test(`${name}: a new link from a relevant page elsewhere gives a stopped segment one more chance`, () => {
    const web = (third: string) =>
      tinyWeb(`
        a/s/1 thai → b/x/1 b/x/2 b/x/3 c/y/1
        b/x/1 other →
        b/x/2 other →
        b/x/3 ${third} →
        c/y/1 thai → b/x/4
        b/x/4 thai →`)
    assert.equal(visits(web('thai'), name), 'a/s/1 b/x/1 b/x/2 c/y/1 b/x/3 b/x/4')
    assert.equal(visits(web('other'), name), 'a/s/1 b/x/1 b/x/2 c/y/1 b/x/3')
  })

  test(`${name}: D irrelevant segments in a row lead nowhere, unless the last of them turns relevant`, () => {
    const web = tinyWeb(`
      a/s/1 thai → b/p/1
      b/p/1 other → c/q/1
      c/q/1 other → d/r/1
      d/r/1 thai →`)
    assert.equal(visits(web, `${name}:d=1`), 'a/s/1 b/p/1')
    assert.equal(visits(web, name), 'a/s/1 b/p/1 c/q/1')
    assert.equal(visits(web, `${name}:d=3`), 'a/s/1 b/p/1 c/q/1 d/r/1')
    const turning = tinyWeb(`
      a/s/1 thai → b/p/1
      b/p/1 other → c/q/1
      c/q/1 other → d/r/1 c/q/2 c/q/3
      c/q/2 thai →
      c/q/3 thai →
      d/r/1 thai →`)
    assert.equal(visits(turning, name), 'a/s/1 b/p/1 c/q/1 c/q/2 c/q/3 d/r/1')
  })

  test(`${name}: a redirect hands its place on to the segment it leads to`, () => {
    const web = tinyWeb(`
      a/s/1 thai:0.9 → b/m/1 c/n/1
      b/m/1 redirect → e/o/1
      c/n/1 thai:0.1 → d/k/1
      d/k/1 thai →
      e/o/1 thai →`)
    assert.equal(visits(web, name), 'a/s/1 b/m/1 c/n/1 e/o/1 d/k/1')
  })
}

test('best-segment: a segment is worth the mean of its sources, or by option the best of them', () => {
  const web = tinyWeb(`
    s/0/1 thai:1 → a/1/1 b/2/1
    a/1/1 thai:1 → y/y/1
    b/2/1 thai:0.6 → y/y/1 z/z/1
    z/z/1 thai →
    y/y/1 thai →`)
  // y: (1 + 0.6) / 2 or 1, z: 0.6; what b says of z does not reach y
  assert.equal(visits(web, 'best-segment'), 's/0/1 a/1/1 b/2/1 y/y/1 z/z/1')
  const mixed = tinyWeb(`
    s/0/1 thai:1 → a/1/1 b/2/1 c/3/1
    a/1/1 thai:1 → y/y/1
    b/2/1 thai:0.1 → y/y/1
    c/3/1 thai:0.7 → z/z/1
    z/z/1 thai →
    y/y/1 thai →`)
  // y: 0.55 or 1, z: 0.7
  assert.equal(visits(mixed, 'best-segment'), 's/0/1 a/1/1 b/2/1 c/3/1 z/z/1 y/y/1')
  assert.equal(visits(mixed, 'best-segment:score=max'), 's/0/1 a/1/1 b/2/1 c/3/1 y/y/1 z/z/1')
})

test('segment-predictor: what one crawl has learned orders another', () => {
  const web = randomWeb(21, 80)
  const teacher = createStrategy('segment-predictor:s=20,d=20')
  walk(web, teacher)
  const model = teacher.model?.() ?? {}
  assert.ok(model['links0.examples'][0] > 0 && model['links0.examples'][1] > 0, 'it has met both kinds of segments')
  const order = (spec: string, knowledge = {}) => walk(web, createStrategy(spec, knowledge))
  const taught = order('segment-predictor:update=false,s=20,d=20', { model })
  assert.notDeepEqual(taught, order('best-segment:s=20,d=20'))
  assert.deepEqual(taught, order('segment-predictor:update=false,s=20,d=20', { model }))
})

test('a segment whose pages are found one at a time, and link to very many others, does not place all of them again each time', () => {
  const visited = 300
  const linked = 20
  for (const name of ['best-segment', 'segment-predictor']) {
    let placed = 0
    const places = { bias: () => placed++, park() {}, readmit() {}, cutoff() {}, spare() {}, move() {} }
    const strategy = createStrategy(name)
    const pages = visited * (1 + linked)
    // the pages of segment 0 come first; every other page is a segment of its own
    const group = Uint32Array.from({ length: pages }, (_, page) => Math.max(0, page - visited + 1))
    strategy.reserve(pages, pages)
    strategy.seed(0)
    for (let page = 0; page < visited; page++) {
      const to = Uint32Array.from({ length: linked }, (_, k) => visited + page * linked + k)
      strategy.score(
        {
          page,
          host: 0,
          relevant: true,
          score: 1,
          language: LANGUAGE.target,
          charset: CHARSET.none,
          duplicate: false,
          distance: 0,
        },
        { to, start: 0, end: linked, group, features: NO_FEATURES },
        new Uint16Array(linked),
        places,
      )
    }
    assert.ok(placed < 5 * visited * linked, `${name}: ${placed} places for ${visited * linked} links`)
  }
})

test('segment-predictor: without a model and without learning it is refused with what to do', () => {
  assert.throws(
    () => createStrategy('segment-predictor:update=false'),
    (error: unknown) => error instanceof LongtailError && /longtail train segments/.test(error.message),
  )
})

test('segment-predictor: a model that is none is refused', () => {
  const strategy = createStrategy('segment-predictor')
  walk(randomWeb(3, 10), strategy)
  const model = strategy.model?.() ?? {}
  const broken: Record<string, number[]>[] = [
    { 'links0.examples': [1] },
    { 'links0.bins': [1, 2, 3] },
    { 'links0.names0': [1, 2] },
    { 'words0.slots': [2 ** 18], 'words0.relevant': [1], 'words0.irrelevant': [0] },
    { 'words0.slots': [0.5], 'words0.relevant': [1], 'words0.irrelevant': [0] },
    { 'words0.slots': [1, 2], 'words0.relevant': [1], 'words0.irrelevant': [0] },
    { 'links0.examples': [-1, 2] },
    { 'words0.slots': [1, 2], 'words0.relevant': [1e308, 1e308], 'words0.irrelevant': [1, 1] },
  ]
  createStrategy('segment-predictor', { model })
  for (const lists of broken) {
    assert.throws(() => createStrategy('segment-predictor', { model: { ...model, ...lists } }), LongtailError)
  }
  assert.throws(() => createStrategy('segment-predictor', { model: {} }), LongtailError)
})
