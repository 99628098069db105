/** A strategy and a frontier that load what others saved go on exactly as those do: every strategy, with every value of its switches. */
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Persistent, Strategy, StrategyModel } from '../../src/contracts.js'
import { loadState, saveState } from '../../src/disk/state-file.js'
import { collectState, restoreState } from '../../src/disk/state-tree.js'
import type { StateValue } from '../../src/disk/state-tree.js'
import { LongtailError } from '../../src/errors.js'
import type { StoredQueue } from '../../src/frontier/index.js'
import { createDiskQueue, createMemoryQueue } from '../../src/frontier/index.js'
import { canonicalSpec, createStrategy, STRATEGIES } from '../../src/strategy/index.js'
import type { StrategyEntry } from '../../src/strategy/index.js'
import { HostHistory } from '../../src/strategy/segment-predictor/host-history.js'
import { CrawlSteps } from './crawl-steps.js'
import type { Step, StepOptions } from './crawl-steps.js'
import { randomWeb } from './random-web.js'
import { leadsToRelevant } from './web.js'
import type { Web } from './web.js'

function specsOf({ name, parameters }: StrategyEntry): string[] {
  return [name, ...parameters.flatMap(({ name: key, examples }) => examples.map(value => `${name}:${key}=${value}`))]
}

const more = [
  'lswc:s=1,t=1,parked=false,smode=depth',
  'server-conservative:t=4,fall=40,parked=true',
  'directory-conservative:t=2,parked=true',
  'naive-bayes:kb=50',
  'naive-bayes:kb=50,learn=kb,lambda=0',
  'naive-bayes:kb=0,features=anchor+source-tld',
  'site-svm:probe=1,retrain=1,sample=3',
  'site-svm:probe=2,retrain=5,share=0,known=score,sample=10',
  'segment-predictor:split=true,neighbourhood=true,history=true',
  'segment-predictor:update=false,split=true,s=1,d=1',
  'shark:siblings=0.5,parents=best',
  'longtail:mode=harvest,floor=2',
]
/** Values that are the default make no other strategy. */
const specs = new Set([...STRATEGIES.flatMap(specsOf).map(canonicalSpec), ...more])
const small: Web = { ...randomWeb(31, 20, 0.1), seeds: [0, 90, 200] }
/** Enough pages for what only happens late: looks at the queue, the cutoff, the second half of exploration. */
const large = randomWeb(33, 110, 0.05)
const learned = modelOf('segment-predictor')

function modelOf(spec: string): StrategyModel {
  const strategy = createStrategy(spec)
  const steps = new CrawlSteps(small, strategy, createMemoryQueue().frontier, options(1, []))
  steps.begin()
  while (steps.next() !== null);
  return strategy.model?.() ?? {}
}

function options(inFlight: number, moments: readonly number[]): StepOptions {
  return { inFlight, moments, scores: inFlight % 2 === 1 }
}

function make(spec: string, web = small): Strategy {
  return createStrategy(spec, {
    leadsToRelevant: leadsToRelevant(web),
    ...(spec.includes('update=false') ? { model: learned } : {}),
  })
}

/** Strategy and queue are one state, as in a crawl. */
function together(strategy: Strategy, queue: StoredQueue): Persistent {
  return {
    persist(fields) {
      assert.ok(strategy.persist, `${strategy.name} has nothing to say to checkpoints`)
      strategy.persist(fields)
      fields.part('queue', queue)
    },
  }
}

/** What a file would hold: arrays change when the crawl goes on. */
function copied(parts: Persistent): Map<string, StateValue> {
  const { fields } = collectState(parts)
  return new Map([...fields].map(([name, value]) => [name, ArrayBuffer.isView(value) ? value.slice() : value]))
}

/** What people see of it; a model is large, and is looked at now and then. */
function opinions(strategy: Strategy, hosts: number, withModel: boolean): unknown {
  return {
    estimate: strategy.estimate?.(),
    why: strategy.explain === undefined ? [] : Array.from({ length: hosts }, (_, host) => strategy.explain?.(host)),
    model: withModel ? strategy.model?.() : undefined,
  }
}

