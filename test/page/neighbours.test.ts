import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOf } from '../judge/page-of.js'

function neighbours(html: string): string[] {
  return pageOf(html, 'http://a.example/').links.map(link => link.neighbours)
}

test('neighbours are the two elements before a link and the two after it, without the link itself', () => {
  const row =
    '<td>one</td><td>two</td><td>three</td><td><a href=/x>the link</a></td><td>four</td><td>five</td><td>six</td>'
  assert.deepEqual(neighbours(`<table><tr>${row}</tr></table>`), ['two\nthree\nfour\nfive'])
})

test('a tag inside a paragraph ends an element, and elements without visible text do not count', () => {
  assert.deepEqual(
    neighbours('<p>far <b>bold</b> plain <a href=/x>link</a><img src=x> <i></i>next <b>last</b> beyond'),
    ['bold plain\nnext last'],
  )
  assert.deepEqual(neighbours('<p>seen<p>one<script>var hidden</script><a href=/x>link</a><p>two'), ['seen\none\ntwo'])
})

test('links at the ends of a page, alone, or without text have the neighbours that there are', () => {
  assert.deepEqual(neighbours('<a href=/x>first</a><p>after'), ['after'])
  assert.deepEqual(neighbours('<p>before<p><a href=/x>last</a>'), ['before'])
  assert.deepEqual(neighbours('<a href=/x>alone</a>'), [''])
  assert.deepEqual(neighbours('<p>one<p>two<a href=/x><img src=i></a>three<p>four'), ['one\ntwo\nthree\nfour'])
  assert.deepEqual(neighbours('<a href=/1>a</a><a href=/2>b</a><a href=/3>c</a>'), ['bc', 'a\nc', 'ab'])
})

test('of long elements the nearest hundred characters are kept, by whole words and characters', () => {
  const words = 'word '.repeat(60)
  const [text] = neighbours(`<p>${words}<a href=/x>link</a> ${words}</p>`)
  const [before, after] = text.split('\n')
  assert.ok(before.length > 80 && before.length <= 100 && after.length > 80 && after.length <= 100)
  assert.match(before, /^word( word)*$/)
  assert.match(after, /^word( word)*$/)
  const [faces] = neighbours(`<p>x${'😀'.repeat(75)}<a href=/x>link</a>${'😀'.repeat(75)}y</p>`)
  assert.equal(faces, `${'😀'.repeat(50)}\n${'😀'.repeat(50)}`)
})

test('thousands of links in text without spaces take no longer than their number', () => {
  const html = `<p>${'ก'.repeat(200)}<a href=/x>ข</a>`.repeat(3_000)
  const links = neighbours(html)
  assert.equal(links.length, 3_000)
  assert.ok(links.every(text => text.length <= 201))
})
