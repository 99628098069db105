/** linguacrawl and spiderling: fixed rules by which hosts are kept or dropped. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tinyWeb, visits, type Web } from './web.js'

const fenced = tinyWeb(`
  s.th/home   thai  → s.th/1 a.com/1 b.th/1
  s.th/1      other → b.th/2 c.org/1
  a.com/1     thai  → a.com/2
  b.th/1      other → b.th/3 d.th/1 a.com/3
`)

test('linguacrawl: links to other hosts lead into the fence only', () => {
  assert.equal(visits(fenced, 'linguacrawl'), 's.th/home s.th/1 b.th/1 b.th/2 b.th/3 d.th/1')
  assert.equal(
    visits(fenced, 'linguacrawl:tlds=any'),
    's.th/home s.th/1 a.com/1 b.th/1 b.th/2 c.org/1 a.com/2 b.th/3 d.th/1 a.com/3',
  )
})

test('linguacrawl: the fence holds all that the seeds have, also those that are named later', () => {
  const web: Web = { ...fenced, seeds: [0, 2] }
  assert.equal(visits(web, 'linguacrawl'), 's.th/home a.com/1 s.th/1 b.th/1 a.com/2 b.th/2 b.th/3 d.th/1 a.com/3')
})

test('linguacrawl: inside a host the fence is not asked', () => {
  assert.equal(visits(fenced, 'linguacrawl:tlds=org'), 's.th/home s.th/1')
})

const scouted = tinyWeb(`
  s/home  thai  → a/1 a/2 a/3 a/4 b/1 b/2 b/3 b/4
  a/1     thai  → a/5
  a/2     other →
  b/1     other → a/6
  b/2     other → b/5
  a/3     other → b/6
`)

test('linguacrawl: a host is looked at once, when its scout is over', () => {
  // a has one wanted page of two and stays, whatever follows; b has none
  assert.equal(visits(scouted, 'linguacrawl:scout=2,share=0.5'), 's/home a/1 a/2 a/3 a/4 b/1 b/2 a/5 a/6')
  assert.equal(visits(scouted, 'linguacrawl:scout=2,share=0.6'), 's/home a/1 a/2 b/1 b/2')
  assert.equal(visits(scouted, 'linguacrawl:scout=9').split(' ').length, 13)
})

/** Two hosts that a seed leads to, of the pages of which every `every`-th is wanted. */
function hosts(pages: number, every: number): Web {
  const names = (host: string) => Array.from({ length: pages }, (_, k) => `${host}/${k}`)
  const rows = ['a', 'b'].flatMap(host =>
    names(host).map((name, k) => `${name} ${host === 'b' && k % every === 0 ? 'thai' : 'other'} → x${k}/1`),
  )
  return tinyWeb([`s/home thai → ${[...names('a'), ...names('b')].join(' ')}`, ...rows].join('\n'))
}

const countOf = (order: string, host: string): number => order.split(' ').filter(page => page.startsWith(host)).length

test('spiderling: a host is dropped when its yield falls below what its size demands', () => {
  const web = hosts(60, 2)
  const order = visits(web, 'spiderling:least=1')
  // nothing is demanded up to 10 pages, something from 11 on
  assert.equal(countOf(order, 'a/'), 11)
  assert.equal(countOf(order, 'b/'), 60)
  assert.equal(countOf(visits(web, 'spiderling:least=15'), 'a/'), 15)
  assert.equal(countOf(visits(web, 'spiderling:strength=0'), 'a/'), 60)
  // a half of the pages is less than log10 of 32, less one
  assert.equal(countOf(visits(web, 'spiderling:strength=1'), 'b/'), 32)
})

test('spiderling: the best yield comes first, and pages that are not wanted lead on inside their host', () => {
  const order = visits(hosts(20, 1), 'spiderling').split(' ')
  assert.ok(order.lastIndexOf('b/19') < order.indexOf('a/1'), order.join(' '))
  assert.equal(order.filter(page => page.startsWith('x')).length, 20)
  assert.equal(countOf(visits(hosts(20, 30), 'spiderling'), 'x'), 1)
  assert.equal(countOf(visits(hosts(20, 30), 'spiderling:external=true'), 'x'), 20)
})
