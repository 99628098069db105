/**
 * `npm run endure`: kills a crawl a thousand times and compares what it has collected with an undisturbed one (docs/endurance.md).
 *
 *   node dist/test/endure/main.js [--kills 1000] [--pages 3200] [--seed 1] [--frontier memory|disk] [--jobs 4] [--keep DIR]
 *     [--json]
 *
 * Exit code 1 when anything differs, 130 when it was interrupted.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endure, type Endured } from './endure.js'
import { runWithMounts, SIGNALS } from './in-namespace.js'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    pages: { type: 'string', default: '3200' },
    seed: { type: 'string', default: '1' },
    frontier: { type: 'string' },
    jobs: { type: 'string', default: '4' },
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
    /** In a mount namespace of its own. */
    mounts: { type: 'boolean', default: false },
  },
})

await runWithMounts(fileURLToPath(import.meta.url), run)

async function run(mayMount: boolean): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-endure-'))
  const interrupted = new AbortController()
  for (const signal of SIGNALS) process.on(signal, () => interrupted.abort())
  const tell = (line: string): void => {
    process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
  }
  if (!mayMount) tell('this system lets us mount nothing: the disk is not filled')
  try {
    const results = await endure({
      kills: Number(values.kills),
      pages: Number(values.pages),
      seed: Number(values.seed),
      frontiers: values.frontier === undefined ? ['memory', 'disk'] : [values.frontier],
      keep: values.keep,
      signal: interrupted.signal,
      jobs: Number(values.jobs),
      directory,
      mayMount,
      tell,
    })
    process.stdout.write(values.json ? `${JSON.stringify(results)}\n` : table(results))
    if (results.length === 0 || results.some(({ faults }) => faults.length > 0)) process.exitCode = 1
    if (interrupted.signal.aborted) process.exitCode = 130
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function table(results: readonly Endured[]): string {
  const rows = results.flatMap(one => [
    ['frontier', one.frontier],
    ['seed of its web', one.seed],
    ['pages', one.pages],
    ['answers with embeds', one.answers],
    ['kills', one.killed],
    ...Object.entries(one.kills).map(([moment, count]) => [`  ${moment}`, count]),
    ...Object.entries(one.others),
    ...Object.entries(one.warnings).map(([warning, count]) => [`  "${warning}"`, count]),
    ['archive files', one.archives],
    ['seconds', one.seconds],
    ['differences', one.faults.length],
    ...one.faults.map(fault => ['  ', fault]),
    ['', ''],
  ])
  return rows.map(([name, value]) => `${String(name).padEnd(26)}${value}\n`).join('')
}
