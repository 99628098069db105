import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { learnLanguage } from '../../src/page/language/learned/learn-language.js'
import {
  languageModelText,
  MAX_MODEL_BYTES,
  parseLanguageModel,
} from '../../src/page/language/learned/language-model.js'

const model = learnLanguage({
  code: 'kab',
  name: 'Kabyle',
  text: 'Imdanen, akken ma llan ttlalen d ilelliyen msawan di lḥweṛma d yizerfan\n'.repeat(20),
  neighbours: [
    { code: 'eng', name: 'English', text: 'All human beings are born free and equal in dignity.\n'.repeat(20) },
  ],
  others: [],
  answers: { identifier: '', shares: {} },
})
const text = languageModelText(model)

function refused(changed: string, message: RegExp): void {
  assert.throws(() => parseLanguageModel(changed, 'my.model'), { code: 'E_MODEL', message })
}

function withFields(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...JSON.parse(text), ...fields })
}

test('a model is read as it was written, and is small', () => {
  assert.ok(text.length < MAX_MODEL_BYTES / 2, String(text.length))
  assert.deepEqual(parseLanguageModel(text, 'my.model'), model)
})

test('what is no model is refused, with its name and the next step', () => {
  refused('', /^my\.model: is not a language model \(not JSON\); make the model again with "longtail train language"$/)
  refused('[]', /not a language model/)
  refused('x'.repeat(MAX_MODEL_BYTES + 1), /larger than/)
  refused(withFields({ version: 2 }), /version 2 .* reads 1/)
  refused(withFields({ code: '../../etc' }), /code: not a language code/)
  refused(withFields({ name: 'a\u001b[2J' }), /name: not a name/)
  refused(withFields({ script: 'Klng' }), /script: no script/)
  refused(withFields({ typical: -1 }), /typical/)
})

test('damaged parts of words are refused, whatever they unpack to', () => {
  const packed = (bytes: readonly number[]): string => deflateRawSync(Buffer.from(bytes)).toString('base64')
  for (const grams of [
    '',
    'AAAA',
    packed([]),
    packed([1, 0, 0, 0]),
    packed([255, 255, 255, 255]),
    packed([2, 0, 0, 0, 1, 0]),
    packed([1, 0, 0, 0, 255, 255, 255, 255, 255, 255]),
  ])
    refused(withFields({ grams }), /word parts are damaged/)
  refused(withFields({ grams: deflateRawSync(Buffer.alloc(50_000_000)).toString('base64') }), /damaged/)
  refused(withFields({ rivals: [] }), /damaged/)
})
