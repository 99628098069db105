import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFingerprint, randomFingerprintKey } from '../../src/frontier/index.js'

/** HalfSipHash as its definition reads, over bytes, with its numbers of rounds as parameters; [high, low]. */
function halfSipHash(bytes: Uint8Array, key: readonly [number, number], c: number, d: number): [number, number] {
  const v = [key[0], key[1] ^ 0xee, 0x6c796765 ^ key[0], 0x74656462 ^ key[1]]
  const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by))
  const round = (): void => {
    v[0] = (v[0] + v[1]) | 0
    v[1] = rotate(v[1], 5) ^ v[0]
    v[0] = rotate(v[0], 16)
    v[2] = (v[2] + v[3]) | 0
    v[3] = rotate(v[3], 8) ^ v[2]
    v[0] = (v[0] + v[3]) | 0
    v[3] = rotate(v[3], 7) ^ v[0]
    v[2] = (v[2] + v[1]) | 0
    v[1] = rotate(v[1], 13) ^ v[2]
    v[2] = rotate(v[2], 16)
  }
  const padded = new Uint8Array((bytes.length >> 2) * 4 + 4)
  padded.set(bytes)
  padded[padded.length - 1] = bytes.length
  const view = new DataView(padded.buffer)
  for (let at = 0; at < padded.length; at += 4) {
    v[3] ^= view.getUint32(at, true)
    for (let i = 0; i < c; i++) round()
    v[0] ^= view.getUint32(at, true)
  }
  v[2] ^= 0xee
  for (let i = 0; i < d; i++) round()
  const low = (v[1] ^ v[3]) >>> 0
  v[1] ^= 0xdd
  for (let i = 0; i < d; i++) round()
  return [(v[1] ^ v[3]) >>> 0, low]
}

const KEY = [0x03020100, 0x07060504] as const

test('the plain HalfSipHash of this test gives the published values of HalfSipHash-2-4', () => {
  const counting = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => i)
  const hex = ([high, low]: [number, number]): string =>
    high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0')
  assert.equal(hex(halfSipHash(counting(0), KEY, 2, 4)), 'c83cb8b9591f8d21')
  assert.equal(hex(halfSipHash(counting(1), KEY, 2, 4)), '157338f8122455be')
  assert.equal(hex(halfSipHash(counting(4), KEY, 2, 4)), 'a12ee55b178ae7d5')
  assert.equal(hex(halfSipHash(counting(11), KEY, 2, 4)), '48cddd94393326ae')
})

test('a fingerprint is the HalfSipHash-1-3 of the UTF-8 bytes', () => {
  const fingerprint = createFingerprint(KEY)
  for (const url of [
    '',
    'a',
    'http://a.example/',
    'http://b.example/path?query=12',
    'http://ไทย.example/é',
    'x'.repeat(1001),
  ]) {
    fingerprint.of(url)
    assert.deepEqual([fingerprint.high, fingerprint.low], halfSipHash(Buffer.from(url), KEY, 1, 3), url)
  }
})

test('different keys give different fingerprints', () => {
  const one = createFingerprint([1, 2])
  const other = createFingerprint([1, 3])
  one.of('http://a.example/')
  other.of('http://a.example/')
  assert.notDeepEqual([one.high, one.low], [other.high, other.low])
  assert.notDeepEqual(randomFingerprintKey(), randomFingerprintKey())
})
