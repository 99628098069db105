/** What index.ts promises, for every strategy and every value of its switches: a new entry of STRATEGIES is tested by being there. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageId, Strategy, StrategyModel } from '../../src/contracts.js'
import { createStrategy, STRATEGIES } from '../../src/strategy/index.js'
import type { StrategyEntry } from '../../src/strategy/index.js'
import { randomWeb } from './random-web.js'
import { leadsToRelevant, walk } from './web.js'
import type { WalkOptions, Web } from './web.js'

/** The defaults, every switch and word, and the ends of every range. */
function specsOf({ name, parameters }: StrategyEntry): string[] {
  const specs = parameters.flatMap(parameter => parameter.examples.map(value => `${name}:${parameter.name}=${value}`))
  return [name, ...specs]
}

const specs = [
  ...STRATEGIES.flatMap(specsOf),
  'lswc:s=1,t=1,parked=false,smode=depth',
  'server-conservative:t=4,fall=40,parked=true',
  'directory-conservative:t=2,parked=true',
  'naive-bayes:kb=50',
  'naive-bayes:kb=50,learn=kb,lambda=0',
  'naive-bayes:kb=0,features=anchor+source-tld',
  'site-svm:probe=1,retrain=1',
  'segment-predictor:split=true,neighbourhood=true,history=true',
  'segment-predictor:update=false,split=true,s=1,d=1',
  'site-svm:probe=2,retrain=5,share=0,known=score,sample=10',
]
const webs = [randomWeb(11, 30), randomWeb(12, 30, 0.2)]
/** What a strategy that must not learn while it crawls has to be told. */
const learned = segmentModel()
const make = (spec: string, web: Web) =>
  createStrategy(spec, {
    leadsToRelevant: leadsToRelevant(web),
    ...(spec.includes('update=false') ? { model: learned } : {}),
  })
const pace: readonly WalkOptions[] = [{}, { inFlight: 7 }]

/** Scores of links only for those who ask. */
function walksOf(spec: string): readonly WalkOptions[] {
  const { wants = [] } = make(spec, webs[0])
  const asks = wants.includes('link-score') || wants.includes('link-score-words')
  return asks ? [...pace, { inFlight: 3, scores: true }] : pace
}

function segmentModel(): StrategyModel {
  const strategy = createStrategy('segment-predictor')
  walk(webs[0], strategy)
  return strategy.model?.() ?? {}
}

interface Call {
  readonly page: PageId
  readonly targets: Uint32Array
  readonly levels: Uint16Array
}

/** These judge a page again with every link to it, and mean it when they find it worse than they thought. */
const MAY_THINK_WORSE = new Set(['longtail', 'shark'])

/** The strategy, with every score checked against the contract and remembered. */
function watched(strategy: Strategy): { strategy: Strategy; calls: Call[] } {
  const calls: Call[] = []
  const best = new Map<PageId, number>()
  const mayFall = MAY_THINK_WORSE.has(strategy.name)
  assert.ok(!mayFall || strategy.reorders === 'often', `${strategy.name} must declare what it does to queued pages`)
  const note = (page: PageId, level: number) => best.set(page, Math.min(level, best.get(page) ?? Infinity))
  return {
    calls,
    strategy: {
      ...strategy,
      seed(page) {
        const level = strategy.seed(page)
        assert.ok(level >= 1 && level <= strategy.levels, `a seed got level ${level} of ${strategy.levels}`)
        note(page, level)
        return level
      },
      score(visit, links, out, groups) {
        const count = links.end - links.start
        const roomy = new Uint16Array(count + 1).fill(0xffff)
        strategy.score(visit, links, roomy, {
          bias: (group, levels) => groups.bias(group, levels),
          park: group => groups.park(group),
          readmit: group => groups.readmit(group),
          cutoff: place => groups.cutoff(place),
          spare: (host, isSpared) => groups.spare(host, isSpared),
          move(page, level) {
            const before = best.get(page)
            assert.ok(before !== undefined, `page ${page} was moved before it was offered`)
            assert.ok(
              level >= 1 && (mayFall || level <= before),
              `page ${page} was moved from level ${before} to ${level}`,
            )
            note(page, level)
            groups.move(page, level)
          },
        })
        assert.equal(roomy[count], 0xffff, 'wrote past its links')
        const levels = roomy.slice(0, count)
        const targets = links.to.slice(links.start, links.end)
        targets.forEach((page, i) => {
          assert.ok(levels[i] <= strategy.levels, `level ${levels[i]} of ${strategy.levels}`)
          if (levels[i] === 0) return
          const before = best.get(page) ?? Infinity
          assert.ok(mayFall || levels[i] <= before, `page ${page} fell from level ${before} to ${levels[i]}`)
          note(page, levels[i])
        })
        calls.push({ page: visit.page, targets, levels })
        out.set(levels)
      },
      hop(from, to) {
        note(to, best.get(from) ?? Infinity)
        strategy.hop?.(from, to)
      },
    },
  }
}

for (const spec of specs) {
  test(`${spec}: levels are in range and never get worse, and the same calls give the same levels`, () => {
    for (const web of webs) {
      for (const options of walksOf(spec)) {
        const first = watched(make(spec, web))
        const again = watched(make(spec, web))
        assert.deepEqual(walk(web, first.strategy, options), walk(web, again.strategy, options))
        assert.deepEqual(first.calls, again.calls)
        assert.ok(first.calls.length > 1)
      }
    }
  })

  test(`${spec}: ids that are reserved a few at a time change nothing`, () => {
    for (const web of webs) {
      for (const options of walksOf(spec)) {
        const atOnce = watched(make(spec, web))
        const growing = watched(make(spec, web))
        walk(web, atOnce.strategy, options)
        walk(web, growing.strategy, { ...options, live: true })
        assert.deepEqual(growing.calls, atOnce.calls)
      }
    }
  })
}
