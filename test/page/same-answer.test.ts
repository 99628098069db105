/** Functions that keep something between calls (tables of what was seen, buffers, the last answer) give each input the same answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bandKeys } from '../../src/export/corpus/min-hash.js'
import { countTelling, stopHashes } from '../../src/export/corpus/stop-hashes.js'
import { wordsByLine } from '../../src/export/corpus/line-words.js'
import { charsetName } from '../../src/page/charset/names.js'
import { latinLetters, latinLettersOfEach } from '../../src/page/language/scripts.js'
import { canonicalUrl } from '../../src/page/url/canonical.js'
import { createUrlResolver } from '../../src/page/url/resolver.js'
import { hashOfWord } from '../../src/page/words/hash.js'
import { createStemmer } from '../../src/page/words/stem.js'
import { wordsOf } from '../../src/page/words/words.js'
import { parseRobots } from '../../src/web/robots.js'
import { seededRandom } from '../frontier/random.js'

const URLS = [
  'http://A.example/%7euser/../x?b=1&a=2#f',
  '//b.example/ข้าว',
  '../up/./down',
  '?q=ü&utm_source=x',
  'https://ไทย.example:443/',
  'mailto:x@y.example',
  'http://[::1]:8080/a b',
  '#top',
  'javascript:alert(1)',
  'http://a.example',
  '/x;jsessionid=1A2B?c=d',
]
const TEXTS = [
  'The quick brown foxes',
  'ภาษาไทยไม่มีช่องว่าง',
  'naïve  café—déjà vu',
  'İstanbul ß Ǆ',
  '',
  '東京都 数学',
  "don't o’clock",
]

const RULES = parseRobots('User-agent: *\nDisallow: /x*y$\nAllow: /x1\nDisallow: /?q\n', 'Longtail')
const STEMMER = createStemmer(['eng', 'deu', 'tur'])

function tellingIn(text: string) {
  const { hashes } = wordsByLine([`the ${text} und`])
  return ['eng', 'deu', 'tha'].map(language => {
    const list = stopHashes(language)
    return list === null ? null : countTelling(hashes, 0, hashes.length, list)
  })
}

const KEEPERS: Readonly<Record<string, readonly [ask: (input: string) => unknown, inputs: readonly string[]]>> = {
  'canonical URLs': [url => canonicalUrl(url, 'http://base.example/dir/page'), URLS],
  'a resolver': [createUrlResolver('http://base.example/dir/page', 'windows-874'), URLS],
  words: [text => wordsOf(text), TEXTS],
  'words by line': [text => wordsByLine([text, text]), TEXTS],
  'telling words': [text => tellingIn(text), TEXTS],
  'letters of each text': [text => latinLettersOfEach([text, 'b', text]), TEXTS],
  'hashes of words': [text => wordsOf(text).map(word => hashOfWord(word)), TEXTS],
  'a stemmer': [text => wordsOf(text).map(STEMMER), TEXTS],
  'names of charsets': [charsetName, ['UTF8', 'tis-620', 'x-sjis', 'latin1', 'nonsense', '', 'windows-1252 ']],
  'keys of near duplicates': [text => bandKeys(Array.from(text.repeat(20), letter => letter.charCodeAt(0))), TEXTS],
  'rules of robots.txt': [path => RULES.allows(path), ['/x', '/x1y', '/xzzy', '/x2y', '/?q=1', '/']],
}

for (const [name, [ask, inputs]] of Object.entries(KEEPERS))
  test(`${name}: the thousandth answer is the first`, () => {
    const first = inputs.map(input => JSON.stringify(ask(input)))
    const random = seededRandom(name.length)
    for (let i = 0; i < 1000; i++) {
      const which = random(inputs.length)
      assert.equal(JSON.stringify(ask(inputs[which])), first[which], inputs[which])
    }
  })

test('letters of texts that are read together are those of each by itself', () => {
  const texts = [...TEXTS, 'ÃÂ©'.repeat(20), 'ÃÂ© and plain', 'x'.repeat(70_000), '\ufffd', 'Ω', 'ỳ', '—', '。']
  assert.deepEqual(latinLettersOfEach(texts), texts.map(latinLetters))
  assert.deepEqual(latinLettersOfEach([]), [])
})
