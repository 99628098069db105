/**
 * What a simulation costs, as a ratio to the least that any program must do: a bare breadth-first search over the same
 * typed arrays, in the same process, before and after each run.
 *
 *   node dist/bench/simulate.js [--scale 1] [--seed 11] [--rounds 2] [--learned] [--save]
 *
 * The graph is generated here (timed as well, against the same search), at --scale, a tenth and a hundredth of it, so that
 * the cost of a link can be compared over sizes. Each strategy runs in a process of its own, in which its memory is
 * measured; `--save` writes bench/results/simulate.json.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { generateGraph } from '../src/graph/generate/index.js'
import { readGraph, writeGraph, type WebGraph } from '../src/graph/index.js'
import { runStrategy } from '../src/simulate/index.js'

const run = promisify(execFile)

/** The strategies that keep lists. The learned ones keep heaps; they run at the two smaller sizes, and at the largest with --learned. */
const LIST_TYPE = [
  'breadth-first',
  'hard-focused',
  'soft-focused',
  'limited-distance',
  'lswc',
  'server-aggressive',
  'server-conservative',
  'directory-conservative',
  'best-first',
]
const LEARNED = ['naive-bayes', 'site-svm', 'longtail']

interface Measured {
  readonly strategy: string
  readonly seconds: number[]
  /** Of the bare search, before and after each run. */
  readonly bareSeconds: number[]
  readonly pages: number
  readonly links: number
  readonly maxRssMB: number
  readonly loadSeconds: number
  readonly checksum: string
}

function bareSearch(graph: WebGraph): { seconds: number; reached: number } {
  const began = performance.now()
  const { offsets, to, pages } = graph
  const seen = new Uint8Array(pages)
  const queue = new Uint32Array(pages)
  let reached = 0
  for (const seed of graph.seeds) {
    seen[seed] = 1
    queue[reached++] = seed
  }
  for (let next = 0; next < reached; next++) {
    const page = queue[next]
    for (let i = offsets[page], end = offsets[page + 1]; i < end; i++) {
      const target = to[i]
      if (seen[target] !== 0) continue
      seen[target] = 1
      queue[reached++] = target
    }
  }
  return { seconds: (performance.now() - began) / 1000, reached }
}

/** In a process of its own. The first round of both is a warm-up where the graph is small enough for that to matter. */
function measure(file: string, strategy: string, rounds: number): Measured {
  const began = performance.now()
  const graph = readGraph(file)
  const loadSeconds = (performance.now() - began) / 1000
  const once = () => runStrategy(graph, { spec: strategy, seeds: graph.seeds })
  // memory first: what one strategy needs, before searches and further rounds leave garbage behind
  const first = once()
  const maxRssMB = Math.round(process.resourceUsage().maxRSS / 1024)
  bareSearch(graph)
  const seconds: number[] = []
  const bareSeconds = [bareSearch(graph).seconds]
  for (let round = 0; round < rounds; round++) {
    seconds.push(once().seconds)
    bareSeconds.push(bareSearch(graph).seconds)
  }
  const { pages, links, relevant } = first
  return {
    strategy,
    seconds,
    bareSeconds,
    pages,
    links,
    maxRssMB,
    loadSeconds,
    checksum: `${pages}/${relevant}/${links}`,
  }
}

async function generate(file: string, scale: number, seed: number) {
  const began = performance.now()
  const graph = await generateGraph({ preset: 'thai-2004', scale, seed })
  const seconds = (performance.now() - began) / 1000
  const maxRssMB = Math.round(process.resourceUsage().maxRSS / 1024)
  bareSearch(graph)
  const bareSeconds = [bareSearch(graph).seconds, bareSearch(graph).seconds]
  writeGraph(graph, file)
  return { seconds, bareSeconds, maxRssMB, pages: graph.pages, links: graph.links }
}

async function inChild<T>(...args: string[]): Promise<T> {
  const { stdout } = await run(process.execPath, [fileURLToPath(import.meta.url), 'child', ...args], {
    maxBuffer: 1 << 26,
  })
  return JSON.parse(stdout)
}

const best = (values: readonly number[]): number => Math.min(...values)
const fixed = (value: number, digits = 2): string => value.toFixed(digits)

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      scale: { type: 'string', default: '1' },
      seed: { type: 'string', default: '11' },
      rounds: { type: 'string', default: '2' },
      learned: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
    },
  })
  const scale = Number(values.scale)
  const directory = mkdtempSync(join(tmpdir(), 'longtail-bench-'))
  const sizes = []
  try {
    for (const size of [scale / 100, scale / 10, scale]) {
      const file = join(directory, `${size}.ltg`)
      const made = await inChild<Awaited<ReturnType<typeof generate>>>('generate', file, String(size), values.seed)
      const ratio = made.seconds / best(made.bareSeconds)
      console.log(`\nscale ${size}: ${made.pages} pages, ${made.links} links; load ${fixed(loadavg()[0])}`)
      console.log(
        `  generated in ${fixed(made.seconds)} s = ${fixed(ratio)} × the bare search (${fixed(best(made.bareSeconds))} s), ${made.maxRssMB} MB resident`,
      )
      const measured: Measured[] = []
      const strategies = size < scale || values.learned ? [...LIST_TYPE, ...LEARNED] : LIST_TYPE
      for (const strategy of strategies) {
        const result = await inChild<Measured>('measure', file, strategy, values.rounds)
        measured.push(result)
        console.log(`  ${describe(result)}`)
      }
      sizes.push({ scale: size, generation: made, strategies: measured })
      rmSync(file)
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
  console.log('\ncost of a link at each scale, ns, and largest / smallest')
  for (const strategy of LIST_TYPE) {
    const costs = sizes.map(({ strategies }) => {
      const found = strategies.find(one => one.strategy === strategy)
      return found === undefined ? NaN : (best(found.seconds) / found.links) * 1e9
    })
    const spread = Math.max(...costs) / Math.min(...costs)
    console.log(
      `  ${strategy.padEnd(24)} ${costs.map(cost => fixed(cost, 0).padStart(6)).join(' ')}   ${fixed(spread)}`,
    )
  }
  if (!values.save) return
  const machine = {
    cpu: cpus()[0].model,
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
  const path = fileURLToPath(new URL('../../bench/results/simulate.json', import.meta.url))
  writeFileSync(path, `${JSON.stringify({ date: new Date().toISOString(), machine, sizes }, null, 2)}\n`)
}

function describe({ strategy, seconds, bareSeconds, links, pages, maxRssMB, checksum, loadSeconds }: Measured): string {
  const ratio = best(seconds) / best(bareSeconds)
  return (
    `${strategy.padEnd(24)} ${fixed(best(seconds))} s = ${fixed(ratio)} × bare (${fixed(best(bareSeconds))}…${fixed(Math.max(...bareSeconds))} s), ` +
    `${fixed(links / best(seconds) / 1e6, 1)} M links/s, ${pages} pages, ${maxRssMB} MB, loaded in ${fixed(loadSeconds)} s, ${checksum}`
  )
}

const [mode, task, file, ...rest] = process.argv.slice(2)
if (mode !== 'child') await main()
else if (task === 'generate') console.log(JSON.stringify(await generate(file, Number(rest[0]), Number(rest[1]))))
else console.log(JSON.stringify(measure(file, rest[0], Number(rest[1]))))
