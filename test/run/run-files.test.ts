import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasFailed, type FileResult } from './child.js'
import { Report } from './report.js'
import { END_OF_PROCESS, runFiles, type RunOptions } from './run-files.js'

const folder = mkdtempSync(join(tmpdir(), 'longtail-run-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const PASSES = "test('passes', () => {})"

/** Writes test files, runs them, and gives their results by name. */
async function run(
  sources: Record<string, string>,
  options: Partial<RunOptions> = {},
): Promise<Map<string, FileResult>> {
  const results = new Map<string, FileResult>()
  const files = Object.entries(sources).map(([name, source]) => {
    const file = join(folder, `${name}.mjs`)
    const imports = "import assert from 'node:assert/strict'\nimport { after, before, describe, test } from 'node:test'"
    writeFileSync(file, `${imports}\n${source}\n`)
    return file
  })
  await runFiles(files, {
    processes: 1,
    limitMs: 120_000,
    endLimitMs: 120_000,
    ended: result =>
      void results.set(result.file.startsWith(END_OF_PROCESS) ? 'end' : basename(result.file, '.mjs'), result),
    ...options,
  })
  return results
}

function outcomes(result: FileResult | undefined): string[] {
  return (result?.tests ?? []).map(({ name, outcome }) => `${outcome}: ${name}`)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function ends(pid: number): Promise<void> {
  while (isRunning(pid)) await sleep(20)
}

test('each file has the results of its own tests, with the names around them, in one process or in several', async () => {
  const sources = {
    flat: `test('one', () => {})\ntest('two', { skip: true }, () => {})`,
    nested: `describe('suite', () => { test('inner', async t => { await t.test('innermost', () => {}) }) })`,
    slow: `await new Promise(resolve => setTimeout(resolve, 50))
      test('waits', () => new Promise(resolve => setTimeout(resolve, 50)))\ntest('after it', () => {})`,
  }
  for (const processes of [1, 2, 8]) {
    const results = await run(sources, { processes })
    assert.deepEqual(outcomes(results.get('flat')), ['passed: one', 'skipped: two'])
    assert.deepEqual(outcomes(results.get('nested')), ['passed: suite › inner › innermost', 'passed: suite › inner'])
    assert.deepEqual(outcomes(results.get('slow')), ['passed: waits', 'passed: after it'])
    assert.equal(results.size, 3)
    assert.ok(![...results.values()].some(hasFailed))
  }
})

test('the hooks of a file run before its tests and at the end of the process', async () => {
  const mark = join(folder, 'after-ran')
  const results = await run({
    first: PASSES,
    hooks: `import { writeFileSync } from 'node:fs'
      let ready = false
      before(async () => { await null; ready = true })
      after(() => writeFileSync(${JSON.stringify(mark)}, ''))
      test('is ready', () => assert.ok(ready))`,
    last: PASSES,
  })
  assert.deepEqual(outcomes(results.get('hooks')), ['passed: is ready'])
  assert.ok(![...results.values()].some(hasFailed))
  assert.ok(existsSync(mark))
})

test('a failing test is told with its whole error and what its file wrote, and the next files run', async () => {
  const results = await run({
    fails: `test('compares', () => { console.log('written by the test'); assert.deepEqual([1, 2], [1, 3]) })
      describe('suite', () => { test('throws', () => { throw new Error('inner', { cause: new Error('the cause') }) }) })
      ${PASSES}`,
    next: PASSES,
  })
  const fails = results.get('fails')!
  assert.deepEqual(outcomes(fails), ['failed: compares', 'failed: suite › throws', 'passed: passes'])
  assert.match(fails.tests[0].error, /AssertionError.*\+ {3}2\n- {3}3/s)
  assert.match(fails.tests[1].error, /Error: inner.*the cause/s)
  assert.match(fails.output, /written by the test/)
  assert.ok(hasFailed(fails))
  assert.deepEqual(outcomes(results.get('next')), ['passed: passes'])
  assert.equal(results.size, 2)
})

test('each process has its own directory for temporary files, which is removed', async () => {
  const results = await run({
    leaves: `import { mkdtempSync } from 'node:fs'
      import { tmpdir } from 'node:os'
      test('leaves something behind', () => { mkdtempSync(tmpdir() + '/left-'); assert.fail(tmpdir()) })`,
  })
  const directory = /longtail-tests-\w+/.exec(results.get('leaves')!.tests[0].error)?.[0]
  assert.ok(directory !== undefined)
  assert.ok(!existsSync(join(tmpdir(), directory)))
})

test('a failing hook fails its own file and no other', async () => {
  const results = await run({
    hook: `before(() => { throw new Error('no fixture') })\n${PASSES}`,
    suite: `describe('suite', () => { after(() => { throw new Error('cannot clean up') })\n${PASSES} })`,
    next: PASSES,
  })
  assert.deepEqual(outcomes(results.get('hook')), ['failed: passes'])
  assert.match(results.get('hook')!.tests[0].error, /no fixture/)
  assert.deepEqual(outcomes(results.get('suite')), ['passed: suite › passes', 'failed: suite'])
  assert.ok(!hasFailed(results.get('next')!))
})

test('a file that does not load, exits, has no tests, or never ends fails, and the next files run', async () => {
  const results = await run(
    {
      missing: `import './nowhere.mjs'\n${PASSES}`,
      throws: `${PASSES}\nthrow new Error('at the top')`,
      exits: `${PASSES}\ntest('exits', async () => { await null; process.exit(0) })`,
      crashes: `import { spawn } from 'node:child_process'
        test('is killed', () => {
          spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
          process.kill(process.pid, 'SIGSEGV')
        })`,
      empty: 'export const nothing = 1',
      next: PASSES,
    },
    {},
  )
  assert.match(results.get('missing')!.tests[0].error, /nowhere\.mjs/)
  assert.deepEqual(outcomes(results.get('throws')), ['passed: passes', 'failed: the file can be loaded'])
  assert.ok(hasFailed(results.get('exits')!), 'an exit with code 0 is no success either')
  assert.match(results.get('crashes')!.troubles.join(), /SIGSEGV/)
  assert.deepEqual(results.get('empty')!.troubles, ['has no tests'])
  assert.ok(!hasFailed(results.get('next')!))
  assert.equal(results.size, 6)
})

test('a file that takes too long is ended together with what it started', async () => {
  const pids = join(folder, 'pids-limit')
  const results = await run({ hangs: neverEnds(pids), next: PASSES }, { limitMs: 3000 })
  assert.match(results.get('hangs')!.troubles.join(), /did not end within 3 s/)
  for (const pid of readPids(pids)) await ends(pid)
  assert.ok(results.has('next'))
})

test('stopping the run ends the processes and what they started', async () => {
  const pids = join(folder, 'pids-stop')
  const stop = new AbortController()
  const ended = run({ hangs: neverEnds(pids), next: PASSES }, { signal: stop.signal })
  while (readPids(pids).length < 2) await sleep(20)
  stop.abort()
  assert.ok(!(await ended).has('next'))
  for (const pid of readPids(pids)) await ends(pid)
})

test('what keeps a process alive after its last file, or fails there, fails the run', async () => {
  const busy = await run({ busy: `setInterval(() => {}, 1000)\n${PASSES}` }, { endLimitMs: 1000 })
  assert.match(busy.get('end')!.troubles.join(), /did not end within 1 s/)
  const hook = await run({ hook: `after(() => { throw new Error('cannot clean up') })\n${PASSES}` })
  assert.ok([...hook.values()].some(hasFailed))
  const late = await run({ late: `test('too early', () => { setTimeout(() => { throw new Error('late') }, 100) })` })
  assert.ok([...late.values()].some(hasFailed))
})

test('the report ends with the counts alone on a line; files that failed as a whole count too', async () => {
  const told: string[] = []
  const report = new Report(text => void told.push(text))
  assert.ok(!report.good, 'a run without tests is no success')
  const results = await run({
    passes: PASSES,
    empty: '',
    fails: "test('fails', () => assert.fail('told'))\ntest.skip('skipped')",
  })
  report.add(results.get('passes')!)
  assert.ok(report.good)
  assert.match(report.summary(), /^1 passed, 0 failed\n$/m)
  for (const name of ['empty', 'fails']) report.add(results.get(name)!)
  assert.ok(!report.good)
  assert.match(report.summary(), /^1 passed, 2 failed, 1 skipped\n$/m)
  assert.match(report.summary(), /empty\.mjs: has no tests\n.*fails\.mjs: fails/)
  assert.match(told.join(''), /✗ fails\n +AssertionError \[ERR_ASSERTION\]: told/)
})

/** A test that starts a process, writes down both process ids, and waits for ever. */
function neverEnds(pids: string): string {
  return `import { spawn } from 'node:child_process'
    import { renameSync, writeFileSync } from 'node:fs'
    test('hangs', async () => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
      writeFileSync(${JSON.stringify(`${pids}.tmp`)}, process.pid + ' ' + child.pid)
      renameSync(${JSON.stringify(`${pids}.tmp`)}, ${JSON.stringify(pids)})
      await new Promise(() => setInterval(() => {}, 1000))
    })`
}

function readPids(file: string): number[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').map(Number) : []
}
