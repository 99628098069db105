import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStrategy } from '../../src/strategy/index.js'
import { randomWeb } from './random-web.js'
import { tinyWeb, visits, walk } from './web.js'

/** A page of links, of which Thai ones stand on .th and others on .com, then two unseen ones. */
const byTld = tinyWeb(`
  s.org/home thai  → a.com/1 b.th/1 c.com/1 d.th/1 e.com/1 f.th/1 g.com/1 h.th/1
  b.th/1     thai  →
  d.th/1     thai  →
  f.th/1     thai  →
  h.th/1     thai  →
`)

test('kb=0 learns from the first page on: what is found later is ordered by what was fetched before', () => {
  const later = tinyWeb(`
    s.org/home thai  → a.com/1 b.th/1 c.com/1 d.th/1 l.net/1
    b.th/1     thai  →
    d.th/1     thai  →
    l.net/1    thai  → e.com/1 f.th/1 g.com/1 h.th/1
  `)
  // the first five were queued when nothing was known of their domains, and keep the place they got then
  assert.equal(
    visits(later, 'naive-bayes:kb=0,features=tld'),
    's.org/home a.com/1 b.th/1 c.com/1 d.th/1 l.net/1 f.th/1 h.th/1 e.com/1 g.com/1',
  )
})

test('phase 1 is breadth-first; when it ends, all that is queued is ordered anew', () => {
  const spec = (kb: number) => `naive-bayes:kb=${kb},features=tld`
  assert.equal(visits(byTld, spec(100)), 's.org/home a.com/1 b.th/1 c.com/1 d.th/1 e.com/1 f.th/1 g.com/1 h.th/1')
  // five pages have shown that .th is worth more than .com
  assert.equal(visits(byTld, spec(5)), 's.org/home a.com/1 b.th/1 c.com/1 d.th/1 f.th/1 h.th/1 e.com/1 g.com/1')
})

const drift = tinyWeb(`
  s.org/home thai  → a.com/1 b.th/1 x.org/1
  b.th/1     thai  →
  x.org/1    thai  → c.th/1 c.th/2 c.th/3 d.com/1 y.org/1
  d.com/1    thai  → z.org/1
  y.org/1    thai  → e.th/1 e.th/2 f.com/1
  f.com/1    thai  →
`)

test('learn=kb keeps to what phase 1 has taught, learn=online sees that it was wrong', () => {
  const order = (learn: string) => visits(drift, `naive-bayes:kb=3,learn=${learn},features=tld,lambda=0`).split(' ')
  const frozen = order('kb')
  const online = order('online')
  assert.ok(frozen.indexOf('e.th/2') < frozen.indexOf('f.com/1'))
  assert.ok(frozen.indexOf('c.th/3') < frozen.indexOf('d.com/1'))
  assert.notDeepEqual(online, frozen)
})

const hosts = tinyWeb(`
  s/home thai  → a/1 b/1 a/2 b/2
  a/1    other →
  b/1    thai  →
`)

test('a host that has served relevant pages lifts its URLs; lambda=0 does not look at hosts', () => {
  // one attribute with one value here, so that naive Bayes knows no difference
  assert.equal(visits(hosts, 'naive-bayes:kb=0,features=source-tld'), 's/home a/1 b/1 b/2 a/2')
  assert.equal(visits(hosts, 'naive-bayes:kb=0,features=source-tld,lambda=0'), 's/home a/1 b/1 a/2 b/2')
  // in phase 1 hosts make no difference, but they are counted
  assert.equal(visits(hosts, 'naive-bayes:kb=3,features=source-tld'), 's/home a/1 b/1 b/2 a/2')
})

test('a page found by several parents has the place of the best of them', () => {
  const parents = tinyWeb(`
    s/home  thai    → t/1 e/1 t/2 e/2 t/3 e/3
    t/1     thai    → g/1 g/2
    e/1     english → x/1 x/2
    t/2     thai    → x/2
    g/1     thai    →
  `)
  const order = visits(parents, 'naive-bayes:kb=0,features=language,lambda=0').split(' ')
  assert.ok(order.indexOf('x/2') < order.indexOf('x/1'))
})

