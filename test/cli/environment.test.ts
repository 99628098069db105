import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Command } from 'commander'
import { addCommands } from '../../src/cli/commands/index.js'
import { EnvironmentCommand, OTHER_VARIABLES, variableOf } from '../../src/cli/environment.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { packageRoot } from '../package-root.js'

const directory = temporaryDirectory('environment')
const bin = join(packageRoot, 'bin/longtail.js')

function run(env: Record<string, string>, ...args: string[]) {
  const { PATH = '' } = process.env
  const options = { encoding: 'utf8' as const, env: { PATH, ...env }, cwd: directory }
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], options)
  return { code: status, stdout, stderr }
}

test('a variable sets a flag, what is typed counts more, and a wrong value is named', () => {
  const graph = { LONGTAIL_GRAPH_GENERATE_SCALE: '0.0005', LONGTAIL_GRAPH_GENERATE_OUT: 'by-variable.ltg' }
  const made = run({ ...graph, LONGTAIL_GRAPH_GENERATE_JSON: '1' }, 'graph', 'generate', '--seed', '4')
  assert.equal(made.code, 0, made.stderr)
  assert.ok(JSON.parse(made.stdout).pages > 0)
  const typed = run({ ...graph, LONGTAIL_GRAPH_GENERATE_JSON: 'no' }, 'graph', 'generate', '--out', 'typed.ltg')
  assert.match(typed.stdout, /^typed\.ltg: /)
  assert.ok(readdirSync(directory).includes('by-variable.ltg'))
  const wrong = run({ ...graph, LONGTAIL_GRAPH_GENERATE_SCALE: 'big' }, 'graph', 'generate')
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /LONGTAIL_GRAPH_GENERATE_SCALE/)
})

test('every flag has one variable of its own, and variables of other commands do nothing', async () => {
  const program = await addCommands(new Command('longtail'))
  const all = program.commands.flatMap(top => [top, ...top.commands])
  const names = all.flatMap(command => command.options.map(option => variableOf(command, option)))
  assert.ok(names.length > 100)
  assert.equal(new Set(names).size, names.length)
  assert.deepEqual(
    names.filter(name => OTHER_VARIABLES.includes(name)),
    [],
  )
  const env = { LONGTAIL_CRAWL_PORT: '1', LONGTAIL_DASHBOARD_PORT: '2', LONGTAIL_INIT_YES: '0' }
  const settable = await addCommands(new EnvironmentCommand('longtail', env))
  const set = settable.commands.flatMap(({ options }) => options.flatMap(({ envVar }) => envVar ?? []))
  assert.deepEqual([...new Set(set)].sort(), ['LONGTAIL_DASHBOARD_PORT', 'LONGTAIL_JOIN'])
})

test('doctor names what is set and what sets nothing; it shows no values', () => {
  const env = {
    LONGTAIL_CRAWL_WORKERS: '3',
    LONGTAIL_CRAWL_MAXPAGES: 'secret-10',
    LONGTAIL_ADMIN_PASSWORD: 'secret-pw',
  }
  const { stdout, code } = run(env, 'doctor')
  assert.equal(code, 0)
  assert.match(stdout, /LONGTAIL_CRAWL_WORKERS: crawl --workers/)
  assert.match(stdout, /LONGTAIL_CRAWL_MAXPAGES is not a setting; did you mean LONGTAIL_CRAWL_MAX_PAGES\?/)
  assert.doesNotMatch(stdout, /secret/)
})

test('help says the rule, and every variable that the code reads is documented', () => {
  assert.match(run({}, 'help', 'portal', 'serve').stdout, /LONGTAIL_PORTAL_SERVE_PORT is --port/)
  const docs = readFileSync(join(packageRoot, 'docs/environment.md'), 'utf8')
  const found = execFileSync('grep', ['-rhoE', 'env\\.LONGTAIL_[A-Z_]+', join(packageRoot, 'src')], {
    encoding: 'utf8',
  })
  for (const name of new Set(found.trim().split('\n'))) {
    const variable = name.slice('env.'.length)
    assert.ok(OTHER_VARIABLES.includes(variable), variable)
    assert.ok(docs.includes(`\`${variable}\``), variable)
  }
})
