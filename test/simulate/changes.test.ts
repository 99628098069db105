import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateGraph } from '../../src/graph/generate/index.js'
import { CRAWLED } from '../../src/graph/index.js'
import { recrawlPolicy, type KnownPages } from '../../src/recrawl/index.js'
import {
  changeModel,
  changesHelp,
  comparePolicies,
  policyOf,
  runRounds,
  type RoundsJob,
  type RoundsResult,
} from '../../src/simulate/changes/index.js'
import { ChangingWeb, type LiveVisit } from '../../src/simulate/changes/changing-web.js'
import { pageKinds } from '../../src/simulate/changes/page-kinds.js'

const graph = await generateGraph({ preset: 'university-2021', scale: 0.2, seed: 5, threads: 1 })
const job: RoundsJob = { policy: 'uniform', budget: 0.05, changes: 'measured', days: 100, every: 1, seed: 3 }

function withoutTime({ planSeconds, ...rest }: RoundsResult): Omit<RoundsResult, 'planSeconds'> {
  assert.ok(planSeconds >= 0)
  return rest
}

test('the same seed gives the same result, another seed another web', () => {
  const first = runRounds(graph, job)
  assert.deepEqual(withoutTime(runRounds(graph, job)), withoutTime(first))
  assert.notEqual(runRounds(graph, { ...job, seed: 4 }).freshness, first.freshness)
})

test('the web is the same for all policies: they find different shares of the same births', () => {
  const runs = ['uniform', 'adaptive', 'change-rate', 'longtail', 'oracle'].map(policy =>
    runRounds(graph, { ...job, policy }),
  )
  assert.ok(runs[0].bornWanted > 20)
  for (const run of runs) {
    assert.equal(run.bornWanted, runs[0].bornWanted, run.policy)
    assert.equal(run.downloads, runs[0].downloads, run.policy)
    assert.ok(run.newWanted <= run.bornWanted)
    for (const share of [run.freshness, run.wantedFreshness, run.current]) assert.ok(share > 0 && share < 1)
  }
  assert.equal(new Set(runs.map(run => run.freshness)).size, runs.length)
})

test('measured freshness is that of the theory, where all pages change alike and are visited alike', () => {
  const days = 400
  const { freshness, age } = runRounds(graph, { ...job, changes: 'equal:births=0,deaths=0', budget: 0.1, days })
  // visited every 10 days, changed every 30: (1 − exp(−x)) / x for x = 1/3; and its age, by Cho and Garcia-Molina
  const x = 1 / 3
  const fresh = -Math.expm1(-x) / x
  const old = 10 * (1 / 2 - 1 / x + -Math.expm1(-x) / (x * x))
  assert.ok(Math.abs(freshness - fresh) < 0.01, `${freshness}, in theory ${fresh}`)
  assert.ok(Math.abs(age - old) < 0.15, `${age}, in theory ${old}`)
})

test('births and deaths come at the rates of the model, and a whole budget finds nearly all that lives', () => {
  const days = 200
  const run = runRounds(graph, { ...job, changes: 'equal:births=1,deaths=0', budget: 1, days })
  const all = { ...graph, flags: graph.flags.map(flag => flag & CRAWLED) }
  const pages = graph.flags.filter(flag => (flag & CRAWLED) !== 0).length
  const { bornWanted } = runRounds(all, { ...job, changes: 'equal:births=1,deaths=0', budget: 1, days })
  assert.ok(Math.abs(bornWanted / (0.01 * pages * days) - 1) < 0.1, `${bornWanted} births of ${pages} pages`)
  assert.ok(run.newWanted > 0.97 * run.bornWanted)
  const none = runRounds(graph, { ...job, changes: 'measured:births=0,deaths=0' })
  assert.equal(none.bornWanted, 0)
  assert.equal(none.newWanted, 0)
  assert.ok(Math.abs(none.current - none.wantedFreshness) < 1e-9)
})

test('a policy sees what visits found, and never a page that is noted as gone', () => {
  const web = new ChangingWeb(graph, changeModel('measured:deaths=5'), 1, 100)
  const visit: LiveVisit = { gone: false, changed: false, staleSince: 0 }
  let gone = 0
  let changed = 0
  const initial = web.count
  for (let page = 0; page < initial; page++) {
    const dies = web.columns.diesAt[page]
    const changes = web.columns.nextChange[page]
    web.visit(page, 50, visit, [])
    assert.equal(visit.gone, dies <= 50)
    assert.equal(visit.changed, changes <= 50 && dies > 50)
    const staleSince = Math.min(changes, dies)
    assert.equal(visit.staleSince, staleSince <= 50 ? staleSince : Infinity)
    if (visit.gone) gone++
    if (visit.changed) changed++
    assert.ok(web.columns.nextChange[page] > Math.min(50, dies))
  }
  assert.ok(gone > initial / 2 && changed > 0)
})

