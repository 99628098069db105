import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../../src/contracts.js'
import { hintsOf } from '../../src/export/corpus/hints.js'
import { readProse } from '../../src/export/corpus/read-prose.js'
import { analyseText } from '../../src/page/analyse.js'
import { proseOf } from '../../src/page/index.js'
import { exchange } from '../archive/samples.js'

const TEXT =
  'The library keeps the letters of three families who lived in the valley for two hundred years, and nobody had read them before. ' +
  'They speak of floods, of weddings and of the price of salt, in a hand that few can read today.'

function exchangeOf(html: string, type = 'text/html; charset=utf-8'): Exchange {
  const headers = [['Content-Type', type] as const, ['Content-Language', 'nl'] as const]
  return exchange({ url: 'http://a.example/page', headers, body: Buffer.from(html) })
}

const BODIES: readonly (readonly [what: string, html: string, isOneReading: boolean])[] = [
  ['a page of paragraphs', `<title>Old &amp; new\n letters</title><p>${TEXT}</p><p>${TEXT.toUpperCase()}</p>`, true],
  [
    'a language in the root',
    `<html lang="de-AT"><meta http-equiv="Content-Language" content="fr"><p>${TEXT}</p>`,
    true,
  ],
  ['a language in a META element', `<meta http-equiv="Content-Language" content="fr"><p>${TEXT}</p>`, true],
  ['one in a template', `<template><meta http-equiv="Content-Language" content="fr"></template><p>${TEXT}</p>`, true],
  ['the title of a drawing', `<body><svg><title>Icon</title></svg><title>Page</title><p>${TEXT}</p>`, true],
  ['two titles', `<title></title><title>One</title><title>Two</title><p>${TEXT}</p>`, true],
  ['a notice', `<p>${TEXT}</p><footer>© 2020 The library, all rights reserved</footer>`, true],
  [
    'a notice that programs for the blind leave out',
    `<p>${TEXT}</p><i aria-hidden="true">©</i> 2020 The library`,
    true,
  ],
  ['a notice in a drawing', `<p>${TEXT}</p><svg><text>© 2020 The library</text></svg>`, true],
  ['a notice over two lines', `<p>${TEXT}</p><pre>All rights\nreserved by us</pre>`, true],
  ['hidden text', `<p>${TEXT}</p><p hidden>© 2020 The library</p>`, true],
  ['text for readers without scripts', `<noscript><p>${TEXT}</p><p>${TEXT.toLowerCase()}</p></noscript>`, false],
  ['text in a hidden element', `<div style="display:none"><p>${TEXT}</p><p>${TEXT.toLowerCase()}</p></div>`, false],
  ['hardly any text', '<title>Short</title><p>Nothing to see here.</p>', false],
  ['nothing', '', false],
]

test('one reading finds what two do', async () => {
  for (const [what, html, isOneReading] of BODIES) {
    const answer = exchangeOf(html)
    const expected = analyseText(answer)
    const page = await readProse(answer)
    assert.equal(page.prose, proseOf(expected), what)
    assert.equal(page.title, expected.title, what)
    assert.equal(page.mime, expected.mime, what)
    assert.equal(page.declared.language, expected.declared.language, what)
    assert.equal(page.declared.charset, expected.declared.charset, what)
    assert.equal(page.fullText, expected.fullText, what)
    assert.equal('whole' in page, isOneReading, what)
    const hints = hintsOf(page, answer.headers)
    assert.deepEqual(hints, hintsOf({ ...expected, readText: null }, answer.headers), what)
  }
})

test('plain text and redirects are read as before', async () => {
  const plain = exchangeOf(`${TEXT}\n\n${TEXT}`, 'text/plain')
  assert.equal((await readProse(plain)).prose, proseOf(analyseText(plain)))
  const moved = { ...exchangeOf(`<p>${TEXT}</p><p>${TEXT}</p>`), status: 301, headers: [['Location', '/new'] as const] }
  assert.equal((await readProse(moved)).prose, '')
})
