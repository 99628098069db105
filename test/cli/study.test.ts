/** `longtail study`: figures of papers by one command. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { readStudy } from '../../src/cli/study-file.js'
import { LongtailError } from '../../src/errors.js'
import { runCli, startCli, temporaryDirectory } from '../crawl/run-cli.js'
import { checkStudy, csvRows, studies } from './check-study.js'

const directory = temporaryDirectory('study')
const SMALL = 'graph: {preset: thai-2004, scale: 0.001, seed: 3}'

function write(name: string, ...lines: string[]): string {
  const path = join(directory, name)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

test('a study of a paper makes its figures, small, and curves as CSV and Parquet', async () => {
  await checkStudy('tamura-2007.yaml', directory)
  const missed = csvRows(readFileSync(join(directory, 'tamura-2007', 'missed.csv'), 'utf8'))
  assert.ok(missed.some(([name]) => name === 'hard-focused'))
})

test('the notebook is one, and its cells read what a study wrote', () => {
  const notebook = JSON.parse(readFileSync(join(studies, 'curves.ipynb'), 'utf8'))
  assert.equal(notebook.nbformat, 4)
  const cells: string[] = notebook.cells
    .filter((cell: { cell_type: string }) => cell.cell_type === 'code')
    .map((cell: { source: string[] }) => cell.source.join(''))
  assert.equal(cells.length, 4)
  const plain = cells.filter(cell => !/import (?:pandas|matplotlib)|table\./.test(cell))
  assert.equal(plain.length, 2)
  const env = { ...process.env, STUDY: join(directory, 'tamura-2007') }
  const said = execFileSync('python3', ['-c', plain.join('\n')], { encoding: 'utf8', env })
  assert.match(said, /^breadth-first +[\d,]+ pages +100\.0% covered$/m)
  assert.match(said, /^perfect +\d\d\.\d%/m)
  // those that need packages are at least Python
  for (const cell of cells) execFileSync('python3', ['-c', 'compile(__import__("sys").argv[1], "cell", "exec")', cell])
})

test('a study that was stopped ends with 130, keeps what is finished, and goes on', async () => {
  const file = write(
    'long.yaml',
    'title: Long',
    'graph: {scale: 0.01}',
    'strategies: [perfect, hard-focused, longtail]',
    'figures: [{name: A, draws: coverage}]',
  )
  const out = join(directory, 'long')
  const { child, result } = startCli(['study', file, '--out', out, '--workers', '1'])
  const runs = join(out, 'runs')
  while (child.exitCode === null && !(existsSync(runs) && readdirSync(runs).some(name => name.startsWith('perfect'))))
    await sleep(20)
  child.kill('SIGINT')
  const stopped = await result
  assert.equal(stopped.code, 130, stopped.stderr)
  assert.match(stopped.stderr, /not run: .*longtail/)
  const again = await runCli('study', file, '--out', out)
  assert.equal(again.code, 0)
  assert.match(again.stderr, /reused from an earlier run: perfect/)
  assert.match(again.stdout, /A: .*a\.svg/)
})

test('mistakes are named with their line', async () => {
  const figures = 'figures: [{name: A, draws: coverage}]'
  const cases: [string[], RegExp][] = [
    [['title: A', SMALL, 'stratgies: [perfect]', figures], /:3: unknown key "stratgies"; did you mean "strategies"\?/],
    [['title: A', SMALL, figures], /"strategies" is missing/],
    [['title: A', SMALL, 'strategies: [perfect]', 'figures: [{name: A, draws: cover}]'], /:4: figures\.0\.draws/],
    [['title: A', 'graph: {presets: x}', 'strategies: [perfect]', figures], /:2: graph/],
    [['title: [', ''], /not valid YAML/],
    // a key of figures, at the top: nothing that it may have been misspelt from
    [['title: A', SMALL, 'strategies: [perfect]', figures, 'name: B'], /:5: unknown key "name"$/],
    [['title: {a: b}', SMALL, 'strategies: [perfect]', figures], /:1: title: expected text, not keys$/],
  ]
  for (const [lines, said] of cases)
    assert.throws(
      () => readStudy(write('wrong.yaml', ...lines)),
      (error: unknown) => error instanceof LongtailError && error.code === 'E_USAGE' && said.test(error.message),
      String(said),
    )
  const wrong = write('wrong.yaml', 'title: A', SMALL, 'strategies: [nosuch]', figures)
  assert.equal((await runCli('study', wrong, '--out', join(directory, 'wrong'))).code, 2)
  assert.equal((await runCli('study', join(directory, 'none.yaml'))).code, 2)
})
