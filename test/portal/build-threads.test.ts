import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createExtractPool, type ExtractPool, type PlacedPage } from '../../src/collection/extract-pool.js'
import { hasFields } from '../../src/threads/messages.js'
import { scratch } from '../archive/samples.js'
import type { Word } from './crashing-extractor.js'

const EXTRACTOR = new URL('./crashing-extractor.js', import.meta.url)
const PLACE = { file: '', member: '', offset: 0, length: 0 }

function poolOf(t: TestContext, worker = EXTRACTOR, stallMs?: number): ExtractPool<PlacedPage, Word> {
  const isAnswer = hasFields<Word>('word')
  const pool = createExtractPool<PlacedPage, Word>(1000, { worker, isAnswer, batch: 8, stallMs })
  t.after(() => pool.close())
  return pool
}

function jobsFor(...paths: string[]): PlacedPage[] {
  return paths.map(path => ({ url: `http://a.example${path}`, place: PLACE, payload: null }))
}

async function answersOf(pool: ExtractPool<PlacedPage, Word>, ...paths: string[]): Promise<string[]> {
  const answers = await pool.run(jobsFor(...paths))
  return answers.map(answer => ('error' in answer ? answer.error : answer.word))
}

for (const [end, reason] of [
  ['crash', 'its thread ended with exit code 1'],
  ['throw', 'cannot be read'],
  ['nothing', 'the record holds no answer'],
  ['silence', 'no answer within 4000 ms'],
] as const) {
  test(`a page whose reading ends in "${end}" costs that page only, and is an answer of its own`, async t => {
    const pool = poolOf(t, EXTRACTOR, end === 'silence' ? 4000 : undefined)
    assert.deepEqual(await answersOf(pool, '/1', `/${end}`, '/2'), [
      'read http://a.example/1',
      `http://a.example/${end}: reading pages failed: ${reason}`,
      'read http://a.example/2',
    ])
  })
}

test('threads that cannot start end the build with the reason, instead of losing every page', async t => {
  const path = join(scratch(t), 'throws.mjs')
  writeFileSync(path, 'throw new Error("no such thing")')
  await assert.rejects(poolOf(t, pathToFileURL(path)).run(jobsFor('/1', '/2')), {
    code: 'E_PORTAL',
    message: /^reading pages: its threads cannot start: no such thing: free some memory/,
  })
})

for (const [when, ms] of [
  ['while its threads start', 0],
  ['while they work', 300],
] as const) {
  test(`a pool that is stopped ${when} answers at once`, async t => {
    const pool = poolOf(t)
    const answers = answersOf(pool, '/silence', '/1')
    await sleep(ms)
    pool.stop()
    assert.deepEqual(await answers, ['reading pages was stopped', 'reading pages was stopped'])
  })
}

test('small work is done in this thread, with the same answers', async t => {
  const pool = createExtractPool<PlacedPage, Word>(2, {
    worker: new URL('./missing.js', import.meta.url),
    isAnswer: hasFields<Word>('word'),
    extract: (_, { url }) =>
      url.endsWith('/throw') ? Promise.reject(new Error('cannot be read')) : Promise.resolve({ word: url }),
    batch: 8,
  })
  t.after(() => pool.close())
  const under = [answersOf(pool, '/1', '/throw'), answersOf(pool, '/2')]
  assert.deepEqual(await Promise.all(under), [
    ['http://a.example/1', 'http://a.example/throw: cannot be read'],
    ['http://a.example/2'],
  ])
  pool.stop()
  assert.deepEqual(await answersOf(pool, '/3'), ['reading pages was stopped'])
})
