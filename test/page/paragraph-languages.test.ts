import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLearnedLanguages } from '../../src/page/language/learned/learned-languages.js'
import { paragraphLanguages } from '../../src/page/language/paragraph-languages.js'
import { minangkabau, paragraphsIn, unseenMinangkabau } from '../judge/minangkabau.js'
import { withEachIdentifier } from '../judge/with-identifier.js'

const [ENGLISH, GERMAN, THAI, INDONESIAN] = ['eng', 'deu', 'tha', 'ind'].map(paragraphsIn)
const OWN = unseenMinangkabau()

function languagesOf(paragraphs: readonly string[]): string {
  return paragraphLanguages(paragraphs, {}, openLearnedLanguages([minangkabau()])).join(' ')
}

withEachIdentifier('paragraphs with the identifier', () => {
  test('are in their own languages on a page in several', () => {
    const page = [ENGLISH[3], ENGLISH[4], GERMAN[3], GERMAN[4], THAI[3], ENGLISH[5]]
    assert.equal(languagesOf(page), 'eng eng deu deu tha eng')
  })

  test('of a learned language are told from its neighbour and from others', () => {
    const page = [...OWN.slice(0, 4), ...INDONESIAN.slice(4, 8), ...ENGLISH.slice(4, 6), ...OWN.slice(4, 6)]
    // the declaration is much the same in Malay
    assert.match(languagesOf(page), /^(?:min ){4}(?:(?:ind|msa) ){4}eng eng min min$/)
  })

  test('that say too little are in the language around them, if it has their letters', () => {
    assert.equal(languagesOf(['I.', ENGLISH[3], '12 345', ENGLISH[4]]), 'eng eng eng eng')
    assert.equal(languagesOf([THAI[3], 'XZ-7', THAI[4]]), 'tha und tha')
  })
})

/** Whole paragraphs, headings cut out of them, and lines without letters, in the languages of a page. */
function madePage(seed: number): string[] {
  const languages = [[ENGLISH], [ENGLISH, GERMAN], [GERMAN, THAI], [ENGLISH, GERMAN, THAI]][seed % 4]
  return Array.from({ length: 3 + (seed % 17) }, (_, i) => {
    const pick = (seed * 31 + i * i * 7 + i) % 101
    const texts = languages[i % 5 === 4 ? pick % languages.length : 0]
    const text = texts[pick % texts.length]
    return pick % 3 === 0 ? text : pick % 13 === 0 ? `${pick}.` : text.slice(0, 5 + (pick % 60))
  })
}

test('a page that is proved by some of its paragraphs is what it is when all are read', () => {
  // a proof is not looked for where there are learned languages
  const reading = openLearnedLanguages([minangkabau()])
  let alike = 0
  for (let seed = 0; seed < 120; seed++) {
    const page = madePage(seed)
    const found = paragraphLanguages(page, {}, null)
    assert.deepEqual(found, paragraphLanguages(page, {}, reading), page.join(' | '))
    if (new Set(found).size === 1) alike++
  }
  assert.ok(alike >= 20 && alike <= 100, `${alike} pages in one language`)
})

test('lines of Chinese signs on a Japanese page are Japanese, and kana in a Chinese line are a name', () => {
  const japanese = [
    'この店では、毎日おいしい料理をたくさん作っています。',
    '店主　狩野俊',
    'ぜひ一度、お友だちと一緒に来てください。',
  ]
  assert.deepEqual(paragraphLanguages(japanese, {}, null), ['jpn', 'jpn', 'jpn'])
  const chinese = [
    '我们的商店每天都有很多新的商品，欢迎您来选购。',
    '（ミキハウス）是日本著名的高端儿童品牌，在官方网店可以买到。',
  ]
  assert.deepEqual(paragraphLanguages(chinese, {}, null), ['zho', 'zho'])
})

test('paragraphs without letters, or none, are in no language', () => {
  assert.equal(languagesOf(['…', '12']), 'und und')
  assert.equal(languagesOf([]), '')
  const garbage = Array.from({ length: 100 }, (_, i) => ((i * 7919) % 26 ** 4).toString(36)).join(' ')
  assert.equal(languagesOf([garbage, ENGLISH[3]]), 'und eng')
})
