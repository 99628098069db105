/** A part of a crawl: as it was at the end of a round, what a round brought, what came since. */
import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openHoldings, type HoldingsOptions } from '../../src/collection/holdings.js'
import { roundStarts } from '../../src/collection/round-starts.js'
import type { Comparison } from '../../src/diff/index.js'
import { exportWacz } from '../../src/export/index.js'
import type { CorpusPage } from '../../src/export/corpus/contracts.js'
import { exportZim } from '../../src/export/index.js'
import { createArchiveWeb } from '../../src/web/archive-web.js'
import { linesOf, sheetOf } from '../export/corpus-samples.js'
import { checkWacz, namesIn, pagesOf } from '../export/wacz-crawl.js'
import { crawlLiving, ChangingWeb } from '../crawl/living-web.js'
import { runCli, temporaryDirectory } from '../crawl/run-cli.js'

const directory = temporaryDirectory('periods')
const out = join(directory, 'crawl')
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
let web: ChangingWeb

/** Three rounds: round 2 changes one page and has a new one; round 3 changes another, one is gone and one moved. */
before(async () => {
  web = await ChangingWeb.start()
  web.objects.set('a.test/style.css', { type: 'text/css', body: 'p { background: url(dot.png) }' })
  web.objects.set('a.test/dot.png', { type: 'image/png', body: PIXEL })
  web.objects.set('a.test/other.png', { type: 'image/png', body: PIXEL })
  web.add('a.test/', 'none', ['a.test/one', 'a.test/two', 'a.test/three', 'a.test/four', 'a.test/five'])
  web.add('a.test/one', 'etag').extra = '<link rel="stylesheet" href="style.css"><img src="missing.png">'
  web.add('a.test/two', 'modified').extra = '<img src="other.png">'
  for (const name of ['three', 'four', 'five']) web.add(`a.test/${name}`, 'both')
  const crawl = (again: boolean) =>
    crawlLiving(web, out, ['http://a.test/'], { again }, { archive: { embeds: 'relevant' } })
  await crawl(false)
  web.change('a.test/one', 'a.test/')
  web.page('a.test/').links.push('a.test/new')
  web.add('a.test/new', 'etag')
  await crawl(true)
  web.change('a.test/two')
  web.page('a.test/four').state = 'gone'
  web.page('a.test/five').state = { to: 'a.test/six' }
  web.add('a.test/six', 'none')
  await crawl(true)
})
after(async () => {
  await web.close()
  rmSync(directory, { recursive: true, force: true })
})

async function held(options: Partial<HoldingsOptions>): Promise<string[]> {
  const holdings = await openHoldings({ sources: [out], scratch: join(directory, 'scratch'), ...options })
  try {
    return Array.from(holdings.list(), ({ url }) => url.slice('http://a.test/'.length)).sort()
  } finally {
    holdings.close()
  }
}

test('a crawl as it was at the end of a round, what a round brought, and what came since', async () => {
  const first = ['', 'five', 'four', 'one', 'three', 'two']
  assert.deepEqual(await held({ sources: [`${out}@1`] }), first)
  assert.deepEqual(await held({ sources: [`${out}@2`] }), [...first, 'new'].sort())
  assert.deepEqual(await held({ round: 1 }), first)
  assert.deepEqual(await held({ round: 2 }), ['', 'new', 'one'])
  assert.deepEqual(await held({ round: 3 }), ['six', 'two'])
  assert.deepEqual(await held({ since: '1' }), ['', 'new', 'one', 'six', 'two'])
  assert.deepEqual(await held({ since: '0' }), await held({}))
  assert.deepEqual(await held({ since: '1', sources: [`${out}@2`] }), ['', 'new', 'one'])
  assert.deepEqual(await held({ round: 3, withUnchanged: true }), ['', 'new', 'one', 'six', 'three', 'two'])
  const starts = await roundStarts(out)
  assert.equal(starts.length, 3)
  assert.deepEqual(await held({ since: starts[2] }), ['six', 'two'])
  assert.deepEqual(await held({ since: '2100-01-01' }), [])
})

test('what cannot be meant is refused with the rounds that there are', async () => {
  const cases: [Partial<HoldingsOptions>, RegExp][] = [
    [{ sources: [`${out}@4`] }, /has 3 rounds, and no round 4/],
    [{ since: '3' }, /there is nothing after round 3/],
    [{ round: 4 }, /no round 4/],
    [{ since: 'june' }, /neither a round nor a date/],
    [{ since: '2026-06-01T10:00' }, /neither a round nor a date/],
    [{ since: '1', round: 2 }, /give one of them/],
    [{ sources: [out, `${out}@2`] }, /are the same crawl/],
    [{ sources: [join(out, 'warc')], round: 1 }, /has no rounds/],
  ]
  for (const [options, message] of cases) await assert.rejects(held(options), { code: 'E_USAGE', message })
  const built = await runCli('portal', 'build', `${out}@2`, '--out', join(directory, 'portal-of-2'))
  assert.equal(built.code, 2)
  assert.match(built.stderr, /a portal contains all rounds/)
})

