/** Asked of a real kiwix-serve (Debian's, libzim 8): the texts are the Universal Declaration's in eleven languages, an article a page. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { ZimDocument } from '../../src/export/zim/contracts.js'
import { declarationPages } from '../portal/assist-library.js'
import { writeIndexedZim } from './indexed-zim.js'
import { serveZim, type KiwixServe } from './kiwix-serve.js'

const DECLARATIONS = {
  tha: 'tha',
  lao: 'lao',
  khm: 'khm',
  mya: 'mya',
  cmn_hans: 'zho',
  jpn: 'jpn',
  eng: 'eng',
  swh: 'swa',
  hin: 'hin',
  vie: 'vie',
  fra: 'fra',
}

const OTHERS: readonly ZimDocument[] = [
  page('dessert', 'Crème brûlée à la vanille', "La crème cuit dans l'eau. Straße, İzmir, ΟΔΟΣ.", 'fra'),
  page(
    'languages',
    'Programming',
    'Written in C++ and C# for the U.S.A. since 1,000 years; version 3.14 of AT&T.',
    'eng',
  ),
  page('sugar', 'โรงงานน้ำตาลขอนแก่นที่เปิดใหม่', 'น้ำตาลทรายจากอ้อย พ.ศ. ๒๕๖๓ ราคา GDPของไทย กรุงเทพฯ', 'tha'),
  page('full-width', '日本のＡＢＣガイド', 'ﾃﾚﾋﾞを見る', 'jpn'),
  page('korean', '서울의 역사', '서울에서 사람들이 학교에 간다', 'kor'),
]

function page(path: string, title: string, text: string, language: string): ZimDocument {
  return { path, title, text, keywords: '', language }
}

function documents(): ZimDocument[] {
  const articles = Object.entries(DECLARATIONS).flatMap(([declaration, language]) =>
    declarationPages(declaration, language).map(({ title, text }, i) =>
      page(`${language}/${i}`, title, text, language),
    ),
  )
  return [...articles, ...OTHERS]
}

describe('what kiwix-serve finds in a ZIM', { timeout: 120_000 }, () => {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-words-'))
  const all = documents()
  let kiwix: KiwixServe

  before(async () => {
    kiwix = await serveZim(await writeIndexedZim(directory, all, ['tha', 'eng', 'fra']))
  })
  after(async () => {
    await kiwix.close()
    rmSync(directory, { recursive: true })
  })

  /** Exactly the pages of the language whose text has these letters. */
  async function assertFinds(asked: string, language: string, letters = asked): Promise<void> {
    const having = all.filter(entry => entry.language === language && entry.text.normalize('NFC').includes(letters))
    assert.ok(having.length > 0, `no text has ${letters}`)
    const found = (await kiwix.search(asked)).filter(path => path.startsWith(`${language}/`))
    assert.deepEqual(found.sort(), having.map(({ path }) => path).sort(), asked)
  }

  test('Thai words, with marks and without', async () => {
    for (const word of ['สันติภาพ', 'ศาสนา', 'ครอบครัว', 'อาชีพ', 'กฎหมาย', 'การศึกษา']) await assertFinds(word, 'tha')
  })

  test('a Thai compound that is typed as one word', async () => {
    for (const word of ['สิทธิมนุษยชน', 'สหประชาชาติ', 'ปฏิญญาสากล', 'มนุษยชาติ']) await assertFinds(word, 'tha')
  })

  test('Thai words whose marks were not typed, or were taken away by a newer reader', async () => {
    await assertFinds('สทธมนษยชน', 'tha', 'สิทธิมนุษยชน')
    await assertFinds('ศกษา', 'tha', 'ศึกษา')
  })

  test('a word inside of one that the dictionary has in one piece', async () => {
    assert.deepEqual(await kiwix.search('ตาลทราย'), [])
    assert.ok((await kiwix.search('น้ำ')).includes('sugar'))
    assert.ok((await kiwix.search('น้ำตาล')).includes('sugar'))
  })

  test('numbers in digits of another script, a word with its sign of abbreviation, and one that has two scripts', async () => {
    for (const asked of ['2563', '๒๕๖๓', 'กรุงเทพฯ', 'GDPของไทย', 'gdp', 'ไทย'])
      assert.ok((await kiwix.search(asked)).includes('sugar'), asked)
  })

  test('Lao, Khmer, Burmese, Chinese and Japanese words', async () => {
    await assertFinds('ສິດ', 'lao')
    await assertFinds('ກົດໝາຍ', 'lao')
    await assertFinds('មនុស្ស', 'khm')
    await assertFinds('សេរីភាព', 'khm')
    await assertFinds('လူ့အခွင့်အရေး', 'mya')
    await assertFinds('လွတ်လပ်', 'mya')
    for (const word of ['人权', '教育', '联合国', '法律']) await assertFinds(word, 'zho')
    for (const word of ['人権', '自由', '教育', '国際連合', '家庭']) await assertFinds(word, 'jpn')
  })

  test('Swahili, Hindi and Vietnamese words, with marks and without', async () => {
    for (const [word, language] of [
      ['haki', 'swa'],
      ['शिक्षा', 'hin'],
      ['giáo', 'vie'],
    ] as const) {
      const found = await kiwix.search(word)
      const having = all.filter(({ text }) =>
        new RegExp(`(?<![\\p{L}\\p{M}])${word}(?![\\p{L}\\p{M}])`, 'iu').test(text.normalize('NFC')),
      )
      assert.ok(having.length > 0)
      for (const { path } of having) assert.ok(found.includes(path), `${word}: ${path}`)
      assert.ok(found[0].startsWith(language))
    }
    assert.deepEqual(
      new Set(await kiwix.search('giao')),
      new Set([...(await kiwix.search('giao')), ...(await kiwix.search('giáo'))]),
    )
  })

  test('accents that are typed or not, an article with its apostrophe, capitals', async () => {
    for (const asked of [
      'crème',
      'creme',
      'CRÈME',
      'Brûlée',
      'brulee',
      "l'eau",
      'l’eau',
      'eau',
      'Straße',
      'İzmir',
      'izmir',
      'οδος',
    ])
      assert.ok((await kiwix.search(asked)).includes('dessert'), asked)
  })

  test('other forms of an English word', async () => {
    const pages = await kiwix.search('dignity')
    assert.ok(pages.includes('eng/1'))
    assert.deepEqual((await kiwix.search('dignities')).sort(), pages.sort())
    assert.ok((await kiwix.search('communities')).includes('eng/27'))
    assert.ok((await kiwix.search('Universally')).includes('eng/0'))
  })

  test('names with signs: C++, C#, AT&T, initials, numbers', async () => {
    for (const asked of ['C++', 'c#', 'AT&T', 'U.S.A.', 'USA', '3.14', '1,000'])
      assert.deepEqual(await kiwix.search(asked), ['languages'], asked)
  })

  test('Korean words without their particles, and Japanese in letters of other width', async () => {
    for (const asked of ['서울', '학교', '사람들']) assert.ok((await kiwix.search(asked)).includes('korean'), asked)
    for (const asked of ['ABC', 'テレビ', '日本', 'ガイド'])
      assert.ok((await kiwix.search(asked)).includes('full-width'), asked)
  })

  test('all the words of a phrase in quotes, and of one with hyphens', async () => {
    const pages = await kiwix.search('"human rights"')
    assert.ok(pages.includes('eng/0'))
    for (const path of pages) {
      const { text = '', title = '' } = all.find(entry => entry.path === path) ?? {}
      assert.match(`${title} ${text}`, /\bhuman/i)
      assert.match(`${title} ${text}`, /\bright/i)
    }
    assert.deepEqual((await kiwix.search('non-governmental')).length, 0)
    assert.ok((await kiwix.search('human-rights')).includes('eng/0'))
  })

  test('nothing for words that are on no page', async () => {
    for (const asked of ['xyzzy', 'ไดโนเสาร์', '恐龙', '恐竜', 'ໄດໂນເສົາ', 'ដាយណូស័រ', 'dignity xyzzy'])
      assert.deepEqual(await kiwix.search(asked), [], asked)
  })

  test('suggestions by the beginning of a title and by a word inside of it', async () => {
    for (const typed of ['Crè', 'creme brul', 'vanil', 'à la van']) {
      assert.deepEqual(await kiwix.suggest(typed), ['Crème brûlée à la vanille'], typed)
    }
    for (const typed of ['โรงงาน', 'โรงงานน้ำ', 'น้ำตาล', 'นำตาลขอน', 'ขอนแก่นที่', 'เปิด'])
      assert.deepEqual(await kiwix.suggest(typed), ['โรงงานน้ำตาลขอนแก่นที่เปิดใหม่'], typed)
    for (const typed of ['日本', 'ガイ', '日本のABC'])
      assert.deepEqual(await kiwix.suggest(typed), ['日本のＡＢＣガイド'], typed)
    assert.equal((await kiwix.suggest('Article 1'))[0], 'Article 1')
    assert.deepEqual(await kiwix.suggest('xyzzy'), [])
  })
})
