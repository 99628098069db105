import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeferredGroups } from '../../src/strategy/deferred-groups.js'
import { tinyWeb, visits } from './web.js'

const flip = tinyWeb(`
  a/home thai  → b/1
  b/1    other → b/2 c/1
  b/2    thai  → d/1 c/2
`)

test('conservative: the page that makes its server relevant already leads to new servers, pages before it do not', () => {
  assert.equal(visits(flip, 'server-conservative'), 'a/home b/1 b/2 d/1 c/2')
})

test('aggressive: any page of a server that is not irrelevant leads to new servers', () => {
  assert.equal(visits(flip, 'server-aggressive'), 'a/home b/1 b/2 d/1 c/2 c/1')
})

test('parked=true: the links that an undecided server was refused are followed once it turns relevant', () => {
  assert.equal(visits(flip, 'server-conservative:parked=true'), 'a/home b/1 b/2 d/1 c/2 c/1')
})

const tolerance = tinyWeb(`
  a/home thai  → b/1 b/2 b/3 b/4
  b/1    other → b/5
  b/2    other → b/6 a/1
  b/3    other → a/1
`)

for (const name of ['server-aggressive', 'server-conservative', 'directory-conservative']) {
  test(`${name}: t downloads are tolerated; the next one gives up the server, its queued URLs and the page's own links to it`, () => {
    assert.equal(visits(tolerance, `${name}:t=0`), 'a/home b/1')
    assert.equal(visits(tolerance, `${name}:t=1`), 'a/home b/1 b/2 a/1')
    assert.equal(visits(tolerance, `${name}:t=2`), 'a/home b/1 b/2 b/3 a/1')
    assert.equal(visits(tolerance, `${name}:t=10`), 'a/home b/1 b/2 b/3 b/4 b/5 b/6 a/1')
  })

  test(`${name}: a relevant page that was in flight brings its server back`, () => {
    const flying = tinyWeb(`
      a/home thai  → b/1 b/2 b/3 b/4
      b/1    other →
      b/2    thai  →
    `)
    assert.equal(visits(flying, `${name}:t=0`), 'a/home b/1')
    assert.equal(visits(flying, `${name}:t=0`, { inFlight: 2 }), 'a/home b/1 b/2 b/3 b/4')
  })

  test(`${name}: links to a server that was given up are lost, with parked=true they come back with it`, () => {
    const flying = tinyWeb(`
      a/home thai  → b/1 c/1 b/2
      b/1    other →
      c/1    thai  → b/9
      b/2    thai  →
    `)
    assert.equal(visits(flying, `${name}:t=0`, { inFlight: 3 }), 'a/home b/1 c/1 b/2')
    assert.equal(visits(flying, `${name}:t=0,parked=true`, { inFlight: 3 }), 'a/home b/1 c/1 b/2 b/9')
  })

  test(`${name}: a page that a relevant page links to later moves to the high queue and is not demoted again`, () => {
    const twice = tinyWeb(`
      a/home thai  → a/1 a/2 a/3
      a/1    other → a/4 a/5
      a/2    thai  → a/5
      a/3    other → a/6 a/5
    `)
    assert.equal(visits(twice, name), 'a/home a/1 a/2 a/3 a/5 a/4 a/6')
  })

  test(`${name}: the target of a redirect keeps the redirect's queue`, () => {
    const hop = tinyWeb(`
      a/home thai     → a/r a/x
      a/r    redirect → a/home2
      a/x    other    → a/1 a/home2
    `)
    assert.equal(visits(hop, name), 'a/home a/r a/x a/home2 a/1')
  })
}

const undecided = tinyWeb(`
  a/home thai  → b/1 c/1
  b/1    other → c/2
  c/1    other → b/2
`)

test('conservative: an undecided server may lead to visited servers, not to one that is only queued', () => {
  assert.equal(visits(undecided, 'server-conservative'), 'a/home b/1 c/1 b/2')
})

test('parked=true: a server that a relevant one links to is no longer new to anyone', () => {
  assert.equal(visits(undecided, 'server-conservative:parked=true'), 'a/home b/1 c/1 c/2 b/2')
})

test('parked=true: a refused server waits until a relevant server links to it', () => {
  const waiting = tinyWeb(`
    a/home thai  → b/1 a/1
    b/1    other → c/1
    a/1    thai  → c/2
  `)
  assert.equal(visits(waiting, 'server-conservative'), 'a/home b/1 a/1 c/2')
  assert.equal(visits(waiting, 'server-conservative:parked=true'), 'a/home b/1 a/1 c/2 c/1')
})

