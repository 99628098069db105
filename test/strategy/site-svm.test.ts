import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStrategy } from '../../src/strategy/index.js'
import { SITE_COLUMNS, MEAN_SHARE, SiteFeatures } from '../../src/strategy/site-features.js'
import { SiteLinks } from '../../src/strategy/site-links.js'
import { randomWeb } from './random-web.js'
import { tinyWeb, visits, walk } from './web.js'

test('a site labelled relevant is downloaded before all others, one labelled irrelevant after them', () => {
  const web = tinyWeb(`
    s/home thai  → a/1 b/1 c/1
    a/1    other → a/2 a/3
    b/1    thai  → b/2 b/3
    b/2    thai  → b/4
  `)
  assert.equal(visits(web, 'site-svm:probe=1'), 's/home a/1 b/1 b/2 b/3 b/4 c/1 a/2 a/3')
})

test('before it is labelled a site keeps its place: pages of a site come in the order of finding', () => {
  const web = tinyWeb(`
    s/home thai  → a/1 b/1 a/2 b/2
    a/1    other → a/3
    b/1    thai  →
  `)
  assert.equal(visits(web, 'site-svm:probe=9'), 's/home a/1 b/1 a/2 b/2 a/3')
})

test('share says how many of the probed pages must be relevant', () => {
  const web = tinyWeb(`
    s/home thai  → a/1 a/2 b/1 a/3
    a/1    thai  →
    a/2    other →
  `)
  assert.equal(visits(web, 'site-svm:probe=2,share=0'), 's/home a/1 a/2 a/3 b/1')
  assert.equal(visits(web, 'site-svm:probe=2,share=0.5'), 's/home a/1 a/2 b/1 a/3')
})

test('before there are examples, sites are ordered by the share of relevant pages of those that link to them', () => {
  const web = tinyWeb(`
    s/home thai  → a/1 b/1
    a/1    other → x/1
    b/1    thai  → y/1
  `)
  assert.equal(visits(web, 'site-svm:probe=1,known=score,retrain=1000'), 's/home a/1 b/1 y/1 x/1')
})

test('the share that its sources show later moves a site', () => {
  const web = tinyWeb(`
    s/home thai  → a/1 b/1 a/2
    a/1    other → x/1
    b/1    other → y/1
    a/2    thai  →
  `)
  // a has shown one relevant page of two, b none: x overtakes y
  assert.equal(visits(web, 'site-svm:probe=3'), 's/home a/1 b/1 a/2 x/1 y/1')
})

/** Every second site is Thai, under .th, and links are no help: all come from one page. */
const byTld = tinyWeb(`
  s.org/home thai → ${Array.from({ length: 20 }, (_, i) => `h${i}.${i % 2 === 0 ? 'com' : 'th'}/1`).join(' ')}
  ${Array.from({ length: 10 }, (_, i) => `h${2 * i + 1}.th/1 thai →`).join('\n')}
`)

test('the machine learns which top-level domains promise relevant sites', () => {
  const order = visits(byTld, 'site-svm:probe=1,retrain=4').split(' ')
  const tlds = order.map(name => (name.includes('.th') ? 't' : name.includes('.com') ? 'c' : 's')).join('')
  // four sites (the seed's among them) are probed, then all of .th, then .com
  assert.match(tlds, /^sctc?t{8,9}c{7,9}$/)
})

test('retrain bounds how often it is trained: with a large number the order stays as found', () => {
  const order = visits(byTld, 'site-svm:probe=1,retrain=1000').split(' ')
  assert.deepEqual(
    order.slice(1),
    Array.from({ length: 20 }, (_, i) => `h${i}.${i % 2 === 0 ? 'com' : 'th'}/1`),
  )
})

