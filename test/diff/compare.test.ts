import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { runCli, temporaryDirectory } from '../crawl/run-cli.js'
import { writeArchive, type ArchivedPage } from '../portal/small-archive.js'

let directory: string
let january: string
let june: string

const page = (path: string, text: string, more: Partial<ArchivedPage> = {}): ArchivedPage => ({
  url: `http://site.example/${path}`,
  body: `<!doctype html><title>About ${path}</title><p>${text}</p>`,
  ...more,
})
const RIVER = 'The river rises in the hills. It flows to the sea.'

before(() => {
  directory = temporaryDirectory('diff')
  january = join(directory, 'january.warc')
  june = join(directory, 'june.warc')
  writeArchive(january, [
    page('same', RIVER),
    page('counter', `${RIVER}<!-- visitor 17 -->`),
    page('changed', `${RIVER} It is 200 km long.`),
    page('gone', RIVER),
    page('moved', RIVER),
    page('unvisited', RIVER),
    page('hostile', RIVER),
  ])
  writeArchive(june, [
    page('same', RIVER),
    page('counter', `${RIVER}<!-- visitor 18 -->`),
    page('changed', `${RIVER} It is 210 km long. Boats go there.`),
    page('gone', 'not found', { status: 404 }),
    page('moved', '', { status: 301, location: 'http://site.example/new' }),
    page('new', RIVER),
    page('hostile', `${RIVER}</p><p>&lt;script&gt;alert(1)&lt;/script&gt; \u202edekcat`),
  ])
})

test('what is new, changed and gone is listed with the changed sentences, and why it is gone', async () => {
  const html = join(directory, 'changes.html')
  const { code, stdout } = await runCli('diff', january, june, '--json', '--html', html)
  assert.equal(code, 0)
  const found: unknown = JSON.parse(stdout)
  const counts = { new: 1, changed: 2, gone: 3, unvisited: 1, unchanged: 2, sameText: 1, failed: 0 }
  const [url, script] = ['http://site.example/', '<script>alert(1)</script> \u202edekcat']
  assert.deepEqual(found, {
    before: january,
    after: june,
    counts,
    new: [`${url}new`],
    changed: [
      {
        url: `${url}changed`,
        title: 'About changed',
        changes: [{ removed: ['It is 200 km long.'], added: ['It is 210 km long.', 'Boats go there.'] }],
      },
      { url: `${url}hostile`, title: 'About hostile', changes: [{ removed: [], added: [script] }] },
    ],
    gone: [
      { url: `${url}gone`, status: 404, location: '' },
      { url: `${url}moved`, status: 301, location: `${url}new` },
      { url: `${url}unvisited`, status: null, location: '' },
    ],
    isCut: false,
  })
  const drawn = readFileSync(html, 'utf8')
  assert.ok(drawn.includes('<del>It is 200 km long.</del>') && drawn.includes('<ins>Boats go there.</ins>'))
  assert.ok(
    !drawn.includes('<script>alert') && !drawn.includes('\u202e'),
    'nothing of a page is markup, or turns text round',
  )
})

test('for people it is one line each, and --most shortens lists, not counts', async () => {
  const all = await runCli('diff', january, june)
  assert.match(all.stdout, /^\+ http:\/\/site\.example\/new\n- http:\/\/site\.example\/gone \(status 404\)$/m)
  assert.match(all.stdout, /^ {4}- It is 200 km long\.\n {4}\+ It is 210 km long\.$/m)
  assert.match(all.stdout, /^1 new, 2 changed, 3 gone \(1 never asked for\), 2 unchanged/m)
  const few = await runCli('diff', january, june, '--most', '1', '--json')
  const { gone, counts, isCut } = JSON.parse(few.stdout)
  assert.deepEqual([gone.length, counts.gone, isCut], [1, 3, true])
})

test('a page that cannot be read costs that page; what is there is not overwritten; nothing is left behind', async () => {
  const damaged = join(directory, 'damaged.warc')
  const text = readFileSync(june, 'latin1')
  const at = text.indexOf('210 km')
  writeFileSync(damaged, text.slice(0, at) + text.slice(at + 40), 'latin1')
  const left = (): string[] => readdirSync(tmpdir()).filter(name => name.startsWith('longtail-diff-'))
  const before = left()
  const { code, stdout } = await runCli('diff', january, damaged, '--json')
  assert.equal(code, 0)
  assert.ok(JSON.parse(stdout).counts.unchanged >= 2, 'what stands before the damage is compared')
  const html = join(directory, 'there.html')
  writeFileSync(html, 'mine')
  const refused = await runCli('diff', january, june, '--html', html)
  assert.equal(refused.code, 2)
  assert.match(refused.stderr, /exists: choose another --html/)
  assert.equal(readFileSync(html, 'utf8'), 'mine')
  const missing = await runCli('diff', january, join(directory, 'nothing'), '--json')
  assert.notEqual(missing.code, 0)
  assert.match(missing.stderr, /^E_SOURCE: .*nothing.*does not exist: give a crawl, a portal or an archive$/m)
  assert.deepEqual(left(), before)
})
