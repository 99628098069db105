import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patternsOf } from '../../src/traps/patterns.js'
import { twinsOf } from '../../src/traps/twin-urls.js'

function own(url: string): string[] {
  return patternsOf(url).own.map(({ kind, text }) => `${kind} ${text}`)
}

test('numbers, the last part and the values of parameters do not tell URLs of a pattern apart', () => {
  assert.deepEqual(own('http://a.test/item/12.html'), ['numbers a.test/item/#.html'])
  assert.deepEqual(own('http://a.test/tag/thai/'), ['template a.test/tag/*/'])
  assert.deepEqual(own('http://a.test/'), ['template a.test/'])
  assert.deepEqual(own('http://a.test/vol12/x.pdf?b=1&a=2'), [
    'parameters a.test/vol#/*.pdf?a&b',
    'parameters a.test/**?a&b',
  ])
  assert.deepEqual(own('http://a.test/d/?C=S;O=A'), ['parameters a.test/*/?C&O', 'parameters a.test/**?C&O'])
})

test('dates make a calendar where the page is a day, a month or a year, not where it stands under one', () => {
  for (const url of ['/2005/06/', '/cal/2005-06', '/cal/20050612', '/x?month=6', '/x?d=2005-06-12'])
    assert.match(own(`http://a.test${url}`)[0], /^calendar /, url)
  for (const url of ['/2005/06/a-post/', '/users/2005-June/000123.html', '/item/12345', '/12345678', '/x?d=7'])
    assert.doesNotMatch(own(`http://a.test${url}`)[0], /^calendar /, url)
})

test('what is drawn by lot makes a session, and a part that comes three times a loop', () => {
  assert.match(own('http://a.test/s/8f31aa0b9c2d4e5f/x')[0], /^session a\.test\/s\/~\/\*$/)
  assert.match(own('http://a.test/x?t=123e4567-e89b-12d3-a456-426614174000')[0], /^session /)
  assert.match(own('http://a.test/2019-ics-deans-award-winners-2018/x')[0], /^numbers /)
  assert.deepEqual(own('http://a.test/a/b/a/b/a/b/'), ['repeated-path a.test/**/x/**/x/**/x/**'])
  assert.match(own('http://a.test/en/news/en/')[0], /^template /)
  assert.match(own('http://a.test/1/1/1/1/')[0], /^numbers /)
})

test('a server belongs to its registrable domain, an address in numbers to none', () => {
  assert.equal(patternsOf('http://w1.shop.example.co.uk/').domain?.text, '**.example.co.uk')
  assert.equal(patternsOf('http://me.github.io/').domain?.text, '**.me.github.io')
  assert.equal(patternsOf('http://127.0.0.1:8080/').domain, null)
})

test('patterns stay short, whatever a hostile URL looks like', () => {
  const long = `http://a.test/${'x'.repeat(300)}/${Array.from({ length: 300 }, (_, i) => `d${i}e`).join('/')}?${Array.from({ length: 100 }, (_, i) => `p${'q'.repeat(i)}=1`).join('&')}`
  for (const { text } of patternsOf(long).own) assert.ok(text.length < 1000, String(text.length))
})

test('a URL has a twin for each way of writing it', () => {
  const written = twinsOf('http://a.test/x').map(({ url, kinds }) => `${url} ${kinds.join('+')}`)
  assert.deepEqual(written.slice(0, 3).sort(), [
    'http://a.test/x/ slash',
    'http://www.a.test/x www',
    'https://a.test/x scheme',
  ])
  assert.equal(written.length, 7)
  assert.deepEqual(twinsOf('http://127.0.0.1:8080/x.html'), [])
  assert.deepEqual(
    twinsOf('https://www.a.test/?q').map(({ url }) => url),
    ['https://a.test/?q', 'http://www.a.test/?q', 'http://a.test/?q'],
  )
  for (const { url } of twinsOf('http://a.test/x')) {
    const back = twinsOf(url).map(twin => twin.url)
    assert.ok(back.includes('http://a.test/x'), url)
  }
})
