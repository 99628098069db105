import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NearDuplicates } from '../../src/page/text/near-duplicate.js'
import { simhash } from '../../src/page/text/simhash.js'

function randomFrom(seed: number): () => number {
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
}

/** A text of made-up words, 20 % of the vocabulary doing most of the work, as in real ones. */
function words(count: number, random: () => number, separator = ' '): string[] {
  const letters = separator === ' ' ? 'abcdefghijklmnopqrstuvwxyz' : 'กขคงจฉชซญฐณดตถทธนบปผพฟภมยรลวศษสหอฮะาิีึืุูเแโใไ่้'
  return Array.from({ length: count }, () => {
    let n = Math.floor(random() ** 3 * 2_000) + 1
    let word = ''
    for (; n > 0; n = Math.floor(n / 7)) word += letters[(n * 31) % letters.length]
    return word
  })
}

/** Texts are numbered as they come. */
function numbered(): { add(high: number, low: number): number } {
  const index = new NearDuplicates(65_536)
  let next = 0
  return { add: (high, low) => index.findOrAdd(high, low, next++) }
}

function distance(a: readonly [number, number], b: readonly [number, number]): number {
  const bits = (BigInt(a[0] ^ b[0]) & 0xffffffffn).toString(2) + (BigInt(a[1] ^ b[1]) & 0xffffffffn).toString(2)
  return bits.replaceAll('0', '').length
}

for (const [kind, separator] of [
  ['with spaces between words', ' '],
  ['without spaces', ''],
] as const) {
  test(`in text ${kind} small changes move few bits and other texts differ in about half`, () => {
    const random = randomFrom(11)
    const index = numbered()
    for (let n = 0; n < 40; n++) {
      const text = words(600, random, separator)
      const hash = simhash(text.join(separator))
      assert.equal(index.add(...hash), -1)
      const changed = [...text]
      changed[300] = text[0]
      changed.splice(500, 1)
      const near = simhash(changed.join(separator))
      assert.ok(distance(hash, near) <= 7, `${distance(hash, near)} bits`)
      // every text is followed by its copy: texts have even numbers
      assert.equal(index.add(...near), 2 * n)
    }
  })
}

test('case and punctuation do not matter', () => {
  const text = words(100, randomFrom(5)).join(' ')
  assert.deepEqual(simhash(text.toUpperCase().replaceAll(' ', ', ')), simhash(text))
})

test('short texts are compared with nothing', () => {
  assert.deepEqual(simhash(''), [0, 0])
  assert.deepEqual(simhash('404 Not Found. The requested page was not found on this server.'), [0, 0])
  const index = numbered()
  assert.equal(index.add(0, 0), -1)
  assert.equal(index.add(0, 0), -1)
})

test('every pair within seven bits is found, whichever the bits, and none beyond', () => {
  const random = randomFrom(17)
  const index = numbered()
  const flipped = (hash: readonly [number, number], count: number): [number, number] => {
    const other: [number, number] = [hash[0], hash[1]]
    const bits = new Set<number>()
    while (bits.size < count) bits.add(Math.floor(random() * 64))
    for (const bit of bits) other[bit >> 5] = (other[bit >> 5] ^ (1 << (bit & 31))) >>> 0
    return other
  }
  let calls = 0
  for (let n = 0; n < 1_000; n++) {
    const hash: [number, number] = [Math.floor(random() * 2 ** 32), Math.floor(random() * 2 ** 32)]
    const id = calls++
    assert.equal(index.add(...hash), -1)
    assert.equal(index.add(...flipped(hash, n % 8)), id, `${n % 8} bits`)
    assert.equal(index.add(...flipped(hash, 8 + (n % 2))), -1)
    calls += 2
  }
})

test('a full index forgets the oldest texts of a row', () => {
  const index = numbered()
  // the lower half is the same in all, so rows of two bands hold one text each; the upper bands tell them apart
  assert.equal(index.add(0x00000000, 0xabcd1234), -1)
  assert.equal(index.add(0xffffffff, 0xabcd1234), -1)
  assert.equal(index.add(0x00000001, 0xabcd1234), 0)
  assert.equal(index.add(0x0000ffff, 0xabcd1234), -1)
})
