import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from '../../src/page/charset/decode.js'
import { rewriteDocument } from '../../src/portal/replay/rewrite-html.js'
import { hostilePages, type HostilePage } from './hostile-pages.js'
import { hostileTricks } from './hostile-tricks.js'
import { escapesOf, PLACES, WORDS } from './replay-checks.js'

const EVIL = 'http://evil.example'
const PORTAL = 'http://127.0.0.1:8080'
const pages = [...hostilePages(EVIL, PORTAL), ...hostileTricks(EVIL, PORTAL)]

function bytesOf(page: HostilePage): Uint8Array {
  return typeof page.body === 'string' ? Buffer.from(page.body) : page.body
}

/** As if all of it were HTML, and everything it names were in the library. */
function rewriteAny(text: string, has = true, reads: 'html' | 'xml' = 'html'): string {
  const library = { has: (urls: readonly string[]) => urls.map(() => has) }
  const url = 'http://site.example/hostile/'
  return rewriteDocument({ text, url, charset: 'utf-8', reads, writes: 'html' }, library, PLACES, WORDS).text
}

for (const page of pages) {
  test(`nothing leads out when ${page.name}`, () => {
    const { text } = decodeText(bytesOf(page), '')
    for (const has of [true, false]) {
      for (const reads of ['html', 'xml'] as const) assert.deepEqual(escapesOf(rewriteAny(text, has, reads)), [])
    }
  })
}

/** Numbers between 0 and 1 that are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const SPLINTERS = [
  '<',
  '>',
  '"',
  "'",
  '/',
  '=',
  '`',
  '\0',
  '&',
  '&#x3c;',
  '<!--',
  '-->',
  '--!>',
  '<![CDATA[',
  ']]>',
  '<svg>',
  '</svg>',
  '<math>',
  '<style>',
  '</style>',
  '<title>',
  '</title>',
  '<textarea>',
  '<noscript>',
  '</noscript>',
  '<script>',
  '</script>',
  '<template>',
  '<xmp>',
  '<iframe>',
  '<plaintext>',
  '<select>',
  '<table>',
  '\x0c',
  '\ufeff',
  '\ud800',
  'url(',
  '\\',
  '<a href=',
  ' onerror=',
  '<?',
  '<!',
  '</',
  '<base href=//evil.example/>',
]

test('pages put together from pieces of hostile ones lead nowhere, and never fail', () => {
  const random = createRandom(20)
  const texts = pages.map(page => decodeText(bytesOf(page), '').text)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
  for (let round = 0; round < 3000; round++) {
    let text = pick(texts)
    for (let change = 0; change < 1 + random() * 8; change++) {
      const at = Math.floor(random() * text.length)
      const to = at + Math.floor(random() ** 3 * 60)
      const other = pick(texts)
      const from = Math.floor(random() * other.length)
      const inserted = random() < 0.6 ? pick(SPLINTERS) : other.slice(from, from + Math.floor(random() * 80))
      text = text.slice(0, at) + inserted + text.slice(random() < 0.5 ? at : to)
    }
    const rewritten = rewriteAny(text, random() < 0.5, random() < 0.2 ? 'xml' : 'html')
    const escapes = escapesOf(rewritten)
    assert.deepEqual(escapes, [], `round ${round}: ${JSON.stringify(text)}\n→ ${JSON.stringify(rewritten)}`)
  }
})

test('a rewritten page that is rewritten again has the same elements: there is one way to read it', () => {
  for (const page of pages) {
    const once = rewriteAny(decodeText(bytesOf(page), '').text)
    const names = (html: string): string[] => [...html.matchAll(/<(\/?[a-z][a-z0-9:]*)/gi)].map(([, name]) => name)
    const marks = /<style>@media screen\{a\[data-longtail.*?<\/style>/gs
    assert.deepEqual(names(rewriteAny(once).replace(marks, '')), names(once.replace(marks, '')), page.name)
  }
})

test('huge and deep pages take time in proportion', () => {
  const unit = '<div><a href="x.html"><img src="a.png" style="background:url(b.png)">'
  for (const piece of [
    unit,
    '<',
    '<a ',
    '<!--',
    '</',
    '&',
    '<svg><style>',
    'url(',
    '<p a=',
    '<p "',
    '<img srcset="a 1x,',
    '<![CDATA[',
  ]) {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
    assert.deepEqual(escapesOf(rewriteAny(text)), [])
  }
})
