import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localPath } from '../../src/portal/server/local-path.js'
import { isRandomId, newShelf, parseCookies } from '../../src/portal/server/cookies.js'
import { createTokens, senderOf } from '../../src/portal/server/forgery.js'
import { parseMultipart } from '../../src/portal/server/forms.js'
import { createLimiter, isLoopback, networkOf } from '../../src/portal/server/limiter.js'
import { createRequestMetrics } from '../../src/portal/server/metrics.js'
import { isLoopbackHost } from '../../src/portal/server/read-request.js'
import { Refusal } from '../../src/portal/server/refusal.js'
import { createRouter } from '../../src/portal/server/router.js'
import type { Route } from '../../src/portal/server/route.js'
import { createSessions } from '../../src/portal/server/sessions.js'
import { chooseLanguage } from '../../src/portal/ui/choose-language.js'
import { readableAddress } from '../../src/portal/ui/page-list.js'
import { isUsual, isWorthNaming } from '../../src/portal/ui/shown-languages.js'
import { topicTree } from '../../src/portal/ui/topic-names.js'

const handle = () => ({ status: 200, body: '' })
const routes: readonly Route[] = ['/', '/topics', '/topics/:slug', '/web/*'].map(pattern => ({
  method: 'GET',
  pattern,
  handle,
}))
const router = createRouter([...routes, { method: 'POST', pattern: '/bookmarks', handle }])

function matched(target: string, method: 'GET' | 'POST' = 'GET') {
  const found = router.match(method, target)
  return typeof found === 'string' ? found : { ...found, route: found.route.pattern }
}

test('a route gets the values of its path, decoded', () => {
  assert.deepEqual(matched('/topics/%E0%B8%99%E0%B9%89%E0%B8%B3?page=2'), {
    route: '/topics/:slug',
    params: { slug: 'น้ำ' },
    rest: '',
  })
  assert.deepEqual(matched('/topics/a%2Fb'), { route: '/topics/:slug', params: { slug: 'a/b' }, rest: '' })
})

test('an archived address stays as it was sent, query and odd characters included', () => {
  assert.deepEqual(matched('/web/http://a.example//x%2Fy?q=%ff&b=1'), {
    route: '/web/*',
    params: {},
    rest: 'http://a.example//x%2Fy?q=%ff&b=1',
  })
})

test('paths that lead nowhere, are no encoding, or are asked for in the wrong way are told apart', () => {
  assert.equal(matched('/topics/a/b'), 'no route')
  assert.equal(matched('/topics/'), 'no route')
  assert.equal(matched('/topics/%ff'), 'bad path')
  assert.equal(matched('/topics/%00'), 'bad path')
  assert.equal(matched('/bookmarks'), 'other method')
  assert.equal(matched('/topics', 'POST'), 'other method')
})

test('the name of a value in a route cannot reach the prototype', () => {
  const odd = createRouter([{ method: 'GET', pattern: '/:a', handle }]).match('GET', '/__proto__')
  assert.ok(typeof odd !== 'string')
  assert.deepEqual(odd.params, { a: '__proto__' })
})

test('after a form one goes to a place of this portal and nowhere else', () => {
  assert.equal(localPath('/web/http://a.example/?x=1'), '/web/http://a.example/?x=1')
  for (const bad of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'http://evil.example',
    '',
    'x',
    '/a\nb',
    null,
  ])
    assert.equal(localPath(bad, '/home'), '/home', String(bad))
})

const CRLF = '\r\n'

function multipart(...parts: readonly string[]): Buffer {
  return Buffer.from(parts.map(part => `--XX${CRLF}${part}`).join(CRLF) + `${CRLF}--XX--${CRLF}`)
}

test('a multipart form gives its fields and files, whatever their bytes are', () => {
  const { fields, files } = parseMultipart(
    multipart(
      `Content-Disposition: form-data; name="note"${CRLF}${CRLF}ไทย--XX\r\nmore`,
      `Content-Disposition: form-data; name="file"; filename="C:\\dir\\../../บทเรียน.json"${CRLF}Content-Type: application/json${CRLF}${CRLF}{"a":1}`,
      `Content-Disposition: form-data; name="none"; filename=""${CRLF}${CRLF}`,
      `Content-Disposition: form-data; name="empty"${CRLF}${CRLF}`,
    ),
    'XX',
  )
  assert.equal(fields.get('note'), 'ไทย--XX\r\nmore')
  assert.equal(fields.get('empty'), '')
  assert.deepEqual([...files.keys()], ['file'])
  assert.equal(files.get('file')?.name, 'บทเรียน.json')
  assert.equal(Buffer.from(files.get('file')?.bytes ?? []).toString(), '{"a":1}')
})

