import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse, type DefaultTreeAdapterMap } from 'parse5'
import { parseHtml } from '../../src/page/html/parse.js'

const UNSEEN: ReadonlySet<string> = new Set(
  'script style title textarea noscript template select datalist audio video canvas iframe noframes noembed'.split(' '),
)

/** The words t0, t1 … that a browser which runs scripts shows. */
function shownBy(node: DefaultTreeAdapterMap['node'], words = new Set<string>()): Set<string> {
  if ('value' in node) for (const [word] of node.value.matchAll(/\bt\d+\b/g)) words.add(word)
  if ('childNodes' in node && !UNSEEN.has(node.nodeName)) for (const child of node.childNodes) shownBy(child, words)
  return words
}

function shown(html: string): string {
  return [...shownBy(parse(html, { scriptingEnabled: true }))].sort().join(' ')
}

function read(html: string): string {
  const words = parseHtml(html).fullText.match(/\bt\d+\b/g) ?? []
  return [...new Set(words)].sort().join(' ')
}

test('what was left open swallows as much as in a browser', () => {
  for (const html of [
    't0<noscript><iframe src=x>t1</noscript>t2',
    't0<noscript><iframe src="x>t1</noscript>t2"',
    't0<noscript><!-- t1</noscript>t2 --> t3',
    't0<noscript><style>t1</noscript>t2</style>t3',
    't0<noscript><textarea>t1</noscript><p>t2',
    't0<noscript><img alt="t1</noscript>t2',
    't0<noscript><p t1</noscript>t2',
    't0<noscript><svg><![CDATA[t1</noscript>t2]]>t3',
    't0<noscript><noscript>t1</noscript>t2</noscript>t3',
    't0<NoScript><noscript>t1</NOSCRIPT >t2</noscript>t3',
    't0<!-- <noscript> -->t1<!-- </noscript> -->t2',
    't0<script>"<noscript>"</script>t1',
    't0<iframe>t1<p>t2',
    't0<textarea>t1</p>t2',
    't0<title>t1</title>t2',
    't0<style>t1<p>t2',
    't0<script>t1<p>t2',
    't0<!-- t1<p>t2',
    't0<!-- t1--!>t2<!-->t3',
    't0<xmp>t1<p></xmp>t2',
    't0<plaintext>t1</plaintext><p>t2',
    't0<![CDATA[t1>t2]]>t3',
    't0<svg><![CDATA[t1>t2]]></svg>t3',
    't0<svg><title>t1</svg>t2<svg><title>t3</title></svg>',
    't0<svg><style>t1<p>t2</p>t3',
    't0<svg><path><p>t1<script/>t2</script>t3',
    't0<math><mi>t1<div>t2<br/>t3',
    't0<select><option>t1<input>t2',
    't0<select><option>t1<textarea>t2</textarea>t3',
    't0<select><option>t1<select><option>t2</select>t3',
    't0<noembed>t1</noembed>t2<noframes>t3</noframes>t4',
  ]) {
    const spaced = html.replace(/t\d/g, ' $& ')
    assert.equal(read(spaced), shown(spaced), html)
  }
})

const PIECES = [
  ...[
    '<noscript>',
    '</noscript>',
    '<iframe src=x>',
    '</iframe>',
    '<!--',
    '-->',
    '<textarea>',
    '</textarea>',
    '<style>',
  ],
  ...['</style>', '<script>', '</script>', '<p>', '</p>', '<div>', '</div>', '<br/>', '<title>', '</title>', '<xmp>'],
  ...['</xmp>', '<![CDATA[', ']]>', '<a href="x', '">', '</a>', '<img alt="', '<noframes>', '</noframes>', '<noembed>'],
  ...['</noembed>', '<ul><li>', '</ul>', '<table><td>', '</table>', '<b>', '</b>'],
]

test('made-up markup loses no word that a browser shows', () => {
  let seed = 5
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  for (let n = 0; n < 3_000; n++) {
    let html = '<!doctype html><body>t0'
    for (let k = 1 + random(8); k > 0; k--) html += `${PIECES[random(PIECES.length)]} t${k} `
    const words = read(html).split(' ')
    for (const word of shown(html).split(' ')) assert.ok(words.includes(word), `${word} of ${html}`)
  }
})

test('links behind an element that was left open in NOSCRIPT are found, and those in it', () => {
  const { links } = parseHtml(
    '<noscript><a href=/in>x</a><iframe src="//tags.example/ns.html" height=0></noscript><p><a href=/behind>y</a>',
  )
  assert.deepEqual(
    links.map(({ kind, href }) => `${kind} ${href}`),
    ['a /in', 'iframe //tags.example/ns.html', 'a /behind'],
  )
})

test('many elements that are left open do not cost more than their length', () => {
  const pieces = [
    '<noscript>',
    '<noscript><!--</noscript>',
    '<noscript><a b="</noscript>',
    "<noscript><a b='</noscript>",
  ]
  pieces.push('<noscript><svg><![CDATA[</noscript>', '<noscript><iframe></noscript>', '<svg><title>', '<select>')
  // the limit of a test that is not linear: each would take minutes
  for (const piece of pieces) assert.ok(parseHtml(piece.repeat(100_000)).fullText.length < 10, piece)
})