interface Run {
  readonly steps: readonly Step[]
  readonly opinions: readonly unknown[]
  readonly states: ReadonlyMap<number, Map<string, StateValue>>
}

const HOSTS = 12

/** Crawls to the end, and saves at the moments of the options. */
function crawl(spec: string, how: StepOptions, web = small): Run {
  const strategy = make(spec, web)
  const queue = createMemoryQueue()
  const crawled = new CrawlSteps(web, strategy, queue.frontier, how)
  crawled.begin()
  const states = new Map<number, Map<string, StateValue>>()
  const steps: Step[] = []
  const seen: unknown[] = []
  for (;;) {
    seen.push(opinions(strategy, HOSTS, how.moments.includes(crawled.done)))
    if (how.moments.includes(crawled.done)) states.set(crawled.done, copied(together(strategy, queue)))
    const step = crawled.next()
    if (step === null) return { steps, opinions: seen, states }
    steps.push(step)
  }
}

/** The rest of a run, from a strategy and a queue that were loaded. */
function checkRest(
  run: Run,
  from: number,
  strategy: Strategy,
  queue: StoredQueue,
  how: StepOptions,
  web = small,
): void {
  const crawled = new CrawlSteps(web, strategy, queue.frontier, how, from)
  for (let done = from; ; done++) {
    assert.deepEqual(opinions(strategy, HOSTS, how.moments.includes(done)), run.opinions[done], `after ${done} pages`)
    const step = crawled.next()
    assert.deepEqual(step, run.steps[done] ?? null, `page ${done}`)
    if (step === null) return
  }
}

function checkAll(spec: string, how: StepOptions, web: Web): void {
  const run = crawl(spec, how, web)
  for (const [done, state] of run.states) {
    const strategy = make(spec, web)
    const queue = createMemoryQueue()
    restoreState(state, together(strategy, queue))
    // also what matters only later than these webs are large
    for (const [name, value] of copied({ persist: fields => strategy.persist?.(fields) })) {
      assert.deepEqual(value, state.get(name), name)
    }
    checkRest(run, done, strategy, queue, how, web)
  }
}

for (const spec of specs) {
  test(`${spec}: what is loaded goes on as what was saved`, () => {
    const isDefault = !spec.includes(':')
    for (const inFlight of isDefault ? [1, 6] : [3]) {
      const { steps } = crawl(spec, options(inFlight, []))
      const atShare = (share: number): number => Math.floor(share * steps.length)
      // a hop that nobody has settled yet
      const hop = steps.findIndex(({ page }, done) => done > atShare(0.3) && small.pages[page].redirect)
      checkAll(spec, options(inFlight, [0, atShare(0.2), hop + 1, atShare(0.55), atShare(0.9)]), small)
    }
  })
}

test('longtail: what is loaded late goes on as what was saved', () => {
  const run = crawl('longtail', options(1, []), large)
  assert.ok(
    run.steps.some(({ moves }) => moves.some(move => move.startsWith('cutoff'))),
    'the web is too small',
  )
  checkAll('longtail', options(3, [700, 1100, 1300]), large)
})

const LATE: Readonly<Record<string, readonly number[]>> = {
  'naive-bayes:kb=600': [300, 803, 804, 1201, 1202],
  'server-conservative:t=60000,parked=true': [30, 60, 120, 180, 240],
  'site-svm:probe=2,sample=20': [400, 803, 1201],
}
for (const [spec, moments] of Object.entries(LATE)) {
  test(`${spec}: what is loaded late goes on as what was saved`, () => {
    assert.ok(crawl(spec, options(1, []), large).steps.length > Math.max(...moments), 'the web is too small')
    checkAll(spec, options(3, moments), large)
  })
}

test('the last segments of a host are told', () => {
  const history = new HostHistory()
  history.reserve(3)
  for (let n = 0; n < 13; n++) history.note(1, n / 20)
  const state = copied(history)
  const loaded = new HostHistory()
  restoreState(state, loaded)
  for (const degree of [0.5, 0.9]) {
    const [before, after] = [new Float64Array(2), new Float64Array(2)]
    history.fill(1, before)
    loaded.fill(1, after)
    assert.deepEqual(after, before)
    assert.ok(before[0] >= 0)
    history.note(1, degree)
    loaded.note(1, degree)
  }
})

