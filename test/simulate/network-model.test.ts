import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createDraws } from '../../src/simulate/network-draws.js'
import {
  completeNetwork,
  DEFAULT_NETWORK,
  NETWORK_RULES,
  networkHelp,
  parseNetwork,
} from '../../src/simulate/network-model.js'
import { packageRoot } from '../package-root.js'

test('what is not named has its default', () => {
  assert.deepEqual(parseNetwork(''), DEFAULT_NETWORK)
  assert.deepEqual(parseNetwork('interval=60, connections=2'), { ...DEFAULT_NETWORK, interval: 60, connections: 2 })
})

test('times and sizes have units', () => {
  const model = parseNetwork('interval=2min,latency=300ms,timeout=1h,bandwidth=1.5MB/s,speed=64KiB,size=20kB')
  assert.equal(model.interval, 120)
  assert.equal(model.latency, 0.3)
  assert.equal(model.timeout, 3600)
  assert.equal(model.bandwidth, 1.5e6)
  assert.equal(model.speed, 65_536)
  assert.equal(model.size, 20_000)
})

test('mistakes are named, with what is possible', () => {
  const mistakes: [string, RegExp][] = [
    ['intervall=3', /no "intervall"; the keys are interval, connections/],
    ['__proto__=3', /no "__proto__"/],
    ['constructor=3', /no "constructor"/],
    ['interval', /expected key=value but found "interval"/],
    ['interval=3,', /expected key=value but found ""/],
    ['interval=3,interval=4', /interval is set twice/],
    ['interval=soon', /interval="soon": expected a number from .* \(seconds between/],
    ['interval=', /interval="": expected/],
    ['interval=-1', /interval="-1": expected/],
    ['interval=5kB', /interval="5kB": expected/],
    ['interval=5/s', /interval="5\/s": expected/],
    ['connections=0', /connections=0: expected a whole number from 1 to 100000/],
    ['connections=1.5', /connections=1.5: expected/],
    ['failures=1.1', /failures=1.1: expected a number from 0 to 1/],
    ['seed=1e99', /seed=1e\+99: expected/],
  ]
  for (const [text, message] of mistakes) assert.throws(() => parseNetwork(text), { code: 'E_USAGE', message }, text)
  assert.throws(() => completeNetwork({ latency: NaN }), { code: 'E_USAGE' })
})

test('every parameter has a default within its range, and help names it', () => {
  for (const [key, { min, max, meaning }] of Object.entries(NETWORK_RULES)) {
    const value = new Map<string, number>(Object.entries(DEFAULT_NETWORK)).get(key)
    assert.ok(value !== undefined && value >= min && value <= max, key)
    assert.ok(networkHelp().includes(`${key}=${value}  `) && networkHelp().includes(meaning), key)
  }
})

test('the docs list every parameter with its meaning', () => {
  const docs = readFileSync(join(packageRoot, 'docs', 'simulated-network.md'), 'utf8')
  const rows = [...docs.matchAll(/^\| `(\w+)` \| .* \| (.*) \|$/gm)].map(([, key, meaning]) => [key, meaning])
  const rules = Object.entries(NETWORK_RULES).map(([key, { meaning }]) => [key, meaning.replace('per second, ', '')])
  assert.deepEqual(
    rows.filter(([key]) => key in NETWORK_RULES),
    rules.map(([key, meaning]) => [key, meaning.replace('per second of', 'of')]),
  )
})

test('pages have the size that is asked for on average, and each always its own', () => {
  const draws = createDraws(completeNetwork({ size: 10_000, spread: 1 }))
  const again = createDraws(completeNetwork({ size: 10_000, spread: 1 }))
  const other = createDraws(completeNetwork({ size: 10_000, spread: 1, seed: 2 }))
  let sum = 0
  let equal = 0
  for (let page = 0; page < 100_000; page++) {
    assert.equal(draws.bytes(page), again.bytes(page))
    sum += draws.bytes(page)
    if (draws.bytes(page) === other.bytes(page)) equal++
  }
  // the standard error is 1.3 / √100,000 of the mean
  assert.ok(Math.abs(sum / 100_000 - 10_000) < 200, `${sum / 100_000} bytes on average`)
  assert.equal(equal, 0)
})

test('half of the servers are slower than the latency that is asked for', () => {
  const draws = createDraws(completeNetwork({ latency: 0.2, jitter: 1 }))
  let slower = 0
  for (let server = 0; server < 10_000; server++) if (draws.latencyMs(server) > 200) slower++
  assert.ok(slower > 4_800 && slower < 5_200, `${slower} of 10,000`)
  assert.equal(createDraws(completeNetwork({ latency: 0.2, jitter: 0 })).latencyMs(7), 200)
})

test('as many requests fail as is asked for, and each attempt has its own luck', () => {
  const draws = createDraws(completeNetwork({ failures: 0.1 }))
  let first = 0
  let both = 0
  for (let page = 0; page < 100_000; page++) {
    if (!draws.fails(page, 0)) continue
    first++
    if (draws.fails(page, 1)) both++
  }
  assert.ok(first > 9_600 && first < 10_400, `${first} of 100,000`)
  assert.ok(both > 850 && both < 1_150, `${both} twice`)
  assert.equal(createDraws(completeNetwork({ failures: 0 })).fails(1, 0), false)
  assert.equal(createDraws(completeNetwork({ failures: 1 })).fails(1, 0), true)
})
