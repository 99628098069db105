import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { LANGUAGE } from '../../src/contracts.js'
import { parseCampaign } from '../../src/campaign/index.js'
import { runCrawl } from '../../src/crawl/index.js'
import { loggedPages } from './demo-crawl.js'
import { recordingStrategy, type Recording } from './recording-strategy.js'
import { runCli, temporaryDirectory } from './run-cli.js'
import { html, serveSmallWeb, status, type SmallWeb } from './small-web.js'

let directory: string
let web: SmallWeb
let dictionary: string

const ABOUT =
  'The Kingdom of Ruritania has its capital in Strelsau. Visitors of Ruritania go to Strelsau and Zenda, where Ruritanian kings lived. '
const OTHER =
  'The committee met on Monday, discussed the budget of the year and agreed to meet again before the summer. '
const NAMES = `# longtail nation dictionary 1\tTH
Ruritania\tcountry\t1
Ruritanian\tdemonym\t1
Strelsau\tcapital\t1
Zenda\tplace\t1
`

/** Pages 0…9: every third is about the nation, and links say so. */
before(async () => {
  directory = temporaryDirectory('nation-crawl')
  dictionary = join(directory, 'names.txt')
  writeFileSync(dictionary, NAMES)
  web = await serveSmallWeb(({ path }, response) => {
    const n = Number(/^\/p(\d)(\?|$)/.exec(path)?.[1] ?? -1)
    if (n < 0) return status(response, 404)
    const links = [n + 1, n + 2]
      .filter(to => to < 10)
      .map(to => {
        const words = to % 3 === 0 ? 'Travel to Zenda in Ruritania' : 'minutes of the committee'
        return `<p><a href="/p${to}?q=${to % 3 === 0 ? 'zenda' : 'minutes'}">${words}</a></p><p><a href="/p${to}">${words}</a></p>`
      })
    html(
      response,
      `<html lang="en"><body><p>${n % 3 === 0 ? ABOUT.repeat(6) : OTHER.repeat(60)}</p>${links.join('')}</body></html>`,
    )
  })
})

after(async () => {
  await web.close()
  rmSync(directory, { recursive: true, force: true })
})

interface Row {
  readonly scores: number[]
  readonly names: number[]
}

async function crawl(out: string, pages: number, target: Record<string, unknown> = {}) {
  let recording: Recording = recordingStrategy()
  const warnings: string[] = []
  const source = {
    name: 'nation',
    contact: 'https://longtail.example/crawler',
    target: { nation: { country: 'TH', dictionary, in: 'eng' }, ...target },
    seeds: ['http://n.test/p0'],
    politeness: { delay: '0s', robots: false },
    network: { hosts: { '*': web.origin }, connections: 1 },
    limits: { pages },
    workers: 1,
  }
  const campaign = parseCampaign(JSON.stringify(source), 'test')
  const summary = await runCrawl({
    campaign,
    campaignPath: null,
    seeds: ['http://n.test/p0'],
    out,
    warn: message => warnings.push(message),
    onProgress: () => {},
    createStrategy: () => (recording = recordingStrategy()).strategy,
  })
  return { summary, warnings, calls: recording.calls }
}

test('a crawl for a nation is not one for a language: relevant pages are in the target, links are judged, and a replay tells the same', async () => {
  const straight = await crawl(join(directory, 'straight'), 10)
  const visits = straight.calls.filter(call => call.startsWith('{')).map(call => JSON.parse(call))
  const relevant = visits.filter(visit => visit.relevant)
  assert.ok(relevant.length >= 2 && relevant.length < visits.length, `${relevant.length} of ${visits.length}`)
  for (const visit of visits)
    assert.equal(visit.language, visit.relevant ? LANGUAGE.target : LANGUAGE.english, JSON.stringify(visit))

  // of every two links to a page one says in its URL, too, what it is about
  const rows: Row[] = visits.flatMap(visit => visit.rows)
  const named = rows.filter(({ names }) => names[2] > 0)
  const plain = rows.filter(({ names }) => names[2] === 0 && names[3] === Math.max(...rows.map(row => row.names[3])))
  assert.ok(named.length > 0 && plain.length > 0, JSON.stringify(rows.map(({ names }) => names)))
  assert.ok(named.every(({ names }) => names[0] > 0 && names[1] > names[0]))
  const least = Math.min(...named.map(({ scores }) => scores[0]))
  const most = Math.max(...plain.map(({ scores }) => scores[0]))
  assert.ok(least > most, `anchors with names ${least}, without ${most}`)

  const out = join(directory, 'halting')
  for (const pages of [1, 4]) await crawl(out, pages)
  // the judge would say something else now, and the log needs none
  writeFileSync(dictionary, NAMES.replaceAll('Ruritania', 'Syldavia'))
  const resumed = await crawl(out, 10)
  writeFileSync(dictionary, NAMES)
  assert.deepEqual(resumed.calls, straight.calls)
  assert.match(resumed.warnings.join('\n'), /names\.txt was changed after this crawl began/)
  assert.equal(resumed.summary.relevant, straight.summary.relevant, 'later pages are judged by the copy')
  assert.equal(readFileSync(join(out, 'models', 'names.txt'), 'utf8'), NAMES)
  assert.ok(existsSync(join(out, 'crawl.json')))
  for (const page of await loggedPages(out))
    assert.equal(Buffer.from(page.scores ?? '', 'base64').length, 2 * page.links.length)
})

test('status and report cope with a target that names no language', async () => {
  const out = join(directory, 'reported')
  await crawl(out, 3, { nation: { country: 'TH', dictionary } })
  const state = await runCli('status', out)
  assert.match(state.stdout, /3 pages/)
  const page = join(directory, 'report.html')
  const report = await runCli('report', out, '--out', page)
  assert.equal(report.code, 0, report.stderr)
  assert.match(readFileSync(page, 'utf8'), /looks for pages about the nation TH/)
})

test('another nation is another target', async () => {
  const out = join(directory, 'other')
  await crawl(out, 1)
  await assert.rejects(crawl(out, 1, { nation: { country: 'LA', dictionary } }), /another target/)
})
