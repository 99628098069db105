import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cssReferences } from '../../src/page/index.js'

const BASE = 'http://a.example/css/main.css'

function references(css: string): string[] {
  return cssReferences(css, BASE).map(url => url.replace('http://a.example/', ''))
}

test('url() is read with and without quotes, relative to the sheet', () => {
  assert.deepEqual(references('a{background:url(a.png)} b{background:URL( "b.png" )} c{x:url(\'../c.png\')}'), [
    'css/a.png',
    'css/b.png',
    'c.png',
  ])
})

test('@import with a string or url(), with layers and media, is read', () => {
  assert.deepEqual(
    references('@charset "utf-8"; @import "one.css"; @IMPORT url(two.css) screen; @import \'three.css\' layer(x);'),
    ['css/one.css', 'css/two.css', 'css/three.css'],
  )
})

test('fonts and sets of images are read, other strings are not', () => {
  const css = `
    @namespace svg url(http://www.w3.org/2000/svg);
    @font-face { font-family: "not.a.file"; src: local("Arial.ttf"), url("f.woff2") format("woff2"), url(f.woff) }
    a { background: image-set("a.avif" type("image/avif"), "a.png" 1x, url(b.png) 2x); content: "no.png" }
    b::before { content: "url(no2.png)" }`
  assert.deepEqual(references(css), ['css/f.woff2', 'css/f.woff', 'css/a.avif', 'css/a.png', 'css/b.png'])
})

test('comments are passed over, escapes are decoded', () => {
  assert.deepEqual(
    references('/* url(no.png) */ a{b:url(/*yes*/x.png)} c{d:url(a\\(1\\).png)} e{f:url("q\\"\\26 .png")}'),
    ['*yes*/x.png', 'css/a(1).png', 'css/q%22&.png'],
  )
})

test('data, places in the document and other names that end in url are left out, duplicates are one', () => {
  assert.deepEqual(
    references('a{b:url(data:image/png;base64,AAAA);c:url(#x);d:my-url(no.png);e:url();f:url(x.png)} g{h:url(x.png)}'),
    ['css/x.png'],
  )
})

test('a forgotten parenthesis or quote costs its own declaration, not the sheet', () => {
  assert.deepEqual(references('a{b:url(lost.png; c:url(found.png)}'), ['css/found.png'])
  assert.deepEqual(references('a{b:"lost\n} c{d:url(found.png)}'), ['css/found.png'])
  assert.deepEqual(references('a{b:url("lost.png'), ['css/lost.png'])
  assert.deepEqual(references('/* never closed url(x.png)'), [])
})

test('hostile sheets take time in proportion to their length and give a bounded answer', () => {
  for (const piece of ['url(', '@import "', '/*', '\\', 'image-set(', 'url("\\', "'", 'url(a'])
    assert.ok(cssReferences(piece.repeat(300_000), BASE).length <= 2_000)
  const many = Array.from({ length: 10_000 }, (_, i) => `a{b:url(${i}.png)}`).join('')
  assert.equal(cssReferences(many, BASE).length, 2_000)
})
