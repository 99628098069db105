import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCli, startCli, temporaryDirectory } from '../crawl/run-cli.js'

const directory = temporaryDirectory('graph-cli')
after(() => rmSync(directory, { recursive: true }))
const web = join(directory, 'web.ltg')
const study = join(directory, 'study')

/** The one JSON object that a command prints as its last line. */
function json(stdout: string) {
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
}

test('a generated graph is measured and simulated', async () => {
  const made = await runCli('graph', 'generate', '--scale', '0.002', '--seed', '7', '--out', web, '--json')
  assert.equal(made.code, 0, made.stderr)
  const facts = json(made.stdout)
  assert.ok(facts.pages > 70_000 && facts.pages < 85_000)

  const stats = await runCli('graph', 'stats', web, '--json')
  assert.equal(stats.code, 0, stats.stderr)
  assert.equal(json(stats.stdout).counts.pages.all, facts.pages)
  const text = await runCli('graph', 'stats', web)
  assert.match(text.stdout, /Links to crawled pages, by page/)

  const specs = ['breadth-first', 'lswc:s=3,t=5']
  const flags = specs.flatMap(spec => ['--strategy', spec])
  const simulated = await runCli('simulate', web, ...flags, '--out', study, '--json')
  assert.equal(simulated.code, 0, simulated.stderr)
  const { graph, runs } = json(simulated.stdout)
  for (const key of ['pages', 'crawled', 'links', 'servers', 'relevant']) assert.equal(graph[key], facts[key], key)
  assert.deepEqual(
    runs.map((run: { strategy: string }) => run.strategy),
    specs,
  )
  for (const run of runs) {
    for (const key of ['pages', 'relevant', 'coverage', 'harvest', 'servers', 'maxQueue', 'seconds']) {
      assert.equal(typeof run[key], 'number', key)
    }
    assert.ok(run.curve.length >= 500)
    assert.deepEqual(Object.keys(run.curve[3]), ['pages', 'relevant', 'queue', 'servers'])
  }
  const split = await runCli(
    'simulate',
    web,
    '--strategy',
    'breadth-first',
    '--partitions',
    '4',
    '--delay',
    '50',
    '--json',
  )
  assert.equal(split.code, 0, split.stderr)
  const { options, runs: parts } = json(split.stdout)
  assert.deepEqual([options.partitions, options.delay, parts[0].partitions, parts[0].delay], [4, 50, 4, 50])
  assert.equal(parts[0].pages, runs[0].pages)
  assert.equal(parts[0].linksSentPerPage, parts[0].linksSent / parts[0].pages)
  assert.equal(parts[0].examplesSent, 0)
  assert.equal(runs[0].coverage, 1)
  assert.match(readFileSync(join(study, 'report.html'), 'utf8'), /lswc:s=3,t=5/)
  assert.ok(readdirSync(join(study, 'figures')).includes('coverage.svg'))
})

test('the same command finds what it has found before, and runs only what is new', async () => {
  const flags = ['--strategy', 'breadth-first', '--strategy', 'hard-focused', '--out', study]
  const again = await runCli('simulate', web, ...flags)
  assert.equal(again.code, 0, again.stderr)
  assert.match(again.stderr, /reused from an earlier run: breadth-first\n/)
  assert.match(again.stderr, /^hard-focused: \d+ pages/m)
  assert.match(again.stdout, /breadth-first .* 100 %/)
})

test('Ctrl-C keeps finished strategies and ends with 130', async () => {
  const out = join(directory, 'stopped')
  const flags = ['--strategy', 'hard-focused', '--strategy', 'site-svm', '--out', out, '--workers', '1', '--json']
  const { child, result } = startCli(['simulate', web, ...flags])
  child.stderr?.on('data', text => {
    if (String(text).includes('hard-focused:')) child.kill('SIGINT')
  })
  const { code, stdout } = await result
  assert.equal(code, 130)
  assert.equal(json(stdout).runs[0].strategy, 'hard-focused')
  assert.equal(readdirSync(join(out, 'runs')).filter(name => name.startsWith('hard-focused')).length, 1)
})

