import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectState, restoreState } from '../../src/disk/state-tree.js'
import { TrapWatch, trapText, type SeenPage, type TrapDecision } from '../../src/traps/index.js'

/** A watch and the pages it was told of; pages of one `text` are near duplicates, and 0 is a text of its own. */
class Told {
  readonly urls: string[] = []
  readonly watch = new TrapWatch(url => this.urls.indexOf(url))
  private readonly firstOf = new Map<number, number>()

  page(url: string, text: number, parts: Partial<SeenPage> = {}): TrapDecision[] {
    const page = this.urls.length
    const near = this.firstOf.get(text) ?? -1
    if (text !== 0 && near === -1) this.firstOf.set(text, page)
    const simhash: [number, number] = text === 0 ? [page + 1, 0x5555_0000 + 977 * page] : [text, text]
    const nearUrl = near === -1 ? '' : this.urls[near]
    const via = Math.max(0, page - 1)
    this.watch.note({ page, url, via, near, nearUrl, simhash, digest: '', title: 'T', relevant: true, ...parts })
    this.urls.push(url)
    const due = this.watch.due()
    for (const decision of due) this.watch.decide(decision)
    return due
  }
}

function closing(url: (n: number) => string, text: (n: number) => number, parts: Partial<SeenPage> = {}): number {
  const told = new Told()
  for (let n = 1; n <= 300; n++) if (told.page(url(n), text(n), parts).length > 0) return n
  return Infinity
}

test('a pattern that feeds itself is closed after a few pages, one that others lead to after three times as many', () => {
  assert.equal(
    closing(
      n => `http://a.test/2005/${n}/`,
      () => 7,
    ),
    8,
  )
  assert.equal(
    closing(
      n => `http://a.test/item/${n}`,
      () => 7,
    ),
    16,
  )
  assert.equal(
    closing(
      n => `http://a.test/item/${n}`,
      () => 7,
      { via: 0 },
    ),
    48,
  )
})

test('where one page in four says something new nothing is closed', () => {
  assert.equal(
    closing(
      n => `http://a.test/2005/${n}/`,
      n => (n % 4 === 0 ? 0 : 7),
    ),
    Infinity,
  )
  assert.equal(
    closing(
      n => `http://a.test/item/${n}`,
      n => (n % 4 === 0 ? 0 : 7),
    ),
    Infinity,
  )
})

test('many servers that show one page are no trap unless such pages lead to them', () => {
  assert.equal(
    closing(
      n => `http://h${n}.a.test/`,
      () => 7,
      { via: 0 },
    ),
    Infinity,
  )
  assert.equal(
    closing(
      n => `http://h${n}.a.test/`,
      () => 7,
    ),
    16,
  )
})

test('nearly the same text under another title is left to the strategy, unless almost every word is the same', () => {
  const titles = (n: number): string =>
    `word ${String.fromCharCode(97 + (n % 26))}${String.fromCharCode(97 + Math.floor(n / 26))}`
  const told = new Told()
  const closed = Array.from({ length: 200 }, (_, n) => {
    const bits = n === 0 ? 0 : 0b11111 << (n % 20)
    return told.page(`http://a.test/word/x${titles(n).slice(5)}`, 7, { title: titles(n), simhash: [7, 7 ^ bits] })
  }).flat()
  assert.deepEqual(closed, [])
  const same = new Told()
  const decisions = Array.from({ length: 40 }, (_, n) =>
    same.page(`http://a.test/word/x${n}`, 7, { title: titles(n) }),
  ).flat()
  assert.equal(decisions.length, 1)
})

test('a closed pattern is tried ever more seldom, and opened again when that brings something new twice', () => {
  const told = new Told()
  for (let n = 1; n <= 8; n++) told.page(`http://a.test/2005/${n}/`, 7)
  const tries: number[] = []
  for (let n = 9; n <= 1000; n++) {
    const url = `http://a.test/2005/${n}/`
    const objection = told.watch.against(url)
    assert.ok(objection !== null)
    if (!objection.isTry) {
      told.watch.hold(objection.trap.pattern, n)
      continue
    }
    tries.push(n)
    assert.deepEqual(told.page(url, 7), [])
  }
  assert.ok(tries.length >= 5 && tries.length <= 8, tries.join(' '))
  assert.match(
    trapText([...told.watch.traps.all()][0]),
    /^trap \(calendar\): 7 of 8 pages of a\.test\/#\/#\/ bring nothing new, 98\d URLs held back$/,
  )
  const opened = [...Array(20).keys()].flatMap(n => told.page(`http://a.test/2005/${2000 + n}/`, 0))
  assert.equal(opened[0]?.open, true)
  assert.equal(told.watch.against('http://a.test/2005/5000/'), null)
})

test('twins are known by three pairs, and only the twin of a page that answered well is held back', () => {
  const told = new Told()
  for (let n = 1; n <= 3; n++) {
    told.page(`http://a.test/${n}.html`, n)
    const due = told.page(`https://a.test/${n}.html`, n)
    assert.equal(due.length, n === 3 ? 1 : 0)
  }
  assert.equal(told.watch.against('https://a.test/9.html'), null)
  told.page('http://a.test/9.html', 9)
  const objection = told.watch.against('https://a.test/9.html')
  assert.equal(objection?.of, told.urls.indexOf('http://a.test/9.html'))
  assert.equal(objection?.trap.kind, 'scheme')
  assert.equal(told.watch.against('https://b.test/9.html'), null)
})

test('of two that differ in the last slash only the one without it is held back: relative links need it', () => {
  const told = new Told()
  for (let n = 1; n <= 3; n++) {
    told.page(`http://a.test/${n}`, n)
    told.page(`http://a.test/${n}/`, n)
  }
  told.page('http://a.test/8', 8)
  assert.equal(told.watch.against('http://a.test/8/'), null)
  told.page('http://a.test/9/', 9)
  assert.equal(told.watch.against('http://a.test/9')?.trap.kind, 'slash')
})

test('redirects to the other spelling count as pairs, and pairs that differ count against', () => {
  const told = new Told()
  for (let n = 1; n <= 3; n++) told.watch.noteRedirect(`http://a.test/${n}`, `https://a.test/${n}`)
  told.watch.noteRedirect('http://a.test/4', 'https://a.test/elsewhere')
  assert.deepEqual(
    told.watch.due().map(({ kind, pages }) => [kind, pages]),
    [['scheme', 3]],
  )
  const apart = new Told()
  for (let n = 1; n <= 9; n++) {
    apart.page(`http://a.test/${n}.html`, 0)
    assert.deepEqual(apart.page(`https://a.test/${n}.html`, n % 2 === 0 ? 0 : 5), [])
  }
})

test('a checkpoint holds everything: what loads it answers as what saved it', () => {
  const told = new Told()
  for (let n = 1; n <= 30; n++) {
    told.page(`http://a.test/2005/${n}/`, 7, { title: `Month ${n % 3}` })
    told.page(`http://b.test/${n}?sort=${n}`, n % 3, { digest: `d${n}` })
    if (n < 3) told.page(`https://b.test/${n}?sort=${n}`, n % 3, { digest: `d${n}` })
  }
  told.watch.hold('a.test/#/#/', 5)
  const saved = collectState(told.watch)
  const other = new TrapWatch(url => told.urls.indexOf(url))
  restoreState(saved.fields, other)
  assert.deepEqual(new Map(collectState(other).fields), new Map(saved.fields))
  assert.ok(other.against('http://a.test/2005/99/') !== null)
})
