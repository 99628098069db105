/** In proxy mode browsers ask some addresses without the proxy: nothing archived may lead there. And what takes too long to read. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addressIn } from '../../src/portal/replay/address.js'
import { cssAddresses } from '../../src/portal/replay/css-addresses.js'
import { createReplay } from '../../src/portal/replay/index.js'
import { realPlaces } from '../../src/portal/replay/references.js'
import { rewriteCss } from '../../src/portal/replay/rewrite-css.js'
import { rewriteDocument } from '../../src/portal/replay/rewrite-html.js'
import type { PageReplay } from '../../src/portal/contracts.js'
import { ArchiveMaker, HTML, type ArchivedSite } from './archived-site.js'
import { rewrite, WORDS } from './replay-checks.js'

const PORTAL = 'http://10.0.0.2:8080'
const DIRECT = [
  'http://127.0.0.1:631/printers',
  'http://localhost/x',
  'http://a.localhost:9/x',
  'http://[::1]/x',
  'http://169.254.1.1/x',
  'http://router/reboot',
  'http://printer.local/x',
  'http://0.0.0.0:5432/x',
  `${PORTAL}/admin`,
]

let site: ArchivedSite
let replay: PageReplay
before(async () => {
  const maker = new ArchiveMaker()
  const links = DIRECT.map(url => `<a href="${url}">a</a><img src="${url}">`).join('')
  maker.add(
    'http://site.example/page',
    HTML,
    `<title>Page</title><p>text</p>${links}<img src="http://site.example/1.png">`,
  )
  maker.add('http://site.example/1.png', [['Content-Type', 'image/png']], Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  maker.add('http://site.example/away', [['Location', 'http://127.0.0.1:631/cancel-all']], '', 302)
  for (const url of DIRECT) maker.add(url, HTML, '<title>x</title>archived')
  site = await maker.build()
  replay = createReplay(site.library)
})
after(async () => {
  await replay.close()
  site.close()
})

test('an archived page of this very machine is shown by the portal, not asked of the machine', async () => {
  const page = await replay.proxied('http://site.example/page', PORTAL, WORDS)
  const html = String(page?.body)
  const addresses = [...html.matchAll(/(?:href|src)="(http[^"]*)"/g)].map(([, address]) => address)
  assert.equal(addresses.length, 2 * DIRECT.length + 1)
  assert.ok(addresses.includes('http://site.example/1.png'))
  for (const address of addresses)
    assert.ok(
      address === 'http://site.example/1.png' ||
        address.startsWith(`${PORTAL}/raw/http://`) ||
        address.startsWith(`${PORTAL}/web/http://`),
      address,
    )
})

test('an archived redirect does not send a browser past its proxy', async () => {
  const answer = await replay.proxied('http://site.example/away', PORTAL, WORDS)
  assert.equal(answer?.status, 302)
  assert.equal(answer?.headers.Location, `${PORTAL}/raw/http://127.0.0.1:631/cancel-all`)
})

test('other addresses stay as they are', () => {
  const places = realPlaces(PORTAL)
  assert.equal(places.load('https://site.example/a'), 'http://site.example/a')
  assert.equal(places.view('http://10.0.0.3:8080/x'), 'http://10.0.0.3:8080/x')
  assert.equal(places.view('http://127.example/x'), 'http://127.example/x')
})

function addressesIn(css: string): string[] {
  return [...cssAddresses(css)].map(({ url }) => url)
}

test('addresses that styles keep for later are found, too', () => {
  assert.deepEqual(addressesIn(':root{--a:"http://a.example/1";--b: \'//b.example/2\'}'), [
    'http://a.example/1',
    '//b.example/2',
  ])
  assert.deepEqual(addressesIn('p{\\2d-a:"ht\\9 tp://a.example/1"}'), ['ht\ttp://a.example/1'])
  assert.deepEqual(addressesIn('@property --a{syntax:"*";initial-value:"http://a.example/1"}'), ['http://a.example/1'])
  assert.deepEqual(addressesIn('p{background:image-set(var(--x,"a.png") 1x type("image/png"))}'), ['a.png'])
  // texts stay texts
  assert.deepEqual(addressesIn('p{--label:"Price: 5";--x:1;content:"http://a.example/"}q{content:"//"}'), [])
})

test('what is kept for later in the style of an element is not forgotten', () => {
  const { text } = rewrite(`<p style="--a:'http://evil.example/1.png'">x</p>`)
  assert.doesNotMatch(text, /evil/)
})

test('an abbreviation of a drawing does not hide an address', () => {
  const library = { has: (urls: readonly string[]) => urls.map(() => false) }
  const text = `<!DOCTYPE svg [<!ENTITY e "url(http://evil.example/x.svg#a)">]><svg xmlns="http://www.w3.org/2000/svg"><rect filter="&e;" mask="url(#b)"/></svg>`
  const drawing = { text, url: 'http://site.example/a.svg', charset: 'utf-8', reads: 'xml', writes: 'svg' } as const
  const rewritten = rewriteDocument(drawing, library, realPlaces(PORTAL), WORDS).text
  assert.doesNotMatch(rewritten, /filter|="&e/)
  assert.match(rewritten, /mask="url\(#b\)"/)
})

test('references in a style mean the same whether a browser reads it as text or as markup', () => {
  const { text } = rewrite(
    '<style>p{background:u&#114;l(http://evil.example/1.png)} a{background:url(x?a=1&b=2)}</style>',
  )
  assert.doesNotMatch(text.slice(text.lastIndexOf('<style>')), /&[a-z#]/i)
})

test('long addresses and long attributes take time in proportion to their length', () => {
  assert.equal(addressIn(`${'a.'.repeat(500_000)}@`), null)
  assert.equal(addressIn('www.example.org/page'), 'http://www.example.org/page')
  rewrite(`<img data-src="${'./'.repeat(500_000)}{">`)
  const library = { has: (urls: readonly string[]) => urls.map(() => true) }
  rewriteCss('--a:'.repeat(200_000), 'http://site.example/', 'utf-8', library, realPlaces(PORTAL))
})
