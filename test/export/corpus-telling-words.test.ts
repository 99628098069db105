import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordColumns } from '../../src/export/corpus/extract.js'
import { tellingLanguage } from '../../src/export/corpus/telling-words.js'
import { paragraphLanguages } from '../../src/page/language/paragraph-languages.js'
import { paragraphsIn } from '../judge/minangkabau.js'

const ENGLISH = paragraphsIn('eng')
const GERMAN = paragraphsIn('deu')
const INDONESIAN = paragraphsIn('ind')

function sure(language: string, share: number, paragraphs: readonly string[]): number {
  const told = tellingLanguage({ language, share }, paragraphs.map(wordColumns))
  return told === null ? -1 : paragraphs.filter((_, i) => told.isSure(i)).length
}

test('most paragraphs of a page have words that no other language has, and those of other languages do not', () => {
  assert.ok(sure('eng', 1, ENGLISH) > 0.7 * ENGLISH.length)
  assert.ok(sure('deu', 1, GERMAN) > 0.5 * GERMAN.length)
  for (const others of [GERMAN, INDONESIAN]) assert.equal(sure('eng', 1, others), 0)
  assert.equal(sure('deu', 1, ENGLISH), 0)
})

test('short lines, languages without a list and pages in several languages are not told', () => {
  assert.equal(sure('eng', 1, ['Contact', 'with the and']), 1)
  assert.equal(sure('min', 1, ENGLISH), 0)
  assert.equal(sure('eng', 0.8, ENGLISH), -1)
  assert.equal(sure('und', 1, ENGLISH), -1)
})

test('a paragraph in another language is found on a page whose other paragraphs need not be read', () => {
  const page = [...ENGLISH.slice(0, 12), GERMAN[4], ...ENGLISH.slice(12)]
  const main = tellingLanguage({ language: 'eng', share: 0.95 }, page.map(wordColumns))
  const found = paragraphLanguages(page, {}, null, main)
  assert.equal(found[12], 'deu')
  assert.deepEqual(found, paragraphLanguages(page, {}, null))
  const alone = paragraphLanguages(
    ENGLISH,
    {},
    null,
    tellingLanguage({ language: 'eng', share: 1 }, ENGLISH.map(wordColumns)),
  )
  assert.deepEqual(
    alone,
    ENGLISH.map(() => 'eng'),
  )
})
