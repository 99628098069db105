import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PASSWORD, serveSmall, type SmallPortal } from './serve-small.js'

let small: SmallPortal
before(async () => {
  small = await serveSmall()
})
after(() => small.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(small.origin + path, { headers, redirect: 'manual' })

async function pageAt(path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await get(path, headers)
  assert.equal(answer.status, 200, path)
  return answer.text()
}

const tokenIn = (html: string): string => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? ''

function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(small.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: small.origin, ...headers },
    body: new URLSearchParams(fields),
  })
}

test('every page that readers see answers, whole and with the same safety headers', async () => {
  for (const path of [
    '/',
    '/search?q=freedom',
    '/topics',
    '/sites',
    '/sites/lava.example',
    '/help',
    '/bookmarks',
    '/lessons',
  ]) {
    const answer = await get(path)
    const html = await answer.text()
    assert.equal(answer.status, 200, path)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html; charset=utf-8$/, path)
    assert.match(
      answer.headers.get('content-security-policy') ?? '',
      /default-src 'none'.*frame-ancestors 'none'/,
      path,
    )
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', path)
    assert.equal(answer.headers.get('referrer-policy'), 'same-origin', path)
    assert.match(html, /^<!doctype html>\n<html lang="en" dir="ltr">/, path)
    assert.match(html, /<\/html>\s*$/, path)
    assert.doesNotMatch(html, /\sstyle=|<style|\son\w+=|<script>|javascript:/i, path)
  }
})

test('where nobody sorted the pages, the page of topics shows what they speak of', async () => {
  const html = await pageAt('/topics')
  assert.match(html, /not sorted into topics[^<]*<a href="\/sites">/)
  assert.match(html, /<section class="phrases">.*<a href="\/search\?q=/s)
})

test('a search finds pages, marks the words and folds what is nearly the same', async () => {
  const html = await pageAt('/search?q=lava')
  assert.match(html, /href="\/web\/http:\/\/lava\.example\/(?:print\/)?volcano"/)
  assert.match(html, /<mark>[Ll]ava<\/mark>/)
  assert.match(html, /1 similar page left out/)
  assert.equal(html.match(/<li class="card">/g)?.length, 1)
})

test('titles from the Web are text, never markup', async () => {
  const html = await pageAt('/sites/lava.example')
  assert.doesNotMatch(html, /<and>/)
})

test('what was typed comes back as text, and a search of nonsense is a page of advice', async () => {
  const html = await pageAt(`/search?q=${encodeURIComponent('"><script>alert(1)</script> qqqzzzx')}`)
  assert.doesNotMatch(html, /<script>/)
  const none = await pageAt('/search?q=qqqzzzxxyyq')
  assert.match(none, /Nothing found for “qqqzzzxxyyq”/)
  assert.match(none, /This search was noted/)
})

test('filters are links that narrow down, and each can be removed', async () => {
  const all = await pageAt('/search?q=everyone+right')
  assert.match(all, /href="\/search\?q=everyone\+right&amp;site=rights1\.example"/)
  const narrowed = await pageAt('/search?q=everyone+right&site=rights1.example')
  assert.match(narrowed, /aria-label="Remove: Site: rights1\.example"/)
  assert.match(narrowed, /href="\/search\?q=everyone\+right"/)
  assert.doesNotMatch(narrowed, /href="\/web\/http:\/\/rights2\.example/)
})

test('searches with every odd value of a filter or a page number are answered', async () => {
  for (const query of [
    'page=0',
    'page=-1',
    'page=99999',
    'page=1e9',
    'topic=__proto__',
    'language=constructor',
    'type=%00',
    'site=%ff',
    `q=${'x'.repeat(3000)}`,
    'q=%F0%9F%98%80%ED%A0%80',
    'q=%22',
    'q=-',
    'q=site:',
  ])
    assert.equal((await get(`/search?q=right&${query}`)).status, 200, query)
  assert.equal((await get('/search')).status, 200)
  assert.match(await pageAt(`/search?q=${'lava+'.repeat(300)}`), /Only the beginning/)
})

test('suggestions come as JSON', async () => {
  const answer = await get('/suggest?q=ri')
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  const found: unknown = await answer.json()
  assert.ok(Array.isArray(found))
  assert.deepEqual(await (await get('/suggest?q=%20')).json(), [])
})

test('the interface changes its language by header, by choice, and for as long as the cookie lives', async () => {
  assert.match(await pageAt('/', { 'Accept-Language': 'th-TH,th;q=0.9,en;q=0.5' }), /<html lang="th"/)
  const chosen = await get('/search?q=lava&ui=sw')
  assert.equal(chosen.status, 303)
  assert.equal(chosen.headers.get('location'), '/search?q=lava')
  const cookie = chosen.headers.get('set-cookie')?.split(';')[0] ?? ''
  assert.match(await pageAt('/', { Cookie: cookie, 'Accept-Language': 'th' }), /<html lang="sw"/)
  const page = await get('/language?ui=hi&back=%2Fweb%2Fhttp%3A%2F%2Flava.example%2Fvolcano%3Fui%3Dth')
  assert.equal(page.headers.get('location'), '/web/http://lava.example/volcano?ui=th')
  assert.equal((await get('/language?ui=hi&back=//evil.example')).headers.get('location'), '/')
})

test('files of the interface are compressed, kept by their version, and asked for again by their tag', async () => {
  const html = await pageAt('/')
  const address = /href="(\/assets\/portal\.css\?v=[0-9a-f]+)"/.exec(html)?.[1] ?? ''
  const first = await get(address)
  assert.equal(first.headers.get('content-encoding'), 'gzip')
  assert.match(first.headers.get('cache-control') ?? '', /immutable/)
  const tag = first.headers.get('etag') ?? ''
  const again = await get(address, { 'If-None-Match': `"x", ${tag}` })
  assert.equal(again.status, 304)
  assert.equal(await again.text(), '')
  assert.match((await get('/assets/portal.css')).headers.get('cache-control') ?? '', /no-cache/)
  const plain = await get(address, { 'Accept-Encoding': 'gzip;q=0, identity' })
  assert.equal(plain.headers.get('content-encoding'), null)
  assert.equal(Number(plain.headers.get('content-length')), (await plain.arrayBuffer()).byteLength)
})

test('the search page weighs less than 60 KB with everything but images, uncompressed', async () => {
  const html = await pageAt('/search?q=everyone')
  const parts = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, address]) => address)
  assert.ok(parts.length >= 3)
  let bytes = Buffer.byteLength(html)
  for (const part of parts)
    bytes += (await (await get(part, { 'Accept-Encoding': 'identity' })).arrayBuffer()).byteLength
  assert.ok(bytes < 60_000, `${bytes} bytes`)
})

