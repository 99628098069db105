import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { LongtailError } from '../../src/errors.js'
import { hasFields } from '../../src/threads/messages.js'
import { isOutOfMemory, ThreadPool, type ThreadPoolOptions } from '../../src/threads/thread-pool.js'
import { scratch } from '../archive/samples.js'
import type { Deed, UnrulyAnswer, UnrulyData, UnrulyJob } from './unruly-worker.js'

const WORKER = new URL('./unruly-worker.js', import.meta.url)
const isUnrulyAnswer = hasFields<UnrulyAnswer>('number', 'thread', 'word')
const DATA: UnrulyData = { word: 'first' }

type Options = Partial<ThreadPoolOptions<UnrulyJob, UnrulyAnswer>>

function unrulyPool(t: TestContext, options: Options = {}): ThreadPool<UnrulyJob, UnrulyAnswer> {
  const pool = new ThreadPool<UnrulyJob, UnrulyAnswer>({
    worker: WORKER,
    data: DATA,
    threads: 1,
    task: 'obeying',
    code: 'E_ANALYSIS',
    nameOf: ({ deed, number }) => `job ${number} (${deed})`,
    isAnswer: isUnrulyAnswer,
    limits: { maxOldGenerationSizeMb: 32 },
    ...options,
  })
  t.after(() => pool.close())
  return pool
}

function jobs(...deeds: readonly Deed[]): UnrulyJob[] {
  return deeds.map((deed, number) => ({ deed, number }))
}

/** Answers by number; the messages of those that failed. */
async function outcomes(pool: ThreadPool<UnrulyJob, UnrulyAnswer>, ...deeds: readonly Deed[]): Promise<unknown[]> {
  const ends = await Promise.allSettled(jobs(...deeds).map(job => pool.run(job)))
  return ends.map(end => (end.status === 'fulfilled' ? end.value.number : messageOf(end.reason)))
}

function messageOf(error: unknown): string {
  assert.ok(error instanceof LongtailError)
  assert.equal(error.code, 'E_ANALYSIS')
  return error.message
}

test('each job has its own answer, whichever thread is done first', async t => {
  for (const options of [{}, { threads: 3 }, { threads: 2, jobsPerMessage: 4, messagesPerThread: 2 }]) {
    const pool = unrulyPool(t, options)
    const answers = await outcomes(pool, ...Array.from({ length: 50 }, () => 'answer' as const))
    assert.deepEqual(answers, [...answers.keys()])
  }
})

test('one thread does jobs in the order in which they were given', async t => {
  const pool = unrulyPool(t, { jobsPerMessage: 3, messagesPerThread: 2 })
  const given = jobs(...Array.from({ length: 20 }, () => 'answer' as const))
  const answers = await Promise.all(given.map(job => pool.run(job)))
  assert.deepEqual(
    answers.map(({ jobsBefore }) => jobsBefore),
    [...answers.keys()],
  )
})

const FAILURES: readonly (readonly [deed: Deed, reason: RegExp])[] = [
  ['throw', /thrown/],
  ['exit', /its thread ended with exit code 3/],
  ['crash', /crashed/],
  ['loop', /no answer within 1500 ms/],
  ['silence', /no answer within 1500 ms/],
  ['fill the memory', /its thread ran out of memory/],
  ['answer with a function', /its answer cannot be sent: .*could not be cloned/s],
  ['answer with something else', /its answer was not as expected/],
]

for (const [deed, reason] of FAILURES) {
  const stallMs = reason.source.includes('1500') ? 1500 : 60_000
  for (const [how, options] of [
    ['alone in its message', { messagesPerThread: 2, stallMs }],
    ['in a message with others', { jobsPerMessage: 3, messagesPerThread: 2, stallMs }],
  ] as const) {
    test(`a job that ends in "${deed}", ${how}, costs that job only`, async t => {
      const pool = unrulyPool(t, options)
      const answers = await outcomes(pool, 'answer', deed, 'answer', 'answer', 'answer', 'answer', 'answer')
      const [failure] = answers.splice(1, 1)
      assert.deepEqual(answers, [0, 2, 3, 4, 5, 6])
      assert.ok(typeof failure === 'string')
      assert.ok(failure.startsWith(`job 1 (${deed}): obeying failed: `), failure)
      assert.match(failure, reason)
      assert.deepEqual(await outcomes(pool, 'answer'), [0], 'afterwards, too')
    })
  }
}

