import assert from 'node:assert/strict'
import { rmSync, renameSync, mkdtempSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startPortal, type RunningPortal } from '../../src/portal/server/index.js'
import { en } from '../../src/portal/ui/languages/en.js'
import { th } from '../../src/portal/ui/languages/th.js'
import { ArchiveMaker, HTML, type ArchivedSite } from './archived-site.js'

const SITE = 'http://site.example'
let site: ArchivedSite
let portal: RunningPortal
let local: string

before(async () => {
  const volcano =
    '<p>A volcano is an opening in the crust of a planet, from which hot lava, ash and gases escape from below the surface.</p>'
  site = await new ArchiveMaker()
    .add(
      `${SITE}/`,
      HTML,
      `<title>Home of "volcanoes"</title>${volcano}<a href=/lava>lava</a><a href=/gone/lava-flows>flows</a>`,
    )
    .add(`${SITE}/lava`, HTML, `<title>Lava flows</title>${volcano}<p>Lava flows down the sides of the mountain.</p>`)
    .add(
      `${SITE}/old`,
      [
        ['Content-Type', 'text/html'],
        ['Location', '/lava'],
      ],
      'moved',
      301,
    )
    .add(
      `${SITE}/dead`,
      [
        ['Content-Type', 'text/html'],
        ['Location', 'http://nowhere.example/'],
      ],
      'moved',
      301,
    )
    .add(`${SITE}/file.zip`, [['Content-Type', 'application/zip']], 'PK')
    .add(`${SITE}/song.mp3`, [['Content-Type', 'audio/mpeg']], '0123456789')
    .add(`${SITE}/data`, [['Content-Type', 'application/octet-stream']], Buffer.from([1, 2, 3, 0, 255]))
    .build()
  local = mkdtempSync(join(tmpdir(), 'longtail-local-'))
  portal = await startPortal({
    directory: site.portal,
    port: 0,
    local,
    password: 'a password for tests',
    log: () => undefined,
  })
})
after(async () => {
  await portal.close()
  site.close()
  rmSync(local, { recursive: true, force: true })
})

interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** As a browser sends it: `target` is the path, or a whole address for a proxy. */
function get(target: string, headers: Readonly<Record<string, string>> = {}): Promise<Got> {
  return new Promise((done, fail) => {
    const { hostname, port } = new URL(portal.url)
    const host = target.startsWith('http') ? { Host: new URL(target).host } : {}
    const sent = httpRequest({ hostname, port, path: target, headers: { ...host, ...headers } }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => (text += piece))
      response.on('end', () => {
        const lines = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])
        done({ status: response.statusCode ?? 0, headers: Object.fromEntries(lines), text })
      })
    })
    sent.on('error', fail)
    sent.end()
  })
}

test('an archived page stands in a frame below what is known about it', async () => {
  const { status, text } = await get(`/web/${SITE}/`)
  assert.equal(status, 200)
  assert.match(text, /<h1[^>]*>Home of &quot;volcanoes&quot;<\/h1>/)
  assert.match(
    text,
    /<iframe [^>]*src="\/raw\/http:\/\/site.example\/" sandbox="allow-top-navigation-by-user-activation"[^>]* title="[^"]+"/,
  )
  assert.match(text, /href="\/sites\/site.example"/)
  assert.match(text, /action="\/bookmarks"/)
  assert.doesNotMatch(text, / style=|<style|<script(?! src=)/)
})

test('the frame loads the page in its sandbox', async () => {
  const { status, headers, text } = await get(`/raw/${SITE}/`)
  assert.equal(status, 200)
  assert.match(
    headers['content-security-policy'],
    /^sandbox allow-top-navigation-by-user-activation; default-src 'none'; img-src http:\/\/127\.0\.0\.1:\d+\/raw\/ data:/,
  )
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
  assert.equal(headers['set-cookie'], undefined)
  assert.match(text, /data-longtail="here">lava/)
  assert.match(text, new RegExp(`data-longtail="away" title="${en.replay.awayLink}">flows`))
})

test('links that lead nowhere say so in the language of the reader', async () => {
  const { text } = await get(`/raw/${SITE}/`, { 'Accept-Language': 'th' })
  assert.ok(text.includes(`title="${th.replay.awayLink}"`))
})

test('other spellings and archived redirects lead to the address of what is shown', async () => {
  for (const path of ['https://site.example/lava', `${SITE}/lava/`, `${SITE}/old`]) {
    const { status, headers } = await get(`/web/${path}`)
    assert.equal(status, 302, path)
    assert.equal(headers.location, `/web/${SITE}/lava`)
  }
  assert.equal((await get('/web/site.example/lava')).status, 200)
})

test('a redirect to something that is not here leads to the page that says so', async () => {
  const { headers } = await get(`/web/${SITE}/dead`)
  assert.equal(headers.location, '/web/http://nowhere.example/')
})

