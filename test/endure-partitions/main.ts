/**
 * `npm run endure-partitions`: two hundred faults in crawls of many workers, and a comparison with undisturbed ones (docs/many-machines.md).
 *
 *   node dist/test/endure-partitions/main.js [--faults 200] [--per-crawl 50] [--pages 1000] [--seed 1] [--jobs 2] [--keep DIR] [--json]
 *
 * Exit code 1 when anything differs, 130 when it was interrupted.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runWithMounts, SIGNALS } from '../endure/in-namespace.js'
import { endureSplit, type SplitEndured } from './endure.js'
import type { Takeover } from './takeovers.js'

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '200' },
    'per-crawl': { type: 'string', default: '50' },
    pages: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
    /** In a mount namespace of its own. */
    mounts: { type: 'boolean', default: false },
  },
})

await runWithMounts(fileURLToPath(import.meta.url), async mayMount => {
  if (!mayMount) {
    process.stderr.write(
      'this system lets us mount nothing (unshare -m), and a store that fails is half of the trial\n',
    )
    process.exitCode = 1
    return
  }
  const directory = mkdtempSync(join(tmpdir(), 'longtail-endure-split-'))
  const interrupted = new AbortController()
  for (const signal of SIGNALS) process.on(signal, () => interrupted.abort())
  try {
    const results = await endureSplit({
      faults: Number(values.faults),
      perCrawl: Number(values['per-crawl']),
      pages: Number(values.pages),
      seed: Number(values.seed),
      jobs: Number(values.jobs),
      keep: values.keep,
      signal: interrupted.signal,
      directory,
      tell: line => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`),
    })
    process.stdout.write(values.json ? `${JSON.stringify(results)}\n` : table(results))
    if (results.length === 0 || results.some(({ differences }) => differences.length > 0)) process.exitCode = 1
    if (interrupted.signal.aborted) process.exitCode = 130
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})

function table(results: readonly SplitEndured[]): string {
  const rows: (readonly [name: string, value: string | number])[] = results.flatMap(one => [
    ['seed of its web', one.seed],
    ['frontier', one.frontier],
    ['answers with embeds', one.answers],
    ['faults', one.count],
    ...counted(one.injected),
    ...counted(one.ends),
    ...counted(one.warnings),
    ['archive files', one.archives],
    ['epochs', one.epochs],
    ...spread(one.takeovers),
    ['seconds', one.seconds],
    ['differences', one.differences.length],
    ...one.differences.map((difference): [string, string] => ['  ', difference]),
    ['', ''],
  ])
  rows.push(['faults in all', results.reduce((sum, { count }) => sum + count, 0)])
  const all = [...new Set(results.flatMap(({ injected }) => Object.keys(injected)))].sort()
  for (const name of all)
    rows.push([`  ${name}`, results.reduce((sum, { injected }) => sum + (injected[name] ?? 0), 0)])
  rows.push(...spread(results.flatMap(({ takeovers }) => takeovers)))
  return rows.map(([name, value]) => `${name.padEnd(40)}${value}\n`).join('')
}

function counted(counts: Readonly<Record<string, number>>): (readonly [string, number])[] {
  return Object.entries(counts).map(([what, count]) => [`  ${what}`, count])
}

function spread(takeovers: readonly Takeover[]): (readonly [string, string])[] {
  const groups: readonly [name: string, ms: number[]][] = [
    ['taken over, ms', takeovers.filter(({ isDisturbed }) => !isDisturbed).map(({ takenMs }) => takenMs)],
    [
      'taken over while more happened, ms',
      takeovers.filter(({ isDisturbed }) => isDisturbed).map(({ takenMs }) => takenMs),
    ],
    ['then replayed, ms', takeovers.map(({ replayMs }) => replayMs)],
  ]
  return groups.map(([name, ms]) => {
    ms.sort((a, b) => a - b)
    const at = (share: number): number => Math.round(ms[Math.min(ms.length - 1, Math.floor(share * ms.length))] ?? 0)
    return [name, `${ms.length} partitions: median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)}`]
  })
}
