import assert from 'node:assert/strict'
import { renameSync, truncateSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { LongtailError } from '../../src/errors.js'
import type { PageReplay, Replayed } from '../../src/portal/contracts.js'
import { createReplay } from '../../src/portal/replay/index.js'
import { ArchiveMaker, HTML, type ArchivedSite } from './archived-site.js'
import { hostilePages } from './hostile-pages.js'
import { escapesOf } from './replay-checks.js'

const SITE = 'http://site.example'
const BASE = 'http://10.0.0.2:8080/raw/'
const EVIL = 'http://evil.example'
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const THAI = 'ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอน'
const pages = hostilePages(EVIL, 'http://10.0.0.2:8080')

let site: ArchivedSite
let replay: PageReplay

before(async () => {
  const maker = new ArchiveMaker()
    .add(
      `${SITE}/`,
      HTML,
      `<!doctype html><title>Home</title><p>Words of the home page.<a href=/two>two</a><img src=/a.png><a href=https://site.example/slash>slash</a>`,
    )
    .add(`${SITE}/two`, HTML, '<title>Two</title><p>The second page has other words.')
    .add(`${SITE}/a.png`, [['Content-Type', 'image/png']], PNG)
    .add(`${SITE}/unnamed`, [['Content-Type', 'application/octet-stream']], PNG)
    .add(`${SITE}/style.css`, [['Content-Type', 'text/css']], '@charset "utf-8";a{background:url(a.png)}')
    .add(`${SITE}/font`, [['Content-Type', 'application/x-font-woff']], 'wOFF....')
    .add(
      `${SITE}/old`,
      [
        ['Content-Type', 'text/html'],
        ['Location', '/two#part'],
        ['Set-Cookie', 'a=b'],
      ],
      'moved',
      302,
    )
    .add(
      `${SITE}/out`,
      [
        ['Content-Type', 'text/html'],
        ['Location', `${EVIL}/x`],
      ],
      'moved',
      301,
    )
    .add(
      `${SITE}/round`,
      [
        ['Content-Type', 'text/html'],
        ['Location', '/round'],
      ],
      '<p>round and round',
      301,
    )
    .add(`${SITE}/hop`, HTML, '<meta http-equiv=refresh content="0; url=/two">')
    .add(`${SITE}/packed`, [...HTML, ['Content-Encoding', 'gzip']], gzipSync(`<p>${THAI}</p>`))
    .add(
      `${SITE}/cut`,
      [...HTML, ['Content-Encoding', 'gzip']],
      gzipSync(`<p>${THAI.repeat(2000)}</p>`).subarray(0, 200),
    )
    .add(`${SITE}/bomb`, [...HTML, ['Content-Encoding', 'gzip']], gzipSync(Buffer.alloc(50_000_000, 97)))
    .add(`${SITE}/tis620`, [['Content-Type', 'text/html']], windows874(`<meta charset=tis-620><p>${THAI}</p>`))
    .add(`${SITE}/report.pdf`, [['Content-Type', 'application/pdf']], '%PDF-1.4')
    .add(`${SITE}/claims.pdf`, [['Content-Type', 'application/pdf']], 'GIF89a')
    .add(`${SITE}/${encodeURIComponent('สื่อ การ"สอน".zip')}`, [['Content-Type', 'application/zip']], 'PK')
    .add(`${SITE}/script.js`, [['Content-Type', 'text/javascript']], 'alert(1)')
    .add(`${SITE}/slash/`, HTML, '<p>with a slash')
    .add('https://secure.example/page', HTML, '<p>secure')
    .addWithRevisit(`${SITE}/first`, `${SITE}/copy`, HTML, '<p>the same body')
  for (const page of pages) maker.add(`${SITE}${page.path}`, page.headers, page.body)
  site = await maker.build()
  replay = createReplay(site.library)
})
after(async () => {
  await replay.close()
  site.close()
})

/** Enough of it for these tests: ASCII, and Thai letters from U+0E01 on. */
function windows874(text: string): Uint8Array {
  return Uint8Array.from(text, sign => (sign < '\x80' ? sign.charCodeAt(0) : sign.charCodeAt(0) - 0x0e00 + 0xa0))
}

async function raw(path: string): Promise<Replayed> {
  const answer = await replay.raw(path.includes('://') ? path : `${SITE}${path}`, BASE)
  assert.ok(answer !== null, `${path} is archived`)
  return answer
}

function textOf(answer: Replayed): string {
  return typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body).toString()
}

