/**
 * Strategies on real structure: archives replayed with the words of their links, and a graph without words.
 *
 *   LONGTAIL_DATA=<folder> node dist/bench/strategies/replay-archive.js [--web webkb]… [--starts 5] [--size 5]
 *     [--seed 1] [--strategy spec]… [--into file]
 *
 * For each target, crawls from several sets of start pages; all strategies get the same ones. Prints markdown,
 * or puts it into its place in a document.
 */
import { parseArgs } from 'node:util'
import { measure } from './measure.js'
import { REAL_WEBS, startsOf, type RealWeb } from './real-webs.js'
import { commandOf, publish } from './sections.js'
import { OUR_NAME, ourModes } from './specs.js'
import { coverageAfter, spread } from './summary.js'
import { cell, markdownTable, percent } from './tables.js'
import type { TestWeb } from './truth.js'

/** Shares of the pages in reach after which it is told what was found. */
const SHARES = [0.1, 0.25, 0.5]

/** naive-bayes learns from a breadth-first beginning of 10,000 pages unless told; no web here is that large. */
const OTHERS = ['best-first', 'soft-focused', 'breadth-first', 'naive-bayes:kb=200', 'server-conservative:t=10']

const { values } = parseArgs({
  options: {
    web: { type: 'string', multiple: true, default: Object.keys(REAL_WEBS) },
    starts: { type: 'string', default: '5' },
    size: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    strategy: { type: 'string', multiple: true },
    into: { type: 'string' },
  },
})
const data = process.env.LONGTAIL_DATA
if (data === undefined) throw new Error('LONGTAIL_DATA must name the folder with the development data')
const specs = values.strategy ?? [
  ...ourModes(),
  ...(ourModes().length > 0 ? [`${OUR_NAME}:words=false`] : []),
  ...OTHERS,
]

const parts = [`\`${commandOf('strategies/replay-archive', process.argv.slice(2))}\``]
for (const name of values.web) {
  const open = REAL_WEBS[name]
  if (open === undefined) throw new Error(`--web ${name}: choose one of ${Object.keys(REAL_WEBS).join(', ')}`)
  parts.push(report(await open(data)))
}
publish(parts.join('\n\n'), values.into, 'replay')

function report({ name, targets }: RealWeb): string {
  const bySpec = new Map<string, Earliness[]>(specs.map(spec => [spec, []]))
  const areas: string[][] = []
  for (const [target, graph] of targets) {
    const starts = startsOf(graph, Number(values.starts), Number(values.size), Number(values.seed))
    const row = [
      target,
      cell(spread(starts.map(({ truth }) => truth.pagesInReach)), starts.length, 0),
      cell(spread(starts.map(({ truth }) => truth.wantedInReach)), starts.length, 0),
    ]
    for (const spec of specs) {
      const runs = starts.map(web => earliness(web, spec))
      bySpec.get(spec)?.push(...runs)
      row.push(cell(spread(runs.map(run => run.area)), runs.length, 1, 100))
    }
    areas.push(row)
  }
  const all = [...bySpec].map(([spec, runs]) => [
    `\`${spec}\``,
    cell(spread(runs.map(run => run.area)), runs.length, 1, 100),
    ...SHARES.map((_, i) => cell(spread(runs.map(run => run.foundAfter[i])), runs.length, 1, 100)),
    String(winsOf(spec, bySpec)),
  ])
  const runs = bySpec.get(specs[0])?.length ?? 0
  return [
    `### ${name}: ${targets.size} targets, ${runs} crawls each`,
    markdownTable(
      [
        'all targets',
        'area, % of the best possible',
        ...SHARES.map(share => `found after ${percent(share)} of the pages, %`),
        `unbeaten, of ${runs}`,
      ],
      all,
    ),
    markdownTable(['target: area, %', 'pages in reach', 'wanted', ...specs.map(spec => `\`${spec}\``)], areas),
  ].join('\n\n')
}

interface Earliness {
  readonly area: number
  /** Share of the wanted pages in reach found after each of SHARES. */
  readonly foundAfter: readonly number[]
}

function earliness(web: TestWeb, spec: string): Earliness {
  const run = measure(web, spec, '')
  return { area: run.area, foundAfter: SHARES.map(share => coverageAfter(run, share * web.truth.pagesInReach)) }
}

/** On how many crawls no other strategy had a larger area. */
function winsOf(spec: string, bySpec: ReadonlyMap<string, readonly Earliness[]>): number {
  const own = bySpec.get(spec) ?? []
  return own.filter(({ area }, i) => [...bySpec.values()].every(runs => runs[i].area <= area)).length
}
