import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeExactly, encodeLossy } from '../../src/judge/legacy-encode.js'
import { topNgrams } from '../../src/judge/ngrams.js'
import { stripTags } from '../../src/judge/strip-tags.js'
import { createProfile, createTextCat } from '../../src/judge/textcat.js'
import { TEXTCAT_SOURCES, sharedTextCat } from '../../src/judge/textcat-profiles.js'
import { declaration } from './page-of.js'

const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1')

function spell(ngram: number): string {
  let text = ''
  for (let rest = ngram; rest > 0; rest = Math.floor(rest / 256)) text = String.fromCharCode(rest % 256) + text
  return text
}

test('n-grams of one to five bytes stay within a word that is padded with _', () => {
  const found = topNgrams(ascii('ab'), 100).map(spell)
  // `_` occurs twice, all others once: shorter first, then by bytes
  assert.deepEqual(found, ['_', 'a', 'b', '_a', 'ab', 'b_', '_ab', 'ab_', '_ab_'])
})

test('white space and digits end a word, other bytes do not', () => {
  const found = topNgrams(ascii('a1b c\td,e'), 100).map(spell)
  assert.ok(found.includes('d,e'))
  for (const across of ['ab', 'bc', 'cd']) assert.ok(!found.includes(across), across)
})

test('the most frequent n-grams come first, and no more than wanted', () => {
  const found = topNgrams(ascii('aa aa aa b'), 3).map(spell)
  assert.deepEqual(found, ['_', 'a', '_a'])
  const many = new Uint8Array(40_000).map((_, i) => 33 + ((i * 7919) % 200))
  assert.equal(topNgrams(many, 400).length, 400)
})

test('fewer than 25 bytes are SHORT', () => {
  const textcat = createTextCat([
    { language: 'eng', name: 'english', profile: createProfile(ascii(declaration('eng'))) },
  ])
  assert.equal(textcat.classify(ascii('human rights for everyon')).output, 'SHORT')
  assert.equal(textcat.classify(ascii('human rights for everyone')).output, '[english]')
})

test('every category within 1.03 of the best is a candidate, and more than five are UNKNOWN', () => {
  const profile = createProfile(ascii(declaration('eng')))
  const named = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ language: `l${i}`, name: `name${i}`, profile }))
  const text = ascii('All human beings are born free and equal in dignity and rights.')
  assert.equal(createTextCat(named(2)).classify(text).output, '[name0][name1]')
  assert.equal(createTextCat(named(5)).classify(text).languages.length, 5)
  assert.equal(createTextCat(named(6)).classify(text).output, 'UNKNOWN')
})

test('an n-gram that a profile lacks costs 400', () => {
  const near = createProfile(ascii('xyz '.repeat(10)))
  const far = createProfile(ascii('qqq '.repeat(10)))
  const textcat = createTextCat([
    { language: 'far', name: 'far', profile: far },
    { language: 'near', name: 'near', profile: near },
  ])
  assert.equal(textcat.classify(ascii('xyz '.repeat(10))).output, '[near]')
})

test('Thai is recognised in UTF-8 and in TIS-620 bytes', () => {
  const text = declaration('tha2').slice(1000, 1600)
  assert.equal(sharedTextCat().classify(Buffer.from(text)).output, '[thai]')
  assert.equal(sharedTextCat().classify(encodeLossy(text, 'windows-874')).output, '[thai]')
})

test('every language is recognised in every encoding that it was trained in', () => {
  const textcat = sharedTextCat()
  for (const { language, translation, encodings } of TEXTCAT_SOURCES) {
    const text = declaration(translation)
    for (const encoding of ['utf-8', ...encodings]) {
      const { output, languages } = textcat.classify(encodeLossy(text.slice(1500, 3500), encoding))
      assert.ok(languages.includes(language), `${translation} in ${encoding}: ${output}`)
    }
  }
})

test('text is encoded as a whole or not at all, or with spaces for what does not fit', () => {
  assert.deepEqual(encodeExactly('ไทย', 'windows-874'), Uint8Array.of(0xe4, 0xb7, 0xc2))
  assert.equal(encodeExactly('ไทย 日本', 'windows-874'), null)
  assert.deepEqual([...encodeLossy('日a本', 'windows-874')], [32, 97, 32])
  assert.deepEqual([...encodeLossy('天', 'euc-jp')], [0xc5, 0xb7])
})

test('tags, comments, scripts and styles are stripped from the bytes, references stay', () => {
  const strip = (html: string): string =>
    Buffer.from(stripTags(Buffer.from(html, 'latin1')))
      .toString('latin1')
      .trim()
  assert.equal(strip('<p class="a>b">x</p>'), 'b">x')
  assert.equal(strip('a<!-- <b> -->b<SCRIPT>if (a</b/.test(c))</SCRIPT>c<style>p{}</style >d'), 'a b c d')
  assert.equal(strip('1 < 2 &#3585; &amp;\n\n x'), '1 < 2 &#3585; &amp; x')
  assert.equal(strip('x<script>never closed'), 'x')
  assert.equal(strip('x<p never closed'), 'x')
})