async function compared(...sources: string[]): Promise<Comparison> {
  const { code, stdout, stderr } = await runCli('diff', ...sources, '--json')
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

test('diff between rounds: a page that is gone is gone, though its last capture is kept', async () => {
  const url = (name: string): string => `http://a.test/${name}`
  const last = await compared(out)
  assert.deepEqual([last.new, last.changed.map(page => page.url)], [[url('six')], [url('two')]])
  assert.deepEqual(last.gone, [
    { url: url('five'), status: 301, location: url('six') },
    { url: url('four'), status: 404, location: '' },
  ])
  assert.deepEqual(await compared(`${out}@2`, out), { ...last, before: `${out}@2`, after: out })
  const early = await compared(`${out}@1`, `${out}@2`)
  assert.deepEqual(early.new, [url('new')])
  assert.deepEqual(early.changed.map(page => page.url).sort(), [url(''), url('one')])
  assert.equal(early.gone.length, 0)
  const { counts } = await compared(`${out}@1`, out)
  assert.deepEqual([counts.new, counts.changed, counts.gone, counts.unchanged], [2, 3, 2, 1])
})

/** What the archives in a WACZ answer without any other file. */
async function answersOf(path: string): Promise<Map<string, string>> {
  const archive = await createArchiveWeb([path])
  const texts = new Map<string, string>()
  try {
    for (const { url } of await pagesOf(path)) {
      const outcome = await archive.fetch(url, new AbortController().signal)
      texts.set(url.slice('http://a.test/'.length), outcome.ok ? Buffer.from(outcome.body).toString() : outcome.code)
    }
  } finally {
    await archive.close()
  }
  return texts
}

test('a WACZ of one round can be read without the others, and shows its images', async () => {
  const path = join(directory, 'round-2.wacz')
  const summary = await exportWacz({ sources: [out], out: path, round: 2 })
  assert.equal(summary.pages, 3)
  const { pages, hidden } = await checkWacz(path)
  assert.deepEqual([pages, hidden], [3, 0])
  const texts = await answersOf(path)
  for (const [name, text] of texts) assert.ok(text.includes('ประเทศไทย'), name)
  assert.match(texts.get('one') ?? '', /ฉบับที่ 2/)
  const archive = await createArchiveWeb([path])
  const status = async (url: string): Promise<number | string> => {
    const outcome = await archive.fetch(`http://a.test/${url}`, new AbortController().signal)
    return outcome.ok ? outcome.status : outcome.code
  }
  assert.deepEqual(await Promise.all(['style.css', 'dot.png'].map(status)), [200, 200])
  assert.notEqual(await status('other.png'), 200, 'no page of the round shows it')
  assert.notEqual(await status('two'), 200)
  await archive.close()
  const whole = await exportWacz({ sources: [out], out: join(directory, 'all.wacz') })
  assert.ok(summary.bytes < whole.bytes / 2)
})

test('with unchanged pages every revisit comes with its original', async () => {
  const path = join(directory, 'visited.wacz')
  await exportWacz({ sources: [out], out: path, round: 3, withUnchanged: true })
  const { hidden } = await checkWacz(path)
  assert.equal(hidden, 0)
  const texts = await answersOf(path)
  assert.deepEqual([...texts.keys()].sort(), ['', 'new', 'one', 'six', 'three', 'two'])
  for (const [name, text] of texts) assert.ok(text.includes('ประเทศไทย'), name)
  const names = (await namesIn(path)).filter(name => name.startsWith('archive/'))
  assert.ok(names.length > 1, 'originals are from archives of earlier rounds')
})

test('a WACZ of a crawl at an earlier round has nothing of later ones', async () => {
  const path = join(directory, 'at-2.wacz')
  await exportWacz({ sources: [`${out}@2`], out: path })
  await checkWacz(path)
  const texts = await answersOf(path)
  assert.match(texts.get('two') ?? '', /ฉบับที่ 1/)
  assert.match(texts.get('one') ?? '', /ฉบับที่ 2/)
  assert.ok(texts.get('four')?.includes('ประเทศไทย'))
  assert.ok(!texts.has('six'))
})

test('a ZIM of one round has its pages alone', async () => {
  const path = join(directory, 'round.zim')
  const { pages } = await exportZim({ sources: [out], out: path, round: 2 })
  assert.equal(pages, 3)
  assert.equal((await exportZim({ sources: [`${out}@1`], out: join(directory, 'at-1.zim') })).pages, 6)
  await assert.rejects(exportZim({ sources: [out], out: join(directory, 'none.zim'), since: '2100-01-01' }), {
    code: 'E_EXPORT',
  })
})

async function corpus(
  name: string,
  ...flags: string[]
): Promise<{ pages: readonly CorpusPage[]; stderr: string; code: number | null }> {
  const path = join(directory, name)
  const { code, stderr } = await runCli('export', 'corpus', out, '--out', path, ...flags)
  return { pages: code === 0 ? linesOf(readFileSync(path, 'utf8')) : [], stderr, code }
}

test('a corpus of what is new since a round', async () => {
  const { pages } = await corpus('since.jsonl', '--since', '2')
  assert.deepEqual(pages.map(({ url }) => url).sort(), ['http://a.test/six', 'http://a.test/two'])
  const sheet = sheetOf(join(directory, 'since.jsonl.datasheet.json'))
  assert.deepEqual([sheet.options.since, sheet.options.round], ['2', null])
  assert.match(readFileSync(join(directory, 'since.jsonl.datasheet.md'), 'utf8'), /new or had changed since round 2/)
})
