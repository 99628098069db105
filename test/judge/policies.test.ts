/** One small page for every case that the papers found hard, judged for Thai by all four policies. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from '../../src/contracts.js'
import { POLICIES, createLanguageJudge } from '../../src/judge/index.js'
import { encodeLossy } from '../../src/judge/legacy-encode.js'
import { html, pageOf, paragraphs, passage } from './page-of.js'

const judges = POLICIES.map(policy => ({ policy, judge: createLanguageJudge({ languages: ['tha'], policy }) }))
const [modern] = judges.map(({ judge }) => judge)

/** Policies that call the page relevant. */
function relevantTo(page: Page): string[] {
  return judges.filter(({ judge }) => judge.judge(page).relevant).map(({ policy }) => policy)
}

/** Policies that call the page unknown. */
function unknownTo(page: Page): string[] {
  return judges.filter(({ judge }) => judge.judge(page).unknown).map(({ policy }) => policy)
}

const thai = passage('tha', 900)
const english = passage('eng', 900)
const charset = (name: string): string => `<meta http-equiv="Content-Type" content="text/html; charset=${name}">`

test('a Thai page in UTF-8 is relevant to every policy', () => {
  assert.deepEqual(relevantTo(pageOf(paragraphs(thai))), [...POLICIES])
})

test('a Thai page in TIS-620 is relevant to every policy, with its charset declared or not', () => {
  assert.deepEqual(relevantTo(pageOf(encodeLossy(html(thai, charset('TIS-620')), 'windows-874'))), [...POLICIES])
  assert.deepEqual(relevantTo(pageOf(encodeLossy(html(thai, ''), 'windows-874'))), [...POLICIES])
})

test('an English page is relevant to none', () => {
  assert.deepEqual(relevantTo(pageOf(paragraphs(english))), [])
})

test('an English page with a Thai charset in META deceives the two old policies only', () => {
  const page = pageOf(html(english, charset('TIS-620')))
  assert.deepEqual(relevantTo(page), ['textcat-or', 'textcat-meta-first'])
  assert.match(modern.judge(page).reasons.join('; '), /charset windows-874/)
})

test('Thai under a Japanese charset in META is found by every policy but the one that asks META first', () => {
  assert.deepEqual(relevantTo(pageOf(html(thai, charset('EUC-JP')))), ['modern', 'strict', 'textcat-or'])
})

test('Thai in numeric character references is found by those that decode them', () => {
  const references = Array.from(thai, character =>
    character > '~' ? `&#${character.codePointAt(0)};` : character,
  ).join('')
  assert.deepEqual(relevantTo(pageOf(html(references, charset('iso-8859-1')))), ['modern', 'strict'])
})

test('a frame set says nothing', () => {
  const page = pageOf('<html><frameset cols="20%,80%"><frame src="/menu"><frame src="/main"></frameset></html>')
  assert.deepEqual(relevantTo(page), [])
  assert.deepEqual(unknownTo(page), ['modern', 'strict', 'textcat-or'])
  assert.deepEqual(modern.judge(page).reasons, ['there is no text'])
})

test('a few words say nothing, even where Thai is declared', () => {
  const page = pageOf('<html lang="th"><body>Loading</body></html>')
  const verdict = modern.judge(page)
  assert.equal(verdict.unknown, true)
  assert.equal(verdict.relevant, false)
  assert.ok(verdict.score > modern.judge(pageOf('<html><body>Loading</body></html>')).score)
})

test('a title in Thai over a page of numbers is enough', () => {
  const rows = Array.from({ length: 60 }, (_, i) => `<tr><td>${i * 37}</td><td>${i * 91}.50</td></tr>`).join('')
  const page = pageOf(html(`<h1>ตารางราคาทองคำประจำวัน สมาคมค้าทองคำแห่งประเทศไทย</h1><table>${rows}</table>`))
  assert.equal(modern.judge(page).relevant, true)
})

test('a page half Thai, half English is relevant, and both languages are named', () => {
  const page = pageOf(paragraphs(thai.slice(0, 600), english.slice(0, 600)))
  const verdict = modern.judge(page)
  assert.equal(verdict.relevant, true)
  assert.ok(verdict.share > 0.4 && verdict.share < 0.8, String(verdict.share))
  assert.match(verdict.reasons.join('; '), /is Thai .*is English/)
})

test('a menu of languages, dishes and places in Thai letters does not make an English page Thai', () => {
  const menu = '<ul><li>English</li><li>ภาษาไทย</li><li>日本語</li><li>한국어</li><li>Русский</li></ul>'
  const page = pageOf(
    html(
      `${menu}<p>${english}</p><p>Order ผัดไทย (pad thai) and ต้มยำกุ้ง (tom yum).</p><p>${passage('eng', 900, 1200)}</p>`,
    ),
  )
  const verdict = modern.judge(page)
  assert.equal(verdict.relevant, false)
  assert.equal(verdict.language, 'eng')
})

test('a shop in Thai whose products have English names is Thai', () => {
  const items = Array.from(
    { length: 12 },
    (_, i) => `<li>Gigabyte GeForce RTX Windforce Edition ${i} <b>สั่งซื้อสินค้า</b> ราคาพิเศษ จัดส่งฟรี</li>`,
  )
  const verdict = modern.judge(pageOf(html(`<ul>${items.join('')}</ul>`)))
  assert.equal(verdict.relevant, true)
  assert.equal(verdict.language, 'tha')
})

test('Lao is not Thai', () => {
  assert.deepEqual(relevantTo(pageOf(paragraphs(passage('lao', 900)))), [])
})

test('text in the wrong charset is unknown, not relevant', () => {
  const garbled = Buffer.from(passage('rus', 600)).toString('latin1')
  const verdict = modern.judge(pageOf(paragraphs(garbled)))
  assert.equal(verdict.unknown, true)
  assert.match(verdict.reasons[0], /garbled/)
})

test('a larger share never scores lower, and relevant pages score at least one half', () => {
  const scores = [0, 100, 200, 400, 600, 800].map(letters => {
    const { relevant, score } = modern.judge(
      pageOf(paragraphs(thai.slice(0, letters), english.slice(0, 800 - letters))),
    )
    assert.equal(score >= 0.5, relevant)
    return score
  })
  for (let i = 1; i < scores.length; i++) assert.ok(scores[i] >= scores[i - 1], scores.join(' '))
  assert.ok(scores[0] < 0.1 && scores[5] > 0.9, scores.join(' '))
})

test('all scores and shares are between 0 and 1, and every verdict has a reason', () => {
  const pages = [
    paragraphs(thai),
    paragraphs(english),
    paragraphs(''),
    paragraphs('12 345'),
    html(thai, charset('windows-1251')),
  ]
  for (const page of pages.map(one => pageOf(one))) {
    for (const { judge } of judges) {
      const { score, share, reasons, language } = judge.judge(page)
      assert.ok(score >= 0 && score <= 1 && share >= 0 && share <= 1, judge.name)
      assert.ok(reasons.length > 0 && reasons.every(reason => reason !== ''), judge.name)
      assert.match(language, /^[a-z]{3}$/)
    }
  }
})
