import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { buildDemoWeb, serveDemoWeb } from '../../src/demo/web.js'
import { demoCampaign } from '../crawl/demo-crawl.js'
import { runCli, temporaryDirectory } from '../crawl/run-cli.js'

/** A folder where Longtail is not installed. */
const directory = temporaryDirectory('own-strategy')
const graph = join(directory, 'thai.ltg')
const page = readFileSync(new URL('../../../docs/own-strategies.md', import.meta.url), 'utf8')
const [, example] = /```js\n([^]*?)```/.exec(page) ?? []
const patient = file('patient.js', example)

before(async () => {
  const { code, stderr } = await runCli(
    'graph',
    'generate',
    '--preset',
    'thai-2004',
    '--scale',
    '0.001',
    '--seed',
    '1',
    '--out',
    graph,
  )
  assert.equal(code, 0, stderr)
})

function file(name: string, text: string): string {
  writeFileSync(join(directory, name), text)
  return join(directory, name)
}

function made(name: string, definition: string): string {
  return file(name, `import { defineStrategy } from 'longtail'\nexport default defineStrategy(${definition})`)
}

/** Pages by strategy. */
async function simulated(...strategies: string[]): Promise<Record<string, number>> {
  const { code, stdout, stderr } = await runCli(
    ...['simulate', graph, '--no-stats', '--json', '--out', join(directory, 'study')],
    ...strategies.flatMap(strategy => ['--strategy', strategy]),
  )
  assert.equal(code, 0, stderr)
  const { runs }: { runs: { strategy: string; pages: number }[] } = JSON.parse(stdout)
  return Object.fromEntries(runs.map(({ strategy, pages }) => [strategy, pages]))
}

test('the strategy of the documentation runs beside others, with its parameters', async () => {
  const pages = await simulated(patient, `${patient}:patience=1`, 'breadth-first')
  assert.ok(pages[patient] > 0)
  assert.ok(pages[`${patient}:patience=1`] < pages[patient])
  assert.ok(pages[patient] < pages['breadth-first'])
})

test('a function as default export is handed the tools; a file that was changed is another strategy', async () => {
  const all = `export default ({ defineStrategy, inOneQueue }) =>
    defineStrategy({ name: 'all', summary: '', source: '', parameters: {}, create: () => inOneQueue((visit, links, out) => out.fill(LEVEL)) })`
  const path = file('all.mjs', all.replace('LEVEL', '1'))
  const first = await simulated(path, 'breadth-first')
  assert.equal(first[path], first['breadth-first'])
  file('all.mjs', all.replace('LEVEL', 'visit.relevant ? 1 : 0'))
  assert.ok((await simulated(path))[path] < first[path])
})

test('methods of a class, and of an object that keeps its state in itself, are a strategy, too', async () => {
  const wanted = (await simulated(patient))[patient]
  const methods = (comma: string): string => `
    reserve(_pages, servers) { while (this.misses.length < servers) this.misses = [...this.misses, 0] }${comma}
    seed() { return 1 }${comma}
    score(visit, links, out) {
      const server = links.group[visit.page]
      this.misses[server] = visit.relevant ? 0 : this.misses[server] + 1
      for (let i = links.start; i < links.end; i++)
        out[i - links.start] = this.misses[links.group[links.to[i]]] < 5 ? 1 : 0
    }`
  const strategy = (create: string): string => `import { defineStrategy } from 'longtail'
    export default defineStrategy({ name: 'x', summary: 'one', source: 'mine', parameters: {}, create: () => ${create} })`
  const asObject = file(
    'object.js',
    strategy(`({ levels: 1, groupBy: 'server', reorders: 'never', needs: [], misses: [], ${methods(',')} })`),
  )
  const asClass = file(
    'class.js',
    strategy(
      `new (class { levels = 1; groupBy = 'server'; reorders = 'never'; needs = []; misses = []; ${methods('')} })()`,
    ),
  )
  assert.deepEqual(await simulated(asObject, asClass), { [asObject]: wanted, [asClass]: wanted })
})