test('a page comes from the archive with addresses that lead into it', async () => {
  const answer = await raw('/')
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['Content-Type'], 'text/html; charset=utf-8')
  assert.match(
    textOf(answer),
    /<a href="\/web\/http:\/\/site.example\/two" target="_top" data-longtail="here">two<\/a>/,
  )
  assert.match(textOf(answer), /<img src="\/raw\/http:\/\/site.example\/a.png">/)
})

test('what is not archived is null', async () => {
  assert.equal(await replay.raw(`${SITE}/gone`, BASE), null)
  assert.equal(await replay.raw('javascript:alert(1)', BASE), null)
  assert.equal(await replay.raw('', BASE), null)
})

test('other spellings of an address find the page', async () => {
  assert.match(textOf(await raw('/slash')), /with a slash/)
  assert.match(textOf(await raw('http://secure.example/page/')), /secure/)
  assert.match(
    textOf(await raw('/')),
    /<a href="\/web\/https:\/\/site.example\/slash" target="_top" data-longtail="here">/,
  )
  assert.match(textOf(await raw('HTTP://SITE.example:80/two#x')), /second/)
})

test('bytes of images, fonts and styles keep their types; unknown bytes are recognised or saved', async () => {
  const image = await raw('/a.png')
  assert.equal(image.headers['Content-Type'], 'image/png')
  assert.deepEqual(Buffer.from(image.body), PNG)
  assert.equal((await raw('/unnamed')).headers['Content-Type'], 'image/png')
  assert.equal(textOf(await raw('/style.css')), '@charset "utf-8";a{background:url(/raw/http://site.example/a.png)}')
  const font = await raw('/font')
  assert.equal(font.headers['Access-Control-Allow-Origin'], '*')
  const pdf = await raw('/report.pdf')
  assert.equal(pdf.headers['Content-Type'], 'application/pdf')
  assert.match(pdf.headers['Content-Disposition'], /^inline; filename="report.pdf"/)
  assert.doesNotMatch(pdf.headers['Content-Security-Policy'], /sandbox|script-src|unsafe-eval/)
  // what only calls itself a PDF is saved
  const claims = await raw('/claims.pdf')
  assert.equal(claims.headers['Content-Type'], 'application/octet-stream')
  assert.match(claims.headers['Content-Disposition'], /^attachment; filename="claims.pdf"/)
  assert.equal((await raw('/script.js')).headers['Content-Type'], 'text/plain; charset=utf-8')
})

test('a file is saved under a name that is safe everywhere', async () => {
  const { headers } = await raw(`/${encodeURIComponent('สื่อ การ"สอน".zip')}`)
  const disposition = headers['Content-Disposition']
  assert.match(disposition, /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w%.-]+$/)
  assert.equal(decodeURIComponent(disposition.split("''")[1]), 'สื่อ การ-สอน-.zip')
})

test('archived redirects lead to their target in the archive', async () => {
  assert.equal((await raw('/old')).headers.Location, '/raw/http://site.example/two')
  assert.equal((await raw('/hop')).headers.Location, '/raw/http://site.example/two')
  assert.equal((await raw('/out')).headers.Location, '/raw/http://evil.example/x')
  assert.equal((await raw('/round')).status, 200)
})

test('contents are decoded within bounds, whole or cut off', async () => {
  assert.match(textOf(await raw('/packed')), new RegExp(THAI))
  assert.match(textOf(await raw('/cut')), new RegExp(THAI))
  assert.ok(textOf(await raw('/bomb')).length < 25_000_000)
})

test('text of every charset is sent as UTF-8, and its own declaration is gone', async () => {
  const text = textOf(await raw('/tis620'))
  assert.match(text, new RegExp(`<p>${THAI}</p>`))
  assert.doesNotMatch(text, /charset/)
})

