import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INTERFACE_LANGUAGES, type InterfaceLanguage, type Messages } from '../../src/portal/ui/messages.js'

const { en } = INTERFACE_LANGUAGES
const others = Object.entries(INTERFACE_LANGUAGES).filter(([code]) => code !== 'en')

/** Names and letters that are the same in every language. */
const SAME_EVERYWHERE: ReadonlySet<string> = new Set(['search.typePdf', 'lessons.lessonHas'])
/** Words that Swahili took from English as they are. */
const SAME_IN: Readonly<Partial<Record<InterfaceLanguage, ReadonlySet<string>>>> = { sw: new Set(['search.typeVideo']) }

function texts(messages: Messages): Map<string, string> {
  const found = new Map<string, string>()
  for (const [section, names] of Object.entries(messages))
    for (const [name, text] of Object.entries(names)) found.set(`${section}.${name}`, String(text))
  return found
}

const english = texts(en)

for (const [code, messages] of others) {
  test(`the interface in "${code}" leaves no text in English`, () => {
    const left = [...texts(messages)].filter(
      ([name, text]) =>
        text === english.get(name) &&
        !SAME_EVERYWHERE.has(name) &&
        SAME_IN[code as InterfaceLanguage]?.has(name) !== true,
    )
    assert.deepEqual(left, [])
  })

  test(`the interface in "${code}" has every value that the English one has, and no other`, () => {
    const valuesIn = (text: string) => [...new Set(text.match(/\{\w*\}/g) ?? [])].sort()
    for (const [name, text] of texts(messages)) {
      assert.deepEqual(valuesIn(text), valuesIn(english.get(name) ?? ''), name)
      assert.notEqual(text.trim(), '', name)
      assert.equal(text, text.normalize('NFC').trim(), name)
    }
  })
}

test('texts in Thai and Hindi are in their own letters', () => {
  for (const [code, script] of [
    ['th', /\p{Script=Thai}/u],
    ['hi', /\p{Script=Devanagari}/u],
  ] as const)
    for (const [name, text] of texts(INTERFACE_LANGUAGES[code]))
      if (/\p{L}/u.test(text.replace(/\{\w+\}/g, '')) && !SAME_EVERYWHERE.has(name)) assert.match(text, script, name)
})
