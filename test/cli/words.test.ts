/** It says what happened: words and exit codes of everything that can go wrong for somebody who types a command. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { crawlDirectory } from '../../src/collection/index.js'
import { logText, replaceLog } from '../crawl/log-files.js'
import { runCli, startCli, temporaryDirectory, writeCampaign } from '../crawl/run-cli.js'
import { html, serveSmallWeb, type SmallWeb } from '../crawl/small-web.js'

const THAI = 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม '.repeat(4)
/** Longer than a label may be: no name server is asked. */
const NOWHERE = `http://${'a'.repeat(64)}.test/`
const TIMED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ /

let directory: string
let web: SmallWeb
let isUp = true

before(async () => {
  directory = temporaryDirectory('words')
  web = await serveSmallWeb(({ path }, response) => {
    if (!isUp) return void response.destroy()
    if (path === '/robots.txt') return void response.writeHead(404).end()
    const number = Number(/\d+/.exec(path)?.[0] ?? 0)
    html(response, `<title>${number}</title><p>${THAI}<a href="/${number + 1}">next</a>`)
  })
})
after(() => web.close())

function campaign(name: string, parts: Record<string, unknown>): string {
  const network = { hosts: { '*': web.origin }, retries: 0 }
  const all = { strategy: 'breadth-first', politeness: { delay: '0s' }, workers: 1, network, ...parts }
  return writeCampaign(directory, all, `${name}.yaml`)
}

describe('a crawl that could fetch nothing', { concurrency: false }, () => {
  test('names that do not resolve: the reasons are printed, exit code 1, and the next run tries again', async () => {
    const out = join(directory, 'dns')
    const file = campaign('dns', { seeds: [NOWHERE], network: {} })
    const { code, stdout } = await runCli('crawl', file, '--out', out)
    assert.equal(code, 1)
    assert.match(
      stdout,
      /nothing could be fetched:\n {2}1 URL: the name of the host cannot be resolved \(E_FETCH_DNS\)/,
    )
    assert.match(stdout, /stopped: finished, the hosts of the rest of the queue do not answer\. 0 pages/)
    const again = await runCli('crawl', file, '--out', out, '--json')
    assert.equal(again.code, 1)
    const summary = JSON.parse(again.stdout)
    assert.deepEqual([summary.stopped, summary.pages], ['finished', 0])
    assert.deepEqual([summary.unfetched[0].reason, summary.unfetched[0].urls], ['E_FETCH_DNS', 1], 'it was tried again')
  })

  test('a log of an older version, with a skip for good, is tried again as well', async () => {
    const out = join(directory, 'older')
    const file = campaign('older', { seeds: ['http://a.test/1'], limits: { pages: 1 } })
    isUp = false
    assert.equal((await runCli('crawl', file, '--out', out)).code, 1)
    isUp = true
    const text = await logText(out)
    assert.match(text, /"t":"later".*"reason":"E_FETCH_/)
    replaceLog(out, text.replaceAll('"t":"later"', '"t":"skip"').replace(/E_FETCH_\w+/g, 'E_FETCH_DNS'))
    const { code, stdout } = await runCli('crawl', file, '--out', out)
    assert.equal(code, 0, stdout)
    assert.match(stdout, /stopped: the limit of pages was reached\. 1 pages/)
  })

  test('a seed that the archive does not have: exit code 1, and another archive is tried', async () => {
    const out = join(directory, 'source')
    await runCli('crawl', campaign('source', { seeds: ['http://a.test/5'], limits: { pages: 1 } }), '--out', out)
    const { warc } = JSON.parse((await runCli('crawl', join(directory, 'source.yaml'), '--out', out, '--json')).stdout)
    const other = join(directory, 'other')
    const missing = campaign('missing', { seeds: ['http://b.test/'], network: { archive: warc } })
    const { code, stdout } = await runCli('crawl', missing, '--out', other)
    assert.equal(code, 1)
    assert.match(stdout, /1 URL: not in the archive that is crawled \(E_ARCHIVE\), such as http:\/\/b\.test\/: not in/)
    campaign('missing', { seeds: ['http://b.test/'] })
    const live = await runCli('crawl', missing, '--out', other, '--max-pages', '1')
    assert.equal(live.code, 0, live.stdout)
  })

  test('a robots.txt that forbids everything, and rules that let nothing in, are reasons as well', async () => {
    const file = campaign('outside', { seeds: ['http://a.test/'], include: ['b.test'] })
    const { code, stdout } = await runCli('crawl', file, '--out', join(directory, 'outside'))
    assert.equal(code, 1)
    assert.match(
      stdout,
      /1 URL: no include rule of the campaign matches it \(not included\), such as http:\/\/a\.test\//,
    )
  })
})

test('one vocabulary: terminal, --json, status and report say the same about the end, and status gives no forecast', async () => {
  const out = join(directory, 'end')
  const file = campaign('end', { seeds: ['http://a.test/1'], limits: { pages: 3, 'per-host': 1000 } })
  const crawl = await runCli('crawl', file, '--out', out, '--json')
  const words = 'the limit of pages was reached'
  const summary = JSON.parse(crawl.stdout)
  assert.deepEqual([summary.stopped, summary.why], ['pages', words])
  const status = await runCli('status', out)
  assert.match(status.stdout, new RegExp(`^test: stopped: ${words}$`, 'm'))
  assert.doesNotMatch(status.stdout, / to 3 pages| to \d+ pages/)
  const json = JSON.parse((await runCli('status', out, '--json')).stdout)
  assert.deepEqual([json.stopped, json.why, json.progress.left], ['pages', words, ''])
  // of a version that left a forecast behind, or of a crawl that was killed
  const { status: path } = crawlDirectory(out)
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), left: '86 min to 1000000 pages' }))
  assert.doesNotMatch((await runCli('status', out)).stdout, /1000000/)
  await runCli('report', out)
  const report = readFileSync(join(out, 'report.html'), 'utf8')
  assert.match(report, new RegExp(`has stopped: ${words}`))
})

