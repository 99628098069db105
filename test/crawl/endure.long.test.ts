import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Endured } from '../endure/endure.js'
import { startProgram } from './run-cli.js'

const ENDURE = fileURLToPath(new URL('../endure/main.js', import.meta.url))
const KILLS = 50

/** `npm run endure` has twenty times as many kills, and four times as many pages. */
test(`a crawl killed ${KILLS} times archives what an undisturbed one does, each page once`, async () => {
  const { code, stdout, stderr } = await startProgram(ENDURE, [
    ...['--kills', String(KILLS), '--pages', '600', '--jobs', '2', '--json'],
  ]).result
  const results: Endured[] = JSON.parse(stdout)
  assert.deepEqual(
    results.flatMap(({ faults }) => faults),
    [],
    stderr,
  )
  assert.equal(code, 0, stderr)
  assert.ok(results.reduce((sum, { killed }) => sum + killed, 0) >= KILLS, stdout)
  assert.deepEqual(new Set(results.map(({ frontier }) => frontier)), new Set(['memory', 'disk']))
  for (const { kills, others } of results) {
    assert.ok(Object.keys(kills).length >= 5, 'kills at many moments')
    assert.ok(others.refusals > 0, 'a second crawl was refused while the first was frozen')
  }
})
