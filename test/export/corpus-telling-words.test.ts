import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsByLine } from '../../src/export/corpus/line-words.js'
import { tellingLanguage } from '../../src/export/corpus/telling-words.js'
import { paragraphLanguages } from '../../src/page/language/paragraph-languages.js'
import { paragraphsIn } from '../judge/minangkabau.js'

const ENGLISH = paragraphsIn('eng')
const GERMAN = paragraphsIn('deu')
const INDONESIAN = paragraphsIn('ind')

function sure(language: string, share: number, paragraphs: readonly string[]): number {
  const told = tellingLanguage({ language, share }, wordsByLine(paragraphs), paragraphs)
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
  // two are enough where none is of another language
  assert.equal(sure('eng', 1, ['Ashwater with the Kalevala', 'Ashwater with the nicht']), 1)
  assert.equal(sure('min', 1, ENGLISH), 0)
  assert.equal(sure('eng', 0.8, ENGLISH), -1)
  assert.equal(sure('und', 1, ENGLISH), -1)
})

test('a paragraph in another language is found on a page whose other paragraphs need not be read', () => {
  const page = [...ENGLISH.slice(0, 12), GERMAN[4], ...ENGLISH.slice(12)]
  const main = tellingLanguage({ language: 'eng', share: 0.95 }, wordsByLine(page), page)
  const found = paragraphLanguages(page, {}, null, main)
  assert.equal(found[12], 'deu')
  assert.deepEqual(found, paragraphLanguages(page, {}, null))
  const alone = paragraphLanguages(
    ENGLISH,
    {},
    null,
    tellingLanguage({ language: 'eng', share: 1 }, wordsByLine(ENGLISH), ENGLISH),
  )
  assert.deepEqual(
    alone,
    ENGLISH.map(() => 'eng'),
  )
})

test('short lines go with the text around them, unless one has a word of another language, is code, or stands in a long list', () => {
  const between = (lines: readonly string[]): string[] => {
    const page = [...ENGLISH.slice(0, 6), ...lines, ...ENGLISH.slice(6, 12)]
    const main = tellingLanguage({ language: 'eng', share: 0.95 }, wordsByLine(page), page)
    assert.ok(main !== null)
    return lines.filter((_, i) => !main.isNeutral(6 + i))
  }
  assert.deepEqual(between(['Publications', 'Marie Curie', 'Rice University']), [])
  assert.deepEqual(between(['nicht rauchen', 'int main() { return 0; }']), [
    'nicht rauchen',
    'int main() { return 0; }',
  ])
  const page = [...ENGLISH.slice(0, 6), 'Publications', ...ENGLISH.slice(6, 12)]
  const main = tellingLanguage({ language: 'eng', share: 0.95 }, wordsByLine(page), page)
  assert.deepEqual(
    paragraphLanguages(page, {}, null, main),
    page.map(() => 'eng'),
  )
  // nobody leaves a long list unread
  const list = [
    ...ENGLISH.slice(0, 6),
    ...INDONESIAN.flatMap(line => line.match(/.{20,30}(?= )/g) ?? []),
    ...ENGLISH.slice(6, 12),
  ]
  const found = paragraphLanguages(
    list,
    {},
    null,
    tellingLanguage({ language: 'eng', share: 0.95 }, wordsByLine(list), list),
  )
  assert.ok(found.filter(code => code !== 'eng').length > 0.8 * (list.length - 12))
})