test('a multipart form that breaks off or is none is refused', () => {
  const good = multipart(`Content-Disposition: form-data; name="a"${CRLF}${CRLF}1`)
  for (let length = 0; length < good.length - 4; length++)
    assert.throws(() => parseMultipart(good.subarray(0, length), 'XX'), Refusal)
  assert.throws(() => parseMultipart(good, 'other'), Refusal)
})

test('the first cookie of a name counts, and their number is bounded', () => {
  const cookies = parseCookies(`a=1; a=2; b = x=y ; broken; =z; ${'c=1; '.repeat(200)}last=1`)
  assert.deepEqual(
    [...cookies],
    [
      ['a', '1'],
      ['b', 'x=y'],
      ['c', '1'],
    ],
  )
  assert.ok(isRandomId(newShelf().id))
  assert.notEqual(newShelf().id, newShelf().id)
})

test('a limit lets a burst through, then so many per second, for each address by itself', () => {
  let now = 0
  const limiter = createLimiter({ perSecond: 2, burst: 3 }, () => now)
  assert.deepEqual(
    [1, 2, 3, 4].map(() => limiter.take('a')),
    [0, 0, 0, 1],
  )
  assert.equal(limiter.take('b'), 0)
  now = 500
  assert.deepEqual([limiter.take('a'), limiter.take('a')], [0, 1])
})

test('addresses of one IPv6 network count as one', () => {
  assert.equal(networkOf('2001:db8:1:2:aaaa::1'), networkOf('2001:db8:1:2::9'))
  assert.notEqual(networkOf('2001:db8:1:2::9'), networkOf('2001:db8:1:3::9'))
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64')
  assert.equal(networkOf('10.0.0.7'), '10.0.0.7')
  assert.equal(networkOf('::1'), '::1')
})

test('passwords may be tried three times, then the wait doubles; the right one clears it', () => {
  let now = 1_000_000
  const sessions = createSessions(() => now)
  const waits: number[] = []
  for (let i = 0; i < 6; i++) {
    assert.equal(sessions.attempt('10.0.0.9'), 0)
    const wait = sessions.attempt('10.0.0.9')
    // a try that is not allowed is not counted
    if (wait === 0) i++
    waits.push(wait)
    now += wait * 1000
  }
  assert.deepEqual(waits, [0, 2, 4, 8, 16])
  assert.equal(sessions.attempt('10.0.0.8'), 0)
  sessions.open('10.0.0.9')
  assert.equal(sessions.attempt('10.0.0.9'), 0)
})

test('many addresses together cannot try passwords without end, but this machine itself still can', () => {
  const sessions = createSessions(() => 1_000_000)
  const waits = Array.from({ length: 40 }, (_, i) => sessions.attempt(`10.0.1.${i}`))
  assert.equal(waits.filter(wait => wait === 0).length, 30)
  assert.equal(sessions.attempt('127.0.0.1'), 0)
})

test('a session ends after twelve idle hours, by logging out, and with a new password', () => {
  let now = 0
  const sessions = createSessions(() => now)
  const idOf = (cookie: string) => /=([^;]+)/.exec(cookie)?.[1] ?? ''
  const [first, second, third] = [1, 2, 3].map(() => idOf(sessions.open('10.0.0.1')))
  now += 11 * 3600_000
  assert.ok(sessions.isOpen(first))
  now += 2 * 3600_000
  assert.ok(sessions.isOpen(first))
  assert.ok(!sessions.isOpen(second))
  sessions.close(first)
  assert.ok(!sessions.isOpen(first))
  const fourth = idOf(sessions.open('10.0.0.1'))
  sessions.closeAll()
  assert.ok(
    !sessions.isOpen(fourth) && !sessions.isOpen(third) && !sessions.isOpen('') && !sessions.isOpen('x'.repeat(22)),
  )
})

test('a token is good for its holder; weaker ones only where the browser vouches for the page', () => {
  const tokens = createTokens()
  const reader = { session: '', shelf: '' }
  const owner = { session: '', shelf: 's'.repeat(22) }
  const admin = { session: 'a'.repeat(22), shelf: owner.shelf }
  assert.ok(tokens.isGood(tokens.tokenFor(owner), owner, false))
  assert.ok(!tokens.isGood(tokens.tokenFor(reader), owner, false))
  assert.ok(tokens.isGood(tokens.tokenFor(reader), owner, true))
  assert.ok(!tokens.isGood(tokens.tokenFor(owner), admin, false))
  assert.ok(!tokens.isGood(tokens.tokenFor(owner), { session: '', shelf: 'o'.repeat(22) }, true))
  assert.ok(!createTokens().isGood(tokens.tokenFor(reader), reader, true))
  assert.ok(!tokens.isGood('', reader, true))
})

