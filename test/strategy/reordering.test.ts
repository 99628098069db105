import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_FEATURES, type PlaceControl, type Reordering, type Strategy } from '../../src/contracts.js'
import { simulate } from '../../src/simulate/index.js'
import { defineStrategy } from '../../src/strategy/definition.js'
import { judged } from '../simulate/parity-judge.js'
import { parityGraph } from '../simulate/parity-graph.js'

const CALLS: readonly { what: RegExp; needs: 'seldom' | 'often'; call(places: PlaceControl): void }[] = [
  { what: /lifts or lowers a group/, needs: 'seldom', call: places => places.bias(0, 2) },
  { what: /parks a group/, needs: 'seldom', call: places => places.park(0) },
  { what: /re-admits a group/, needs: 'seldom', call: places => places.readmit(0) },
  { what: /a bias of -4, past ±3/, needs: 'often', call: places => places.bias(0, -4) },
  { what: /holds pages back/, needs: 'often', call: places => places.cutoff(1) },
  { what: /spares a host/, needs: 'often', call: places => places.spare(0, true) },
]
const ORDER: readonly Reordering[] = ['never', 'seldom', 'often']

/** Breadth-first, with one thing done at every visit. */
function doing(reorders: Reordering, call: (places: PlaceControl) => void): Omit<Strategy, 'name'> {
  return {
    levels: 3,
    groupBy: 'server',
    reorders,
    needs: [],
    reserve() {},
    seed: () => 1,
    score(_visit, { start, end }, out, places) {
      out.fill(1, 0, end - start)
      call(places)
    },
  }
}

const { graph } = judged(parityGraph({ servers: 4, knownOnly: 0, seed: 1 }))

for (const { what, needs, call } of CALLS) {
  for (const reorders of ORDER) {
    const isDeclared = ORDER.indexOf(reorders) >= ORDER.indexOf(needs)
    const title = `a strategy that ${what.source} and declares '${reorders}' ${isDeclared ? 'runs' : 'ends with E_STRATEGY, by name'}`
    const refusal = (error: unknown) => {
      assert.ok(error instanceof Error && 'code' in error)
      assert.equal(error.code, 'E_STRATEGY')
      assert.match(error.message, /^strategy probe /)
      assert.match(error.message, what.source.startsWith('a bias') && reorders === 'never' ? /lifts or lowers/ : what)
      assert.match(
        error.message,
        new RegExp(`but declares reorders: '${reorders}'; it must declare .*'${needs}'|'often'`),
      )
      return true
    }

    test(`${title}, in the simulation`, () => {
      const run = () =>
        simulate(graph, { name: 'probe', ...doing(reorders, call) }, { spec: 'probe', seeds: graph.seeds })
      if (isDeclared) assert.ok(run().pages > 0)
      else assert.throws(run, refusal)
    })

    test(`${title}, whatever loop calls it`, () => {
      const strategy = defineStrategy({
        name: 'probe',
        summary: '',
        source: '',
        parameters: {},
        create: () => doing(reorders, call),
      }).create(new Map())
      let calls = 0
      const note = () => void calls++
      const places = { bias: note, park: note, readmit: note, cutoff: note, spare: note, move: note }
      const visit = {
        page: 0,
        host: 0,
        relevant: true,
        score: 1,
        language: 0,
        charset: 0,
        duplicate: false,
        distance: 0,
      }
      const none = new Uint32Array(1)
      const links = { to: none, start: 0, end: 0, group: none, features: NO_FEATURES }
      const score = () => strategy.score(visit, links, new Uint16Array(1), places)
      if (isDeclared) score()
      else assert.throws(score, refusal)
      assert.equal(calls, isDeclared ? 1 : 0)
    })
  }
}
