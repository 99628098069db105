import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '../../src/page/html/parse.js'
import { setBits } from '../../src/set-bits.js'

interface Placed {
  readonly path: number
  readonly place: number
}

/** By href. */
function places(html: string): Record<string, Placed> {
  return Object.fromEntries(parseHtml(html, false, 'visible', true).links.map(({ href, at }) => [href, at]))
}

function bitsApart(a: Placed, b: Placed): number {
  return setBits(a.path ^ b.path)
}

const PAGE = `<body>
  <div id="menu"><ul class="nav top"><li><a href=m1>1</a><li><a href=m2>2</a><li><a href=m3>3</a></ul></div>
  <div id="main"><article class="post post-17"><p><b>see</b> <a href=p1>x</a></p></article>
  <article class="post post-4711"><p><a href=p2>y</a></p></article></div>
  <footer><ul><li><a href=f1>z</a></ul></footer>`

test('links of one list have one path, and their place in it', () => {
  const { m1, m2, m3, p1 } = places(PAGE)
  assert.deepEqual([m2.path, m3.path], [m1.path, m1.path])
  assert.deepEqual([m1.place, m2.place, m3.place, p1.place], [0, 1, 2, 0])
  assert.notEqual(m1.path, p1.path)
  assert.ok([m1, p1].every(({ path }) => Number.isInteger(path) && path > 0 && path <= 0xffff_ffff))
})

test('ids and classes are part of the path, the digits in them are not', () => {
  const { p1, p2 } = places(PAGE)
  assert.equal(p1.path, p2.path)
  assert.equal(p2.place, 1)
  const path = (list: string) => places(`<body>${list}<li><a href=x>x</a>`).x.path
  assert.notEqual(path('<ul>'), path('<ul id=a>'))
  assert.notEqual(path('<ul id=a>'), path('<ul class=a>'))
  assert.notEqual(path('<ul class=a>'), path('<ul class=b>'))
  assert.notEqual(path('<ul>'), path('<ol>'))
  assert.equal(path('<ul class="a  b">'), path('<UL title=t CLASS="a b">'))
  assert.equal(path('<ul class=news2024>'), path('<ul class=news2025>'))
  assert.equal(path(`<ul class="${'x'.repeat(100)}">`), path(`<ul class="${'x'.repeat(200)}">`), 'long values are cut')
})

test('like paths share most of their bits, others do not', () => {
  let like = 0
  let other = 0
  const names = [...'abcdefghijklmnop']
  for (const name of names) {
    const list = `<body id=shop><div id=${name}><div class=row><div class=col><section class=list><ul class=${name}><li>`
    const { a } = places(`${list}<a href=a>x</a>`)
    const { b } = places(`${list}<span class=title><a href=b>x</a>`)
    const { c } = places(`<body><footer><nav><p class=${name}><a href=c>x</a>`)
    like += bitsApart(a, b) / names.length
    other += bitsApart(a, c) / names.length
  }
  // they have 7 of 8 and 9 pairs in common: a cosine of 0.82, an angle of 6.1 of 32 parts of a half turn
  assert.ok(like > 4 && like < 8.5, `${like} bits`)
  // nothing in common: a right angle
  assert.ok(other > 13 && other < 19, `${other} bits`)
})

test('every page that has the same markup gives the same number, and nobody who does not ask pays for it', () => {
  assert.equal(places(PAGE).f1.path, places(`${PAGE}<p>more`).f1.path)
  assert.deepEqual(parseHtml(PAGE).links[0].at, { path: 0, place: 0 })
})

test('areas, frames and links of the head have places, too', () => {
  const placed = places(
    '<link rel=next href=n><body><map id=m><area href=a1><area href=a2></map><iframe src=i></iframe>',
  )
  assert.deepEqual([placed.n.place, placed.a1.place, placed.a2.place, placed.i.place], [0, 0, 1, 0])
  assert.equal(new Set(Object.values(placed).map(({ path }) => path)).size, 3)
  assert.equal(placed.a1.path, placed.a2.path)
})

test('depth and counts are bounded', () => {
  const deep = places(`${'<div>'.repeat(2_000)}<a href=x>x</a>`)
  assert.deepEqual(deep, {}, 'an element that is too deep is no link, with or without a place')
  const { x } = places(`${'<div>'.repeat(500)}<a href=x>x</a>`)
  assert.equal(x.path, places(`${'<div>'.repeat(400)}<a href=x>x</a>`).x.path, 'the nearest steps count')
  const many = parseHtml('<a href=x>x</a>'.repeat(300), false, 'visible', true).links
  assert.equal(many[299].at.place, 255)
})