test('a revisit has the body of its original', async () => {
  assert.match(textOf(await raw('/copy')), /the same body/)
})

const HEADERS = [
  'Accept-Ranges',
  'ETag',
  'Access-Control-Allow-Origin',
  'Cache-Control',
  'Content-Disposition',
  'Content-Security-Policy',
  'Content-Type',
  'Cross-Origin-Resource-Policy',
  'Location',
  'Permissions-Policy',
  'Referrer-Policy',
  'X-Content-Type-Options',
  'X-DNS-Prefetch-Control',
]

for (const page of pages) {
  test(`in the sandbox, with our headers alone: ${page.name}`, async () => {
    for (const answer of [await raw(page.path), await replay.proxied(`${SITE}${page.path}`, 'http://10.0.0.2:8080')]) {
      assert.ok(answer !== null)
      const policy = answer.headers['Content-Security-Policy']
      assert.match(policy, /^sandbox allow-top-navigation-by-user-activation; default-src 'none';/)
      assert.doesNotMatch(policy, /allow-scripts|allow-same-origin|allow-forms|allow-popups|script-src|connect-src/)
      assert.equal(answer.headers['X-Content-Type-Options'], 'nosniff')
      assert.deepEqual(
        Object.keys(answer.headers).filter(name => !HEADERS.includes(name)),
        [],
      )
      assert.ok(!JSON.stringify(answer.headers).includes('evil'), 'no header names another host')
    }
    const answer = await raw(page.path)
    if (answer.headers['Content-Type'].startsWith('text/html')) assert.deepEqual(escapesOf(textOf(answer)), [])
  })
}

test('a page may load from the archive and from nowhere else', async () => {
  const policy = (await raw('/')).headers['Content-Security-Policy']
  for (const kind of ['img', 'style', 'font', 'media', 'frame'])
    assert.match(policy, new RegExp(`${kind}-src ${BASE.replaceAll('.', '\\.')}( data:| 'unsafe-inline')?;`))
  const odd = await replay.raw(`${SITE}/`, "http://x; script-src 'unsafe-inline'/raw/")
  assert.doesNotMatch(odd?.headers['Content-Security-Policy'] ?? 'script-src', /script-src/)
})

test('through the proxy pages keep their addresses, without https and without what is not here', async () => {
  const answer = await replay.proxied(`${SITE}/`, 'http://10.0.0.2:8080')
  assert.match(
    textOf(answer ?? { status: 0, headers: {}, body: '' }),
    /<a href="http:\/\/site.example\/two".*<img src="http:\/\/site.example\/a.png">/,
  )
  const secure = await replay.proxied('http://secure.example/page', 'http://10.0.0.2:8080')
  assert.equal(secure?.status, 200)
})

test('a page that the administrator blocks is gone at once', async () => {
  site.library.hide(['site.example/two'])
  try {
    for (const form of [`${SITE}/two`, `${SITE}/two/`, 'https://site.example/two'])
      assert.equal(await replay.raw(form, BASE), null)
    assert.match(textOf(await raw('/')), /data-longtail="away"/)
  } finally {
    site.library.hide([])
  }
})

test('many readers at once get their pages', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => raw(i % 2 === 0 ? '/' : '/two')))
  assert.ok(answers.every(answer => answer.status === 200))
})

test('a missing or damaged archive is named, and comes back when the file does', async () => {
  const other = createReplay(site.library)
  renameSync(site.warc, `${site.warc}.away`)
  const missing = (error: unknown): boolean =>
    error instanceof LongtailError && error.code === 'E_ARCHIVE' && error.message === 'site.warc.gz'
  await assert.rejects(() => other.raw(`${SITE}/`, BASE), missing)
  renameSync(`${site.warc}.away`, site.warc)
  assert.equal((await other.raw(`${SITE}/`, BASE))?.status, 200)
  await other.close()
  truncateSync(site.warc, 10)
  const third = createReplay(site.library)
  await assert.rejects(() => third.raw(`${SITE}/two`, BASE), missing)
  await third.close()
})
