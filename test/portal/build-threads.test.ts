import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { ExtractJob } from '../../src/portal/build/extract.js'
import { createExtractPool, type ExtractPool, type PlacedPage } from '../../src/collection/extract-pool.js'
import { scratch } from '../archive/samples.js'

const EXTRACTOR = new URL('./crashing-extractor.js', import.meta.url)
const PLACE = { file: '', member: '', offset: 0, length: 0 }

function jobsFor(...paths: string[]): ExtractJob[] {
  return paths.map(path => ({ url: `http://a.example${path}`, place: PLACE, payload: null, language: '', share: 0 }))
}

async function answersOf(pool: ExtractPool<PlacedPage, { error: string }>, ...paths: string[]): Promise<string[]> {
  const answers = await pool.run(jobsFor(...paths))
  return answers.map(answer => ('error' in answer ? answer.error : ''))
}

const LOST = 'reading it crashed or took too long'

for (const end of ['crash', 'throw', 'silence', 'loop']) {
  test(`a page over which its thread ends in a ${end} costs that page only`, async t => {
    const pool = createExtractPool<PlacedPage, { error: string }>(1000, { worker: EXTRACTOR, stallMs: 4000 })
    t.after(() => pool.close())
    assert.deepEqual(await answersOf(pool, '/1', `/${end}`, '/2'), [
      'read http://a.example/1',
      `http://a.example/${end}: ${LOST}`,
      'read http://a.example/2',
    ])
    assert.deepEqual(await answersOf(pool, '/3'), ['read http://a.example/3'])
  })
}

test('a thread that ends while it has nothing to do is replaced', async t => {
  const pool = createExtractPool<PlacedPage, { error: string }>(1000, { worker: EXTRACTOR })
  t.after(() => pool.close())
  assert.deepEqual(await answersOf(pool, '/last'), ['read http://a.example/last'])
  await sleep(200)
  assert.deepEqual(await answersOf(pool, '/1'), ['read http://a.example/1'])
})

test('threads that cannot start end the build with the reason, instead of losing every page', async t => {
  const directory = scratch(t)
  const broken = { 'half.mjs': 'export const a = {', 'empty.mjs': '', 'throws.mjs': 'throw new Error("no such thing")' }
  for (const [name, code] of Object.entries(broken)) {
    const path = join(directory, name)
    writeFileSync(path, code)
    const pool = createExtractPool<PlacedPage, { error: string }>(1000, { worker: pathToFileURL(path) })
    t.after(() => pool.close())
    await assert.rejects(pool.run(jobsFor('/1', '/2')), {
      code: 'E_PORTAL',
      message: /^a thread that reads pages does not start \(.+\): /,
    })
  }
})

for (const [when, ms] of [
  ['while its threads start', 0],
  ['while they work', 300],
] as const) {
  test(`a pool that is stopped ${when} answers at once`, async () => {
    const pool = createExtractPool<PlacedPage, { error: string }>(1000, { worker: EXTRACTOR })
    const answers = answersOf(pool, '/silence', '/1')
    await sleep(ms)
    pool.stop()
    assert.deepEqual(await answers, [`http://a.example/silence: ${LOST}`, `http://a.example/1: ${LOST}`])
  })
}