test('a crawl follows it, goes on with it, and says which it was', async () => {
  const web = buildDemoWeb({ hosts: 24, pagesPerHost: 10, seed: 2 })
  const server = await serveDemoWeb(web)
  try {
    const campaign = join(directory, 'campaign.yaml')
    writeFileSync(campaign, JSON.stringify(demoCampaign(web, server, { strategy: './patient.js:patience=4' })))
    const crawl = (...more: string[]) => runCli('crawl', campaign, '--out', join(directory, 'crawl'), '--json', ...more)
    const first = await crawl('--max-pages', '5')
    assert.equal(first.code, 0, first.stderr)
    const second = await crawl()
    assert.equal(second.code, 0, second.stderr)
    assert.ok(JSON.parse(second.stdout).pages > 5)
    const log = await runCli('log', join(directory, 'crawl'))
    const runs = log.stdout.split('\n').filter(line => line.includes('"t":"run"'))
    assert.equal(runs.length, 2)
    for (const run of runs) assert.match(JSON.parse(run).strategy, /patient\.js#[0-9a-f]{12}:patience=4$/)
  } finally {
    await server.close()
  }
})

test('a strategy that fails says so and why', async () => {
  const queue = (body: string): string => `export default ({ defineStrategy, inOneQueue }) =>
    defineStrategy({ name: 'x', summary: '', source: '', parameters: {}, create: () => inOneQueue((visit, links, out) => { ${body} }) })`
  const path = file('failing.mjs', queue('throw new Error("on purpose")'))
  const failed = await runCli('simulate', graph, '--strategy', path)
  assert.equal(failed.code, 2)
  assert.match(failed.stderr, /failing\.mjs: "score" failed: on purpose/)
  file('failing.mjs', queue('out.fill(9)'))
  assert.match((await runCli('simulate', graph, '--strategy', path)).stderr, /"score" gave level 9; it has levels: 1/)
  file('failing.mjs', queue('out.fill(1)'))
  assert.equal((await runCli('simulate', graph, '--strategy', path)).code, 0)
})

test('a file that is no strategy is refused with what it should be', async () => {
  const cases = [
    [join(directory, 'none.js'), /cannot be read/],
    [file('empty.js', 'export const x = 1'), /is not a strategy: its default export must be defineStrategy/],
    [file('broken.mjs', 'throw new Error("on purpose")'), /cannot be loaded: on purpose/],
    [
      file(
        'half.mjs',
        `export default kit => kit.defineStrategy({ name: 'x', summary: '', source: '', parameters: {}, create: () => ({ levels: 1 }) })`,
      ),
      /what "create" returns has groupBy: undefined/,
    ],
    [made('half.js', "{ name: 'x', create: () => ({}) }"), /"summary" is missing/],
    [made('no-create.js', "{ name: 'x', summary: '', source: '', parameters: {} }"), /"create" is missing/],
    [made('no-parameters.js', "{ name: 'x', summary: '', source: '', create: () => ({}) }"), /"parameters" is missing/],
    [
      made('number.js', "{ name: 'x', summary: '', source: '', parameters: { patience: 5 }, create: () => ({}) }"),
      /make the parameter "patience" with integer/,
    ],
    [
      made('nothing.js', "{ name: 'x', summary: '', source: '', parameters: {}, create: () => {} }"),
      /"create" does not return a strategy/,
    ],
    [
      made(
        'seeds.js',
        "{ name: 'x', summary: '', source: '', parameters: {}, create: () => ({ levels: 1, groupBy: 'none', reorders: 'never', needs: [], reserve() {}, seed() {}, score() {} }) }",
      ),
      /"seed" gave level undefined; it has levels: 1/,
    ],
    [`${patient}:patience=0`, /patience="0": expected 1…1000/],
    [`${patient}:hurry=1`, /it has patience/],
  ] as const
  for (const [strategy, message] of cases) {
    const { code, stderr } = await runCli('simulate', graph, '--strategy', strategy)
    assert.equal(code, 2, stderr)
    assert.match(stderr, message)
  }
})