test('a missing page is explained, with the nearest ones, a search and a wish', async () => {
  const { status, text } = await get(`/web/${SITE}/gone/lava-flows.html`)
  assert.equal(status, 404)
  assert.ok(text.includes(en.replay.missingTitle))
  assert.match(text, /value="gone lava flows"/)
  assert.match(text, /href="\/web\/http:\/\/site.example\/lava"/)
  assert.match(text, /<form class="wish" method="post" action="\/wish">/)
})

test('inside the frame a missing page is a small one that leads to the explanation', async () => {
  const { status, headers, text } = await get(`/raw/${SITE}/gone"><script>`)
  assert.equal(status, 404)
  assert.match(headers['content-security-policy'], /^sandbox /)
  assert.match(text, /target="_top"/)
  assert.doesNotMatch(text, /<script/)
})

test('what is no address is refused, and nothing of it becomes markup', async () => {
  for (const rest of [
    '',
    'javascript:alert(1)',
    '%22%3E%3Cscript%3E',
    'ftp://x/',
    'http://',
    '//',
    '..%2f..%2fetc/passwd',
  ]) {
    const { status, text } = await get(`/web/${rest}`)
    assert.equal(status, 400, rest)
    assert.doesNotMatch(text, /<script>|href="javascript/)
  }
})

test('files that browsers do not show have a button', async () => {
  for (const path of ['/file.zip', '/data']) {
    const { text } = await get(`/web/${SITE}${path}`)
    assert.ok(text.includes(en.replay.download), path)
    assert.doesNotMatch(text, /<iframe/)
  }
})

test('players of sound and film get the part that they ask for', async () => {
  const parts: [string, number, string][] = [
    ['bytes=2-4', 206, '234'],
    ['bytes=7-', 206, '789'],
    ['bytes=-3', 206, '789'],
    ['bytes=0-99', 206, '0123456789'],
    ['bytes=20-30', 200, '0123456789'],
    ['bytes=0-1,4-5', 200, '0123456789'],
    ['lines=1', 200, '0123456789'],
  ]
  for (const [Range, status, text] of parts) {
    const got = await get(`/raw/${SITE}/song.mp3`, { Range })
    assert.deepEqual([got.status, got.text], [status, text], Range)
  }
  const part = await get(`/raw/${SITE}/song.mp3`, { Range: 'bytes=2-4' })
  assert.equal(part.headers['content-range'], 'bytes 2-4/10')
  assert.equal((await get(`/raw/${SITE}/song.mp3`, { 'If-None-Match': part.headers.etag })).status, 304)
  assert.equal((await get(`/raw/${SITE}/lava`, { Range: 'bytes=2-4' })).status, 200)
})

test('a wish is noted when the form is sent, not when a page is looked at', async () => {
  const page = await get(`/web/${SITE}/gone/x`)
  const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const url = `${SITE}/gone/x`
  const sent = await fetch(`${portal.url}wish`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: new URL(portal.url).origin, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token, url }).toString(),
  })
  assert.equal(sent.status, 303)
  const { text } = await get(sent.headers.get('location') ?? '')
  assert.ok(text.includes(en.replay.wished) && text.includes(url))
})

test('as a proxy the portal shows pages under their real addresses', async () => {
  const { status, headers, text } = await get(`${SITE}/`)
  assert.equal(status, 200)
  assert.match(headers['content-security-policy'], /^sandbox [^;]+; default-src 'none'; img-src http: data:/)
  assert.match(text, /<a href="http:\/\/site.example\/lava" target="_top" data-longtail="here">/)
})

test('as a proxy it explains what is missing, with links to itself', async () => {
  const { status, headers, text } = await get('http://elsewhere.example/lava')
  assert.equal(status, 404)
  const own = new URL(portal.url).origin
  assert.ok(text.includes(`<base href="${own}/">`))
  assert.ok(text.includes(en.replay.missingTitle))
  assert.match(text, /<a class="button" href="\/web\/http:\/\/elsewhere.example\/lava">/)
  assert.doesNotMatch(text, /method="post"/)
  assert.match(headers['content-security-policy'], new RegExp(`style-src ${own};`))
  assert.doesNotMatch(headers['content-security-policy'], /script-src/)
})

test('as a proxy it is silent about what browsers ask for by themselves', async () => {
  for (const path of ['/favicon.ico', '/robots.txt', '/x/logo.png?1']) {
    const { status, text } = await get(`http://elsewhere.example${path}`)
    assert.equal(status, 404)
    assert.equal(text, '')
  }
})

test('a missing archive is named to the reader, without the path on the server', async () => {
  renameSync(site.warc, `${site.warc}.away`)
  // the portal that runs has the file open; one that starts now does not find it
  const second = await startPortal({
    directory: site.portal,
    port: 0,
    local,
    password: 'a password for tests',
    log: () => undefined,
  })
  try {
    const answer = await fetch(`${second.url}raw/${SITE}/lava`)
    const text = await answer.text()
    assert.equal(answer.status, 503)
    assert.ok(text.includes('site.warc.gz') && text.includes(en.replay.damagedTitle))
    assert.ok(!text.includes(tmpdir()))
  } finally {
    await second.close()
    renameSync(`${site.warc}.away`, site.warc)
  }
})
