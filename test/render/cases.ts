/**
 * Sites whose pages come to their text and links in many ways, for tests and bench/render. All show the same: page `n` of a site has
 * a text, Thai where n is even and English where it is odd, and links. What differs is what it takes to see them.
 */
export interface SiteData {
  readonly title: string
  readonly text: string
  /** Paths and texts. */
  readonly links: readonly (readonly [path: string, text: string])[]
}

export interface SiteFile {
  readonly type: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface RenderingCase {
  readonly name: string
  /** Without scripts something is missing: text, or links. */
  readonly needs: boolean
  page(data: SiteData, n: number): string | Promise<string>
  /** Anything else that the site answers, by path; `data` by number of the page. */
  file?(path: string, data: (n: number) => SiteData): SiteFile | null
}

const THAI =
  'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ '
const ENGLISH =
  'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience. '

/** Pages of a site; the first leads to all others. */
export const PAGES = 4

export function siteData(site: string, n: number): SiteData {
  const text = (n % 2 === 0 ? THAI : ENGLISH).repeat(3) + ` ${site} ${n} ${'abcdefgh'.slice(n)}`
  const others = Array.from({ length: PAGES }, (_, i) => i).filter(i => i !== n)
  return { title: `${site} ${n}`, text, links: others.map(i => [`/p${i}`, `page ${i} of ${site}`] as const) }
}

const js = (body: string): SiteFile => ({ type: 'text/javascript', body })
const json = (value: unknown, headers: Record<string, string> = {}): SiteFile => ({
  type: 'application/json',
  body: JSON.stringify(value),
  headers,
})
const shell = (script: string, root = '<div id="app"></div>', head = ''): string =>
  `<!doctype html><html><head><title>site</title>${head}</head><body>${root}${script}</body></html>`
const inline = (code: string): string => `<script>${code}</script>`
const linkList = ({ links }: SiteData): string =>
  links.map(([path, text]) => `<li><a href="${path}">${text}</a></li>`).join('')
const article = (data: SiteData): string => `<h1>${data.title}</h1><p>${data.text}</p><ul>${linkList(data)}</ul>`
const plain = (data: SiteData, more = ''): string =>
  `<!doctype html><html><head><title>${data.title}</title></head><body>${article(data)}${more}</body></html>`
/** Source text of a function that shows data in an element. */
const SHOW = `function show(d, root) { root = root || document.getElementById('app'); document.title = d.title;
  root.innerHTML = '<h1>' + d.title + '</h1><p>' + d.text + '</p><ul>' + d.links.map(function (l) { return '<li><a href="' + l[0] + '">' + l[1] + '</a></li>' }).join('') + '</ul>' }`
const OWN = "var own = '/data/' + (location.pathname.replace(/[^0-9]/g, '') || 0) + '.json';"
const dataFile = (
  path: string,
  data: (n: number) => SiteData,
  headers: Record<string, string> = {},
): SiteFile | null => {
  const found = /^\/data\/(\d)\.json$/.exec(path)
  return found === null ? null : json(data(Number(found[1])), headers)
}
/** A page that is a shell, an app in a file, and data beside it. */
function app(name: string, code: string, parts: Partial<RenderingCase> & { html?: string } = {}): RenderingCase {
  const { html = shell('<script src="/app.js"></script>'), file } = parts
  return {
    name,
    needs: true,
    page: () => html,
    file: (path, data) =>
      file?.(path, data) ?? (path === '/app.js' ? js(`${SHOW}${OWN}${code}`) : dataFile(path, data)),
  }
}
/** A page with its data inside, as base64 so that nobody reads it by chance. */
function packed(name: string, code: string, root?: string, needs = true): RenderingCase {
  return {
    name,
    needs,
    page: data => {
      const bytes = Buffer.from(JSON.stringify(data)).toString('base64')
      const unpack = `var data = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob('${bytes}'), function (c) { return c.charCodeAt(0) })));`
      return shell(inline(`${SHOW}${unpack}${code}`), root)
    },
  }
}
const fine = (name: string, more: string): RenderingCase => ({ name, needs: false, page: data => plain(data, more) })

const READY = "addEventListener('load', function () {"
const LATER = 'if (n < all.length) { add(); add() } '

export const CASES: readonly RenderingCase[] = [
  packed('inline-data', 'show(data)'),
  packed('dom-ready', "document.addEventListener('DOMContentLoaded', function () { show(data) })"),
  packed('on-load', `${READY} show(data) })`),
  packed('late', 'setTimeout(function () { show(data) }, 2500)'),
  packed(
    'intervals',
    'var i = 0; var t = setInterval(function () { if (++i === 5) { clearInterval(t); show(data) } }, 100)',
  ),
  packed('promises', 'Promise.resolve().then(function () { return data }).then(show)'),
  packed(
    'message-channel',
    'var c = new MessageChannel(); c.port1.onmessage = function () { show(data) }; c.port2.postMessage(1)',
  ),
  packed('animation-frame', 'requestAnimationFrame(function () { requestAnimationFrame(function () { show(data) }) })'),
  packed('document-write', "document.write('<div id=w></div>'); show(data, document.getElementById('w'))", ''),
  packed('idle', 'requestIdleCallback(function () { show(data) }, { timeout: 500 })'),
  packed(
    'mutation',
    "new MutationObserver(function () { show(data) }).observe(document.body, { childList: true }); document.body.append(document.createElement('i'))",
  ),
  packed(
    'template',
    "var t = document.getElementById('t').content.cloneNode(true); show(data, t.querySelector('main')); document.body.append(t)",
    '<template id="t"><main></main></template>',
  ),
  packed(
    'shadow',
    "customElements.define('x-page', class extends HTMLElement { connectedCallback() { show(data, this.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'))) } })",
    '<x-page></x-page>',
  ),
  packed(
    'slots',
    "customElements.define('x-slot', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<section><slot></slot></section>'; var d = document.createElement('div'); this.append(d); show(data, d) } })",
    '<x-slot></x-slot>',
  ),
  packed('app-root', "show(data, document.querySelector('app-root'))", '<app-root></app-root>'),
  packed(
    'base64-text',
    'show(data)',
    '<div id="app"></div><noscript>You need to enable JavaScript to run this app.</noscript>',
  ),
  app('fetch', 'fetch(own).then(function (r) { return r.json() }).then(show)'),
  app('fetch-late', 'setTimeout(function () { fetch(own).then(function (r) { return r.json() }).then(show) }, 1500)'),
  app(
    'xhr',
    "var x = new XMLHttpRequest(); x.open('GET', own); x.onload = function () { show(JSON.parse(x.responseText)) }; x.send()",
  ),
  app(
    'xhr-sync',
    "var x = new XMLHttpRequest(); x.open('GET', own, false); x.send(); show(JSON.parse(x.responseText))",
  ),
  app('await', '(async function () { const r = await fetch(own); show(await r.json()) })()'),
  app(
    'many-requests',
    'Promise.all([fetch(own), fetch(own + "?again"), fetch("/missing.json")]).then(function (r) { return r[0].json() }).then(show)',
  ),
  app('modules', '', {
    html: shell('<script type="module" src="/main.mjs"></script>'),
    file: path =>
      path === '/main.mjs'
        ? js("import { start } from './part.mjs'; start()")
        : path === '/part.mjs'
          ? js(`${SHOW}${OWN} export function start() { fetch(own).then(r => r.json()).then(d => show(d)) }`)
          : null,
  }),
  app('dynamic-import', '', {
    html: shell(inline("import('/late.mjs').then(m => m.start())") + '<script src="/app.js"></script>'),
    file: path =>
      path === '/late.mjs'
        ? js(`${SHOW}${OWN} export const start = async () => show(await (await fetch(own)).json())`)
        : null,
  }),
  app('script-element', "var s = document.createElement('script'); s.src = '/more.js'; document.head.append(s)", {
    file: path => (path === '/more.js' ? js('fetch(own).then(function (r) { return r.json() }).then(show)') : null),
  }),
  app(
    'jsonp',
    "window.answer = show; var s = document.createElement('script'); s.src = '/jsonp' + own; document.head.append(s)",
    {
      file: (path, data) => {
        const found = /^\/jsonp\/data\/(\d)\.json$/.exec(path)
        return found === null ? null : js(`answer(${JSON.stringify(data(Number(found[1])))})`)
      },
    },
  ),
  app('worker', "var w = new Worker('/worker.js'); w.onmessage = function (e) { show(e.data) }; w.postMessage(own)", {
    file: path =>
      path === '/worker.js' ? js('onmessage = e => fetch(e.data).then(r => r.json()).then(d => postMessage(d))') : null,
  }),
  app(
    'own-headers',
    "fetch(own, { headers: { 'X-Requested-With': 'app', Accept: 'application/json' } }).then(function (r) { return r.json() }).then(show)",
  ),
  app(
    'router',
    "history.replaceState({}, '', location.pathname + '?view=page'); fetch(own).then(function (r) { return r.json() }).then(show)",
  ),
  app(
    'hash-route',
    "location.hash = '#/home'; addEventListener('hashchange', function () { fetch(own).then(function (r) { return r.json() }).then(show) })",
  ),
  app(
    'storage',
    "localStorage.setItem('a', '1'); sessionStorage.setItem('b', '2'); if (localStorage.getItem('a') === '1') fetch(own).then(function (r) { return r.json() }).then(show)",
  ),
  app(
    'error-after',
    'fetch(own).then(function (r) { return r.json() }).then(show).then(function () { throw new Error("late") })',
  ),
  app('spinner', 'fetch(own).then(function (r) { return r.json() }).then(show)', {
    html: shell('<script src="/app.js"></script>', '<div id="app"><p>Loading, please wait…</p></div>'),
  }),
  app(
    'style-first',
    "var l = document.createElement('link'); l.rel = 'stylesheet'; l.href = '/s.css'; l.onload = function () { fetch(own).then(function (r) { return r.json() }).then(show) }; document.head.append(l)",
    {
      file: path => (path === '/s.css' ? { type: 'text/css', body: 'p { color: red }' } : null),
    },
  ),
  {
    name: 'consent-wall',
    needs: true,
    page: () =>
      shell(
        '<script src="/app.js"></script>',
        '<div id="wall"><p>We use cookies.</p><button>Accept</button></div><div id="app"></div>',
      ),
    file: (path, data) =>
      path === '/app.js'
        ? js(`${SHOW}${OWN} fetch(own).then(function (r) { return r.json() }).then(show)`)
        : dataFile(path, data),
  },
  {
    name: 'script-redirect',
    needs: true,
    page: (data, n) => (n === 0 ? shell(inline("location.href = '/p2'")) : plain(data)),
  },
  {
    name: 'redirect-replaced',
    needs: true,
    page: (data, n) =>
      n === 0 ? shell(inline("setTimeout(function () { location.replace('/p2') }, 300)")) : plain(data),
  },
  {
    name: 'links-by-script',
    needs: true,
    page: (data, n) =>
      n === 0
        ? `<!doctype html><title>${data.title}</title><body><p>${data.text.repeat(3)}</p><nav id="menu"></nav>${inline(
            `var links = ${JSON.stringify(data.links)}; ${READY} document.getElementById('menu').innerHTML = links.map(function (l) { return '<a href="' + l[0] + '">' + l[1] + '</a>' }).join(' ') }) // ${'menu '.repeat(60)}`,
          )}`
        : plain(data),
  },
  {
    name: 'growing-list',
    needs: true,
    page: (data, n) =>
      n === 0
        ? `<!doctype html><title>${data.title}</title><body><p>${data.text.repeat(3)}</p><a href="/about">about</a> <a href="/imprint">imprint</a> <a href="/p0">here</a><ul id="list"></ul><div id="end">end</div>${inline(
            `var all = ${JSON.stringify(data.links)}, n = 0, list = document.getElementById('list'); function add() { var l = all[n++]; if (l) { var li = document.createElement('li'); li.style.height = '900px'; li.innerHTML = '<a href="' + l[0] + '">' + l[1] + '</a>'; list.append(li) } } new IntersectionObserver(function (e) { if (e[0].isIntersecting) { ${LATER} } }).observe(document.getElementById('end'))`,
          )}`
        : plain(data),
  },
  fine(
    'analytics',
    '<script>window.ga = window.ga || function () { (ga.q = ga.q || []).push(arguments) }; ga("create")</script><script src="/analytics.js"></script>',
  ),
  fine(
    'consent-overlay',
    '<div style="position:fixed">We use cookies <button>OK</button></div><script src="/consent.js"></script>',
  ),
  fine(
    'hydrated',
    `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{}}</script><script src="/hydrate.js"></script>`,
  ),
  fine(
    'slider',
    '<script src="/jquery.js"></script><script>document.querySelectorAll("li").forEach(function (li) { li.classList.add("slide") })</script>',
  ),
  fine('comments', '<div id="comments"></div><script src="/comments.js"></script>'),
  fine('no-script', ''),
  {
    name: 'search-form',
    needs: false,
    page: (data, n) =>
      n === 0
        ? `<title>${data.title}</title><form><input name="q"><button>Search</button></form><ul>${linkList(data)}</ul><script src="/form.js"></script>`
        : plain(data),
  },
  {
    name: 'gallery',
    needs: false,
    page: (data, n) =>
      n === 0
        ? `<title>${data.title}</title>${'<img src="/i.png">'.repeat(6)}<ul>${linkList(data)}</ul><script src="/box.js"></script>`
        : plain(data),
  },
]
