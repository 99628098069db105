import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rewriteCss } from '../../src/portal/replay/rewrite-css.js'
import { rewriteDocument } from '../../src/portal/replay/rewrite-html.js'
import { escapesOf, PLACES, rewrite, WORDS } from './replay-checks.js'

/** Without the style that marks links. */
function body(html: string, archived: readonly string[] = [], reads: 'html' | 'xml' = 'html'): string {
  return rewrite(html, archived, reads).text.replace(/<style>@media screen\{a\[data-longtail.*?<\/style>/s, '')
}

test('links that are in the library are marked, others are dimmed and say so', () => {
  assert.equal(
    body('<a class="x" href="other.html">here</a>', ['other.html']),
    '<a class="x" href="/web/http://site.example/dir/other.html" target="_top" data-longtail="here">here</a>',
  )
  assert.equal(
    body('<a href="/gone" target=_blank>away</a>'),
    '<a href="/web/http://site.example/gone" target="_top" data-longtail="away" title="not here">away</a>',
  )
  assert.match(body('<a href="/gone" title="more">x</a>'), /title="more – not here"/)
  assert.match(body('<a href="/here" title="more">x</a>', ['/here']), / title="more">x/)
})

test('places on the page itself stay, places on other pages go along', () => {
  assert.equal(body('<a href="#top">x</a>'), '<a href="#top">x</a>')
  assert.equal(body('<a href="page.html#top">x</a>'), '<a href="#top">x</a>')
  assert.match(body('<a href="other.html#part">x</a>'), /href="\/web\/http:\/\/site.example\/dir\/other.html#part"/)
})

test('a base is used and removed, wherever it stands', () => {
  const html = body('<img src=a.png><base href="http://other.example/x/"><a href=b>b</a>', [
    'http://other.example/x/a.png',
  ])
  assert.equal(
    html,
    '<img src="/raw/http://other.example/x/a.png"><a href="/web/http://other.example/x/b" target="_top" data-longtail="away" title="not here">b</a>',
  )
})

test('images that are not in the library keep their text and lose their address', () => {
  assert.equal(body('<img src="gone.png" alt="A tree" width=10>'), '<img alt="A tree" width="10">')
})

test('of a srcset those images remain that are here', () => {
  assert.equal(
    body('<img src=a.png srcset="a.png 1x, gone.png 2x, b,c.png 3x">', ['a.png', 'b,c.png']),
    '<img src="/raw/http://site.example/dir/a.png" srcset="/raw/http://site.example/dir/a.png 1x, /raw/http://site.example/dir/b,c.png 3x">',
  )
})

test('images that scripts would have loaded are shown, once', () => {
  const lazy =
    '<img class="lazy" src="data:image/gif;base64,R0lGOD" data-src="photo.jpg"><noscript><img src="photo.jpg"></noscript>'
  assert.equal(
    body(lazy, ['photo.jpg']),
    '<img src="/raw/http://site.example/dir/photo.jpg" data-longtail="lazy" class="lazy" data-src="photo.jpg">',
  )
  assert.match(
    body('<img src="/img/blank.gif" data-original="p.jpg">', ['p.jpg', '/img/blank.gif']),
    /src="\/raw\/http:\/\/site.example\/dir\/p.jpg"/,
  )
  assert.match(
    body('<img src="real.jpg" data-src="other.jpg">', ['real.jpg', 'other.jpg']),
    /src="\/raw\/http:\/\/site.example\/dir\/real.jpg"/,
  )
  assert.match(
    body('<img data-srcset="s.jpg 480w, l.jpg 900w">', ['l.jpg']),
    /<img src="\/raw\/http:\/\/site.example\/dir\/l.jpg" srcset="[^"]*l.jpg 900w"/,
  )
})

test('what was written for browsers without scripts is shown', () => {
  assert.equal(body('<p>a<noscript><b>b</b></noscript>'), '<p>a<b>b</b>')
})

test('scripts, handlers and comments are gone, and nothing else', () => {
  assert.equal(
    body('<p onclick="x()" class=a>1<!-- c --><script>var a = "</p>"</script>2</p><script src=x.js></script>'),
    '<p class="a">12</p>',
  )
})

test('styles keep their rules and load from the archive', () => {
  assert.equal(
    body('<style>a > b{background:url(a.png)} c{background:url("gone.png")}</style>', ['a.png']),
    '<style>a > b{background:url(/raw/http://site.example/dir/a.png)} c{background:url("data:,")}</style>',
  )
  assert.equal(
    body(`<p style="background:url('a(1).png');color:red">`, ['a(1).png']),
    `<p style="background:url('/raw/http://site.example/dir/a\\28 1\\29 .png');color:red">`,
  )
  assert.equal(body('<style><!-- p{color:red} --></style>'), '<style>  p{color:red} --></style>')
  assert.match(body('<style>p{background:u\\72l(a.png)}</style>', ['a.png']), /u\\72l\(\/raw\/http/)
  const sheet = '@import "b.css";@font-face{src:url(f.woff?#iefix)}a{background:url(data:image/png;base64,AA)}'
  const library = { has: (urls: readonly string[]) => urls.map(() => true) }
  assert.equal(
    rewriteCss(sheet, 'http://site.example/css/a.css', 'utf-8', library, PLACES),
    '@import "/raw/http://site.example/css/b.css";@font-face{src:url(/raw/http://site.example/css/f.woff#iefix)}a{background:url(data:image/png;base64,AA)}',
  )
})

test('of the links in the head style sheets remain, as they were meant', () => {
  const html =
    '<link rel=stylesheet href=a.css media=print integrity=x><link rel="alternate stylesheet" title=b href=b.css><link rel=icon href=i.ico><link rel=preload as=style href=a.css>'
  assert.equal(
    body(html, ['a.css', 'b.css', 'i.ico']),
    '<link rel="stylesheet" href="/raw/http://site.example/dir/a.css" media="print"><link rel="alternate stylesheet" href="/raw/http://site.example/dir/b.css" title="b">',
  )
})

test('frames that are here are shown, a link stands for the others', () => {
  assert.equal(
    body('<iframe src="f.html" width=300>old</iframe>', ['f.html']),
    '<iframe src="/raw/http://site.example/dir/f.html" sandbox="allow-top-navigation-by-user-activation" width="300"></iframe>',
  )
  assert.match(
    body('<iframe src="//video.example/embed/1"></iframe>'),
    /<a href="\/web\/http:\/\/video.example\/embed\/1"[^>]*>video.example\/embed\/1<\/a>/,
  )
  assert.equal(body('<iframe src="//ads.example/" width=1 height=1></iframe>'), '')
  assert.equal(
    body('<frameset cols="*,*"><frame name=a src=a.html><frame src=gone.html></frameset>', ['a.html']),
    '<frameset cols="*,*"><frame src="/raw/http://site.example/dir/a.html" name="a"><frame></frameset>',
  )
})

test('an object is its picture, or what was written for those who cannot see it', () => {
  assert.equal(
    body('<object data=a.svg type=image/svg+xml>text</object>', ['a.svg']),
    '<img src="/raw/http://site.example/dir/a.svg" alt=""><span hidden>text</span>',
  )
  assert.equal(body('<object data=a.swf><param name=x><p>text</p></object>', ['a.swf']), '<span><p>text</p></span>')
})

test('forms are shown and disabled; boxes to tick are not', () => {
  assert.equal(
    body(
      '<form action=/s method=post target=_top><input name=q value="a&amp;b"><input type=checkbox id=menu><button>Go</button></form>',
    ),
    '<form><input name="q" value="a&amp;b" disabled="" title="no forms"><input type="checkbox" id="menu"><button disabled="" title="no forms">Go</button></form>',
  )
})

test('a refresh to a page of the library is followed, others are not', () => {
  assert.equal(
    rewrite('<meta http-equiv=refresh content="0;url=next.html">', ['next.html']).refresh,
    '/raw/http://site.example/dir/next.html',
  )
  assert.equal(rewrite('<meta http-equiv=refresh content="0;url=next.html">').refresh, '')
  assert.equal(rewrite('<meta http-equiv=refresh content="30;url=next.html">', ['next.html']).refresh, '')
  assert.equal(rewrite('<meta http-equiv=refresh content="0;url=page.html">', ['page.html']).refresh, '')
})

test('the way of layout that a doctype asks for is kept, and nothing hides in it', () => {
  assert.match(rewrite('<!DOCTYPE html><p>x').text, /^<!DOCTYPE html><style>/)
  const strict =
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">'
  assert.ok(rewrite(`${strict}\n<html><p>x`).text.startsWith(strict))
  assert.doesNotMatch(rewrite('<!doctype html "><img src=x>"><p>x').text, /doctype/i)
})

test('the marks of links stand in the head and hold for screens', () => {
  assert.match(
    rewrite('<html lang=th><head class=a><title>t</title></head><p>x').text,
    /^<html lang="th"><head class="a"><style>@media screen\{a\[data-longtail/,
  )
  assert.match(rewrite('<title>t</title>x').text, /^<style>/)
  assert.match(rewrite('only text').text, /^only text<style>/)
})

test('XHTML becomes HTML: elements that close themselves are closed', () => {
  assert.equal(
    body('<?xml version="1.0"?><div class="a"/><p><br/>x</p>', [], 'xml'),
    '<div class="a"></div><p><br>x</p>',
  )
})

test('drawings inside pages keep their signs and parts', () => {
  const svg =
    '<svg viewBox="0 0 9 9"><linearGradient id="g"/><rect fill="url(#g)" width="9"/><use xlink:href="#a"/></svg>'
  assert.equal(
    body(svg),
    '<svg viewBox="0 0 9 9"><linearGradient id="g"></linearGradient><rect fill="url(#g)" width="9"></rect><use xlink:href="#a"></use></svg>',
  )
})

test('a drawing of its own stays well-formed: abbreviations, case, data', () => {
  const svg =
    '<?xml version="1.0" encoding="iso-8859-1"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd" [<!ENTITY ns "http://www.w3.org/2000/svg">]>\n<svg xmlns="&ns;" viewBox="0 0 1 1"><style><![CDATA[a>b{fill:url(#c)}]]></style><desc>a &amp; b</desc></svg>'
  const { text } = rewriteDocument(
    { text: svg, url: 'http://site.example/a.svg', charset: 'utf-8', reads: 'xml', writes: 'svg' },
    { has: urls => urls.map(() => false) },
    PLACES,
    WORDS,
  )
  assert.equal(
    text.replace('\n', ''),
    '<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;" viewBox="0 0 1 1"><style> a>b{fill:url(#c)} </style><desc>a &amp; b</desc></svg>',
  )
})

test('HTML inside a drawing of its own does not break it', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:h="http://www.w3.org/1999/xhtml"><foreignObject><h:p>x<h:br/><h:img src="a.png"/><h:object data="a"><h:b>y</h:b></h:object><h:link rel="stylesheet" href="a.css"></h:link><h:meta></h:meta></h:p></foreignObject></svg>'
  const { text } = rewriteDocument(
    { text: svg, url: 'http://site.example/a.svg', charset: 'utf-8', reads: 'xml', writes: 'svg' },
    { has: urls => urls.map(() => true) },
    PLACES,
    WORDS,
  )
  assert.equal(
    text,
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:h="http://www.w3.org/1999/xhtml"><foreignObject><h:p>x<h:br></h:br><h:img></h:img><h:b>y</h:b></h:p></foreignObject></svg>',
  )
})

test('a page cannot mark its links itself', () => {
  assert.doesNotMatch(body('<a href="/gone" data-longtail="here">x</a>'), /="here"/)
})

test('text stays what it is, references and all', () => {
  assert.equal(
    body('<p>a &lt; b &amp;&nbsp;c < d <3</p><title>x & <y></title>'),
    '<p>a &lt; b &amp;&nbsp;c &lt; d &lt;3</p><title>x & &lt;y></title>',
  )
  assert.equal(body('<xmp><b>&amp;</b></xmp>'), '<pre>&lt;b>&amp;amp;&lt;/b></pre>')
})

test('the check itself finds what escapes', () => {
  assert.deepEqual(
    escapesOf('<a href="/web/http://x/">x</a><img src="/raw/http://x/a.png" style="background:url(#a)">'),
    [],
  )
  assert.equal(
    escapesOf('<script></script><a href="http://x/">x</a><img src=x onload=y><style>a{b:url(//x)}</style>').length,
    5,
  )
})