test('HEAD has the headers of GET and no body', async () => {
  const head = await fetch(`${small.origin}/help`, { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } })
  const whole = await get('/help', { 'Accept-Encoding': 'identity' })
  assert.equal(head.status, 200)
  assert.equal(head.headers.get('content-length'), whole.headers.get('content-length'))
  assert.equal(await head.text(), '')
})

test('a form without its token, or from elsewhere, changes nothing', async () => {
  const token = tokenIn(await pageAt('/web/http://lava.example/volcano'))
  assert.notEqual(token, '')
  const fields = { url: 'http://lava.example/volcano', title: 'x', back: '/bookmarks' }
  assert.equal((await post('/bookmarks', fields)).status, 403)
  assert.equal((await post('/bookmarks', { ...fields, token: 'x'.repeat(32) })).status, 403)
  const foreign: Record<string, string>[] = [
    { Origin: 'null' },
    { Origin: 'http://evil.example' },
    { Origin: small.origin, 'Sec-Fetch-Site': 'cross-site' },
  ]
  for (const headers of foreign) assert.equal((await post('/bookmarks', { ...fields, token }, headers)).status, 403)
  const kept = await post('/bookmarks', { ...fields, token })
  assert.equal(kept.status, 303)
  const cookie = kept.headers.getSetCookie().find(value => value.startsWith('longtail-shelf=')) ?? ''
  assert.match(cookie, /; HttpOnly; SameSite=Lax$/)
  const shelf = { Cookie: cookie.split(';')[0] }
  assert.match(await pageAt('/bookmarks', shelf), /lava\.example\/volcano/)
  // a page that was open before the shelf began still works; a program that cannot vouch for itself needs the new token
  assert.equal((await post('/bookmarks', { ...fields, token }, shelf)).status, 303)
})

test('the administrator logs in with the password alone, and out again', async () => {
  assert.equal((await get('/admin')).headers.get('location'), '/admin/login?back=%2Fadmin')
  const token = tokenIn(await pageAt('/admin/login'))
  assert.equal((await post('/admin/login', { token, password: 'wrong' })).status, 403)
  const entered = await post('/admin/login', { token, password: PASSWORD, back: '//evil.example' })
  assert.equal(entered.status, 303)
  assert.equal(entered.headers.get('location'), '/admin')
  const cookie = entered.headers.getSetCookie()[0]
  assert.match(cookie, /^longtail-session=[\w-]{22}; Path=\/; HttpOnly; SameSite=Strict$/)
  const session = { Cookie: cookie.split(';')[0] }
  const admin = await get('/admin', session)
  assert.equal(admin.status, 200)
  assert.equal(admin.headers.get('cache-control'), 'no-store')
  const own = tokenIn(await admin.text())
  // the token of a reader is not enough for what needs the password
  assert.equal((await post('/admin/block', { token, what: 'lava.example' }, session)).status, 403)
  assert.equal((await post('/admin/block', { token: own, what: 'lava.example' })).status, 403)
  assert.equal((await post('/admin/logout', { token: own }, session)).status, 303)
  assert.equal((await get('/admin', session)).status, 303)
})

test('what is not there, or not meant like that, is said in the language of the reader', async () => {
  const missing = await get('/nothing/here', { 'Accept-Language': 'sw' })
  assert.equal(missing.status, 404)
  assert.match(await missing.text(), /Hakuna kitu kwenye anwani hii/)
  assert.equal((await get('/topics/none')).status, 404)
  assert.equal((await get('/sites/none.example')).status, 404)
  assert.equal((await fetch(`${small.origin}/search`, { method: 'DELETE' })).status, 405)
  assert.equal((await post('/search', { q: 'x' })).status, 405)
})

test('lists turn their pages until there are no more', async () => {
  const seen = new Set<string>()
  let path: string | undefined = '/search?q=everyone'
  for (let turns = 0; path !== undefined && turns < 10; turns++) {
    const html = await pageAt(path)
    const found = [...html.matchAll(/class="title" href="\/web\/([^"]+)"/g)].map(([, url]) => url)
    assert.ok(found.length > 0 && found.length <= 10, path)
    for (const url of found) {
      assert.ok(!seen.has(url), url)
      seen.add(url)
    }
    path = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  }
  assert.equal(path, undefined)
})
