import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import {
  canonicalSpec,
  createStrategy,
  DEFAULT_STRATEGY,
  runsOnGraphsOnly,
  STRATEGIES,
  strategyHelp,
} from '../../src/strategy/index.js'

/** The message of the E_STRATEGY that the spec must cause. */
function refusal(spec: string): string {
  try {
    createStrategy(spec)
  } catch (error) {
    assert.ok(error instanceof LongtailError)
    assert.equal(error.code, 'E_STRATEGY')
    assert.equal(error.consequence, 'abort')
    return error.message
  }
  return assert.fail(`${spec} was accepted`)
}

test('every strategy is made by its name alone and says that name', () => {
  const knowledge = { leadsToRelevant: new Uint8Array(1) }
  for (const { name } of STRATEGIES) assert.equal(createStrategy(name, knowledge).name, name)
})

test('what runs on graphs only says so, and is refused without knowledge of the graph', () => {
  assert.deepEqual(
    STRATEGIES.filter(entry => entry.graphsOnly).map(entry => entry.name),
    ['perfect'],
  )
  assert.ok(runsOnGraphsOnly('perfect'))
  assert.ok(!runsOnGraphsOnly('lswc:s=1'))
  assert.match(refusal('perfect'), /runs on graphs only: use it with "longtail simulate"/)
})

test('names are unique and the default is one of them', () => {
  const names = STRATEGIES.map(entry => entry.name)
  assert.equal(new Set(names).size, names.length)
  assert.ok(names.includes(DEFAULT_STRATEGY))
})

test('parameters after the colon are used', () => {
  assert.equal(createStrategy('lswc:s=3,t=7').levels, 10)
  assert.equal(createStrategy('limited-distance:n=6').levels, 7)
  assert.equal(createStrategy('limited-distance:n=6,mode=non-prioritised').levels, 1)
  assert.equal(createStrategy(' limited-distance : n = 2 ').levels, 3)
})

test('an unknown name is refused with the names that exist', () => {
  const message = refusal('lswx')
  for (const { name } of STRATEGIES) assert.match(message, new RegExp(`\\b${name}\\b`))
  refusal('')
  refusal('LSWC')
})

test('an unknown parameter is refused with those that exist', () => {
  assert.match(refusal('lswc:u=1'), /no parameter "u"; it has s, t, exempt, parked, smode, lift/)
  assert.match(refusal('breadth-first:t=1'), /it takes none/)
  refusal('lswc:toString=1')
  refusal('lswc:__proto__=1')
})

test('a value out of range or of another kind is refused with the range', () => {
  assert.match(refusal('lswc:t=201'), /t="201": expected 0…200/)
  assert.match(refusal('lswc:parked=yes'), /true or false/)
  assert.match(refusal('limited-distance:mode=fifo'), /prioritised or non-prioritised/)
  for (const value of ['', '-1', '1.5', '1e2', '0x10', '٣', '99999999999999999999', 'NaN']) refusal(`lswc:s=${value}`)
})

test('a list of attributes is refused when it names one that does not exist, one twice, or none', () => {
  for (const value of ['colour', 'tld+colour', 'tld+tld', 'tld+', '+', '', 'tld language']) {
    assert.match(refusal(`naive-bayes:features=${value}`), /one or more of language, tld, relation/)
  }
  for (const value of ['-1', '1e2', '.5', '1.', '101', '0.0000000001']) refusal(`naive-bayes:lambda=${value}`)
})

test('a combination that could never learn is refused', () => {
  assert.match(refusal('naive-bayes:kb=0,learn=kb'), /never learn/)
})

test('a malformed list of parameters is refused', () => {
  for (const spec of ['lswc:', 'lswc:s', 'lswc:s=3,', 'lswc:=3', 'lswc:s=3,,t=5']) {
    assert.match(refusal(spec), /expected key=value/)
  }
  assert.match(refusal('lswc:s=3,s=3'), /set twice/)
})

test('a message does not repeat more of a long input than helps', () => {
  assert.ok(refusal('x'.repeat(1e6)).length < 1000)
  assert.ok(refusal(`lswc:${'k'.repeat(1e6)}=1`).length < 1000)
  assert.ok(refusal(`lswc:s=${'9'.repeat(1e6)}`).length < 1000)
})

test('specs that mean the same have one canonical form, which is a spec', () => {
  assert.equal(canonicalSpec('lswc'), 'lswc')
  assert.equal(canonicalSpec('lswc:t=5,s=3'), 'lswc')
  assert.equal(canonicalSpec('lswc:t=05,s=1'), 'lswc:s=1')
  assert.equal(canonicalSpec('lswc:parked=false, s=1 ,t=1'), 'lswc:s=1,t=1,parked=false')
  assert.equal(canonicalSpec('naive-bayes:lambda=1.0,kb=010'), 'naive-bayes:kb=10')
  assert.equal(canonicalSpec('naive-bayes:lambda=0.50'), 'naive-bayes:lambda=0.5')
  assert.equal(canonicalSpec('naive-bayes:features=charset+language+relation+tld'), 'naive-bayes')
  assert.equal(canonicalSpec('naive-bayes:features=anchor+language'), 'naive-bayes:features=language+anchor')
  assert.equal(canonicalSpec('perfect'), 'perfect')
  assert.throws(() => canonicalSpec('lswc:t=201'), LongtailError)
})

test('the help names every strategy and parameter', () => {
  const help = strategyHelp()
  for (const { name, parameters } of STRATEGIES) {
    assert.ok(help.includes(name))
    for (const parameter of parameters) assert.ok(help.includes(`${parameter.name}=${parameter.default}`))
  }
})

test('docs/strategies.md describes every strategy with its parameters and defaults', () => {
  const docs = readFileSync(new URL('../../../docs/strategies.md', import.meta.url), 'utf8')
  const sections = new Map(docs.split(/^## /m).map(section => [section.split('\n')[0], section]))
  for (const { name, parameters } of STRATEGIES) {
    const section = sections.get(name)
    assert.ok(section !== undefined, `no section "## ${name}"`)
    for (const parameter of parameters) {
      assert.ok(section.includes(`\`${parameter.name}=${parameter.default}\``), `${name}: ${parameter.name}`)
    }
  }
})
