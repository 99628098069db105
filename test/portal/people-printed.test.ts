import assert from 'node:assert/strict'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { random } from '../../src/demo/random.js'
import { encodePng } from '../../src/png.js'
import { buildPortal } from '../../src/portal/build/build.js'
import { articleOf } from '../../src/portal/people/article.js'
import { reachableOrigin } from '../../src/portal/people/reachable.js'
import { startPortal, type RunningPortal } from '../../src/portal/server/index.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { createVisitor } from './visitor.js'
import { writeArchive } from './small-archive.js'

const PARAGRAPHS = [
  'Elephants are the largest land animals that live today, and they spend most of the day looking for food and for water.',
  'Their trunk has some forty thousand muscles, and they use it to breathe, to drink, to greet each other and to lift whole trees.',
  'Herds are led by the oldest cow, who remembers where there was water in the last drought and leads the others there again.',
]
const EVIL = 'http://evil.example'

const hostile = `<!doctype html><title>Elephants - A site</title>
<header><img src="/head.png" width="300" height="200" alt="head of the site"></header>
<nav><ul><li><a href="/a">Home</a><li><a href="/b">Shop</a></ul></nav>
<h1 onclick="alert(1)">Elephants</h1>
<p>${PARAGRAPHS[0]} <script>alert('script text')</script></p>
<figure><img src="/elephant.png" width="300" height="200" alt='An "elephant" &lt;b&gt;' onerror="alert(2)"></figure>
<h2>The trunk</h2>
<p style="background:url(${EVIL}/style.png)">${PARAGRAPHS[1]}</p>
<ul><li>It can smell water that is five kilometres away from where it stands.<li>It can lift three hundred kilograms, and yet pick a single straw.</ul>
<img src="${EVIL}/remote.png" width="300" height="200" alt="remote"><img src="javascript:alert(3)"><img src="/dot.png" width="1" height="1">
<iframe src="${EVIL}/frame"></iframe><svg><script>alert(4)</script></svg><object data="${EVIL}/object"></object>
<p>${PARAGRAPHS[2]} <a href="javascript:alert(5)">More</a> <img src="/herd.png" width="300" height="200" alt="A herd"></p>
<footer><img src="/foot.png" width="300" height="200" alt="foot">© somebody</footer>`

function photo(name: string): Uint8Array {
  const draw = random(name)
  const rows = Buffer.from(Array.from({ length: 128 * 129 }, (_, i) => (i % 129 === 0 ? 0 : draw.below(4))))
  return encodePng(128, 128, rows, Buffer.from([0, 0, 0, 200, 60, 0, 0, 120, 60, 255, 255, 255]))
}

describe('a printed lesson', () => {
  let root: string
  let portal: RunningPortal
  before(async () => {
    root = temporaryDirectory('printed')
    mkdirSync(root, { recursive: true })
    const images = ['head', 'elephant', 'dot', 'herd', 'foot'].map(name => ({
      url: `http://zoo.example/${name}.png`,
      body: photo(name),
      type: 'image/png',
    }))
    writeArchive(join(root, 'zoo.warc'), [
      { url: 'http://zoo.example/elephants', body: hostile },
      { url: 'http://zoo.example/photo.png', body: photo('photo'), type: 'image/png' },
      ...images,
    ])
    await buildPortal({ sources: [join(root, 'zoo.warc')], out: join(root, 'portal') })
    portal = await startPortal({ directory: join(root, 'portal'), port: 0 })
  })
  after(async () => {
    await portal.close()
    rmSync(root, { recursive: true, force: true })
  })

  test('holds the text and the archived pictures of a page, in their order, and nothing that runs or loads from elsewhere', async () => {
    const visitor = createVisitor(portal.url.slice(0, -1))
    await visitor.get('/lessons')
    const { location } = await visitor.post('/add-to-lesson', { url: 'http://zoo.example/elephants' })
    const { html, headers } = await visitor.get(location.replace(/\/edit.*/, '/print'))
    const [, article = ''] = /<div class="article"[^>]*>([^]*)<\/div><\/section>/.exec(html) ?? []
    const order = [
      PARAGRAPHS[0],
      'src="/raw/http://zoo.example/elephant.png" alt="An &quot;elephant&quot; &lt;b&gt;"',
      '<h3>The trunk</h3>',
      PARAGRAPHS[1],
      '<ul><li>It can smell',
      PARAGRAPHS[2],
      'src="/raw/http://zoo.example/herd.png"',
    ].map(part => article.indexOf(part))
    assert.ok(!order.includes(-1), article)
    assert.deepEqual(
      order,
      [...order].sort((a, b) => a - b),
    )
    // nothing but what we write ourselves
    const tags = new Set([...article.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name]) => name))
    assert.deepEqual([...tags].sort(), ['h3', 'img', 'li', 'p', 'ul'])
    assert.equal(article.match(/<img/g)?.length, 2, 'neither head nor foot, neither dot nor what is remote')
    assert.doesNotMatch(article, /evil|alert|\bon\w+=|style=|href=/)
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*img-src 'self'/)
    assert.equal((await fetch(`${portal.url}raw/http://zoo.example/elephant.png`)).status, 200)
  })
})

test('an article keeps every line of the text, whatever the markup is', () => {
  const text = `${PARAGRAPHS.join('\n')}\n${PARAGRAPHS[0]}`
  for (const html of [
    '',
    '<',
    '<p',
    '<select><p>x',
    hostile,
    '<h1><h2><li>'.repeat(1_000),
    '<img src="/raw/http://a/x.jpg"',
  ])
    assert.deepEqual(
      articleOf(html, text, '/raw/').lines.map(line => line.text),
      text.split('\n'),
    )
})

test('pupils get an address that they can reach', () => {
  const lan = (): string[] => ['192.168.1.20', 'fd00::5']
  const origin = (from: string, host: string, addresses = lan) => reachableOrigin(from, host, addresses)
  assert.deepEqual(origin('http://127.0.0.1:8080', '0.0.0.0'), { origin: 'http://192.168.1.20:8080', problem: 'none' })
  assert.deepEqual(origin('http://localhost', '::'), { origin: 'http://192.168.1.20', problem: 'none' })
  assert.deepEqual(origin('http://school.local:8080', '0.0.0.0'), {
    origin: 'http://school.local:8080',
    problem: 'none',
  })
  assert.deepEqual(origin('http://[::1]:81', 'fd00::7'), { origin: 'http://[fd00::7]:81', problem: 'none' })
  assert.equal(origin('http://127.0.0.1:8080', '127.0.0.1').problem, 'this machine')
  assert.equal(origin('http://localhost:8080', 'localhost').problem, 'this machine')
  assert.equal(origin('http://127.0.0.1:8080', '0.0.0.0', () => []).problem, 'no network')
})