test('parked=true: a refused server that no relevant server links to is never asked', () => {
  const lonely = tinyWeb(`
    a/home thai  → b/1
    b/1    other → b/2 c/1
    b/2    other → c/2
  `)
  assert.equal(visits(lonely, 'server-conservative:parked=true'), 'a/home b/1 b/2')
})

test('parked=true: a refused server may wait for several servers, and for one that was given up and came back', () => {
  const several = tinyWeb(`
    a/home thai  → b/1 d/1 b/2 b/3
    b/1    other → c/1
    d/1    other → c/2 d/2
    d/2    thai  →
    b/3    thai  →
  `)
  // b stays given up, d opens c
  assert.equal(visits(several, 'server-conservative:parked=true,t=1'), 'a/home b/1 d/1 b/2 d/2 c/1 c/2')
  // b/3 was in flight when b/2 made b irrelevant: b opens c before d does
  const flying = visits(several, 'server-conservative:parked=true,t=1', { inFlight: 2 })
  assert.equal(flying, 'a/home b/1 d/1 b/2 b/3 d/2 c/1 c/2')
})

test('parked=true: what waits for a server that was given up comes back with it', () => {
  const flying = tinyWeb(`
    a/home thai  → b/1 b/2 b/3
    b/1    other → c/1
    b/2    other →
    b/3    thai  →
  `)
  assert.equal(visits(flying, 'server-conservative:parked=true,t=1'), 'a/home b/1 b/2')
  assert.equal(visits(flying, 'server-conservative:parked=true,t=1', { inFlight: 2 }), 'a/home b/1 b/2 b/3 c/1')
})

test('parked=true: the server of a seed never waits', () => {
  const seeds = tinyWeb(
    `
    a/home other → b/1
    b/home thai  → b/2
  `,
    2,
  )
  assert.equal(visits(seeds, 'server-conservative:parked=true'), 'a/home b/home b/2 b/1')
})

test('parked=true: a redirect into a waiting server opens it', () => {
  const hop = tinyWeb(`
    a/home thai     → b/1 a/r a/z
    b/1    other    → c/1
    a/r    redirect → c/home
  `)
  assert.equal(visits(hop, 'server-conservative:parked=true'), 'a/home b/1 a/r a/z c/home c/1')
})

test('directories of one server are judged apart', () => {
  const shared = tinyWeb(`
    a/home thai  → b/x/1 b/y/1
    b/x/1  other → b/x/2 b/z/1
    b/y/1  thai  → b/y/2 b/x/3
  `)
  assert.equal(visits(shared, 'directory-conservative:t=0'), 'a/home b/x/1 b/y/1 b/y/2')
  assert.equal(visits(shared, 'server-conservative:t=0'), 'a/home b/x/1')
})

test('fall lowers the tolerance as the crawl proceeds, for servers already visited too', () => {
  const falling = tinyWeb(`
    a/home thai → b/1 c/1 b/2 c/2 b/3
  `)
  assert.equal(visits(falling, 'server-conservative:t=2'), 'a/home b/1 c/1 b/2 c/2 b/3')
  assert.equal(visits(falling, 'server-conservative:t=2,fall=2,floor=1'), 'a/home b/1 c/1 b/2 c/2')
  assert.equal(visits(falling, 'server-conservative:t=2,fall=2,floor=0'), 'a/home b/1 c/1 b/2')
})

test('deferred groups are given back by source, each run once, and their room is used again', () => {
  const deferred = new DeferredGroups()
  deferred.reserve(3)
  const all = (source: number) => {
    const targets: number[] = []
    for (let target = deferred.take(source); target !== -1; target = deferred.take(source)) targets.push(target)
    return targets.sort((a, b) => a - b)
  }
  for (const target of [7, 7, 8, 7]) deferred.add(0, target)
  deferred.add(1, 9)
  deferred.add(2, 5)
  deferred.reserve(40)
  assert.deepEqual(all(0), [7, 7, 8])
  assert.deepEqual(all(0), [])
  for (let target = 100; target < 110; target++) deferred.add(39, target)
  assert.deepEqual(all(39), [100, 101, 102, 103, 104, 105, 106, 107, 108, 109])
  assert.deepEqual(all(1), [9])
  assert.deepEqual(all(2), [5])
})
