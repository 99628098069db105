import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageLink } from '../../src/contracts.js'
import { textAround } from '../../src/collection/link-surroundings.js'

function link(anchor: string, before: string, after: string): PageLink {
  const elsewhere = { neighbours: '', nofollow: false, tagPath: 0, listPlace: 0 }
  return { url: 'http://a.example/', kind: 'a', anchor, before, after, ...elsewhere }
}

test('text of neighbouring links is theirs', () => {
  const links = [
    link('first story', 'News: ', ' from Monday\nsecond story from Tuesday'),
    link('second story', 'News: first story from Monday\n', ' from Tuesday third story'),
    link('third story', 'second story from Tuesday ', ''),
  ]
  assert.equal(textAround(links, 0), 'News:\nfrom Monday')
  assert.equal(textAround(links, 1), 'from Monday\nfrom Tuesday')
  assert.equal(textAround(links, 2), 'from Tuesday\n')
})

test('a link among links has no surroundings', () => {
  const links = [
    link('home', '', ' about contact'),
    link('about', 'home ', ' contact'),
    link('contact', 'home about ', ''),
  ]
  assert.equal(textAround(links, 1), '')
})

test('anchors of a letter or two are no borders: they are found in any text', () => {
  const links = [link('a', '', ' great page here'), link('here', 'a great page ', '')]
  assert.equal(textAround(links, 1), 'a great page\n')
})

test('each side is the nearest six words, at most 60 characters, without half words', () => {
  const text = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau'
  const [before, after] = textAround([link('x', text, text)], 0).split('\n')
  assert.equal(before, 'xi omicron pi rho sigma tau')
  assert.equal(after, 'alpha beta gamma delta epsilon zeta')
  const long = 'antidisestablishmentarianism'
  const longer = `xxx ${long} ${long} yy`
  assert.equal(textAround([link('x', longer, longer)], 0), `${long} ${long} yy\nxxx ${long}`)
  const exact = `xx ${'y'.repeat(60)}`
  assert.equal(textAround([link('x', exact, '')], 0), `${'y'.repeat(60)}\n`)
})

test('in scripts without spaces two signs are a word, also where words with spaces stand among them', () => {
  const thai = 'กขคงจฉชซฌญฎฏ'
  assert.equal(textAround([link('x', thai, thai)], 0), 'ฉชซฌญฎฏ\nกขคงจฉช')
  const mixed = 'one two ก three ขค four five six seven'
  assert.equal(textAround([link('x', '', mixed)], 0), '\none two ก three ขค four')
  assert.equal(textAround([link('x', mixed, '')], 0), 'three ขค four five six seven\n')
})

test('what holds no word is not kept', () => {
  assert.equal(textAround([link('x', '12 | ', ' · 2004 🙂')], 0), '')
  assert.equal(textAround([link('x', 'see 12: ', '')], 0), 'see 12:\n')
})

test('a neighbour is recognised at its end or beginning alone, and across a line break', () => {
  const long =
    'a story that is told at length and that never comes to its end before the hundredth letter of it is reached'
  const links = [
    link(long, '', ''),
    link('next', `${long.slice(-99)}\n`, `\n${long.slice(0, 99)}`),
    link(long, '', ''),
    link('two lines', 'told at\nlength ', ''),
  ]
  assert.equal(textAround(links, 1), '')
  assert.equal(textAround([link('told at length', '', ''), links[3]], 1), '')
})
