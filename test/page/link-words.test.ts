import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LinkWords, MAX_LINK_WORDS } from '../../src/page/links/link-words.js'

const NOWHERE = 'http://10.0.0.1/'

/** The row of one link. */
function row(url: string, anchor = '', around = ''): number[] {
  const words = new LinkWords()
  words.add(url, anchor, around)
  const { starts, hashes } = words.take()
  assert.deepEqual([...starts], [0, hashes.length])
  return [...hashes]
}

const anchor = (text: string): number[] => row(NOWHERE, text)
const around = (text: string): number[] => row(NOWHERE, '', text)

test('words are two letters or more, whatever their case and whatever stands between them', () => {
  assert.deepEqual(anchor('Read ON: a page, 2 pages'), anchor('read-on page/pages'))
  assert.equal(anchor('a b 1 22 !').length, 0)
  assert.equal(anchor('Größe ΑΘΗΝΑ Москва שלום हिन्दी').length, 5)
  assert.deepEqual(anchor('ÄRGER'), anchor('ärger'))
})

test('capitals whose lower case depends on their place, or is two characters, are read as the language writes them', () => {
  assert.deepEqual(anchor('ΟΔΟΣ ΣΟΦΙΑΣ'), anchor('οδος σοφιας'))
  assert.deepEqual(anchor('İstanbul'), anchor('i\u0307stanbul'))
  assert.deepEqual(around('ΟΔΟΣ\nİZMİR'), around('οδος\ni\u0307zmi\u0307r'))
})

test('a word counts once in its part of a row', () => {
  assert.equal(anchor('more and more and more').length, 2)
})

test('scripts without spaces give each two signs in a row, and a sign that stands alone', () => {
  assert.equal(anchor('ภาษาไทย').length, 6)
  assert.deepEqual(anchor('日本語').slice(0, 1), anchor('日本'))
  assert.deepEqual(anchor('日 本'), [...anchor('日'), ...anchor('本')])
  const mixed = anchor('ไทย Thailand')
  assert.deepEqual(mixed, [...anchor('ไทย'), ...anchor('thailand')])
})

test('URLs give the words of host and path, split at capitals, digits and signs, without www and top-level domain', () => {
  const one = row('https://www.bangkok-post.co.th/userPage2/newsTHAI.html?lang=th')
  const other = row('http://bangkok.post.co.de/user/page/news/thai.html?lang=th')
  // newsTHAI: a capital after a capital begins no word
  assert.deepEqual(one, other)
  assert.equal(new Set(one).size, 10)
  assert.deepEqual(row('http://localhost/'), row('http://10.0.0.1/localhost'))
  assert.equal(row('http://a.th/').length, 0)
})

test('escapes in URLs are read as what they stand for, and broken ones as nothing', () => {
  const thai = row(`${NOWHERE}${encodeURI('ไทย')}`)
  assert.equal(thai.length, 2)
  assert.deepEqual(row(`${NOWHERE}%E4%ab%CD/x%2`), [])
  assert.deepEqual(row(`${NOWHERE}news%E4%ab%CD`), row(`${NOWHERE}news`))
})

test('the same word in anchor, URL and surroundings is three different features', () => {
  const all = row(`${NOWHERE}thai`, 'thai', 'thai\nthai')
  assert.equal(all.length, 3)
  assert.equal(new Set(all).size, 3)
})

test('of the surroundings the nearest words count, each side with its share', () => {
  const far = around('one two three four five six seven eight\nalpha beta gamma delta epsilon zeta eta theta')
  const near = around('three four five six seven eight\nalpha beta gamma delta epsilon zeta')
  assert.equal(far.length, 12)
  assert.deepEqual(far, near)
  assert.deepEqual(around('before'), around('before\n'))
  assert.deepEqual(around('same\nsame other'), around('same\nother'))
})

test('a row is bounded whatever the texts are', () => {
  const letters = (i: number): string => i.toString(26).replace(/\d/g, digit => 'qrstuvwxyz'[Number(digit)])
  const words = (from: number): string => Array.from({ length: 500 }, (_, i) => letters(from + i)).join(' ')
  const long = words(1000)
  const full = row(`http://a.example/${long.replaceAll(' ', '/')}`, long, `${long}\n${words(9000)}`)
  assert.equal(full.length, MAX_LINK_WORDS)
  assert.ok(around(`${'กข'.repeat(5000)}\n`).length <= 6)
})

test('rows of many links stand one after the other, and the next page begins anew', () => {
  const words = new LinkWords()
  const count = 3000
  for (let i = 0; i < count; i++) words.add(NOWHERE, i % 3 === 0 ? 'two words' : 'one', '')
  const { starts, hashes } = words.take()
  assert.equal(starts.length, count + 1)
  assert.equal(starts[count], hashes.length)
  const [two, one] = [anchor('two words'), anchor('one')]
  for (let i = 0; i < count; i++)
    assert.deepEqual([...hashes.subarray(starts[i], starts[i + 1])], i % 3 === 0 ? two : one, `link ${i}`)
  assert.deepEqual([...words.take().starts], [0])
  words.add(NOWHERE, 'one', '')
  assert.deepEqual([...words.take().hashes], one)
})

const PINNED = { anchor: 0x311a5f2c, url: 0x4b394ad9, around: 0x6c2ed4b8, signs: 0xb2a12f08 }

test('hashes stay what they are, because models are kept by them', () => {
  assert.deepEqual(anchor('thai'), [PINNED.anchor])
  assert.deepEqual(row(`${NOWHERE}thai`), [PINNED.url])
  assert.deepEqual(around('thai'), [PINNED.around])
  assert.deepEqual(anchor('ไท'), [PINNED.signs])
})