test('browsers say where a form comes from, and archived pages have no origin', () => {
  assert.equal(senderOf({ origin: 'http://portal.example:8080' }, 'portal.example:8080'), 'ours')
  assert.equal(senderOf({ referer: 'http://portal.example/web/x' }, 'portal.example'), 'ours')
  assert.equal(senderOf({ origin: 'null' }, 'portal.example'), 'foreign')
  assert.equal(senderOf({ origin: 'http://portal.example:81' }, 'portal.example'), 'foreign')
  assert.equal(
    senderOf({ origin: 'http://portal.example', 'sec-fetch-site': 'cross-site' }, 'portal.example'),
    'foreign',
  )
  assert.equal(senderOf({}, 'portal.example'), 'silent')
})

test('only names of this machine count as local', () => {
  for (const host of ['localhost', 'localhost:80', '127.0.0.1:8080', '[::1]:8080', 'x.localhost'])
    assert.ok(isLoopbackHost(host), host)
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1'])
    assert.ok(!isLoopbackHost(host), host)
  assert.ok(isLoopback('::ffff:127.0.0.1') && !isLoopback('::ffff:10.0.0.1'))
})

test('the interface speaks the language that was chosen, else the one the browser likes best', () => {
  assert.equal(chooseLanguage('hi', 'th'), 'hi')
  assert.equal(chooseLanguage('xx', 'de, sw;q=0.5, th;q=0.8'), 'th')
  assert.equal(chooseLanguage(undefined, 'th-TH'), 'th')
  assert.equal(chooseLanguage(undefined, 'th;q=0, en;q=0.1'), 'en')
  assert.equal(chooseLanguage('__proto__', 'constructor'), 'en')
  assert.equal(chooseLanguage(undefined, undefined), 'en')
})

test('addresses are shown with the letters they stand for, and never longer than a line', () => {
  assert.equal(readableAddress('http://a.example/%E0%B8%99%E0%B9%89%E0%B8%B3/'), 'a.example/น้ำ')
  assert.equal(readableAddress('https://a.example/%ff'), 'a.example/%ff')
  assert.equal(readableAddress('http://a.example/Nirvana_%2528band%2529'), 'a.example/Nirvana_(band)')
  assert.equal(readableAddress('http://a.example/100%25'), 'a.example/100%')
  assert.equal(readableAddress('http://a.example/a%E2%80%AEb'), 'a.example/a·b')
  assert.ok(readableAddress(`http://a.example/${'x'.repeat(500)}`).length <= 90)
})

test('topics become a tree, and a circle of parents loses none', () => {
  const topic = (slug: string, parent: string) => ({ slug, parent, name: slug, pages: 1 })
  const tree = topicTree([topic('a', ''), topic('b', 'a'), topic('c', 'gone'), topic('x', 'y'), topic('y', 'x')])
  assert.deepEqual(
    tree.map(({ topic, children }) => [topic.slug, children.map(child => child.topic.slug)]),
    [
      ['a', ['b']],
      ['c', []],
      ['x', []],
      ['y', []],
    ],
  )
})

test('what the server counts is cumulative by time and separate by status', () => {
  const metrics = createRequestMetrics()
  for (const ms of [0.5, 3, 3, 20_000]) metrics.observe('/search', 200, ms)
  metrics.observe('/search', 429, 1)
  const { requests, latencies } = metrics.snapshot()
  assert.deepEqual(requests, [
    { route: '/search', status: 200, count: 4 },
    { route: '/search', status: 429, count: 1 },
  ])
  const [line] = latencies
  assert.equal(line.count, 5)
  assert.deepEqual(line.buckets.slice(0, 3), [2, 2, 4])
  assert.equal(line.buckets.at(-1), 4)
})

test('a language of a stray page or two is not advertised, and that of most pages goes without saying', () => {
  const of = (pages: number, counts: Readonly<Record<string, number>>) => ({
    facts: () => ({
      ...{ title: '', sites: 1, captures: pages, builtAt: 0, types: [], crawls: [], pages },
      languages: Object.entries(counts).map(([value, count]) => ({ value, count })),
    }),
  })
  const large = of(5000, { eng: 4900, tha: 97, deu: 2, und: 1 })
  const named = ['eng', 'tha', 'deu', 'und', 'fra'].filter(language => isWorthNaming(large, language))
  assert.deepEqual(named, ['eng', 'tha'])
  assert.ok(isWorthNaming(of(20, { eng: 19, tha: 1 }), 'tha'))
  assert.ok(isUsual(large, 'eng') && !isUsual(large, 'tha') && !isUsual(of(10, { eng: 5, tha: 5 }), 'eng'))
})
