import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_LINKS, parseHtml } from '../../src/page/html/parse.js'
import { MAX_TEXT } from '../../src/page/html/text-builder.js'

function hrefs(html: string): string[] {
  return parseHtml(html).links.map(link => `${link.kind} ${link.href}`)
}

function anchors(html: string): string[] {
  const { links, fullText } = parseHtml(html)
  return links.map(({ start, end, label }) => (start === end ? `[${label}]` : fullText.slice(start, end)))
}

test('white space is folded and blocks are separated by line breaks', () => {
  const { fullText } = parseHtml(
    '<div>  one\n\t two<b> three</b>\r\n</div>four<p>five<p>six<td>seven</td>&nbsp;<li>eight',
  )
  assert.equal(fullText, 'one two three\nfour\nfive\nsix\nseven\neight')
})

test('inline elements do not break words, single BR breaks the line, double BR the paragraph', () => {
  const { fullText, blocks } = parseHtml('a<b>b</b><span>c</span> <i>d</i>e<br>f<br/> <br>g')
  assert.equal(fullText, 'abc de\nf\ng')
  assert.deepEqual(blocks.start, [0, 9])
})

test('character references are decoded, by name and by number, with and without semicolon', () => {
  const { fullText, title } = parseHtml(
    '<title>A &amp; B &#3585;</title>&#3585;&#x0E02;&copy;2024 &lt;b&gt; &nosuch; AT&T &amp;amp; a&shy;b&nbsp;c &',
  )
  assert.equal(title, 'A & B ก')
  assert.equal(fullText, 'กข©2024 <b> &nosuch; AT&T &amp; ab c &')
})

test('what a reader does not see is no text', () => {
  const { fullText } = parseHtml(
    '<style>a</style><script>b</script><noscript>c</noscript><template>d</template><!-- e --><textarea>f</textarea>' +
      '<select><option>g</select><div hidden>h<div>i</div>j</div><p style="color:red; DISPLAY : none">k</p><iframe>l</iframe>' +
      '<noframes>m</noframes><video>n</video><canvas>o</canvas><span hidden>p</span>seen<li style="display:none">q<li>too',
  )
  assert.equal(fullText, 'seen\ntoo')
})

test('the title is the first one of the document, not that of a drawing', () => {
  const html = '<svg><title>icon</title></svg><title> The \n Title </title><title>second</title><p>x'
  assert.equal(parseHtml(html).title, 'The Title')
  assert.equal(parseHtml(html).fullText, 'x')
})

test('links come from all elements that lead to pages', () => {
  assert.deepEqual(
    hrefs(
      '<head><link rel="alternate" hreflang=th href=/th><link rel="Next" href=/2><link rel=canonical href=/c>' +
        '<link rel=alternate type="application/rss+xml" href=/feed><link rel="alternate stylesheet" href=/s><link rel=icon href=/i>' +
        '<meta http-equiv=Refresh content="5; URL=\'/r\'"></head><a href=/a>x</a><map><area href=/m></map><frame src=/f><iframe src=/i></iframe>',
    ),
    ['alternate /th', 'next /2', 'canonical /c', 'refresh /r', 'a /a', 'area /m', 'frame /f', 'iframe /i'],
  )
})

test('attributes are read whatever their case, quotes and order; the first of two counts', () => {
  assert.deepEqual(
    hrefs(
      '<A CLASS=x HREF = "a?b=1&amp;c=2">1</A><a href=\'b\' href="no">2</a><a title=">" href=c>3</a><a href=/d/>4</a>',
    ),
    ['a a?b=1&c=2', 'a b', 'a c', 'a /d/'],
  )
})

test('links to places on the page, anchors without href and templates give no link', () => {
  assert.deepEqual(
    hrefs('<a href="#top">x</a><a name=y>y</a><a href="">z</a><template><a href=/t>t</a><iframe src=/u></template>'),
    [],
  )
})

test('a template that is the shadow tree of an element is read where it stands', () => {
  const { fullText, links } = parseHtml(
    '<x-card><template shadowrootmode="open"><p>in <a href=/s>the shadow</a></p><template>no<a href=/t>t</a></template></template><b>slotted</b></x-card>' +
      '<template><x-a><template shadowrootmode=open>never shown</template></x-a></template><p>after',
  )
  assert.equal(fullText, 'in the shadow\nslotted\nafter')
  assert.deepEqual(
    links.map(({ href }) => href),
    ['/s'],
  )
})

