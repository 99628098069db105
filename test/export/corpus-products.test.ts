import assert from 'node:assert/strict'
import test from 'node:test'
import { listsProducts } from '../../src/export/corpus/products.js'
import { paragraphsOf } from '../../src/export/corpus/paragraphs.js'
import { analyse, proseOf } from '../../src/page/index.js'
import { countPrices } from '../../src/page/signs/prices.js'
import { exchange } from '../archive/samples.js'

function isList(html: string, url = 'http://site.example/'): boolean {
  const page = analyse(
    exchange({ url, headers: [['content-type', 'text/html; charset=utf-8']], body: Buffer.from(html) }),
  )
  return listsProducts(page, () => page.signs, paragraphsOf(proseOf(page)))
}

const tiles = Array.from(
  { length: 12 },
  (_, i) => `<li><a href=/p${i}>Suitcase ${i}</a> <b>$${i + 20}.00</b></li>`,
).join('')
const notice = '<p>Orders that reach us before noon are sent on the next day on which our shop is open.</p>'

test('a page of goods and prices with a notice is a list', () => {
  assert.equal(isList(`<body>${notice}<ul>${tiles}</ul>`), true)
})

test('sentences that name prices are sentences', () => {
  const deals = Array.from(
    { length: 8 },
    (_, i) =>
      `<p>Fly from the north to island number ${i} for $${i + 300} in spring, when the trees are in flower and the hotels are cheap.</p>`,
  )
  assert.equal(isList(`<body>${deals.join('')}<ul>${tiles}</ul>`), false)
})

test('lecture notes in short lines that write registers with a dollar sign are text', () => {
  const lines = Array.from(
    { length: 60 },
    (_, i) => `the processor takes its value number ${i} out of a register\n   lw $${(i % 20) + 1}, place`,
  )
  assert.equal(isList(`<body><pre>${lines.join('\n')}</pre>`), false)
})

test('a short article above prices of subscriptions is an article, a home page that says it is one is not', () => {
  const html = `<head><meta property="og:type" content="article"></head><body>${notice}<ul>${tiles}</ul>`
  assert.equal(isList(html, 'http://site.example/news/snow'), false)
  assert.equal(isList(html), true)
})

test('feet are no forints', () => {
  assert.equal(countPrices('Tower | 1,191 FT | 98 floors; 300 ft'), 0)
  assert.equal(countPrices('1 191 Ft'), 1)
})
