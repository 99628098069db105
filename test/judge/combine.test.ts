import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Judge, LinkJudge, Page, PageSign, Verdict } from '../../src/contracts.js'
import { allOf, anyOf, combinedLinks, discounted, keywordJudge } from '../../src/judge/combine.js'
import { pageOf } from './page-of.js'

const page = pageOf('<title>Diving</title><p>Scuba diving off Ko Tao.</p>')

function judge(name: string, verdict: Partial<Verdict>): Judge {
  const whole = { relevant: false, score: 0, language: 'und', share: 0, unknown: false, reasons: [name], ...verdict }
  return { name, judge: () => whole }
}

const yes = judge('yes', { relevant: true, score: 0.9, language: 'eng', share: 1 })
const maybe = judge('maybe', { relevant: true, score: 0.6 })
const no = judge('no', { score: 0.2, language: 'tha', share: 0.1 })
const unsure = judge('unsure', { score: 0.4, unknown: true })

test('all: everybody must want the page, the least sure counts, what spoke against it comes first', () => {
  const both = allOf([yes, maybe])
  assert.equal(both.name, 'yes and maybe')
  assert.deepEqual(both.judge(page), {
    relevant: true,
    score: 0.6,
    language: 'eng',
    share: 1,
    unknown: false,
    reasons: ['yes', 'maybe'],
  })
  const refused = allOf([yes, no]).judge(page)
  assert.deepEqual([refused.relevant, refused.score, refused.reasons], [false, 0.2, ['no', 'yes']])
})

test('any: one who wants the page is enough, the surest counts and speaks first', () => {
  const either = anyOf([no, yes])
  assert.equal(either.name, 'no or yes')
  const verdict = either.judge(page)
  assert.deepEqual([verdict.relevant, verdict.score, verdict.reasons], [true, 0.9, ['yes', 'no']])
  assert.equal(anyOf([no, unsure]).judge(page).relevant, false)
})

test('a page stays unknown as long as nobody who knows it has settled the matter', () => {
  assert.equal(allOf([yes, unsure]).judge(page).unknown, true)
  assert.equal(allOf([no, unsure]).judge(page).unknown, false)
  assert.equal(allOf([yes, maybe]).judge(page).unknown, false)
  assert.equal(anyOf([no, unsure]).judge(page).unknown, true)
  assert.equal(anyOf([yes, unsure]).judge(page).unknown, false)
})

test('the language is that of the first judge who knows it', () => {
  assert.deepEqual([allOf([maybe, yes]).judge(page).language, allOf([maybe, yes]).judge(page).share], ['eng', 1])
  assert.equal(allOf([maybe, unsure]).judge(page).language, 'und')
})

function withSigns(...signs: PageSign[]): Page {
  return { ...page, signs }
}

const wall: PageSign = { kind: 'paywall', strength: 0.9, because: 'it says "subscribe to read"' }
const weakShop: PageSign = { kind: 'shop', strength: 0.4, because: 'a cart' }

test('signs take away their share of the score and are named in the reasons', () => {
  const strict = discounted(yes, ['paywall', 'shop', 'needs-script'])
  assert.equal(strict.name, 'yes')
  const behind = strict.judge(withSigns(wall))
  assert.equal(behind.relevant, false)
  assert.ok(Math.abs(behind.score - 0.09) < 1e-9)
  assert.deepEqual(behind.reasons, ['discounted: behind a paywall (it says "subscribe to read")', 'yes'])
  const weak = strict.judge(withSigns(weakShop))
  assert.equal(weak.relevant, true)
  assert.ok(Math.abs(weak.score - 0.54) < 1e-9)
  const two = strict.judge(withSigns(weakShop, { ...weakShop, kind: 'needs-script' }))
  assert.equal(two.relevant, false)
})

test('signs that nobody asked about, and pages without signs, change nothing', () => {
  assert.deepEqual(discounted(yes, ['shop']).judge(withSigns(wall)), yes.judge(page))
  assert.deepEqual(discounted(yes, []).judge(withSigns(wall)), yes.judge(page))
  assert.deepEqual(discounted(yes, ['shop', 'paywall', 'needs-script']).judge(page), yes.judge(page))
})

test('a page of no use does not inherit the verdict of another', () => {
  const empty: PageSign = { kind: 'needs-script', strength: 0.9, because: 'no text' }
  assert.equal(discounted(unsure, ['needs-script']).judge(withSigns(empty)).unknown, false)
  assert.equal(discounted(unsure, ['needs-script']).judge(page).unknown, true)
})

test('keywords are whole words in any case, and phrases', () => {
  const says = (text: string, ...words: string[]): boolean =>
    keywordJudge(words).judge(pageOf(`<p>${text}</p>`)).relevant
  assert.equal(says('We DIVE here.', 'dive'), true)
  assert.equal(says('Diversity and diver', 'dive'), false)
  assert.equal(says('the scuba diving club', 'Scuba Diving'), true)
  assert.equal(says('C++ and C#', 'c++'), true)
  assert.equal(says('ไปดำน้ำที่เกาะเต่า', 'ดำน้ำ'), true)
  assert.equal(says('Überraschung', 'rasch'), false)
  assert.equal(says('anything', '', ' '), false)
})

test('keywords are found in the title and named in the reasons', () => {
  const verdict = keywordJudge(['diving', 'snorkel']).judge(page)
  assert.deepEqual([verdict.relevant, verdict.score, verdict.reasons], [true, 1, ['says diving']])
  const none = keywordJudge(['snorkel']).judge(page)
  assert.deepEqual([none.relevant, none.score, none.reasons], [false, 0, ['says none of snorkel']])
})

test('links: the least or the most of the opinions, and every name that somebody knows', () => {
  const link = (score: number, named: number, words: number): LinkJudge => ({
    score: () => score,
    names: () => ({ named, words }),
  })
  const judges = [link(0.2, 1, 4), link(0.7, 2, 3)]
  assert.equal(combinedLinks(judges, 'all').score('x'), 0.2)
  assert.equal(combinedLinks(judges, 'any').score('x'), 0.7)
  assert.deepEqual(combinedLinks(judges, 'all').names('x'), { named: 2, words: 4 })
})
