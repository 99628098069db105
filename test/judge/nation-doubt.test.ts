/** Names of countries that are also somebody's or something's. The texts were written for these tests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCountry, namesOfCountry, shortNamesOf } from '../../src/judge/nation/countries.js'
import { createNationJudge } from '../../src/judge/nation/index.js'
import { html, pageOf } from './page-of.js'

function judge(
  country: string,
  title: string,
  body: string,
): ReturnType<ReturnType<typeof createNationJudge>['judge']> {
  const page = pageOf(html(`<p>${body}</p>`, `<meta charset="utf-8"><title>${title}</title>`))
  return createNationJudge({ country }).judge(page)
}

test('people, goods and animals that are called like a country are not about it', () => {
  for (const [country, title, body] of [
    [
      'JO',
      'Michael Jordan: career statistics',
      'Michael Jordan played fifteen seasons. Jordan won six titles with the Chicago Bulls. In 1984 Jordan signed with Nike. ' +
        'Jordan scored 32,292 points. Many think Jordan is the greatest. Jordan retired in 2003.',
    ],
    [
      'TD',
      'About Chad',
      'Hi, I am Chad. I live in Ohio with two dogs. Chad Smith is my full name. My friends call me Chad the builder. ' +
        'Email Chad if you want a table. Chad made this site.',
    ],
    [
      'GN',
      'Guinea pig care',
      'A guinea pig needs hay and company. Guinea pigs squeak. Feed your Guinea Pig vitamin C. Never keep one guinea pig alone.',
    ],
    [
      'TR',
      'Roast Turkey Recipe',
      'Thaw the turkey for three days. Rub the turkey with butter. Turkey gravy: use the drippings. Leftover turkey makes soup.',
    ],
    [
      'FR',
      'French toast',
      'Dip bread in egg and milk. Fry French toast in butter. French toast is best with syrup. Eat French toast hot.',
    ],
  ] as const) {
    const { relevant, reasons } = judge(country, title, body)
    assert.equal(relevant, false, title)
    assert.ok(
      reasons.some(reason => reason.includes('may mean something else')),
      reasons.join('; '),
    )
  }
})

test('a country alone is believed where things happen in it, or where somebody names its people', () => {
  const body =
    'Most visitors to Mexico do not need a visa. When you fly to Mexico you fill in a form. Working in Mexico needs another ' +
    'visa. If you drive into Mexico, get a permit. Mexico asks for a passport.'
  assert.ok(judge('MX', 'Mexico visa requirements', body).relevant)
  const country =
    'Jordan is small and safe. Jordan has deserts. Jordanian food is famous. Jordan sells a pass. Jordan, a kingdom, is dry.'
  assert.ok(judge('JO', 'A week in Jordan', country).relevant)
})

test('a country that has hardly a town but itself may stand alone', () => {
  const body =
    'Book your Maldives villa early. Maldives resorts have lagoons. Maldives diving is world class. Maldives weather is ' +
    'warm. Maldives flights take ten hours.'
  assert.ok(judge('MV', 'Maldives resorts', body).relevant)
})

test('countries are known by the names that they had before the tables changed', () => {
  for (const [code, name] of [
    ['TR', 'Turkey'],
    ['MM', 'Burma'],
    ['MK', 'Macedonia'],
    ['SZ', 'Swaziland'],
    ['CZ', 'Czech Republic'],
  ])
    assert.ok(namesOfCountry(findCountry(code)).names.includes(name), name)
  assert.ok(shortNamesOf(findCountry('TR')).includes('Turkey'), 'as another country, too')
  assert.ok(!namesOfCountry(findCountry('TW')).names.includes('China'))
  assert.ok(!namesOfCountry(findCountry('LA')).names.includes('Lao'), 'an adjective')
})
