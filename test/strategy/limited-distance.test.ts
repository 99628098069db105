import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tinyWeb, visits } from './web.js'

const web = tinyWeb(`
  a/home thai  → a/1 a/2
  a/1    other → a/3
  a/2    thai  → a/4
  a/3    other → a/5
  a/4    other → a/6 a/5
  a/6    thai  → a/7
`)

test('prioritised: pages nearest to a relevant page come first, and a nearer parent promotes', () => {
  assert.equal(visits(web, 'limited-distance:n=2'), 'a/home a/1 a/2 a/4 a/3 a/6 a/7 a/5')
})

test('non-prioritised: one queue', () => {
  assert.equal(visits(web, 'limited-distance:n=2,mode=non-prioritised'), 'a/home a/1 a/2 a/3 a/4 a/5 a/6 a/7')
})

test('n=0 is hard-focused', () => {
  assert.equal(visits(web, 'limited-distance:n=0'), visits(web, 'hard-focused'))
})

for (const mode of ['prioritised', 'non-prioritised']) {
  test(`${mode}: n irrelevant pages in a row are followed, not one more`, () => {
    const chain = tinyWeb(`
      a/home thai  → b/1
      b/1    other → b/2
      b/2    other → b/3
      b/3    other → b/4
    `)
    assert.equal(visits(chain, `limited-distance:n=1,mode=${mode}`), 'a/home b/1 b/2')
    assert.equal(visits(chain, `limited-distance:n=2,mode=${mode}`), 'a/home b/1 b/2 b/3')
  })

  test(`${mode}: the nearest of the parents counts, also when it is found last`, () => {
    const two = tinyWeb(`
      a/home thai  → a/1 a/2
      a/1    other → a/3
      a/2    thai  → a/3
      a/3    other → a/4
      a/4    other → a/5
    `)
    assert.equal(visits(two, `limited-distance:n=1,mode=${mode}`), 'a/home a/1 a/2 a/3 a/4')
  })

  test(`${mode}: a relevant page starts the count again`, () => {
    const island = tinyWeb(`
      a/home other → b/1
      b/1    thai  → c/1
      c/1    other → c/2
      c/2    other → c/3
    `)
    assert.equal(visits(island, `limited-distance:n=1,mode=${mode}`), 'a/home b/1 c/1 c/2')
  })

  test(`${mode}: a redirect has no length`, () => {
    const hop = tinyWeb(`
      a/home thai     → a/1
      a/1    redirect → b/home
      b/home other    → b/1
      b/1    other    → b/2
    `)
    assert.equal(visits(hop, `limited-distance:n=1,mode=${mode}`), 'a/home a/1 b/home b/1')
  })
}
