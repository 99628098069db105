import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { generateGraph } from '../../src/graph/generate/index.js'
import { distancesFromSeeds } from '../../src/graph/index.js'
import { openSavedRuns, runStrategy, runStudy, type RunResult } from '../../src/simulate/index.js'

const directory = mkdtempSync(join(tmpdir(), 'longtail-study-'))
after(() => rmSync(directory, { recursive: true }))

const graph = await generateGraph({ preset: 'thai-2004', scale: 0.001, seed: 5, threads: 1 })
const { seeds } = graph

function withoutTime({ seconds, ...rest }: RunResult) {
  assert.ok(seconds >= 0)
  return rest
}

test('workers that share a graph find what one thread finds, in the order asked for', async () => {
  const specs = ['soft-focused', 'perfect', 'lswc:s=1,t=1', 'naive-bayes']
  const results = await runStudy(graph, { specs, seeds, workers: 2 })
  assert.deepEqual(
    results.map(({ strategy }) => strategy),
    specs,
  )
  const distances = distancesFromSeeds(graph, seeds)
  for (const result of results) {
    assert.ok(result.pages > 100)
    assert.deepEqual(withoutTime(result), withoutTime(runStrategy(graph, { spec: result.strategy, seeds, distances })))
  }
})

test('workers know URLs: what traps and twins hold back in one thread they hold back, too', async () => {
  const campus = await generateGraph({ preset: 'university-2021', scale: 0.2, seed: 5 })
  const spec = 'breadth-first'
  const [result] = await runStudy(campus, { specs: [spec], seeds: campus.seeds })
  const distances = distancesFromSeeds(campus, campus.seeds)
  const alone = runStrategy(campus, { spec, seeds: campus.seeds, distances })
  assert.deepEqual(withoutTime(result), withoutTime(alone))
  const free = runStrategy(campus, { spec, seeds: campus.seeds, traps: false })
  assert.ok(alone.pages < free.pages, `${alone.pages} with traps and twins held back, ${free.pages} without`)
})

test('an error in a worker is the error of the study', async () => {
  await assert.rejects(runStudy(graph, { specs: ['breadth-first', 'no-such'], seeds }), { code: 'E_STRATEGY' })
})

test('a study that is aborted reports no half results', async () => {
  assert.deepEqual(await runStudy(graph, { specs: ['breadth-first'], seeds, signal: AbortSignal.abort() }), [])
})

test('a finished run is found again under the same conditions only', () => {
  const file = join(directory, 'graph')
  writeFileSync(file, 'a graph')
  const runs = join(directory, 'runs')
  const result = runStrategy(graph, { spec: 'hard-focused', seeds })
  openSavedRuns(runs, file, { maxPages: 10 }).save(result)
  assert.deepEqual(openSavedRuns(runs, file, { maxPages: 10 }).find('hard-focused'), JSON.parse(JSON.stringify(result)))
  assert.equal(openSavedRuns(runs, file, { maxPages: 11 }).find('hard-focused'), null)
  assert.equal(openSavedRuns(runs, file, { maxPages: 10 }).find('soft-focused'), null)
  writeFileSync(file, 'another graph')
  assert.equal(openSavedRuns(runs, file, { maxPages: 10 }).find('hard-focused'), null)
})

test('a saved run that was cut short is not believed', () => {
  const file = join(directory, 'graph2')
  writeFileSync(file, 'a graph')
  const runs = join(directory, 'cut')
  const saved = openSavedRuns(runs, file, {})
  saved.save(runStrategy(graph, { spec: 'hard-focused', seeds }))
  const [name] = readdirSync(runs)
  writeFileSync(join(runs, name), '{"key":')
  assert.equal(saved.find('hard-focused'), null)
})