test('sites of seeds come first until they are labelled, also behind a redirect', () => {
  const web = tinyWeb(
    `
    a/home thai     → x/1 a/1
    r/home redirect → b/home
    c/home other    → y/1
    b/home thai     → b/1
  `,
    3,
  )
  const order = visits(web, 'site-svm:probe=9').split(' ')
  assert.deepEqual(order.slice(0, 3), ['a/home', 'r/home', 'c/home'])
  assert.ok(order.indexOf('b/1') < order.indexOf('x/1'))
  assert.ok(order.indexOf('a/1') < order.indexOf('x/1'))
})

test('what links to a site that has moved counts for the site it moved to', () => {
  const web = tinyWeb(`
    s/home thai     → a/1 b/1 x/1
    a/1    other    → q/1
    b/1    thai     → r/1
    r/1    redirect → z/1
    x/1    other    → w/1
  `)
  // the next page that is judged brings the two together: z/1 has a relevant source, w/1 an irrelevant one
  const order = visits(web, 'site-svm:probe=1,known=score,retrain=1000').split(' ')
  assert.ok(order.indexOf('z/1') < order.indexOf('w/1'), order.join(' '))
})

test('columns: classes of domains, sources by label and domain, their shares', () => {
  const features = new SiteFeatures()
  features.reserve(4)
  for (const [site, tld] of [7, 9, 7, 9].entries()) features.meet(site, tld)
  features.setShare(0, 1, true)
  features.setShare(1, 0.25, false)
  features.link(0, 3)
  features.link(1, 3)
  const row = new Float64Array(SITE_COLUMNS)
  features.fill(3, row)
  const log2 = Math.log1p(1)
  // its class; relevant and irrelevant sources; mean share; relevant by class; irrelevant by class; shares
  const expected = [0, 1, 0, 0, 0, 0, 0, 0, log2, log2, 0.625, log2, 0, 0, 0, 0, 0, 0, 0, 0, log2, 0, 0, 0, 0, 0, 0]
  assert.deepEqual([...row], [...expected, 1, 0.25, 0, 0, 0])

  // the second source turns out relevant after all
  assert.ok(features.differs(1, 0.75, true))
  features.moveTarget(1, 3, 0.75, true)
  features.setShare(1, 0.75, true)
  features.fill(3, row)
  assert.equal(row[MEAN_SHARE], 0.875)
  assert.deepEqual([...row.subarray(8, 10)], [Math.log1p(2), 0])
  assert.deepEqual([...row.subarray(11, 13)], [log2, log2])
  assert.deepEqual([...row.subarray(-5)], [1, 0.75, 0, 0, 0])
})

test('pairs of sites are told apart, each once, and listed by source', () => {
  const links = new SiteLinks()
  links.reserve(300)
  let added = 0
  for (let round = 0; round < 2; round++) {
    for (let source = 0; source < 300; source++) {
      for (let k = 0; k < 20; k++) if (links.add(source, (source * 7 + k * k) % 300)) added++
    }
  }
  const expected = new Set<string>()
  for (let source = 0; source < 300; source++) {
    for (let k = 0; k < 20; k++) expected.add(`${source} ${(source * 7 + k * k) % 300}`)
  }
  assert.equal(added, expected.size)
  const listed = new Set<string>()
  for (let source = 0; source < 300; source++) {
    for (let pair = links.first(source); pair !== 0; pair = links.after(pair)) {
      listed.add(`${source} ${links.targetOf(pair)}`)
    }
  }
  assert.deepEqual(listed, expected)
})

for (const seed of [51, 52, 53]) {
  test(`web ${seed}: it fetches everything, and relevant pages earlier than breadth-first`, () => {
    const web = randomWeb(seed, 200)
    const part = Math.floor(web.pages.length / 3)
    const found = (spec: string) => {
      const order = walk(web, createStrategy(spec))
      assert.equal(order.length, web.pages.length, spec)
      return order.slice(0, part).filter(page => web.pages[page].relevant).length
    }
    const learned = found('site-svm')
    assert.ok(learned > found('breadth-first') * 1.3, `${learned} against ${found('breadth-first')}`)
  })
}