test('saving changes nothing', () => {
  for (const { name } of STRATEGIES) {
    const saving = crawl(name, options(1, [3, 40, 41, 200]))
    const other = crawl(name, options(1, []))
    assert.deepEqual(saving.steps, other.steps, name)
  }
})

test('a strategy refuses the state of another, and of itself with other parameters', () => {
  const stateOf = (spec: string): Map<string, StateValue> => {
    const { states } = crawl(spec, options(1, [30]))
    return states.get(30) ?? new Map<string, StateValue>()
  }
  const refused = (error: unknown): boolean => error instanceof LongtailError && error.code === 'E_CHECKPOINT'
  const kinds = ['breadth-first', 'hard-focused', 'server-aggressive', 'server-conservative', 'lswc', 'longtail']
  for (const spec of kinds) {
    const state = stateOf(spec)
    for (const other of kinds) {
      const load = (): void => restoreState(state, together(make(other), createMemoryQueue()))
      if (other === spec) load()
      else assert.throws(load, refused, `${spec} into ${other}`)
    }
  }
  for (const [spec, other] of [
    ['lswc', 'lswc:s=4'],
    ['longtail', 'longtail:words=false'],
    ['segment-predictor', 'segment-predictor:split=true'],
    ['naive-bayes:features=language', 'naive-bayes'],
  ]) {
    assert.throws(() => restoreState(stateOf(spec), together(make(other), createMemoryQueue())), refused)
  }
  // however the parameters are written
  restoreState(stateOf('lswc:s=3'), together(make('lswc'), createMemoryQueue()))
})

for (const { name } of STRATEGIES) {
  test(`${name}: a crawl on disk goes on from files`, async () => {
    const parent = mkdtempSync(join(tmpdir(), 'longtail-strategy-'))
    try {
      const memoryBytes = 64 * 1024
      const how = options(6, [150])
      const run = crawl(name, how)
      const directory = join(parent, 'queue')
      const strategy = make(name)
      const queue = createDiskQueue({ directory, memoryBytes })
      const crawled = new CrawlSteps(small, strategy, queue.frontier, how)
      crawled.begin()
      for (let done = 0; done < 150 && done < run.steps.length; done++) {
        assert.deepEqual(crawled.next(), run.steps[done])
      }
      await saveState(join(parent, 'state'), together(strategy, queue), { pages: crawled.done })
      queue.checkpointed()
      for (let more = 0; more < 20; more++) crawled.next()
      cpSync(directory, join(parent, 'copy'), { recursive: true })
      queue.close()
      const again = createDiskQueue({ directory: join(parent, 'copy'), memoryBytes, resume: true })
      const loaded = make(name)
      const state = loadState(join(parent, 'state'))
      state?.restore(together(loaded, again))
      checkRest(run, Number(state?.about.pages), loaded, again, how)
      again.close()
    } finally {
      rmSync(parent, { recursive: true })
    }
  })
}

/** A clock decides when a crawl is asked what it expects; a replay of its log is not asked, and must come to the same state. */
for (const { name } of STRATEGIES)
  test(`${name}: asking what is expected, and why, changes nothing`, () => {
    const strategy = make(name)
    // most of them are met late
    const web: Web = { ...small, tlds: small.tlds.map((_, server) => `t${server}`) }
    const steps = new CrawlSteps(web, strategy, createMemoryQueue().frontier, options(1, []))
    const parts: Persistent = { persist: fields => strategy.persist?.(fields) }
    steps.begin()
    for (let count = 0; steps.next() !== null; count++) {
      if (count % 7 !== 0) continue
      const before = copied(parts)
      strategy.estimate?.()
      for (let host = 0; host < 60; host++) strategy.explain?.(host)
      assert.deepEqual(copied(parts), before)
    }
  })
