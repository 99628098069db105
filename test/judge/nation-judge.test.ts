import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Judge } from '../../src/contracts.js'
import { createNationJudge } from '../../src/judge/nation/index.js'
import { html, pageOf } from './page-of.js'

const judges = new Map<string, ReturnType<typeof createNationJudge>>()
function judgeOf(country: string): ReturnType<typeof createNationJudge> {
  const known = judges.get(country) ?? createNationJudge({ country })
  judges.set(country, known)
  return known
}

function judge(country: string, title: string, body: string, url?: string): ReturnType<Judge['judge']> {
  return judgeOf(country).judge(pageOf(html(`<p>${body}</p>`, `<meta charset="utf-8"><title>${title}</title>`), url))
}

test('a page about the nation is wanted in any language, and the reasons name the strongest names', () => {
  const english = judge(
    'TH',
    'Travelling in Thailand',
    'From Bangkok the train goes north to Chiang Mai. Thai food is cheap, and the islands of southern Thailand are near Phuket.',
  )
  assert.ok(english.relevant, String(english.score))
  assert.ok(english.reasons[0].includes('Thailand'))
  for (const [title, body] of [
    [
      'Отдых в Таиланде',
      'Таиланд ждёт туристов. Тайский массаж, тайская кухня и острова Таиланда недалеко от Пхукета.',
    ],
    ['タイ旅行', 'タイの北部にあるチェンマイ。タイ料理とタイ語、タイ国内の旅行、タイの島。'],
    ['Urlaub in Thailand', 'Die thailändischen Inseln, thailändisches Essen und Bangkok: Thailand für jeden.'],
    ['Loma Thaimaassa', 'Thaimaan saaret, Thaimaassa on lämmin. Bangkok on Thaimaan pääkaupunki.'],
  ])
    assert.ok(judge('TH', title, body).relevant, title)
})

test('a list of all countries is about none of them', () => {
  const countries =
    'Albania, Brazil, Canada, Denmark, Egypt, France, Germany, India, Japan, Kenya, Laos, Mexico, Thailand, Vietnam'
  const verdict = judge('TH', 'Shipping rates', `We deliver to ${countries}. Choose your country.`)
  assert.equal(verdict.relevant, false)
  assert.ok(verdict.reasons[0].includes('other countries'))
})

test('a language switcher is not about the languages in it', () => {
  const languages = 'English Deutsch Français Русский 日本語 中文 ไทย Tiếng Việt 한국어 العربية Español Italiano'
  assert.equal(judge('TH', 'VPN reviews', `We compare services honestly. ${languages}`).relevant, false)
})

test('SIAM is a mathematical society', () => {
  const body =
    'Welcome to SIAM! Applied mathematics solves real problems. SIAM journals, SIAM news, and the SIAM annual meeting.'
  assert.equal(judge('TH', 'SIAM: Society for Industrial and Applied Mathematics', body).relevant, false)
})

test('Vietnamese words are not Thai names', () => {
  const body =
    'Thai kì của vợ, thai giáo và các trang tin về mang thai. Đặng Thai Mai. Trang chủ, trang trước, thái độ.'
  assert.equal(judge('TH', 'Mang thai', body).relevant, false)
  assert.equal(judge('TH', 'Thai Bình', 'Thai Bình, Thai Nguyên, Trang Bàng.').relevant, false)
})

test('food called after a country is not about the country', () => {
  const body =
    'Healing Thai butternut squash soup, Thai tuna patties and an Italian salad. How was your week in Chicago?'
  assert.equal(judge('TH', 'Ambitious Kitchen', body).relevant, false)
})

test('people, birds and states are not the countries of their names', () => {
  const jordan =
    'Michael Jordan played basketball for Chicago. Jordan won six titles, and Air Jordan shoes are worn everywhere.'
  assert.equal(judge('JO', 'Michael Jordan', jordan).relevant, false)
  const turkey =
    'The wild turkey is a bird. A turkey eats seeds, and turkeys sleep in trees. Roast turkey is eaten in November.'
  assert.equal(judge('TR', 'Wild birds', turkey).relevant, false)
  const georgia =
    'Georgia Tech is in Atlanta. Football fans of the United States travel to Atlanta, and to Savannah in Georgia.'
  assert.equal(judge('GE', 'Georgia Tech football', georgia).relevant, false)
  const chad = 'Chad Smith plays the drums. Chad Smith was born in Minnesota and lives in California with his family.'
  assert.equal(judge('TD', 'Chad Smith, drummer', chad).relevant, false)
})

test('the countries of those names are found', () => {
  const jordan =
    'Amman is the capital of Jordan. The Jordanian desert, Petra in southern Jordan and the coast at Aqaba, Jordan.'
  assert.ok(judge('JO', 'Travel in Jordan', jordan).relevant)
  const georgia =
    'Tbilisi is the capital of Georgia. Georgian wine, Georgian churches, Batumi and Kutaisi in western Georgia.'
  assert.ok(judge('GE', 'Georgia: a country in the Caucasus', georgia).relevant)
})

test('links are judged by their few words', () => {
  const { score } = judgeOf('TH')
  assert.ok(score('Hotels in Thailand') > 0.5)
  assert.ok(score('Hotels in Thailand') > score('Thai massage'))
  assert.ok(score('Thai massage') > score('Contact us'))
  assert.ok(score('Japan, Laos, Kenya, Thailand, Peru') < 0.5)
})

test('names are counted among words that are no stop words, as for the second feature of the thesis', () => {
  const { names } = judgeOf('TH')
  // the form of its Figure 8: three of five words of the anchor's text, both words of the address
  assert.deepEqual(names('Pattaya is a beach in Thailand: Pattaya hotels'), { named: 3, words: 5 })
  assert.deepEqual(names('/thailand/pattaya.html'), { named: 2, words: 2 })
  assert.deepEqual(names(''), { named: 0, words: 0 })
})

test('an empty page says nothing', () => {
  const { relevant, unknown } = judge('TH', '', '')
  assert.deepEqual({ relevant, unknown }, { relevant: false, unknown: true })
})

test('a code that is no country is refused with a hint', () => {
  assert.throws(() => createNationJudge({ country: 'QZ' }), /QZ is not the code of a country/)
})