test('each attribute tells links apart by its own value alone', () => {
  // the first of each pair turns out relevant; of the two that follow, the one like it goes first
  const cases: Record<string, string> = {
    language: `
      s/home thai    → a/1 b/1
      a/1    thai    → c/1
      b/1    english → d/1 d/2
      c/1    thai    → y/1
      d/1    other   → x/1`,
    charset: `
      s/home thai@utf8   → a/1 b/1
      a/1    thai@target → c/1
      b/1    thai@latin1 → d/1 d/2
      c/1    thai@target → y/1
      d/1    other@latin1 → x/1`,
    'source-tld': `
      s.org/home thai  → a.th/1 b.com/1
      a.th/1     thai  → c.th/1
      b.com/1    thai  → d.com/1 d.com/2
      c.th/1     thai  → y/1
      d.com/1    other → x/1`,
  }
  for (const [attribute, text] of Object.entries(cases)) {
    const order = visits(tinyWeb(text), `naive-bayes:kb=0,features=${attribute},lambda=0`).split(' ')
    assert.ok(order.indexOf('y/1') < order.indexOf('x/1'), `${attribute}: ${order}`)
  }
})

test('relation tells the same server, the same domain and elsewhere apart', () => {
  const web = tinyWeb(`
    www.s.th/home thai → q.org/1 m.s.th/1 www.s.th/1 r.org/1 n.s.th/1 www.s.th/2 p.org/9
    m.s.th/1      thai  →
    www.s.th/1    thai  →
    n.s.th/1      thai  →
    www.s.th/2    thai  →
    p.org/9       other → v.org/1 www.p.org/1 p.org/1
  `)
  const order = visits(web, 'naive-bayes:kb=7,features=relation,lambda=0').split(' ')
  const last = order.slice(-3)
  assert.equal(last[2], 'v.org/1')
  // two relevant examples against two and the seed
  assert.deepEqual(last, ['p.org/1', 'www.p.org/1', 'v.org/1'])
})

test('an anchor in the target language is an attribute of its link', () => {
  const web = tinyWeb(`
    s/home thai  → a/1 b/1* c/1 d/1* e/1 f/1*
    b/1    thai  →
    d/1    thai  →
    f/1    thai  →
  `)
  assert.equal(
    visits(web, 'naive-bayes:kb=5,features=anchor,lambda=0'),
    's/home a/1 b/1* c/1 d/1* f/1* e/1'.replaceAll('*', ''),
  )
})

test('what a redirect leads to is an example of the link to the redirect', () => {
  const web = tinyWeb(`
    s.org/home thai     → a.com/r b.th/r c.com/1 d.th/1
    a.com/r    redirect → x.net/1
    b.th/r     redirect → x.net/2
    x.net/2    thai     →
  `)
  // x.net/1 teaches that .com is bad, x.net/2 that .th is good
  assert.equal(
    visits(web, 'naive-bayes:kb=3,features=tld,lambda=0', {}),
    's.org/home a.com/r b.th/r c.com/1 d.th/1 x.net/1 x.net/2',
  )
  const straight = tinyWeb(`
    s.org/home thai     → a.com/r
    a.com/r    redirect → x.net/1
    x.net/1    thai     → b.th/1 c.com/1
  `)
  assert.equal(visits(straight, 'naive-bayes:kb=0,features=tld,lambda=0'), 's.org/home a.com/r x.net/1 c.com/1 b.th/1')
})

test('a seed behind redirects is still a seed', () => {
  const web = tinyWeb(`
    s.com/r    redirect → s.com/home
    s.com/home thai     → a.th/1 b.com/1
  `)
  assert.equal(visits(web, 'naive-bayes:kb=0,features=tld,lambda=0'), 's.com/r s.com/home b.com/1 a.th/1')
})

test('it has 1,024 levels, and says which columns its attributes need', () => {
  assert.equal(createStrategy('naive-bayes').levels, 1024)
  assert.deepEqual(createStrategy('naive-bayes').needs, ['tld', 'domain', 'charset'])
  assert.deepEqual(createStrategy('naive-bayes:features=language').needs, [])
  assert.deepEqual(createStrategy('naive-bayes:features=anchor+source-tld+tld').needs, ['tld', 'anchorInTarget'])
})

for (const seed of [41, 42, 43]) {
  test(`web ${seed}: it fetches everything, and relevant pages earlier than breadth-first`, () => {
    const web = randomWeb(seed, 200)
    const part = Math.floor(web.pages.length / 3)
    const found = (spec: string) => {
      const order = walk(web, createStrategy(spec))
      assert.equal(order.length, web.pages.length, spec)
      return order.slice(0, part).filter(page => web.pages[page].relevant).length
    }
    for (const kb of [0, 100]) {
      const learned = found(`naive-bayes:kb=${kb}`)
      assert.ok(learned > found('breadth-first') * 1.5, `kb=${kb}: ${learned} against ${found('breadth-first')}`)
    }
  })
}
