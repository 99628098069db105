import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UrlTable } from '../../src/contracts.js'
import { LongtailError } from '../../src/errors.js'
import { createFingerprint } from '../../src/frontier/index.js'
import { seededRandom } from './random.js'

/** What every URL table must do. `withTable` runs a body with a fresh one and disposes of it. */
export function testUrlTable(name: string, withTable: (body: (table: UrlTable) => void) => void): void {
  const check = (sentence: string, body: (table: UrlTable) => void): void => {
    test(`${name}: ${sentence}`, () => withTable(body))
  }

  check('URLs get dense ids in the order in which they are added, and are found by them', table => {
    assert.equal(table.find(1, 2), -1)
    assert.equal(table.add(1, 2, 'http://a.example/'), 0)
    assert.equal(table.add(2, 1, 'http://b.example/'), 1)
    assert.equal(table.find(1, 2), 0)
    assert.equal(table.find(2, 1), 1)
    assert.equal(table.find(2, 2), -1)
    assert.equal(table.url(0), 'http://a.example/')
    assert.equal(table.url(1), 'http://b.example/')
    assert.equal(table.size, 2)
  })

  check('the fingerprint 0, 0 and the largest are fingerprints like others', table => {
    assert.equal(table.find(0, 0), -1)
    assert.equal(table.add(0, 0, 'http://zero.example/'), 0)
    assert.equal(table.add(0xffff_ffff, 0xffff_ffff, 'http://all.example/'), 1)
    assert.equal(table.find(0, 0), 0)
    assert.equal(table.find(0xffff_ffff, 0xffff_ffff), 1)
    assert.equal(table.find(0, 0xffff_ffff), -1)
  })

  check('tens of thousands of URLs are all known, each under its own id, and no other is', table => {
    const fingerprint = createFingerprint([1, 2])
    const urlOf = (i: number): string => `http://host${i % 97}.example/some/path/${i}.html?x=${'y'.repeat(i % 60)}`
    const count = 40_000
    for (let i = 0; i < count; i++) {
      fingerprint.of(urlOf(i))
      assert.equal(table.find(fingerprint.high, fingerprint.low), -1)
      assert.equal(table.add(fingerprint.high, fingerprint.low, urlOf(i)), i)
    }
    assert.equal(table.size, count)
    const random = seededRandom(5)
    for (let n = 0; n < 20_000; n++) {
      const i = random(count)
      fingerprint.of(urlOf(i))
      assert.equal(table.find(fingerprint.high, fingerprint.low), i)
      assert.equal(table.url(i), urlOf(i))
      fingerprint.of(urlOf(count + n))
      assert.equal(table.find(fingerprint.high, fingerprint.low), -1)
    }
  })

  check('fingerprints that merely count up spread as well as true ones', table => {
    for (let i = 0; i < 10_000; i++) table.add(0, i, '')
    for (let i = 0; i < 10_000; i++) table.add(i + 1, 0, '')
    for (let i = 0; i < 10_000; i++) {
      assert.equal(table.find(0, i), i)
      assert.equal(table.find(i + 1, 0), 10_000 + i)
    }
    assert.equal(table.find(10_001, 0), -1)
  })

  check('URLs of all lengths and characters come back as they were', table => {
    const urls = ['', 'http://ไทย.example/หน้า?q=é', `http://long.example/${'ก'.repeat(21_000)}`]
    for (let length = 0; length < 3000; length += 7) urls.push('x'.repeat(length))
    // A megabyte and more, so that several pieces of text are full.
    for (let i = 0; i < 40; i++) urls.push(`${i}${'z'.repeat(60_000)}`)
    urls.forEach((url, i) => assert.equal(table.add(i, i, url), i))
    urls.forEach((url, i) => assert.equal(table.url(i), url))
  })

  check('a URL of more than 65,535 bytes is refused and leaves no trace', table => {
    table.add(1, 1, 'http://a.example/')
    for (const url of ['a'.repeat(65_536), 'ก'.repeat(21_846), 'b'.repeat(2_000_000)]) {
      assert.throws(() => table.add(2, 2, url), LongtailError)
    }
    assert.equal(table.find(2, 2), -1)
    assert.equal(table.size, 1)
    assert.equal(table.add(2, 2, 'http://b.example/'), 1)
    assert.equal(table.url(0), 'http://a.example/')
    assert.equal(table.url(1), 'http://b.example/')
  })

  check('asking for the URL of an id that was never given is an error', table => {
    assert.throws(() => table.url(0), LongtailError)
    table.add(1, 1, 'http://a.example/')
    assert.throws(() => table.url(1), LongtailError)
    assert.throws(() => table.url(-1), LongtailError)
  })
}
