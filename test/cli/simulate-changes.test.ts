import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { listedBudgets, listedPolicies } from '../../src/cli/simulate-changes.js'
import { runCli, startCli, temporaryDirectory } from '../crawl/run-cli.js'

const directory = temporaryDirectory('simulate-changes')
const web = join(directory, 'web.ltg')
after(() => rmSync(directory, { recursive: true }))
before(async () => {
  const flags = ['--preset', 'university-2021', '--scale', '0.1', '--seed', '7', '--out', web]
  const { code, stderr } = await runCli('graph', 'generate', ...flags)
  assert.equal(code, 0, stderr)
})

test('policies at several budgets: JSON with all numbers, and a table', async () => {
  const flags = ['--changes', '--policies', 'uniform,adaptive:interval=10,max=90,oracle', '--days', '30']
  const { code, stdout, stderr } = await runCli(
    'simulate',
    web,
    ...flags,
    '--budget',
    '5%,20%',
    '--seed',
    '9',
    '--json',
  )
  assert.equal(code, 0, stderr)
  const { graph, changes, runs, stopped } = JSON.parse(stdout)
  assert.ok(graph.crawled > 200)
  assert.deepEqual(changes, { model: 'measured', days: 30, every: 1, seed: 9 })
  assert.equal(stopped, 'finished')
  assert.deepEqual(
    runs.map((run: { policy: string; budget: number }) => [run.policy, run.budget]),
    [0.05, 0.2].flatMap(budget => ['uniform', 'adaptive:interval=10,max=90', 'oracle'].map(name => [name, budget])),
  )
  for (const run of runs) {
    for (const key of ['freshness', 'wantedFreshness', 'current', 'age', 'newWantedPerDownload', 'planSeconds'])
      assert.equal(typeof run[key], 'number', key)
    assert.equal(run.rounds, 29)
  }
  const table = await runCli('simulate', web, '--changes', 'news:births=1', '--days', '20', '--budget', '10%')
  assert.equal(table.code, 0, table.stderr)
  for (const name of ['uniform', 'adaptive', 'change-rate', 'longtail', 'oracle'])
    assert.match(table.stdout, new RegExp(`^10 % +${name} `, 'm'))
})

test('flags of strategies and of policies do not mix, and bad values say what is possible', async () => {
  const wrong = async (message: RegExp, ...flags: string[]): Promise<void> => {
    const { code, stderr } = await runCli('simulate', web, ...flags)
    assert.equal(code, 2, stderr)
    assert.match(stderr, message)
  }
  await Promise.all([
    wrong(/--strategy and --changes cannot be combined/, '--changes', '--strategy', 'longtail'),
    wrong(/--days needs --changes/, '--days', '10'),
    wrong(/--budget: "5" is not a budget/, '--changes', '--budget', '5'),
    wrong(/--seed: with --changes this is the random seed/, '--changes', '--seed', 'http://a.example/'),
    wrong(/there is no recrawl policy "longtial"; did you mean "longtail"/, '--changes', '--policies', 'longtial'),
    wrong(/there is no model of change "new"; did you mean "news"/, '--changes', 'new'),
    wrong(/--every 40: give fewer days/, '--changes', '--every', '40', '--days', '30'),
  ])
})

test('Ctrl-C ends it with what is finished and exit code 130', async () => {
  // the first is soon done, the others would take minutes
  const budgets = '0.1%,1000%,999%,998%,997%,996%,995%'
  const flags = [
    '--changes',
    '--policies',
    'uniform',
    '--days',
    '3000',
    '--budget',
    budgets,
    '--workers',
    '1',
    '--json',
  ]
  const { child, result } = startCli(['simulate', web, ...flags])
  const isFirstDone = new Promise<void>(done => {
    let said = ''
    child.stderr?.on('data', text => {
      said += String(text)
      if (/uniform at 0\.1 %: \d+ downloads/.test(said)) done()
    })
  })
  await Promise.race([isFirstDone, result])
  child.kill('SIGINT')
  const { code, stdout, stderr } = await result
  assert.equal(code, 130, stderr)
  const { runs, stopped } = JSON.parse(stdout)
  assert.equal(stopped, 'interrupted')
  assert.ok(runs.length >= 1 && runs.length < 7)
  assert.equal(runs[0].budget, 0.001)
})

test('lists of policies keep the parameters of each; budgets are percent', () => {
  assert.deepEqual(listedPolicies('a,b:x=1,y=2, c'), ['a', 'b:x=1,y=2', 'c'])
  assert.deepEqual(listedPolicies('a,a'), ['a'])
  assert.equal(listedPolicies(undefined).at(-1), 'oracle')
  assert.deepEqual(listedBudgets('1%, 2.5 %,1%'), [0.01, 0.025])
  for (const bad of ['', '0%', '1', '2000%', '-1%', '5%,'])
    assert.throws(() => listedBudgets(bad), { code: 'E_USAGE' }, bad)
})
