/**
 * Sites that need a browser and were missed once: what is missing stands between menus, or behind something that a browser has and
 * ours has not. Beside cases.ts, so that the numbers of bench/render can be compared with earlier ones.
 */
import type { RenderingCase, SiteData, SiteFile } from './cases.js'

const SHOW = `function show(d, root) { root = root || document.getElementById('app'); document.title = d.title;
  root.innerHTML = '<h1>' + d.title + '</h1><p>' + d.text + '</p><ul>' + d.links.map(function (l) { return '<li><a href="' + l[0] + '">' + l[1] + '</a></li>' }).join('') + '</ul>' }
  var own = '/data/' + (location.pathname.replace(/[^0-9]/g, '') || 0) + '.json';
  function load(root) { fetch(own).then(function (r) { return r.json() }).then(function (d) { show(d, root) }) };`
const PLACE = '<div id="app"></div>'

function app(name: string, code: string, body = PLACE, script = ''): RenderingCase {
  return {
    name,
    needs: true,
    page: () =>
      `<!doctype html><html><head><title>site</title></head><body>${body}<script>${script}</script><script src="/app.js"></script></body></html>`,
    file: (path, data) => (path === '/app.js' ? { type: 'text/javascript', body: SHOW + code } : dataFile(path, data)),
  }
}

function dataFile(path: string, data: (n: number) => SiteData): SiteFile | null {
  const found = /^\/data\/(\d)\.json$/.exec(path)
  return found === null ? null : { type: 'application/json', body: JSON.stringify(data(Number(found[1]))) }
}

const MENU = `<ul>${Array.from({ length: 15 }, (_, i) => `<li><a href="/section-${i}">Section number ${i}</a></li>`).join('')}</ul>`
const FOOT = `<footer>${'Copyright of the Ministry of Examples. Contact us by post at the address that is written here. '.repeat(4)}</footer>`
const STATE = `window.state = '${'0123456789'.repeat(60_000)}'`

export const MORE_CASES: readonly RenderingCase[] = [
  app('menus-around', 'load()', `${MENU}${PLACE}${FOOT}`),
  app(
    'empty-main',
    "load(document.querySelector('main'))",
    `<header>${MENU}</header><main><div class="spinner"></div></main>${FOOT}`,
  ),
  app(
    'partial-page',
    "document.querySelectorAll('[hx-get]').forEach(function (e) { load(e) })",
    `${MENU}<main hx-get="/partial" hx-trigger="load">Loading…</main>${FOOT}`,
  ),
  app('large-state', 'load()', PLACE, STATE),
  app(
    'closed-shadow',
    "customElements.define('x-page', class extends HTMLElement { connectedCallback() { load(this.attachShadow({ mode: 'closed' }).appendChild(document.createElement('div'))) } })",
    '<x-page></x-page>',
  ),
  app(
    'written-frame',
    "var f = document.createElement('iframe'); f.srcdoc = '<main></main>'; f.onload = function () { load(f.contentDocument.querySelector('main')) }; document.getElementById('app').append(f)",
  ),
  app('socket-first', "var s = new WebSocket('ws://' + location.host + '/live'); s.onmessage = show; load()"),
  app('socket-fails', "new WebSocket('ws://' + location.host + '/live').onclose = function () { load() }"),
  app('events-first', "var s = new EventSource('/live'); s.addEventListener('error', function () { load() })"),
  app('starts-when-moved', "addEventListener('mousemove', function () { load() }, { once: true })"),
  app(
    'holds-what-is-in-view',
    "fetch(own).then(function (r) { return r.json() }).then(function (d) { var app = document.getElementById('app'), rows = ['<p>' + d.text + '</p>'].concat(d.links.map(function (l) { return '<a href=\"' + l[0] + '\">' + l[1] + '</a>' })); for (var i = 0; i < 900; i++) rows.push('row ' + i); function draw() { var first = Math.max(0, Math.floor(scrollY / 40) - 5); app.innerHTML = rows.slice(first, first + 60).map(function (row, i) { return '<div style=\"position:absolute;top:' + 40 * (first + i) + 'px\">' + row + '</div>' }).join('') } addEventListener('scroll', draw); draw() })",
    '<div id="app" style="height:36000px"></div>',
  ),
  app(
    'behind-an-animation',
    'var frames = 0; (function frame() { if (++frames < 50) requestAnimationFrame(frame); else load() })()',
  ),
  app('beacon-first', "navigator.sendBeacon('/seen', 'x'); load()"),
  app('sleeps', 'var t = new Date(); while (new Date() - t < 50); load()'),
  app('sleeps-precisely', 'var t = performance.now(); while (performance.now() - t < 20); load()'),
  app('picture-first', "var i = new Image(); i.onload = function () { load() }; i.src = '/logo.png'"),
  app(
    'font-first',
    "document.fonts.load('12px Sarabun').then(function () { load() })",
    `<style>@font-face { font-family: Sarabun; src: url(/sarabun.woff2) }</style>${PLACE}`,
  ),
  app(
    'frame-first',
    "var f = document.createElement('iframe'); f.onload = function () { load() }; f.src = '/elsewhere'; document.body.append(f)",
  ),
  app(
    'another-hosts-api',
    "fetch('http://api.' + location.host + own, { headers: { 'X-Api-Key': 'key', 'Content-Type': 'application/json' }, credentials: 'include' }).then(function (r) { return r.json() }).then(function (d) { show(d) })",
  ),
  app(
    'shared-worker',
    "try { var w = new SharedWorker('/shared.js'); w.port.onmessage = function (e) { show(e.data) }; w.port.postMessage(own) } catch (e) { load() }",
  ),
  app(
    'behind-a-splash',
    "var s = document.getElementById('splash'); s.addEventListener('animationend', function () { load() }); s.className = 'away'",
    `<style>@keyframes away { to { opacity: 0 } } .away { animation: away 0.4s }</style><div id="splash">Welcome</div>${PLACE}`,
  ),
  app('asks-to-notify', 'Notification.requestPermission().then(function () { load() })'),
  app(
    'pictures-of-the-page',
    'var left = document.images.length; Array.from(document.images).forEach(function (i) { i.onload = i.onerror = function () { if (--left === 0) load() } })',
    `${PLACE}<img src="/a.png"><img src="/b.png">`,
  ),
  app(
    'text-in-attribute',
    "customElements.define('x-article', class extends HTMLElement { connectedCallback() { load(this) } })",
    `${MENU}<x-article data-key="1"></x-article>${FOOT}`,
  ),
  {
    name: 'shown-later',
    needs: true,
    page: ({ title, text, links }) =>
      `<!doctype html><html><head><title>${title}</title></head><body><template id="B"></template><p>Loading…</p><div hidden id="S"><h1>${title}</h1><p>${text}</p><ul>${links.map(([path, words]) => `<li><a href="${path}">${words}</a></li>`).join('')}</ul></div><script>B.replaceWith(...S.childNodes); S.remove(); self.state = '${'0123456789'.repeat(50)}'</script></body></html>`,
  },
]
