/**
 * What it costs to start: CPU of `longtail --version`, `--help` and `status` beside that of Node with nothing to do. Rounds go
 * through all commands in turn, so that what else the machine does hits all of them; the least of each is reported.
 *
 *   node dist/bench/start.js [rounds] [--save]
 *
 * `--save` writes bench/results/start.json. Floor: `--version` and `status` take less than 0.2 s.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { timed } from './crawl/measure.js'

const LONGTAIL = fileURLToPath(new URL('../../bin/longtail.js', import.meta.url))
const rounds = Number(process.argv[2]) || 20
const folder = mkdtempSync(join(tmpdir(), 'longtail-start-'))

function node(...args: string[]): readonly string[] {
  return [process.execPath, ...args]
}

try {
  const crawls = join(folder, 'demo')
  await succeed(node(LONGTAIL, 'demo', '--no-serve', '--pages', '200', '--out', crawls))
  const commands: Readonly<Record<string, readonly string[]>> = {
    'node -e 0': node('-e', '0'),
    'longtail --version': node(LONGTAIL, '--version'),
    'longtail --help': node(LONGTAIL, '--help'),
    'longtail status (200 pages)': node(LONGTAIL, 'status', join(crawls, 'breadth-first')),
  }
  const costs = new Map<string, number[]>(Object.keys(commands).map(name => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, command] of Object.entries(commands)) costs.get(name)?.push(await succeed(command))
  }
  const bare = Math.min(...(costs.get('node -e 0') ?? []))
  const results = [...costs].map(([command, seconds]) => {
    const sorted = seconds.toSorted((a, b) => a - b)
    const [best, median] = [sorted[0], sorted[sorted.length >> 1]]
    return {
      command,
      cpuSeconds: Number(best.toFixed(3)),
      median: Number(median.toFixed(3)),
      timesNode: Number((best / bare).toFixed(2)),
    }
  })
  console.table(results)
  const machine = `${cpus().length} × ${cpus()[0].model}, Node ${process.version}, load ${loadavg()[0].toFixed(1)}`
  console.log(machine)
  if (process.argv.includes('--save')) {
    const out = fileURLToPath(new URL('../../bench/results/start.json', import.meta.url))
    writeFileSync(out, `${JSON.stringify({ machine, rounds, results }, null, 2)}\n`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function succeed(command: readonly string[]): Promise<number> {
  const { cpuSeconds, exitCode, complaint } = await timed(command, folder)
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${complaint}`)
  return cpuSeconds
}
