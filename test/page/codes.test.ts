import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import {
  findLanguage,
  identifiedAs,
  languageName,
  listLanguages,
  resolveLanguage,
} from '../../src/page/language/codes.js'
import { packageRoot } from '../package-root.js'

test('a language may be written as ISO 639-3, 639-1, 639-2, a BCP 47 tag or an English name', () => {
  for (const written of ['tha', 'th', 'TH', 'Thai', 'th-TH', ' thai '])
    assert.equal(resolveLanguage(written).code, 'tha', written)
  assert.equal(resolveLanguage('ger').code, 'deu')
  assert.equal(resolveLanguage('zh-Hant').code, 'zho')
  assert.equal(resolveLanguage('greek').code, 'ell')
})

test('withdrawn codes still stand for their language', () => {
  assert.deepEqual(
    ['iw', 'in', 'ji', 'jw', 'sh'].map(code => findLanguage(code)?.code),
    ['heb', 'ind', 'yid', 'jav', 'hbs'],
  )
})

test('a member of a macrolanguage is found where the identifier names the whole', () => {
  assert.deepEqual(identifiedAs('cmn'), ['zho'])
  assert.deepEqual(identifiedAs('pes'), ['fas'])
  assert.deepEqual(identifiedAs('arb'), ['ara'])
  assert.deepEqual(identifiedAs('zsm'), ['msa'])
  assert.deepEqual(identifiedAs('nob'), ['nor'])
})

test('a macrolanguage takes in the members that the identifier tells apart', () => {
  assert.deepEqual(identifiedAs('nor'), ['nor', 'nno'])
  assert.deepEqual(identifiedAs('nno'), ['nno'])
  assert.deepEqual(identifiedAs('hbs'), ['srp', 'hrv', 'bos', 'cnr'])
})

test('Malay as a target does not take in Indonesian', () => {
  assert.deepEqual(identifiedAs('msa'), ['msa'])
})

test('an unknown code is refused with what may have been meant and where the list is', () => {
  assert.throws(
    () => resolveLanguage('japanes'),
    (error: unknown) =>
      error instanceof LongtailError &&
      error.code === 'E_LANGUAGE' &&
      error.message.includes('jpn (Japanese)') &&
      error.message.includes('"longtail languages" lists'),
  )
})

test('a language that the identifier does not know is refused by its name', () => {
  assert.throws(() => resolveLanguage('yue'), /does not know Yue Chinese \(yue\).*zho \(Chinese\)/)
  assert.throws(() => resolveLanguage(''), { code: 'E_LANGUAGE' })
})

test('every listed language can be a target', () => {
  const languages = listLanguages()
  assert.ok(languages.length > 150)
  for (const { code } of languages) assert.equal(resolveLanguage(code).code, code)
  assert.equal(languageName('mya'), 'Burmese')
})

test('docs/languages.md lists every language that can be a target', () => {
  const docs = readFileSync(join(packageRoot, 'docs', 'languages.md'), 'utf8')
  const missing = listLanguages().filter(({ code, name }) => !docs.includes(`\`${code}\` ${name}`))
  assert.deepEqual(missing, [])
})
