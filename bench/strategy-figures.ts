/**
 * The figures of docs/strategies.md: harvest against coverage of each strategy, between breadth-first and the oracle, on
 * one generated web that was held out when ours was chosen.
 *
 *   node dist/bench/strategy-figures.js [--scale 0.1] [--seed 101] [--strategy name]…
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { generateGraph } from '../src/graph/generate/index.js'
import type { Chart, Series } from '../src/report/charts/chart.js'
import { decimate } from '../src/report/charts/decimate.js'
import { chartFile } from '../src/report/charts/draw.js'
import { runStrategy, type RunResult } from '../src/simulate/index.js'
import { STRATEGIES } from '../src/strategy/index.js'

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '0.1' },
    seed: { type: 'string', default: '101' },
    /** Draws these only. */
    strategy: { type: 'string', multiple: true },
  },
})
const graph = await generateGraph({ preset: 'thai-2004', scale: Number(values.scale), seed: Number(values.seed) })
const relevant = graph.flags.reduce((sum, flag) => sum + (flag >> 1), 0)
const runs = new Map<string, RunResult>()
/** A generated web has no text, so what goes by the place of links is not drawn. */
const drawn = values.strategy ?? STRATEGIES.map(({ name }) => name).filter(name => name !== 'tag-bandit')
/** Shown beside each strategy, always in the same look. */
const OTHERS = ['breadth-first', 'longtail', 'perfect']
for (const name of new Set([...drawn, ...OTHERS])) {
  runs.set(name, runStrategy(graph, { spec: name, seeds: graph.seeds }))
  console.log(name)
}

const directory = fileURLToPath(new URL('../../docs/figures', import.meta.url))
mkdirSync(directory, { recursive: true })
for (const name of drawn) {
  const shown = [...new Set([name, ...OTHERS])]
  const chart: Chart = {
    id: name,
    title: `Harvest against coverage: ${name}`,
    description: `Share of relevant pages among those fetched, when a share of all relevant pages was found, for ${shown.join(', ')}.`,
    x: { label: 'coverage: relevant pages found', unit: 'share', max: 1 },
    y: { label: 'harvest: relevant among fetched', unit: 'share', max: 1 },
    series: [name, ...OTHERS.filter(other => other !== name)].map(seriesOf),
    kind: 'line',
    legend: true,
  }
  writeFileSync(join(directory, `${name}.svg`), chartFile(chart))
}

function seriesOf(name: string): Series {
  const run = runs.get(name)
  const points = (run?.curve ?? [])
    .filter(point => point.pages >= 500)
    .map(point => [point.relevant / relevant, point.relevant / point.pages] as const)
  return {
    label: name,
    style: 1 + OTHERS.indexOf(name),
    points: decimate(points, 200),
    halted: run !== undefined && run.coverage < 1,
  }
}
