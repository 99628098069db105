/** Which pages a crawl fetches: include and exclude, limits of seeds, --dry-run, and room on the disk. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { crawlDirectory, readLog } from '../../src/collection/index.js'
import { Pause } from '../../src/crawl/pause.js'
import { runCli, startCli, temporaryDirectory, writeCampaign } from './run-cli.js'
import { html, serveSmallWeb, type SmallWeb } from './small-web.js'

const THAI = 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม '.repeat(4)

let directory: string
let web: SmallWeb

before(async () => {
  directory = temporaryDirectory('scope')
  web = await serveSmallWeb(({ host, path }, response) => {
    if (path === '/robots.txt')
      return void response.end(
        host === 'no.test' ? 'User-agent: *\nDisallow: /\n' : 'User-agent: *\nDisallow: /secret\n',
      )
    const number = Number(/\d+/.exec(path)?.[0] ?? 0)
    if (number >= 12) return html(response, `<p>${THAI}${host}${path}`)
    const links = [`/${number + 1}`, `/cal/${number + 1}`, `http://other.example/${number + 1}`]
    html(response, `<p>${THAI}${host}${path}${links.map(link => `<a href="${link}">x</a>`).join(' ')}`)
  })
})
after(() => web.close())

function campaign(name: string, parts: Record<string, unknown>): string {
  const network = { hosts: { '*': web.origin }, retries: 0 }
  const all = { strategy: 'breadth-first', politeness: { delay: '0s' }, workers: 1, network, ...parts }
  return writeCampaign(directory, all, `${name}.yaml`)
}

async function fetched(out: string): Promise<string[]> {
  const urls: string[] = []
  for await (const { entry } of readLog(crawlDirectory(out))) if (entry.t === 'page') urls.push(entry.url)
  return urls.sort()
}

async function reasons(out: string): Promise<string[]> {
  const said: string[] = []
  for await (const { entry } of readLog(crawlDirectory(out)))
    if (entry.t === 'skip' || entry.t === 'later') said.push(`${entry.t} ${entry.url} ${entry.reason}`)
  return said
}

test('include lets in nothing else, exclude comes first, and a wider include brings in what was left out', async () => {
  const out = join(directory, 'include')
  const parts = { seeds: ['http://a.test/1'], exclude: ['*/cal/*'] }
  const first = await runCli('crawl', campaign('include', { ...parts, include: ['a.test'] }), '--out', out)
  assert.equal(first.code, 0, first.stderr)
  const urls = await fetched(out)
  assert.equal(urls.length, 12)
  assert.ok(
    urls.every(url => url.startsWith('http://a.test/') && !url.includes('/cal/')),
    urls.join(' '),
  )
  const before = (await reasons(out)).filter(line => line.endsWith('not included'))
  assert.equal(before.length, 11)
  assert.ok(before.every(line => line.startsWith('later http://other.example/')))
  // the same rules again: nothing is fetched, nothing is said twice
  const again = await runCli('crawl', join(directory, 'include.yaml'), '--out', out)
  assert.match(again.stdout, /finished, nothing is left to fetch\. 12 pages/)
  assert.equal((await reasons(out)).filter(line => line.endsWith('not included')).length, 11)
  const wider = campaign('include', { ...parts, include: ['a.test', 'http://other.example/'] })
  await runCli('crawl', wider, '--out', out)
  assert.ok((await fetched(out)).includes('http://other.example/5'))
})

test('limits of a seed count all pages that descend from it, also over two runs, and can be raised', async () => {
  const out = join(directory, 'seeds')
  const seeds = (pages: number): unknown[] => [
    { url: 'http://a.test/1', limits: { pages } },
    { url: 'http://b.test/1', limits: { hops: 2 } },
  ]
  const rules = { exclude: ['*/cal/*', 'other.example'] }
  const stopped = campaign('seeds', { seeds: seeds(4), ...rules, limits: { pages: 3 } })
  assert.equal((await runCli('crawl', stopped, '--out', out)).code, 0)
  await runCli('crawl', campaign('seeds', { seeds: seeds(4), ...rules }), '--out', out)
  const of = async (host: string): Promise<number> => (await fetched(out)).filter(url => url.includes(host)).length
  assert.deepEqual([await of('a.test'), await of('b.test')], [4, 3])
  const said = await reasons(out)
  assert.ok(said.includes('later http://a.test/5 seed: limit of pages'), said.join('\n'))
  assert.ok(said.includes('later http://b.test/4 seed: limit of hops'), said.join('\n'))
  await runCli('crawl', campaign('seeds', { seeds: seeds(6), ...rules }), '--out', out)
  assert.equal(await of('a.test'), 6)
})

test('--dry-run says what would be asked first, what rules and robots.txt say, which seeds answer, and writes nothing', async () => {
  const out = join(directory, 'dry')
  const seeds = ['http://a.test/1', 'http://no.test/', 'http://out.example/', 'http://a.test/2']
  const file = campaign('dry', { seeds, include: ['*.test'], exclude: ['*/cal/*'] })
  const asked = web.requests.length
  const { code, stdout, stderr } = await runCli(
    ...['crawl', file, 'http://a.test/cal/3', 'http://b.test/9', '--dry-run', '--out', out],
  )
  assert.equal(code, 0, stderr)
  assert.ok(!existsSync(out))
  assert.match(stdout, /^a new crawl in /)
  assert.match(stdout, /fetched first:\n {2}http:\/\/a\.test\/1 \(seed\), allowed by "\*\.test"/)
  assert.match(stdout, / {2}http:\/\/out\.example\/: left out, not included/)
  assert.match(stdout, /seeds: 1 of 3 requested answer/)
  assert.match(stdout, / {2}http:\/\/a\.test\/1: HTTP 200; robots\.txt allows it/)
  assert.match(stdout, / {2}http:\/\/no\.test\/: not asked: robots\.txt forbids it/)
  assert.match(stdout, / {2}http:\/\/a\.test\/cal\/3: left out, excluded by "\*\/cal\/\*"/)
  assert.match(stdout, / {2}http:\/\/b\.test\/9: fetched, allowed by "\*\.test"/)
  const requests = web.requests.slice(asked).map(({ host, path }) => `${host}${path}`)
  assert.deepEqual(requests, ['a.test/robots.txt', 'a.test/1', 'no.test/robots.txt'])
})

test('--dry-run of a crawl that goes on shows its queue and changes nothing; no seed that answers is exit code 1', async () => {
  const out = join(directory, 'dry-on')
  const parts = { seeds: ['http://a.test/1'], exclude: ['*/cal/*', 'other.example'] }
  await runCli('crawl', campaign('dry-on', { ...parts, limits: { pages: 3 } }), '--out', out)
  const files = (): string[] => readdirSync(out, { recursive: true }).map(String).sort()
  const before = files()
  const shown = await runCli('crawl', join(directory, 'dry-on.yaml'), '--dry-run', '--json', '--out', out)
  const { pages, first } = JSON.parse(shown.stdout)
  assert.deepEqual([pages, first.map(({ url }: { url: string }) => url)], [3, ['http://a.test/4']])
  assert.deepEqual(files(), before)
  const dead = campaign('dead', {
    seeds: ['http://a.test/'],
    network: { hosts: { '*': 'http://127.0.0.1:1' }, retries: 0 },
  })
  const none = await runCli('crawl', dead, '--dry-run', '--out', join(directory, 'dead'))
  assert.equal(none.code, 1)
  assert.match(none.stdout, /seeds: 0 of 1 requested answer/)
})

test('a crawl pauses while the disk has less room than its reserve, says so, and can be stopped and gone on with', async () => {
  const out = join(directory, 'disk')
  const parts = { seeds: ['http://a.test/1'], exclude: ['*/cal/*', 'other.example'] }
  const file = campaign('disk', { ...parts, limits: { 'free-disk': '8000TB' } })
  const asked = web.requests.length
  const { child, result } = startCli(['crawl', file, '--out', out])
  let status = ''
  for (let i = 0; i < 100 && !status.includes('paused'); i++) {
    await new Promise(resolve => setTimeout(resolve, 100))
    status = existsSync(crawlDirectory(out).status) ? (await runCli('status', out)).stdout : ''
  }
  assert.match(
    status,
    /^test: paused \(process \d+\): the disk has .* left, less than limits\.free-disk \(8000\.0 TB\)/,
  )
  child.kill('SIGINT')
  const { code, stdout } = await result
  assert.equal(code, 0, stdout)
  assert.match(stdout, /paused: the disk has .* left/)
  assert.match(stdout, /stopped: interrupted\. 0 pages/)
  assert.equal(web.requests.length, asked, 'nothing was asked for')
  const on = await runCli('crawl', campaign('disk', { ...parts, limits: { 'free-disk': '1kB' } }), '--out', out)
  assert.match(on.stdout, /finished, nothing is left to fetch\. 12 pages/)
})

test('the crawl goes on by itself when there is room again, and not before there is a little more than the reserve', () => {
  let free = 2000
  const said: string[] = []
  const place = crawlDirectory(join(directory, 'nowhere'))
  const pause = new Pause(
    place,
    1000,
    message => said.push(message),
    () => free,
  )
  const seen = [2000, 999, 1001, 1019, 1021, 1500].map(bytes => {
    free = bytes
    pause.look(Date.now())
    return pause.isOn
  })
  assert.deepEqual(seen, [false, true, true, true, false, false])
  assert.match(said[0], /^paused: the disk has 999 B left, less than limits\.free-disk \(1\.0 kB\)/)
  assert.deepEqual(said.slice(1), ['resumed after a pause'])
})