test('a network is simulated on demand', async () => {
  const { code, stdout, stderr } = await runCli(
    'simulate',
    web,
    '--strategy',
    'server-conservative',
    '--network',
    'interval=60,connections=30',
    '--max-pages',
    '2000',
    '--json',
  )
  assert.equal(code, 0, stderr)
  const [run] = json(stdout).runs
  assert.equal(run.pages, 2000)
  assert.ok(run.network.hours > 0)
  assert.ok(run.curve.at(-1).hours <= run.network.hours)
})

test('tables are imported, with relevance from a column and seeds by name', async () => {
  const pages = join(directory, 'pages.tsv')
  const edges = join(directory, 'edges.tsv')
  const out = join(directory, 'table.ltg')
  writeFileSync(
    pages,
    'id\turl\ttopic\n0\thttp://a.example/\tmaths\n1\thttp://b.example/x/\tart\n2\thttp://b.example/y\tmaths\n',
  )
  writeFileSync(edges, '0\t1\n1\t2\n2\t0\n')
  const made = await runCli(
    'graph',
    'import',
    pages,
    edges,
    '--relevant',
    'topic=maths',
    '--seed',
    '0',
    '--out',
    out,
    '--json',
  )
  assert.equal(made.code, 0, made.stderr)
  const { pages: count, links, servers, relevant } = json(made.stdout)
  assert.deepEqual([count, links, servers, relevant], [3, 3, 2, 2])
  const simulated = await runCli('simulate', out, '--seed', 'http://a.example/', '--strategy', 'hard-focused', '--json')
  assert.deepEqual([json(simulated.stdout).runs[0].pages, json(simulated.stdout).graph.seeds], [2, [0]])
})

test('bad use exits 2 and says what is wrong', async () => {
  const cases: [string[], RegExp][] = [
    [['graph', 'generate', '--scale', '0', '--out', web], /--scale/],
    [['graph', 'generate', '--preset', 'mars', '--out', join(directory, 'x')], /there is no preset "mars"/],
    [['graph', 'generate', '--set', 'size', '--out', join(directory, 'x')], /expected key=value/],
    [['graph', 'generate', '--out', join(directory, 'no', 'such', 'x')], /does not exist/],
    [['graph', 'generate'], /--out/],
    [['graph', 'stats', web, '--target', 'xyz'], /xyz/],
    [['graph', 'stats', web, '--nonsense'], /unknown option/],
    [['simulate', web, '--strategy', 'none-such'], /there is no strategy "none-such"/],
    [['simulate', web, '--network', 'speed=light'], /speed/],
    [['simulate', web, '--partitions', '0'], /--partitions/],
    [['simulate', web, '--partitions', '9999'], /1024 is the maximum/],
    [['simulate', web, '--delay', '5'], /--partitions/],
    [['simulate', web, '--partitions', '4', '--delay', 'long'], /--delay/],
    [['simulate', web, '--partitions', '4', '--network', 'interval=9'], /cannot be combined/],
    [['simulate', web, '--seed', '999999999'], /the pages of this graph are 0 to/],
    [['simulate', web, '--seed', 'http://nowhere.example/'], /not a page of this graph/],
  ]
  for (const [args, message] of cases) {
    const { code, stderr } = await runCli(...args)
    assert.equal(code, 2, `${args.join(' ')}: ${stderr}`)
    assert.match(stderr, message)
  }
})

test('a file that is no graph, or nothing to import, exits 1', async () => {
  const none = await runCli('simulate', join(directory, 'none.ltg'), '--strategy', 'breadth-first')
  assert.deepEqual([none.code, /E_GRAPH: .*it does not exist/.test(none.stderr)], [1, true], none.stderr)
  const out = join(directory, 'nothing.ltg')
  const nothing = await runCli('graph', 'import', join(directory, 'none.warc'), '--out', out)
  assert.equal(nothing.code, 1, nothing.stderr)
  assert.ok(!existsSync(out))
})