test('kinds: the root of a server is its home, lists have many links, a page without links is other', () => {
  const kinds = pageKinds(graph)
  const count = (kind: string): number => kinds.filter(own => own === kind).length
  assert.ok(count('home') > 10 && count('list') > 10 && count('article') > count('list') && count('other') > 0)
  kinds.forEach((kind, page) => {
    const url = graph.urls?.url(page) ?? ''
    if (kind === 'home' && kinds.some((_, other) => other !== page && isRootOf(other, page))) assert.match(url, /\/$/)
    if (kind === 'other') assert.equal(graph.offsets[page + 1], graph.offsets[page])
  })
})

function isRootOf(page: number, of: number): boolean {
  return graph.server[page] === graph.server[of] && /^\w+:\/\/[^/]+\/$/.test(graph.urls?.url(page) ?? '')
}

test('threads find what one thread finds, by budget and in the order asked for', async () => {
  const policies = ['longtail', 'uniform', 'oracle:weighted=true']
  const options = { policies, budgets: [0.05, 0.2], days: 40, seed: 3, workers: 2 }
  const told: string[] = []
  const results = await comparePolicies(graph, { ...options, onRun: ({ policy }) => told.push(policy) })
  assert.equal(told.length, 6)
  const expected = options.budgets.flatMap(budget =>
    policies.map(policy => runRounds(graph, { ...job, policy, budget, days: 40 })),
  )
  assert.deepEqual(results.map(withoutTime), expected.map(withoutTime))
})

test('an abort leaves no half results; what does not exist fails before anything runs', async () => {
  const options = { policies: ['uniform'], budgets: [0.05] }
  assert.deepEqual(await comparePolicies(graph, { ...options, signal: AbortSignal.abort() }), [])
  await assert.rejects(comparePolicies(graph, { ...options, policies: ['uniform', 'orakel'] }), {
    code: 'E_STRATEGY',
    message: /there is no recrawl policy "orakel"/,
  })
  await assert.rejects(comparePolicies(graph, { ...options, changes: 'mesured' }), {
    code: 'E_USAGE',
    message: /did you mean "measured"/,
  })
})

test('models of change: names, parameters and help', () => {
  for (const name of ['measured', 'equal', 'bimodal', 'news', 'tails']) {
    assert.equal(changeModel(name).name, name)
    assert.match(changesHelp(), new RegExp(`\\b${name}\\b`))
  }
  assert.equal(changeModel('news:births=2,deaths=0.5').births, 0.02)
  assert.equal(changeModel('news:births=2,deaths=0.5').deaths, 0.005)
  assert.throws(() => changeModel('toString'), { code: 'E_USAGE' })
  assert.throws(() => changeModel('news:births=x'), { message: /--changes news: births="x": expected/ })
  assert.throws(() => policyOf('oracle:depth=3', () => new Float64Array(0)), { code: 'E_STRATEGY' })
})

test('the shares that the published measurements give, within some percent', async () => {
  const thai = await generateGraph({ preset: 'thai-2004', scale: 0.0005, seed: 5, threads: 1 })
  const web = new ChangingWeb(thai, changeModel('measured'), 1, 1)
  const share = (of: (rate: number) => number): number => {
    let sum = 0
    for (let page = 0; page < web.count; page++) sum += of(web.columns.rate[page])
    return sum / web.count
  }
  const inAWeek = share(rate => -Math.expm1(-7 * rate))
  const notInAYear = share(rate => Math.exp(-365 * rate))
  assert.ok(inAWeek > 0.18 && inAWeek < 0.4, `${inAWeek} change within a week`)
  assert.ok(notInAYear > 0.35 && notInAYear < 0.6, `${notInAYear} do not change in a year`)
})

test('a budget that a policy does not use is not spent, and the rounds go on', () => {
  // worthless pages have no place in the weighted optimum
  const none: KnownPages['worth'] = new Float64Array(graph.pages)
  const policy = recrawlPolicy('change-rate:weighted=true')
  assert.equal(policy.choose({ ...emptyHistory(10), worth: none }, 5, 3, 1).length, 0)
  const run = runRounds(graph, { ...job, policy: 'change-rate:weighted=true', budget: 1 })
  assert.ok(run.downloads > 0 && run.downloads < runRounds(graph, { ...job, budget: 1 }).downloads)
})

function emptyHistory(count: number): KnownPages {
  const zero = new Float64Array(count)
  return {
    count,
    visits: zero.map(() => 1),
    changes: zero,
    firstVisit: zero,
    lastVisit: zero,
    lastChange: zero,
    server: zero,
    directory: zero,
    kind: Array.from({ length: count }, () => 'article'),
    worth: zero,
    foundNew: zero,
  }
}
