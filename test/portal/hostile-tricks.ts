/**
 * More archived pages that try to get out, by what a browser reads differently than we do: insertion modes of its parser, raw text
 * inside drawings, charsets, references and escapes inside styles, values that styles put together, types and redirects.
 */
import type { HostilePage } from './hostile-pages.js'

type Lines = readonly (readonly [string, string])[]

export function hostileTricks(evil: string, portal: string): HostilePage[] {
  const bare = evil.replace(/^https?:/, '')
  const pages: HostilePage[] = []
  const add = (name: string, body: string | Uint8Array, type = 'text/html; charset=utf-8', more: Lines = []): void => {
    pages.push({ name, path: `/tricks/${pages.length}`, headers: [['Content-Type', type], ...more], body })
  }
  const html = (name: string, body: string, head = ''): void => {
    add(
      name,
      `<!doctype html><html><head><title>${name}</title>${head}</head><body><p>${name}</p>${body}</body></html>`,
    )
  }
  const entities = (text: string): string => [...text].map(sign => `&#${sign.charCodeAt(0)};`).join('')
  const load = (n: number): string => `body{background:url(${evil}/${n}.png)}`

  html(
    'a style is markup for a browser that is still inside a drawing',
    `<svg><foreignObject><svg></svg></svg></foreignObject><style>${entities(load(1))}</style><style>p{list-style:u&#114;l(${evil}/2.png)}</style></svg>`,
  )
  html(
    'elements that end a drawing early or late',
    `<svg><desc><style><img src="${evil}/1.png"></style></desc></svg><svg><p><style>${load(2)}</style></p></svg><math><mi><style>${load(3)}</style></mi><annotation-xml encoding="text/html"><style>${load(4)}</style><img src="${evil}/5.png"></annotation-xml></math><svg></p><style><a title="</style><img src=${evil}/6.png>">`,
  )
  html(
    'choices and tables move what stands in them',
    `<select><option><style>${load(1)}</style><img src="${evil}/2.png"><template><img src="${evil}/3.png"></template></select><table><style>${load(4)}</style><svg><style>&lt;img src=${evil}/5.png&gt;</style></svg><tr><img src="${evil}/6.png"><td><plaintext><img src="${evil}/7.png">`,
  )
  html(
    'templates with a root of their own',
    `<div><template shadowrootmode="open"><style>:host{background:url(${evil}/1.png)}</style><img src="${evil}/2.png"><slot></slot></template></div><template><style>${load(3)}</style></template>`,
  )
  html(
    'styles put addresses together',
    `<p class="a">a</p><p class="b" style="--c:'${evil}/3.png'">b</p><p class="d">d</p>`,
    `<style>:root{--a:"${evil}/1.png";--b:"ht\\9 tp:${bare}/2.png"}@property --e{syntax:"*";inherits:false;initial-value:"${evil}/4.png"}.a{background:image-set(var(--a) 1x)}.b{background:image-set(var(--b) 1x),image-set(var(--c) 1x)}.d{background:image-set(var(--x,"${evil}/5.png") 1x),-webkit-image-set(var(--e) 1x)}</style>`,
  )
  html(
    'styles are spelt in odd ways',
    `<p>x</p>`,
    `<style>@IMPORT/**/"${evil}/1.css";@imp\\6Frt url(${evil}/2.css) layer(a) supports(display:block) screen;@import url( "${evil}/3.css" );@import"${evil}/4.css"</style><style>@layer a{@media all{p{background:URL( ${evil}/6.png )}}}p{background:u\\52 l(${evil}/7.png);&:hover,& p,p&{background:url(${evil}/8.png)}}p::before{content:src("${evil}/9.png") url(${evil}/10.png)/"x"}@font-face{font-family:z;src:local(x),url(${evil}/11.woff)format("woff")}p{font-family:z;border-image:url(${evil}/12.png) 1;mask:url(${evil}/13.svg#a);filter:url(${evil}/14.svg#a);clip-path:url(${evil}/15.svg#a);shape-outside:url(${evil}/16.png);offset-path:url(${evil}/17.svg#a)}@page{background:url(${evil}/18.png)}@container style(--a:url(${evil}/19.png)){p{color:red}}</style>`,
  )
  html(
    'styles stop in the middle',
    `<p style="background:url(${evil}/1.png">x</p><p style='background:url("${evil}/2.png'>y</p><p style="background:url(${evil}/3.png\\">z</p>`,
    `<style>p{background:url(${evil}/4.png</style><style>p{background:url("${evil}/5.png</style><style>/*</style><style>*/${load(6)}/*</style><style><!-- ${load(7)} --></style><style>]]>${load(8)}<![CDATA[</style>`,
  )
  html(
    'sets of images with commas, brackets and spaces',
    `<img srcset=",,,${evil}/1.png,, 1x,${evil}/2.png 2x"><img srcset="data:image/gif;base64,R0lGODlhAQABAAAAACw=,${evil}/3.png 2x"><img srcset="a.png 1x (,) ,${evil}/4.png 2x"><picture><source srcset="x\t${evil}/5.png 3x"><source media="all" srcset="${evil}/6.png"><img src="x" sizes="auto" loading="lazy"></picture><img srcset="${evil}/7.png&#9;1w" sizes="1px"><video><source src="${evil}/8.mp4"></video>`,
  )
  html(
    'two bases, and one behind the first address',
    `<img src="first.png"><img src="second.png"><a href="third" target="x">third</a><base href="//${portal.slice(7)}/admin/">`,
    `<base target="_blank"><base href="${evil}/one/"><base href="${evil}/two/">`,
  )
  html(
    'signs that nobody sees stand in names and values',
    `<img\0src="${evil}/1.png"><im\0g src="${evil}/2.png"><img s\0rc="${evil}/3.png"><img src\0="${evil}/4.png"><img \ufeffsrc="${evil}/5.png"><a href="\x01 ${evil}/6">a</a><a href="h\nt\tt\rp${evil.slice(4)}/7">b</a><img src="\u2028${evil}/8.png"><svg/onload="location='${evil}/9'"><img src=x:x\x0bonerror="location='${evil}/10'"><\u212aimg src="${evil}/11.png">`,
  )
  html(
    'names in capitals of other scripts',
    `<\u017fcript>location='${evil}/1'</\u017fcript><s\u0131lk><\u017fvg><\u017ftyle>${load(2)}</style><img \u017frc="${evil}/3.png"><IMG SRC="${evil}/4.png"><lin\u212a rel=stylesheet href="${evil}/5.css">`,
  )
  html(
    'new elements and attributes',
    `<selectlist><img src="${evil}/1.png"></selectlist><button popovertarget=p>x</button><div id=p popover><img src="${evil}/2.png"></div><form action="${portal}/admin/logout" method=post><input type=submit id=s></form><label for=s>log out</label><button form=f formaction="${portal}/bookmarks">y</button><dialog open><form method=dialog><button>z</button></form></dialog><model src="${evil}/3"></model><img elementtiming=x fetchpriority=high src="${evil}/4.png"><link blocking=render rel=expect href="#x"><link rel="compression-dictionary" href="${evil}/5"><a href="${evil}/6" attributionsrc="${evil}/7" privateaggregation=x>w</a><iframe credentialless src="${evil}/8" allow="fullscreen *"></iframe><img src="${evil}/9.png" sharedstoragewritable>`,
  )
  html(
    'frames in frames show the portal',
    `<iframe src="/raw/${portal}/admin"></iframe><iframe src="${portal}/raw/${evil}/1"></iframe><iframe src="/web/${evil}/2"></iframe><iframe src="about:blank#x" srcdoc="&lt;img src=${evil}/3.png&gt;"></iframe><frameset><frame src="${portal}/admin"><frame src="${evil}/4"></frameset><object data="${portal}/admin" type="text/html"></object><embed src="${portal}/bookmarks">`,
  )
  html(
    'a style covers the bar',
    `<div style="position:fixed;inset:-9999px;z-index:2147483647;background:red">Log in: <form action="${portal}/admin/login" method=post><input name=password type=password autofocus><button>go</button></form></div>`,
    `<style>html,body{position:fixed;top:-500px}:root{view-transition-name:x}@view-transition{navigation:auto}</style>`,
  )
  html(
    'comments that other parsers end elsewhere',
    `<!--><img src="${evil}/1.png">--><!---!><img src="${evil}/2.png">--><!-- --!><img src="${evil}/3.png"><!-- -- ><img src="${evil}/4.png"> --><![if IE]><img src="${evil}/5.png"><![endif]><?php "><img src="${evil}/6.png">?><!ENTITY x "><img src="${evil}/7.png">"></ ><img src="${evil}/8.png"></ x><!doctype x [<img src="${evil}/9.png">]>`,
  )
  html(
    'raw text in raw text',
    `<textarea></textarea/><img src="${evil}/1.png"></textarea><title></title x="><img src=${evil}/2.png>"></title><style></styl\0e><img src="${evil}/3.png"></style ><style></style/x><img src="${evil}/4.png"><script><!--<script></script><img src="${evil}/5.png">--></script><img src="${evil}/6.png"><noembed></noembed><img src="${evil}/7.png"><iframe></iframe ><img src="${evil}/8.png"><noframes><img src="${evil}/9.png"></noframes>`,
  )
  add(
    'a byte order mark of UTF-16 in the middle, and a page that says UTF-16',
    Buffer.concat([
      Buffer.from(`<meta charset=utf-16le><title>x</title>\xfe\xff`, 'latin1'),
      Buffer.from(`<img src="${evil}/1.png">`, 'utf16le'),
      Buffer.from(`\xff\xfe<script>document.title='pwned'</script><img src="${evil}/2.png">`, 'latin1'),
    ]),
    'text/html',
  )
  add(
    'UTF-16 without a mark',
    Buffer.from(
      `<html><title>x</title><script>document.title='pwned'</script><img src="${evil}/1.png"></html>`,
      'utf16le',
    ),
    'text/html; charset=utf-16',
  )
  add(
    'HZ hides tags',
    `<title>x</title>~{<img src="${evil}/1.png">~}<p title="~{">~}<img src="${evil}/2.png">`,
    'text/html; charset=hz-gb-2312',
  )
  add(
    'ISO-2022-KR and ISO-2022-CN hide tags',
    `<title>x</title>\x1b$)C\x0e<img src="${evil}/1.png">\x0f<p title="\x0e">\x0f<img src="${evil}/2.png">`,
    'text/html; charset=iso-2022-kr',
  )
  add(
    'two bytes of Japanese swallow a quote',
    Buffer.from(
      `<meta charset=shift_jis><title>x</title><img alt="\x81" src="x" title="\x83" onerror="location='${evil}/1'"><img alt="\xe0" src="${evil}/2.png">`,
      'latin1',
    ),
    'text/html; charset=shift_jis',
  )
  add(
    'GBK swallows a quote and a backslash',
    Buffer.from(
      `<title>x</title><style>p{background:"\x81\\";background:url(${evil}/1.png)}</style><img alt="\x81" title="><img src=${evil}/2.png>">`,
      'latin1',
    ),
    'text/html; charset=gbk',
  )
  add(
    'UTF-8 that is too long, and halves of pairs',
    Buffer.concat([
      Buffer.from('<title>x</title>'),
      Buffer.from([0xc0, 0xbc]),
      Buffer.from('script>'),
      Buffer.from([0xed, 0xa0, 0x80, 0xf8, 0x88]),
      Buffer.from(`<img src="${evil}/1.png" alt="`),
      Buffer.from([0xe2, 0x80]),
      Buffer.from(`"><img src="${evil}/2.png">`),
    ]),
  )
  add(
    'a style of another charset',
    Buffer.from(`@charset "utf-16le";\xff@import "${evil}/1.css";p{background:url(${evil}/2.png)}`, 'latin1'),
    'text/css; charset=utf-16le',
  )
  add(
    'a drawing with abbreviations of its own',
    `<!DOCTYPE svg [<!ENTITY e "url(${evil}/1.svg#a)"><!ENTITY f '${evil}/2.png'><!ENTITY % p SYSTEM "${evil}/3.dtd"> %p;<!ENTITY g SYSTEM "${evil}/4">]><svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" width="20" height="20"><rect width="9" height="9" filter="&e;" mask="&e;" fill="&e;" style="filter:&e;"/><image x:href="&f;" href="&f;" width="9" height="9"/><text y="9">&g;</text><style>&#64;import "${evil}/5.css";rect{mask:&e;}</style></svg>`,
    'image/svg+xml',
  )
  add(
    'a drawing with a style sheet and a transformation',
    `<?xml version="1.0" encoding="utf-7"?><?xml-stylesheet type="text/xsl" href="${evil}/1.xsl"?><?xml-stylesheet href="${evil}/2.css"?><svg xmlns="http://www.w3.org/2000/svg" xml:base="${evil}/"><a href="3"><text y="9">x</text></a><image href="4.png" width="9" height="9"/><use href="5.svg#x"/><feImage href="6.png"/><set attributeName="href" to="${evil}/7"/><animate attributeName="xlink:href" values="${evil}/8"/><style>@import "9.css";</style></svg>`,
    'image/svg+xml',
  )
  add(
    'XSLT makes a page',
    `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><d><xsl:stylesheet id="s" version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html><script>document.title='pwned';location='${evil}/1'</script></html></xsl:template></xsl:stylesheet></d>`,
    'text/xml',
  )
  add(
    'parts replace each other',
    `--x\r\nContent-Type: text/html\r\n\r\n<script>document.title='pwned'</script><img src="${evil}/1.png">\r\n--x--`,
    'multipart/x-mixed-replace; boundary=x',
  )
  add(
    'a page in a mail',
    `From: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\nContent-Location: ${portal}/admin\r\n\r\n<img src="${evil}/1.png">\r\n--x--`,
    'multipart/related',
  )
  add('an image is a page', `GIF89a<html><script>document.title='pwned'</script><img src="${evil}/1.png">`, 'image/gif')
  add(
    'a type is a list of types',
    `<script>document.title='pwned'</script><img src="${evil}/1.png">`,
    'text/plain, text/html',
  )
  add(
    'a type has a line of its own',
    `<script>document.title='pwned'</script><img src="${evil}/1.png">`,
    'text/html;charset=utf-8\tx; refresh="0;url=//evil"',
  )
  add(
    'subtitles and feeds',
    `<?xml version="1.0"?><rss xmlns:h="http://www.w3.org/1999/xhtml"><h:script>document.title='pwned'</h:script><h:img src="${evil}/1.png"/></rss>`,
    'application/rss+xml',
  )
  add('a manifest, a list of music, a certificate', `#EXTM3U\n${evil}/1.ts\n`, 'application/vnd.apple.mpegurl')
  return pages
}
