import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { buildExchangeRecords, buildWarcinfo } from '../../src/archive/index.js'
import { readGraph } from '../../src/graph/index.js'
import { modelText } from '../../src/strategy/model-file.js'
import { exchange, STARTED_AT } from '../archive/samples.js'
import { runCli, temporaryDirectory, writeCampaign } from '../crawl/run-cli.js'

const directory = temporaryDirectory('graph-text-cli')
after(() => rmSync(directory, { recursive: true }))
const archive = join(directory, 'pages.warc.gz')
const graph = join(directory, 'pages.ltg')

function page(url: string, body: string, ip: string): Uint8Array {
  const html = Buffer.from(`<html lang="en"><head><title>Travel</title></head><body>${body}</body></html>`)
  const headers: [string, string][] = [['Content-Type', 'text/html; charset=utf-8']]
  return buildExchangeRecords(exchange({ url, body: html, headers, ip }), []).bytes
}

const ABOUT_THAILAND =
  '<p>Trains leave Bangkok for Chiang Mai every evening, and most travellers to Thailand take one of them at least once.</p>'
writeFileSync(
  archive,
  Buffer.concat([
    buildWarcinfo('pages.warc.gz', STARTED_AT, [['software', 'test']]),
    page(
      'http://a.example/',
      '<p>Two journeys: <a href="/thailand/bangkok">Bangkok and Phuket in Thailand</a>, and <a href="/museum">the museum</a>.</p>',
      '8.8.8.8',
    ),
    page('http://a.example/thailand/bangkok', `${ABOUT_THAILAND}<a href="/">home</a>`, '8.8.8.8'),
    page('http://b.example/', '<p>Nothing here.</p><a href="http://a.example/">A</a>', '127.0.0.1'),
  ]),
)

/** The one JSON object that a command prints as its last line. */
function json(stdout: string) {
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
}

test('an archive is imported with text for what a campaign wants, and a strategy that asks for text runs on it', async () => {
  const campaign = writeCampaign(directory, { target: { nation: { country: 'TH', in: 'eng' } } })
  const made = await runCli('graph', 'import', archive, '--campaign', campaign, '--text', '--out', graph, '--json')
  assert.equal(made.code, 0, made.stderr)
  assert.equal(json(made.stdout).relevant, 1)
  const { linkText, country, target } = readGraph(graph)
  assert.deepEqual(target, [])
  assert.equal(linkText?.context, 'elements')
  const [thailand, museum] = linkText.anchorScore ?? []
  assert.ok(thailand > 127 && museum < 127, `${thailand} for Thailand, ${museum} for a museum`)
  assert.ok((linkText.names?.anchorNames[0] ?? 0) >= 2)
  assert.ok((linkText.words?.starts.at(-1) ?? 0) > 10)
  assert.deepEqual(
    [...(country?.server ?? [])].map(one => country?.codes[one]),
    ['US', ''],
  )

  const stats = await runCli('graph', 'stats', graph)
  assert.match(stats.stdout, /anchors with elements beside them that do/)
  const simulated = await runCli('simulate', graph, '--strategy', 'shark', '--seed', 'http://a.example/', '--json')
  assert.equal(simulated.code, 0, simulated.stderr)
  assert.equal(json(simulated.stdout).runs[0].pages, 2)
})

test('without strategies all are run that the graph is enough for', async () => {
  const plain = join(directory, 'plain.ltg')
  assert.equal((await runCli('graph', 'import', archive, '--language', 'eng', '--out', plain)).code, 0)
  const simulated = await runCli('simulate', plain, '--json')
  assert.equal(simulated.code, 0, simulated.stderr)
  const run = json(simulated.stdout).runs.map(({ strategy }: { strategy: string }) => strategy)
  for (const name of ['breadth-first', 'perfect', 'longtail']) assert.ok(run.includes(name), name)
})

test('a model is handed to its strategy, or refused', async () => {
  const path = join(directory, 'model.json')
  writeFileSync(path, modelText({ strategy: 'longtail', model: { x: [1] } }, 1) ?? '')
  const wrong = await runCli('simulate', graph, '--strategy', 'longtail', '--warm-start', path)
  assert.deepEqual([wrong.code, /made by another version/.test(wrong.stderr)], [2, true], wrong.stderr)
  const unused = await runCli('simulate', graph, '--strategy', 'shark', '--warm-start', path)
  assert.deepEqual([unused.code, /not in this comparison/.test(unused.stderr)], [2, true], unused.stderr)
})
