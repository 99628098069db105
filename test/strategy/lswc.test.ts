import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tinyWeb, visits } from './web.js'

const classes = tinyWeb(`
  a/home thai    → a/1 b/home c/home
  a/1    english → a/2 d/home
  b/home other   → b/1 a/3
  c/home thai    → c/1 b/1
`)

test('relevant servers come first, then links of relevant pages, then by distance; Thai → English → URL is lifted', () => {
  // d/home is lifted to class 2 by a/1; b/1 joins it there, later, when c/home links to it
  assert.equal(visits(classes, 'lswc:s=3,t=5'), 'a/home a/1 a/2 b/home a/3 c/home c/1 d/home b/1')
})

test('without the lift the child of an English page waits behind the links of relevant pages', () => {
  assert.equal(visits(classes, 'lswc:s=3,t=5,lift=false'), 'a/home a/1 a/2 b/home a/3 c/home c/1 b/1 d/home')
})

test('only English pages that a page in the target language links to are lifted', () => {
  const english = tinyWeb(`
    a/home thai    → b/1 c/1
    b/1    other   → d/1
    c/1    other   → e/1
    d/1    other   → x/1
    e/1    english → y/1
  `)
  // y/1 has an English parent, but its grandparent is not Thai: x/1 and y/1 stay in the order in which they were found
  assert.equal(visits(english, 'lswc'), 'a/home b/1 c/1 d/1 e/1 x/1 y/1')
})

const servers = tinyWeb(`
  a/home thai  → b/home b/1
  b/home other → b/2 c/home
  c/home thai  → b/3
`)

test('s downloads without a relevant page make a server irrelevant: its URLs are dropped, those it links to are not', () => {
  assert.equal(visits(servers, 'lswc:s=1,t=1'), 'a/home b/home c/home')
  assert.equal(visits(servers, 'lswc:s=2,t=1'), 'a/home b/home b/1 c/home')
})

test('smode=depth counts links followed inside the server instead of downloads', () => {
  assert.equal(visits(servers, 'lswc:s=1,t=1,smode=depth'), 'a/home b/home c/home')
  assert.equal(visits(servers, 'lswc:s=2,t=1,smode=depth'), 'a/home b/home b/1 b/2 c/home')
})

test('URLs farther than t from a relevant page are dropped', () => {
  const chain = tinyWeb(`
    a/home thai  → b/1
    b/1    other → c/1
    c/1    other → d/1
    d/1    other → e/1
  `)
  assert.equal(visits(chain, 'lswc:s=9,t=2'), 'a/home b/1 c/1 d/1')
  assert.equal(visits(chain, 'lswc:s=9,t=0'), 'a/home b/1')
})

test('the nearest of the parents counts, also when it is found last', () => {
  const two = tinyWeb(`
    a/home thai  → b/1 c/1
    b/1    other → d/1
    c/1    thai  → d/1
    d/1    other → e/1
    e/1    other → f/1
  `)
  assert.equal(visits(two, 'lswc:t=1'), 'a/home b/1 c/1 d/1 e/1')
})

test('URLs of relevant servers are exempt from the distance, unless that reading is switched off', () => {
  const back = tinyWeb(`
    a/home thai  → b/1
    b/1    other → a/1 c/1
    c/1    other → a/2 d/1
  `)
  assert.equal(visits(back, 'lswc:t=1'), 'a/home b/1 a/1 c/1 a/2')
  assert.equal(visits(back, 'lswc:t=1,exempt=false'), 'a/home b/1 a/1 c/1')
})

test('a relevant page that was in flight when its server was given up brings the server back', () => {
  const flying = tinyWeb(`
    a/home thai  → b/1 b/2 b/3 b/4
    b/1    other →
    b/2    thai  →
  `)
  assert.equal(visits(flying, 'lswc:s=1'), 'a/home b/1')
  assert.equal(visits(flying, 'lswc:s=1', { inFlight: 2 }), 'a/home b/1 b/2 b/3 b/4')
})

test('links found while a server was given up come back with it, unless that reading is switched off', () => {
  const flying = tinyWeb(`
    a/home thai  → b/1 c/1 b/2
    b/1    other →
    c/1    thai  → b/9
    b/2    thai  →
  `)
  assert.equal(visits(flying, 'lswc:s=1', { inFlight: 3 }), 'a/home b/1 c/1 b/2 b/9')
  assert.equal(visits(flying, 'lswc:s=1,parked=false', { inFlight: 3 }), 'a/home b/1 c/1 b/2')
})

test('a redirect has no length', () => {
  const hop = tinyWeb(`
    a/home thai     → b/r
    b/r    redirect → c/1
    c/1    other    → d/1
    d/1    other    → e/1
  `)
  assert.equal(visits(hop, 'lswc:t=1'), 'a/home b/r c/1 d/1')
})

test('an English page behind a redirect from a Thai page is lifted as well', () => {
  const hop = tinyWeb(`
    a/home thai     → b/r x/1
    b/r    redirect → c/1
    x/1    other    → y/1
    c/1    english  → z/1
  `)
  assert.equal(visits(hop, 'lswc'), 'a/home b/r x/1 c/1 z/1 y/1')
  assert.equal(visits(hop, 'lswc:lift=false'), 'a/home b/r x/1 c/1 y/1 z/1')
})