test('a failure is for the caller to skip, and has what was thrown as its cause', async t => {
  const pool = unrulyPool(t, { limits: { maxOldGenerationSizeMb: 16 } })
  const failure = async (deed: Deed): Promise<LongtailError> => {
    const error = await pool.run({ deed, number: 1 }).catch((reason: unknown) => reason)
    assert.ok(error instanceof LongtailError)
    assert.equal(error.consequence, 'skip')
    return error
  }
  const { cause: known } = await failure('throw a LongtailError')
  assert.ok(known instanceof LongtailError)
  assert.deepEqual([known.code, known.message, known.consequence], ['E_MODEL', 'no model', 'retry'])
  const { cause: full } = await failure('throw a full disk')
  assert.ok(full instanceof Error && 'code' in full)
  assert.equal(full.code, 'ENOSPC')
  assert.ok(isOutOfMemory((await failure('fill the memory')).cause))
})

test('jobs that cannot be copied fail, those with them do not', async t => {
  const pool = unrulyPool(t, { jobsPerMessage: 4 })
  const uncopied = { deed: 'answer' as const, number: 1, own: (): void => undefined }
  const ends = await Promise.allSettled([...jobs('answer'), uncopied, ...jobs('answer')].map(job => pool.run(job)))
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.ok(ends[1].status === 'rejected')
  assert.match(messageOf(ends[1].reason), /^job 1 .* cannot be sent to a thread/)
})

test('an answer that was sent before its thread died counts, and a thread that dies idle is replaced', async t => {
  const pool = unrulyPool(t)
  assert.deepEqual(await outcomes(pool, 'exit later'), [0])
  await sleep(200)
  assert.deepEqual(await outcomes(pool, 'answer'), [0])
})

test('any number of jobs may crash once a thread has shown that it works', async t => {
  const pool = unrulyPool(t, { threads: 2 })
  const crashes = Array.from({ length: 15 }, () => 'exit' as const)
  const answers = await outcomes(pool, 'answer', ...crashes, 'answer')
  assert.deepEqual([answers[0], answers[16]], [0, 16])
  assert.equal(answers.filter(answer => typeof answer === 'string').length, 15)
})

test('the memory of an answer moves, where the thread says so', async t => {
  const pool = unrulyPool(t)
  const first = await pool.run({ deed: 'bytes', number: 1 })
  assert.equal(first.bytes.length, 1_000_000)
  assert.equal((await pool.run({ deed: 'answer', number: 2 })).bytesLeft, 0)
})

test('threads that run and threads that start later know what all were told', async t => {
  const pool = unrulyPool(t)
  const word = async (): Promise<string> => (await pool.run({ deed: 'answer', number: 0 })).word
  assert.equal(await word(), 'first')
  pool.tell({ word: 'second' } satisfies UnrulyData)
  assert.equal(await word(), 'second')
  await outcomes(pool, 'exit')
  assert.equal(await word(), 'second')
})

test('a pool whose threads cannot start gives up with the reason', async t => {
  const directory = scratch(t)
  const broken = { 'half.mjs': 'export const a = {', 'empty.mjs': '', 'throws.mjs': 'throw new Error("no such thing")' }
  const files = Object.entries(broken).map(([name, code]) => {
    writeFileSync(join(directory, name), code)
    return pathToFileURL(join(directory, name))
  })
  const uncopied = { data: { word: (): void => undefined } }
  const missing = pathToFileURL(join(directory, 'missing.mjs'))
  for (const options of [
    ...[...files, missing].map(worker => ({ worker })),
    { data: { word: 'no start' } },
    uncopied,
  ]) {
    const pool = unrulyPool(t, { ...options, threads: 2 })
    const answers = await outcomes(pool, 'answer', 'answer', 'answer')
    for (const answer of answers)
      assert.match(String(answer), /^obeying: its threads cannot start: .+: free some memory/)
    assert.equal(pool.failure?.consequence, 'abort')
    await assert.rejects(pool.run({ deed: 'answer', number: 1 }), pool.failure)
    await assert.rejects(pool.start(), pool.failure)
  }
})