test('links in menus that scripts will open are kept with their names, their text is not', () => {
  const { links, fullText } = parseHtml(
    '<ul style="display:none"><li><a href=/x>hid<b>den</b> &amp; more</a></ul><noscript><a href=/y>n</a></noscript>',
  )
  assert.deepEqual(
    links.map(link => link.href),
    ['/x', '/y'],
  )
  assert.deepEqual(
    links.map(link => link.label),
    ['hidden & more', 'n'],
  )
  assert.equal(fullText, '')
})

test('a refresh for browsers without scripts is not followed, nor one that only reloads', () => {
  assert.deepEqual(
    hrefs('<noscript><meta http-equiv=refresh content="0;url=/nojs"></noscript><meta http-equiv=refresh content=30>'),
    [],
  )
  assert.deepEqual(hrefs('<meta http-equiv=refresh content="0; /next page">'), ['refresh /next page'])
})

test('the anchor is the text of the link, of its image when it has none', () => {
  assert.deepEqual(
    anchors(
      '<a href=1> one <b>two</b> </a><a href=2><img alt="a picture"></a><a href=3><img alt=x>words</a><a href=4></a><area href=5 alt=map>',
    ),
    ['one two', '[a picture]', 'words', '[]', '[map]'],
  )
})

test('a link that is not closed ends at the next one or with its surroundings', () => {
  assert.deepEqual(anchors('<p><a href=1>one <a href=2>two</p><p>three'), ['one', 'two'])
  assert.deepEqual(anchors('<table><tr><td><a href=1>one<td>two</table>three'), ['one'])
  assert.deepEqual(anchors('<p><a href=1><h3>one</h3><div>two</div></a></p>'), ['one\ntwo'])
})

test('rel=nofollow is noted for each link, meta robots for the page', () => {
  const { links, meta } = parseHtml(
    '<meta name=ROBOTS content="NoIndex, follow"><a rel="external NOFOLLOW" href=1>x</a><a rel=nofollower href=2>y</a>',
  )
  assert.deepEqual(
    links.map(link => link.nofollow),
    [true, false],
  )
  assert.deepEqual([meta.noindex, meta.nofollow], [true, false])
  const none = parseHtml('<meta name=robots content=none>').meta
  assert.deepEqual([none.noindex, none.nofollow], [true, true])
})

test('languages and charset are declared as written, the last charset counts', () => {
  const { language, meta } = parseHtml(
    '<html LANG="th-TH"><meta http-equiv="content-language" content="en, th"><meta charset=UTF-8><meta http-equiv="Content-Type" content="text/html; charset=TIS-620">',
  )
  assert.equal(language, 'th-TH')
  assert.equal(meta.metaLanguage, 'en, th')
  assert.equal(meta.metaCharset, 'tis-620')
  assert.equal(parseHtml('<html xml:lang=de>').language, 'de')
})

test('the first BASE counts', () => {
  assert.equal(parseHtml('<base target=_top><base href="/b/"><base href="/c/">').base, '/b/')
})

test('text and links are bounded', () => {
  assert.ok(parseHtml('<p>x y&amp;'.repeat(300_000)).fullText.length <= MAX_TEXT)
  assert.ok(parseHtml('a\0'.repeat(MAX_TEXT)).fullText.length <= MAX_TEXT)
  assert.equal(parseHtml('<a href=x>x</a>'.repeat(MAX_LINKS + 10)).links.length, MAX_LINKS)
})

test('elements deeper than the limit do not confuse those around them', () => {
  const deep = '<div>'.repeat(2_000)
  assert.equal(parseHtml(`<div hidden>${deep}x${'</div>'.repeat(2_000)}</div>seen`).fullText, 'seen')
})

test('an element that was left open ends where its sibling begins', () => {
  assert.equal(parseHtml('<ul><li hidden><span>a<li>b</ul><dl><dt hidden>c<dd>d</dl>').fullText, 'b\nd')
  assert.equal(parseHtml('<table><tr hidden><td><b>a<tr><td>b</table>').fullText, 'b')
  assert.equal(parseHtml('<p hidden>a<div>b</div>').fullText, 'b')
  assert.equal(parseHtml('<li hidden>a<ul><li>b</ul></li>c').fullText, 'c')
})
