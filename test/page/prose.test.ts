import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proseOf } from '../../src/page/text/prose.js'

function prose(html: string, mime = 'text/html', text = html): string {
  const declared = { charset: 'utf-8', charsetSource: 'header', metaCharset: '', language: '' } as const
  return proseOf({
    url: 'http://site.example/',
    title: '',
    mime,
    bytes: Buffer.from(html),
    declared,
    text,
    textSource: 'visible',
  })
}

const RIVER =
  'The river rises in the northern mountains, crosses the plain in wide bends and reaches the sea after seven hundred kilometres, slowed by three dams.'
const BRIDGE = 'The oldest bridge over it was built of teak.'
const MENU = '<ul><li><a href="/a">Home</a></li><li><a href="/b">News</a></li><li><a href="/c">Contact</a></li></ul>'

test('a text and the heading over it stay, menu and footer go', () => {
  const html = `<body>${MENU}<h1>The river</h1><p>${RIVER}</p><p>${RIVER.replace('river', 'road')}</p>
    <footer><p>This site is run by volunteers who look after it in their free time, and who are glad about every letter.</p></footer>`
  assert.equal(prose(html), `The river\n${RIVER}\n${RIVER.replace('river', 'road')}`)
})

test('the text of a shadow tree is prose', () => {
  assert.equal(prose(`<x-page><template shadowrootmode="open"><p>${RIVER}</p></template></x-page>`), RIVER)
})

test('a page of headlines has no prose', () => {
  const headlines = Array.from(
    { length: 30 },
    (_, i) => `<li><a href="/${i}">Minister number ${i} opens the new road to the coast</a><span>12.3.2018</span></li>`,
  )
  assert.equal(prose(`${MENU}<ul>${headlines.join('')}</ul>`), '')
})

test('a teaser keeps its linked heading, without what leads to the rest', () => {
  const teasers = ['dam', 'ferry', 'harbour'].map(
    thing =>
      `<div><h2><a href="/${thing}">A new ${thing}</a></h2><span class="date">3 May</span><p>The ${thing} was opened on Monday.
        Hundreds of people came to see it …</p><a href="/${thing}">More</a></div>`,
  )
  const lines = prose(MENU + teasers.join('')).split('\n')
  assert.deepEqual(lines.slice(0, 2), [
    'A new dam',
    'The dam was opened on Monday. Hundreds of people came to see it …',
  ])
  assert.equal(lines.length, 6)
})

test('a text that is a link as a whole is a text', () => {
  const html = `${MENU}<a href="/1"><p>${RIVER} It is the longest of the country, and the only one with dolphins.</p></a>`
  assert.match(prose(html), /^The river rises .* dolphins\.$/)
})

test('scripts without full stops are judged by length', () => {
  // Universal Declaration of Human Rights, article 1, in Thai
  const thai =
    'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ'
  assert.equal(prose(`${MENU}<h2>ข้อ 1</h2><div>${thai}</div>${MENU}`), `ข้อ 1\n${thai}`)
})

test('what stands on the page twice counts once, the longest', () => {
  const html = `${MENU}<h3><a href="/r">River</a></h3><p>${RIVER.slice(0, 90)}…</p><h2>The river</h2><p>${RIVER}</p>
    <div><p>${RIVER}</p></div>`
  assert.equal(prose(html), `The river\n${RIVER}`)
})

test('short lines of a dialogue may come again', () => {
  const html = `<p>${RIVER}</p><p>Yes.</p><p>${BRIDGE}</p><p>Yes.</p><p>${BRIDGE.replace('oldest', 'newest')}</p>`
  assert.equal(
    prose(html)
      .split('\n')
      .filter(line => line === 'Yes.').length,
    2,
  )
})

test('what is read a second time or not at all is no text', () => {
  const html = `<p>${RIVER} <ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>
    <math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_{secret}</annotation></semantics></math>
    <span aria-hidden="true">secret</span><span style="display:none">secret</span><svg><text>secret</text></svg>
    and<ruby>東<rt>とう<rt>ひがし</ruby>end.</p>`
  const text = prose(html)
  assert.doesNotMatch(text, /secret|か|と|ひ/)
  assert.match(text, /漢字 x and東end\.$/)
})

test('lines of PRE stay lines', () => {
  const html = `<p>${RIVER}</p><pre>for each bridge:\n  measure it\n  write it down\n</pre><p>${BRIDGE} It stands still.</p>`
  assert.deepEqual(prose(html).split('\n').slice(1, 4), ['for each bridge:', 'measure it', 'write it down'])
})

test('a sentence broken by hand becomes one line, a poem does not', () => {
  const wrapped =
    'The river rises in the<br>northern mountains and<br>crosses the whole plain,<br>slowed by three dams.'
  const poem =
    'Tyger Tyger, burning bright,<br>In the forests of the night;<br>What immortal hand or eye,<br>Could frame it?'
  const lines = prose(`<p>${wrapped}</p><p>${poem}</p>`).split('\n')
  assert.equal(lines[0], 'The river rises in the northern mountains and crosses the whole plain, slowed by three dams.')
  assert.equal(lines.length, 5)
})

test('line breaks between links make a list, not a text', () => {
  const links = Array.from({ length: 12 }, (_, i) => `<a href="/${i}">Department of subject ${i}</a>`).join('<br>')
  assert.equal(
    prose(`<p>${links}<br>${BRIDGE} It is worth a visit in spring.</p>`),
    `${BRIDGE} It is worth a visit in spring.`,
  )
})

test('an element is not taken for a menu by its name when it holds the text', () => {
  const posts = `<div class="post category-menu tag-navigation"><h2>River</h2><p>${RIVER}</p></div>`
  assert.equal(prose(MENU + posts), `River\n${RIVER}`)
  const all = `<div class="modal-page">${posts}${posts.replaceAll('river', 'road').repeat(1)}<p>${`${RIVER} `.repeat(8)}</p></div>`
  assert.match(prose(all), /seven hundred kilometres/)
})

test('a page that is nothing but a few words has them', () => {
  assert.equal(prose('<h1>Closed</h1><p>Back in May</p>'), 'Closed\nBack in May')
  assert.equal(prose('one line\n\nanother', 'text/plain'), 'one line\n\nanother')
  assert.equal(prose(''), '')
})

test('a page without text has no prose, whatever its bytes say', () => {
  assert.equal(prose('<p>The document has moved here. Please follow the link.</p>', 'text/html', ''), '')
})

test('white space is folded and soft hyphens go, signs that join letters stay', () => {
  const text = `Un\u00adse\u00adre&nbsp;&nbsp;Pro&shy;duk\u00adte  erfüllen\n alle Anforderungen: می\u200cخواهم.`
  assert.equal(prose(`<p>${text}</p>`), 'Unsere Produkte erfüllen alle Anforderungen: می\u200cخواهم.')
})

test('hostile documents end in time', () => {
  const start = 'The same beginning of every single line here '
  const repeats = `<p>${start}${'x'.repeat(300_000)}.</p>${Array.from({ length: 20_000 }, (_, i) => `<p>${start}${i}.</p>`).join('')}`
  assert.ok(prose(repeats).length < 1_000_000)
  assert.equal(typeof prose('<div class="menu"><a href=x>'.repeat(20_000)), 'string')
  assert.equal(typeof prose('<br>.'.repeat(100_000)), 'string')
  assert.equal(typeof prose(`<a href=x>${'."'.repeat(200_000)}`), 'string')
  assert.equal(typeof prose('<ruby><rt>'.repeat(50_000)), 'string')
})
