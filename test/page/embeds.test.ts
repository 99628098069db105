import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_EMBEDS } from '../../src/page/links/embeds.js'
import { srcsetUrls } from '../../src/page/links/srcset.js'
import { pageOf } from '../judge/page-of.js'

function embeds(html: string): string[] {
  return pageOf(html, 'http://a.example/dir/page.html').embeds.map(url => url.replace('http://a.example/', ''))
}

test('images of all kinds are embedded, in the order of the document, each once', () => {
  assert.deepEqual(
    embeds(`<body background=/bg.gif><img src=a.png><IMG SRC="a.png"><table background="t.gif"><td background='d.gif'></table>
      <input type=image src=button.gif><input type=text src=no.gif><input type="hidden" src=no2.gif>
      <picture><source srcset="p.avif, p@2.avif 2x"><img src=p.jpg srcset="p-480.jpg 480w, /p-800.jpg 800w"></picture>
      <svg><image href=i.svg /><image xlink:href="j.png"/><use href="sprite.svg#icon"/><use href="#here"/></svg>`),
    [
      'bg.gif',
      'dir/a.png',
      'dir/t.gif',
      'dir/d.gif',
      'dir/button.gif',
      'dir/p.avif',
      'dir/p@2.avif',
      'dir/p.jpg',
      'dir/p-480.jpg',
      'p-800.jpg',
      'dir/i.svg',
      'dir/j.png',
      'dir/sprite.svg',
    ],
  )
})

test('images that a script would load are found where it would look', () => {
  assert.deepEqual(
    embeds(`<img src="data:image/gif;base64,R0lGOD" data-src=1.jpg><img data-lazy-src="2.jpg" data-srcset="3.jpg 1x, 4.jpg 2x">
      <img data-original=5.jpg data-lazy=true><div data-bg="6.webp"></div><div data-bg="url(7.png)"></div>
      <div data-bg="dark" data-image='{"a":1}' data-url="https://share.example/x"></div>
      <noscript><img src=8.jpg></noscript><iframe data-src=no.html></iframe>`),
    ['dir/1.jpg', 'dir/2.jpg', 'dir/3.jpg', 'dir/4.jpg', 'dir/5.jpg', 'dir/6.webp', 'dir/7.png', 'dir/8.jpg'],
  )
})

test('styles, icons, fonts, scripts, sound and film are embedded; pages, feeds and frames are not', () => {
  assert.deepEqual(
    embeds(`<link rel=stylesheet href=s.css><link rel="alternate stylesheet" href=t.css><link rel="shortcut icon" href=/favicon.ico>
      <link rel=preload as=font href=f.woff2><link rel=preload as=fetch href=api.json><link rel=manifest href=m.json>
      <link rel=canonical href=c.html><link rel=alternate type=application/rss+xml href=feed><link rel=next href=n.html>
      <script src=s.js></script><script>var no = "x.png"</script>
      <video src=v.mp4 poster=v.jpg><source src=v.webm><track src=v.vtt></video><audio src=a.mp3></audio>
      <object data=o.swf></object><embed src=e.svg><iframe src=no.html></iframe><a href=no.jpg>x</a>`),
    [
      'dir/s.css',
      'dir/t.css',
      'favicon.ico',
      'dir/f.woff2',
      'dir/m.json',
      'dir/s.js',
      'dir/v.mp4',
      'dir/v.jpg',
      'dir/v.webm',
      'dir/v.vtt',
      'dir/a.mp3',
      'dir/o.swf',
      'dir/e.svg',
    ],
  )
})

test('styles in the page are read: elements, attributes with references, imports', () => {
  assert.deepEqual(
    embeds(`<style>@import "i.css"; a { background: url(a.png) }</style>
      <p style="background:url(&quot;b.png&quot;)">x</p><p style='color:red'>y</p>`),
    ['dir/i.css', 'dir/a.png', 'dir/b.png'],
  )
})

test('the base of the page and its charset hold for embeds, too', () => {
  assert.deepEqual(embeds('<img src=a.png><base href="http://cdn.example/x/"><img src=b.png>'), [
    'http://cdn.example/x/a.png',
    'http://cdn.example/x/b.png',
  ])
  const thai = Buffer.concat([
    Buffer.from('<meta charset=windows-874><img src="a?q='),
    Buffer.from([0xa1]),
    Buffer.from('">'),
  ])
  assert.deepEqual(pageOf(thai, 'http://a.example/').embeds, ['http://a.example/a?q=%A1'])
})

test('templates, empty addresses and other schemes are left out', () => {
  assert.deepEqual(
    embeds(`<img src=""><img src=" "><img src="#x"><img src="javascript:x"><img src="blob:http://a.example/1"><img src="{{photo}}">
      <template><img src=no.png></template><img src="page.html"><script type=text/template><img src=no2.png></script>`),
    [],
  )
})

test('pictures of a shadow tree are embedded', () => {
  const tree = '<template shadowrootmode=open><img src=in.png><template><img src=no.png></template></template>'
  assert.deepEqual(embeds(`<x-a>${tree}</x-a><img src=after.png>`), embeds('<img src=in.png><img src=after.png>'))
})

test('a page that is no HTML has no embeds, and a copy of a page keeps them', () => {
  assert.deepEqual(pageOf('<img src=a.png>', 'http://a.example/', 'text/plain').embeds, [])
  const page = pageOf('<img src=a.png>', 'http://a.example/')
  assert.deepEqual({ ...page, title: 'x' }.embeds, ['http://a.example/a.png'])
  assert.equal(page.embeds, page.embeds)
})

test('there are at most as many as the limit says, however many are written', () => {
  const html = Array.from({ length: 12_000 }, (_, i) => `<img src=${i % 6_000}.png>`).join('')
  assert.equal(embeds(html).length, MAX_EMBEDS)
})

test('a srcset is cut as the standard says', () => {
  assert.deepEqual(srcsetUrls(' a.jpg 1x ,b.jpg 2x,, c.jpg'), ['a.jpg', 'b.jpg', 'c.jpg'])
  assert.deepEqual(srcsetUrls('a,b.jpg 100w, data:image/png;base64,AA== 2x'), ['a,b.jpg', 'data:image/png;base64,AA=='])
  assert.deepEqual(srcsetUrls('a.jpg, b.jpg'), ['a.jpg', 'b.jpg'])
  assert.deepEqual(srcsetUrls('a.jpg f(1, 2) 1x, b.jpg'), ['a.jpg', 'b.jpg'])
  assert.deepEqual(srcsetUrls(','.repeat(50_000)), [])
  assert.equal(srcsetUrls('a 1x,'.repeat(50_000)).length, 50)
})

test('hostile markup takes time in proportion to its length', () => {
  for (const piece of ['<img srcset="(', '<style>url(', '<p style="url(', '<template><img src=', '<img data-src="['])
    assert.ok(embeds(piece.repeat(50_000)).length <= MAX_EMBEDS)
})