test('a host at its limit is not "nothing is left to fetch"', async () => {
  const out = join(directory, 'per-host')
  const file = campaign('per-host', { seeds: ['http://a.test/1'], limits: { 'per-host': 2 } })
  const { stdout } = await runCli('crawl', file, '--out', out)
  assert.match(stdout, /stopped: finished, the hosts of the rest of the queue are at their limit or given up\. 2 pages/)
  await runCli('report', out)
  assert.doesNotMatch(readFileSync(join(out, 'report.html'), 'utf8'), /nothing is left to fetch/)
})

test('what is misspelt is refused with what may have been meant, exit code 2', async () => {
  const cases: [args: string[], said: RegExp][] = [
    [
      ['crawl', campaign('dealy', { politeness: { dealy: '2s' } })],
      /unknown key "politeness\.dealy"; did you mean "politeness\.delay"\?/,
    ],
    [['crawl', campaign('limts', { limts: {} })], /unknown key "limts"; did you mean "limits"\?/],
    [['crawl', campaign('place', { delay: '2s' })], /unknown key "delay"; did you mean "politeness\.delay"\?/],
    [
      ['crawl', campaign('s', { seeds: ['http://a.test/'] }), '--strategy', 'breadht-first'],
      /did you mean "breadth-first"\?/,
    ],
    [
      ['crawl', campaign('p', { seeds: ['http://a.test/'] }), '--strategy', 'lswc:S=3'],
      /has no parameter "?S"?; it has .*; did you mean "s"\?|has no parameter/,
    ],
    [
      ['crawl', campaign('l', { seeds: ['http://a.test/'], target: { language: 'thq' } })],
      /did you mean .*tha \(Thai\)/,
    ],
    [['crawl', campaign('f', {}), '--max-page', '3'], /Did you mean (one of )?--max-pages/],
    [['exprot'], /Did you mean export\?/],
    [
      ['crawl', campaign('word', { exclude: ['calendar'] })],
      /exclude\.0: "calendar" is not a host: write .*\*calendar\*/,
    ],
    [
      ['crawl', campaign('slash', { exclude: ['/cart/*'] })],
      /begins with a slash, and no URL does: write \*\/cart\/\*/,
    ],
    [['crawl', campaign('urls', {}), 'http://a.test/'], /URLs are for --dry-run/],
  ]
  for (const [args, said] of cases) {
    const { code, stderr } = await runCli(...args)
    assert.equal(code, 2, `${args.join(' ')}: ${stderr}`)
    assert.match(stderr, said)
  }
})

test('graph import --relevant with a value that no row has ends with 1, and says what there is', async () => {
  const pages = join(directory, 'pages.tsv')
  writeFileSync(pages, 'id\turl\tsource\n0\thttp://a.example/\tcourses\n1\thttp://b.example/\tother\n')
  const out = join(directory, 'g.ltg')
  const wrong = await runCli('graph', 'import', pages, '--relevant', 'source=course', '--out', out)
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /no row has source=course; the column has "courses", "other"; did you mean "courses"\?/)
  assert.ok(!existsSync(out))
})

test('a portal build that is interrupted ends with 130 and says that it goes on later', async () => {
  const source = join(directory, 'many')
  // its pages are all alike
  const file = campaign('many', { seeds: ['http://a.test/1'], limits: { pages: 60 }, traps: false })
  await runCli('crawl', file, '--out', source)
  const out = join(directory, 'portal')
  const { child, result } = startCli(['portal', 'build', source, '--out', out, '--json'])
  while (!existsSync(out) && child.exitCode === null) await new Promise(resolve => setTimeout(resolve, 5))
  child.kill('SIGINT')
  const { code, stderr } = await result
  assert.equal(code, 130, stderr)
  assert.match(stderr, /interrupted: the portal is not finished; run the same command to resume/)
  const again = await runCli('portal', 'build', source, '--out', out, '--json')
  assert.equal(again.code, 0, again.stderr)
  assert.equal(JSON.parse(again.stdout).pages, 60)
})

test('where nobody looks, every line of a crawl carries its time', async () => {
  const file = campaign('times', { seeds: ['http://a.test/1'], limits: { pages: 2 } })
  const { stderr } = await runCli('crawl', file, '--out', join(directory, 'times'), '--json')
  const lines = stderr.trimEnd().split('\n')
  assert.ok(lines.length > 0)
  for (const line of lines) assert.match(line, TIMED)
})

test('a directory that cannot be written is named', async () => {
  const file = campaign('place-file', { seeds: ['http://a.test/1'] })
  writeFileSync(join(directory, 'a-file'), '')
  const taken = await runCli('crawl', file, '--out', join(directory, 'a-file', 'crawl'))
  assert.equal(taken.code, 1)
  assert.match(taken.stderr, /^E_OUT_DIR: .* cannot be written/)
})