test('a LongtailError at the start says what is wrong: it is the pool’s own, at once', async t => {
  const starts = new Int32Array(new SharedArrayBuffer(4))
  const pool = unrulyPool(t, { data: { word: 'refuse', starts } satisfies UnrulyData })
  await assert.rejects(pool.start(), { code: 'E_MODEL', message: 'there is no model: train one' })
  await assert.rejects(pool.run({ deed: 'answer', number: 1 }), { code: 'E_MODEL' })
  assert.equal(starts[0], 1)
})

test('a pool whose threads die before any of them finished a job gives up', async t => {
  const pool = unrulyPool(t, { threads: 2 })
  const answers = await outcomes(pool, ...Array.from({ length: 30 }, () => 'exit' as const))
  assert.ok(answers.every(answer => typeof answer === 'string'))
  assert.match(String(answers[29]), /^obeying: its threads crash in every job: its thread ended with exit code 3/)
  assert.match(String(answers[0]), /^job 0 /)
})

test('where some threads cannot start, the others do the work', async t => {
  const starts = new Int32Array(new SharedArrayBuffer(4))
  const pool = unrulyPool(t, { threads: 2, data: { word: 'once', starts } satisfies UnrulyData })
  // the first one starts, and a second one is tried three times
  while (starts[0] < 4) assert.deepEqual(await outcomes(pool, 'answer', 'answer', 'answer'), [0, 1, 2])
  assert.deepEqual(await outcomes(pool, 'answer', 'answer', 'answer'), [0, 1, 2])
  assert.equal(starts[0], 4)
})

test('a thread whose state is needed is not replaced: all that comes later fails', async t => {
  const pool = unrulyPool(t, { threads: 3, keepsState: true, messagesPerThread: 2 })
  const answers = await outcomes(pool, 'answer', 'throw', 'answer', 'exit', 'answer', 'answer')
  assert.deepEqual([answers[0], answers[2]], [0, 2])
  assert.match(String(answers[1]), /^job 1 /)
  assert.match(String(answers[3]), /^job 3 /)
  for (const answer of answers.slice(4)) assert.match(String(answer), /^obeying: its threads failed: its thread ended/)
  await assert.rejects(pool.run({ deed: 'answer', number: 1 }), pool.failure ?? undefined)
})

for (const [when, ms] of [
  ['while its threads start', 0],
  ['while they work', 300],
] as const) {
  test(`a pool that is closed ${when} answers at once and leaves no thread behind`, async t => {
    const begun: Worker[] = []
    const remember = (worker: Worker): void => void begun.push(worker)
    process.on('worker', remember)
    t.after(() => process.off('worker', remember))
    const pool = unrulyPool(t, { threads: 2, messagesPerThread: 2 })
    const answers = outcomes(pool, 'silence', 'silence', 'silence', 'silence', 'silence')
    await sleep(ms)
    const closing = pool.close()
    assert.deepEqual(await answers, Array(5).fill('obeying was stopped'))
    assert.equal(pool.close(), closing)
    await closing
    assert.equal(begun.length, 2)
    // a thread that has ended has no number any more
    assert.ok(begun.every(({ threadId }) => threadId === -1))
    await assert.rejects(pool.run({ deed: 'answer', number: 1 }), /was stopped/)
  })
}

for (const [what, code] of [
  ['an idle pool', ''],
  ['a closed pool', 'await pool.close()'],
  [
    'a pool that was closed over a job that never ends',
    'pool.run({ deed: "loop", number: 2 }).catch(() => 0); await pool.close()',
  ],
] as const) {
  test(`${what} keeps no process alive`, async t => {
    const path = join(scratch(t), 'program.mjs')
    const module = new URL('../../src/threads/thread-pool.js', import.meta.url)
    writeFileSync(
      path,
      `import { ThreadPool } from ${JSON.stringify(module)}
const pool = new ThreadPool({ worker: new URL(${JSON.stringify(WORKER)}), data: { word: '' }, threads: 2, task: 'obeying', code: 'E_ANALYSIS', nameOf: String, isAnswer: () => true, stallMs: 600_000 })
await pool.start()
await pool.run({ deed: 'answer', number: 1 })
${code}
console.log('done')`,
    )
    const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
    const [exitCode] = await once(child, 'close')
    assert.equal(exitCode, 0)
    assert.equal(said, 'done\n')
  })
}
