/**
 * What our strategy costs: pages per second of CPU time, and its time beside breadth-first, taken in turns in one process.
 *
 *   node dist/bench/strategies/speed.js [--scale 0.1] [--seed 1] [--rounds 3] [--strategy spec]… [--into file]
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { generateGraph } from '../../src/graph/generate/index.js'
import { runStrategy } from '../../src/simulate/index.js'
import { commandOf, publish } from './sections.js'
import { ourModes } from './specs.js'
import { spread } from './summary.js'
import { cell, markdownTable } from './tables.js'

const BASE = 'breadth-first'

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '0.1' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    strategy: { type: 'string', multiple: true },
    into: { type: 'string' },
  },
})

const specs = [BASE, ...(values.strategy ?? ourModes())]
const graph = await generateGraph({ preset: 'thai-2004', scale: Number(values.scale), seed: Number(values.seed) })
const seconds = new Map<string, number[]>(specs.map(spec => [spec, []]))
const work = new Map<string, { pages: number; links: number; relevant: number }>()
for (let round = 0; round <= Number(values.rounds); round++) {
  for (const spec of specs) {
    const before = process.cpuUsage()
    const result = runStrategy(graph, { spec, seeds: graph.seeds })
    const { user, system } = process.cpuUsage(before)
    work.set(spec, result)
    if (round > 0) seconds.get(spec)?.push((user + system) / 1e6) // the first round is for the compiler
  }
}

const base = Math.min(...(seconds.get(BASE) ?? []))
const rows = specs.map(spec => {
  const times = seconds.get(spec) ?? []
  const { pages, links, relevant } = work.get(spec) ?? { pages: 0, links: 0, relevant: 0 }
  const best = Math.min(...times)
  return [
    `\`${spec}\``,
    cell(spread(times), times.length, 2),
    `${(best / base).toFixed(1)} ×`,
    String(Math.round(pages / best)),
    String(Math.round(links / best)),
    `${pages}/${relevant}/${links}`,
  ]
})
const machine = `${cpus().length} × ${cpus()[0].model}, Node ${process.version}, load ${loadavg()[0].toFixed(1)}`
const header = [
  'strategy',
  'CPU seconds',
  `best, to ${BASE}`,
  'pages per CPU second',
  'links per CPU second',
  'pages/relevant/links',
]
publish(
  [`\`${commandOf('strategies/speed', process.argv.slice(2))}\` (${machine})`, markdownTable(header, rows)].join(
    '\n\n',
  ),
  values.into,
  'speed',
)
