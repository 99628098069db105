import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { after, test } from 'node:test'
import type { Strategy } from '../../src/contracts.js'
import { crawlDirectory } from '../../src/collection/crawl-directory.js'
import { CrawlState } from '../../src/crawl/crawl-state.js'
import { TrapWatch } from '../../src/traps/index.js'
import { LearnedFiles } from '../../src/crawl/learned-files.js'
import { createFingerprint, createMemoryFrontier, createMemoryUrlTable } from '../../src/frontier/index.js'
import { recordingStrategy } from './recording-strategy.js'
import { temporaryDirectory } from './run-cli.js'

const directory = crawlDirectory(temporaryDirectory('learned'))
after(() => rmSync(directory.path, { recursive: true, force: true }))

const MINUTE = 60_000

function learnedFiles(strategy: Strategy, warnings: string[] = []): LearnedFiles {
  const state = new CrawlState({
    strategy,
    frontier: createMemoryFrontier({}),
    urls: createMemoryUrlTable(),
    fingerprint: createFingerprint([1, 2]),
    maxHops: Infinity,
    perHost: Infinity,
  })
  return new LearnedFiles(
    {
      directory,
      memory: { state, traps: new TrapWatch(() => -1) },
      gate: { waiting: () => [] },
      warn: message => warnings.push(message),
    },
    0,
  )
}

test('hosts are listed every minute, the model is saved every five, and both at the end', () => {
  const files = learnedFiles(recordingStrategy().strategy)
  const written = (nowMs: number, isEnd = false): string[] => {
    files.write(nowMs, isEnd)
    const names = readdirSync(directory.path).sort()
    for (const path of [directory.hosts, directory.model]) rmSync(path, { force: true })
    return names
  }
  assert.deepEqual(written(MINUTE - 1), [])
  assert.deepEqual(written(MINUTE), ['hosts.tsv'])
  assert.deepEqual(written(2 * MINUTE - 1), [])
  assert.deepEqual(written(5 * MINUTE), ['hosts.tsv', 'model.json'])
  assert.deepEqual(written(5 * MINUTE + 1), [])
  assert.deepEqual(written(5 * MINUTE + 2, true), ['hosts.tsv', 'model.json'])
})

test('a strategy that learns nothing leaves no model', () => {
  learnedFiles({ ...recordingStrategy().strategy, model: undefined }).write(0, true)
  assert.ok(existsSync(directory.hosts))
  assert.ok(!existsSync(directory.model))
})

test('what cannot be written is a warning, and an older file stays as it was', () => {
  learnedFiles(recordingStrategy().strategy).write(0, true)
  const before = readFileSync(directory.model, 'utf8')
  const warnings: string[] = []
  learnedFiles({ ...recordingStrategy().strategy, model: () => ({ seen: [NaN] }) }, warnings).write(0, true)
  assert.match(warnings.join(), /values that are not numbers/)
  assert.equal(readFileSync(directory.model, 'utf8'), before)
  mkdirSync(`${directory.hosts}.tmp`)
  learnedFiles(recordingStrategy().strategy, warnings).write(0, true)
  assert.match(warnings.join(), /hosts\.tsv not written/)
})
