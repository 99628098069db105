import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anchorTest } from '../../src/page/language/anchor-language.js'

function isIn(targets: string[], anchor: string): boolean | undefined {
  return anchorTest(targets)?.(anchor)
}

test('an anchor is in the language whose script it is written in, also beside brands and numbers', () => {
  assert.equal(isIn(['tha'], 'ข่าว'), true)
  assert.equal(isIn(['tha'], 'ข่าว iPhone 15'), true)
  assert.equal(isIn(['tha'], 'Bangkok Post: news of the day ก'), false)
  assert.equal(isIn(['tha'], '2024 »'), false)
  assert.equal(isIn(['tha'], ''), false)
})

test('nothing is said about languages that share their script', () => {
  assert.equal(anchorTest(['deu']), null)
  assert.equal(anchorTest(['tha', 'deu']), null)
  assert.equal(anchorTest([]), null)
})

test('Chinese characters are Japanese beside kana, and Chinese without', () => {
  assert.equal(isIn(['zho'], '新闻'), true)
  assert.equal(isIn(['zho'], '日本の新聞'), false)
  assert.equal(isIn(['jpn'], '日本の新聞'), true)
  assert.equal(isIn(['jpn'], '新闻'), false)
  assert.equal(isIn(['zho', 'jpn'], '新聞を'), true)
})

test('letters beyond the basic plane count, and halves of them are nobody’s', () => {
  assert.equal(isIn(['zho'], '𠮷𠮷'), true)
  assert.equal(isIn(['ccp'], '𑄃𑄇'), true)
  assert.equal(isIn(['tha'], '𑄃𑄇'), false)
  assert.equal(isIn(['zho'], '\ud842'), false)
})

test('a learned language is told by words that its rivals do not have', () => {
  const min = { code: 'min', words: ['urang', 'sagalo', 'indak'] }
  const isMin = (anchor: string): boolean | undefined => anchorTest(['min'], [min])?.(anchor)
  assert.equal(isMin('Sagalo urang'), true)
  assert.equal(isMin('URANG'), true)
  assert.equal(isMin('Semua orang di sini'), false)
  assert.equal(isMin('one urang in a long English headline'), false)
  assert.equal(isMin('2024 »'), false)
  assert.equal(anchorTest(['tha', 'min'], [min])?.('ข่าว'), true)
  assert.equal(anchorTest(['tha', 'min'], [min])?.('indak'), true)
  assert.equal(anchorTest(['deu', 'min'], [min]), null)
  assert.equal(anchorTest(['min'], [{ code: 'min', words: [] }]), null)
})
