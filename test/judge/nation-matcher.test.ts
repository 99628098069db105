import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NameKind } from '../../src/judge/nation/dictionary.js'
import { createMatcher } from '../../src/judge/nation/matcher.js'
import { indexNames } from '../../src/judge/nation/name-index.js'
import type { Matching } from '../../src/judge/nation/token.js'

const NAMES: readonly (readonly [name: string, kind: NameKind])[] = [
  ['Thailand', 'country'],
  ['Таиланд', 'country'],
  ['Thaimaa', 'country'],
  ['Tajlandia', 'country'],
  ['타이랜드', 'country'],
  ['태국', 'country'],
  ['タイ', 'country'],
  ['泰国', 'country'],
  ['ไทย', 'country'],
  ['تايلاند', 'country'],
  ['תאילנד', 'country'],
  ['Thai', 'demonym'],
  ['тайский', 'demonym'],
  ['thailändisch', 'demonym'],
  ['Bangkok', 'capital'],
  ['Nakhon Pathom', 'place'],
  ['Nakhon', 'place'],
  ['Chiang Mai', 'place'],
  ['Chiang Mai University', 'name'],
  ['Hua Hin', 'place'],
  ['Siam', 'name'],
]
const COMMON = new Set(['talent', 'banks', 'taking'])

function namesIn(text: string, matching: Matching = 'phonetic'): string[] {
  const own = NAMES.map(([name, kind]) => ({ name, kind, weight: 1 }))
  const index = indexNames(
    own,
    [
      { owner: 1, names: ['Niger', 'Guinea'] },
      { owner: 2, names: ['Nigeria'] },
    ],
    isCommon,
  )
  const found: string[] = []
  createMatcher(index, matching, isCommon).match(text, ({ name }) => found.push(name))
  return found
}

function isCommon(word: string): boolean {
  return COMMON.has(word)
}

function factorOf(text: string): number {
  const own = NAMES.map(([name, kind]) => ({ name, kind, weight: 1 }))
  let first = 0
  createMatcher(indexNames(own, [], isCommon), 'phonetic', isCommon).match(text, (_, factor) => (first ||= factor))
  return first
}

test('the longest run of words that is a name is taken, and its words are not taken again', () => {
  assert.deepEqual(namesIn('He studied at Chiang Mai University in Chiang Mai.'), [
    'Chiang Mai University',
    'Chiang Mai',
  ])
})

test('a name does not reach over a comma or the end of a line', () => {
  assert.deepEqual(namesIn('Chiang, Mai\nHua\nHin'), [])
})

test('a name is found however its spaces are written', () => {
  assert.deepEqual(namesIn('chiang-mai, NakhonPathom, Bang kok'), ['Chiang Mai', 'Nakhon Pathom', 'Bangkok'])
})

test('words that sound like those of a name are the name, word by word', () => {
  assert.deepEqual(namesIn('Nakon Patom'), ['Nakhon Pathom'])
  assert.deepEqual(namesIn('Nakon Patom', 'exact'), [])
})

test('a short word must be the same, and a common one is nothing else', () => {
  assert.deepEqual(namesIn('Hau Hin'), [])
  assert.deepEqual(namesIn('a talent for taking banks'), [])
})

test('literal mode, the thesis as written, finds names where there are none', () => {
  const text = 'a talent for taking banks'
  assert.deepEqual(namesIn(text), [])
  assert.ok(namesIn(text, 'literal').length > 0)
})

test('literal mode finds a name under another spelling', () => {
  assert.deepEqual(namesIn('Bankok', 'literal'), ['Bangkok'])
})

test('inflected names are found: Russian, German, Finnish, Polish, Korean', () => {
  assert.deepEqual(namesIn('отдых в Таиланде и тайского массажа'), ['Таиланд', 'тайский'])
  assert.deepEqual(namesIn('die thailändischen Inseln'), ['thailändisch'])
  assert.deepEqual(namesIn('Thaimaassa'), ['Thaimaa'])
  assert.deepEqual(namesIn('w Tajlandii'), ['Tajlandia'])
  assert.deepEqual(namesIn('태국에서'), ['태국'])
})

test('Arabic and Hebrew write small words before a name', () => {
  assert.deepEqual(namesIn('السفر وتايلاند'), ['تايلاند'])
  assert.deepEqual(namesIn('טיול בתאילנד'), ['תאילנד'])
})

test('without spaces a name counts where a reader would cut', () => {
  assert.deepEqual(namesIn('赴泰国旅游'), ['泰国'])
  assert.deepEqual(namesIn('亚泰国际'), [])
  assert.deepEqual(namesIn('タイ・バンコクのケータイ小説、タイトル'), ['タイ'])
  assert.deepEqual(namesIn('คนไทย'), ['ไทย'])
})

test('names of other countries are longer words, not this one', () => {
  const own = [{ name: 'Niger', kind: 'country', weight: 1 }] as const
  const found: number[] = []
  const index = indexNames(own, [{ owner: 3, names: ['Nigeria'] }], isCommon)
  createMatcher(index, 'phonetic', isCommon).match('Nigeria and Niger', ({ owner }) => found.push(owner))
  assert.deepEqual(found, [3, 0])
})

test('how a name is written says how sure it is', () => {
  assert.equal(factorOf('we went to Thailand by sea'), 1)
  assert.ok(factorOf('we ate thailand') < 0.5)
  assert.equal(factorOf('a thai island'), 1, 'adjectives are written small in most languages')
  assert.ok(factorOf('the SIAM conference') < 0.5)
  assert.ok(factorOf('by Michael Thailand') < 1)
})

test('a page of garbage takes neither long nor much', () => {
  const garbage = Array.from({ length: 30_000 }, (_, i) => `x${i.toString(36)}`).join(' ')
  assert.deepEqual(namesIn(garbage), [])
  assert.deepEqual(
    namesIn('タイ'.repeat(20_000)).filter(name => name !== 'タイ'),
    [],
  )
  assert.deepEqual(namesIn('\ud800'.repeat(1000)), [])
})
