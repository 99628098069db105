/**
 * How near generated webs come to the measurements they are modelled on: `node dist/bench/calibrate.js`.
 *
 *   --scale 0.1   --seeds 11,12,13,14,15   --set key=value (again and again)   --no-runs   leaves the simulations out
 *   --preset cc-hosts-2018 --real GRAPH   compares with the graph of the web that the preset is modelled on
 *
 * Prints one markdown table: target, mean over the seeds, smallest and largest, and whether the mean is within tolerance.
 */
import { parseArgs } from 'node:util'
import { generateGraph } from '../src/graph/generate/index.js'
import { distancesFromSeeds, readGraph, type WebGraph } from '../src/graph/index.js'
import { measureGraph, type Destinations, type GraphStats } from '../src/graph/stats/index.js'
import { simulate, type RunResult } from '../src/simulate/index.js'
import { perfectPaths } from '../src/simulate/perfect-paths.js'
import { createStrategy } from '../src/strategy/index.js'
import { measureCampus } from './calibrate/campus.js'
import { compare, type Row } from './calibrate/compare.js'
import { measureHostWeb } from './calibrate/host-web.js'

/** Webs that a graph of the real one can be compared with. */
const MEASURES: Readonly<Record<string, (graph: WebGraph) => Row[]>> = {
  'cc-hosts-2018': measureHostWeb,
  'university-2021': measureCampus,
}

interface Measured {
  readonly stats: GraphStats
  readonly runs: ReadonlyMap<string, RunResult>
  readonly scale: number
}

interface Check {
  readonly name: string
  /** As the papers say it. */
  readonly target: string
  readonly low: number
  readonly high: number
  readonly value: (measured: Measured) => number
}

const STRATEGIES = [
  'hard-focused',
  'soft-focused',
  'server-conservative:t=5',
  'server-conservative:t=10',
  'server-conservative:t=20',
  'server-aggressive:t=10',
  'directory-conservative:t=10',
  'lswc:s=3,t=5',
  'lswc:s=1,t=1',
  'perfect',
]

const percent = (share: number): number => 100 * share

/** A percentage: within 2 points, or 0.3 where it is below 2 %. */
function share(name: string, target: number, value: Check['value'], tolerance = target < 2 ? 0.3 : 2): Check {
  return {
    name,
    target: `${target} %`,
    low: target - tolerance,
    high: target + tolerance,
    value: m => percent(value(m)),
  }
}

/** A count at scale 1, within 1 %. */
function count(name: string, target: number, value: Check['value']): Check {
  const text = target.toLocaleString('en')
  return { name, target: text, low: target * 0.99, high: target * 1.01, value: m => value(m) / m.scale }
}

function range(name: string, target: string, low: number, high: number, value: Check['value']): Check {
  return { name, target, low, high, value }
}

/** The share of some links that leads to relevant pages. */
function links(name: string, target: number, pick: (stats: GraphStats) => Destinations): Check {
  return share(name, target, ({ stats }) => pick(stats).relevantShare)
}

const tld = (name: string): Check['value'] => {
  return ({ stats }) => stats.topLevelDomains.find(row => row.tld === name)?.share ?? 0
}

/** Of all fetched pages, those in some language groups that lie under .th. */
function underTh(groups: readonly string[]): Check['value'] {
  return ({ stats }) => {
    const { columns, groups: rows, total } = stats.languagesByTld
    const column = columns.indexOf('th')
    let pages = 0
    for (const row of rows) if (groups.includes(row.language)) pages += row.pages[column] ?? 0
    return pages / total.total
  }
}

const language = (groups: readonly string[]): Check['value'] => {
  return ({ stats }) => {
    let sum = 0
    for (const row of stats.languagesByTld.groups) if (groups.includes(row.language)) sum += row.share
    return sum
  }
}

const ratioAt = (distance: number): Check['value'] => {
  return ({ stats }) => {
    const rows = stats.distanceFromSeeds.byDistance
    return percent(rows[Math.min(distance, rows.length - 1)].cumulativeRelevantShare)
  }
}

const sizeAt = (distance: number): Check['value'] => {
  return ({ stats }) => {
    const rows = stats.distanceFromSeeds.byDistance
    return percent(rows[Math.min(distance, rows.length - 1)].cumulativePages / rows[rows.length - 1].cumulativePages)
  }
}

const nearest = (distance: number): Check['value'] => {
  return ({ stats }) => percent(stats.nearestRelevant.byDistance.find(row => row.distance === distance)?.share ?? 0)
}

const farthest: Check['value'] = ({ stats }) => Math.max(...stats.nearestRelevant.byDistance.map(row => row.distance))

/** By how much the number of pages falls from one distance to the next, at least. */
const slowestDecay: Check['value'] = ({ stats }) => {
  const rows = stats.nearestRelevant.byDistance
  let slowest = 0
  for (let i = 1; i < rows.length; i++) slowest = Math.max(slowest, rows[i].pages / rows[i - 1].pages)
  return slowest
}

const TABLES: readonly Check[] = [
  count('pages', 39_078_795, m => m.stats.counts.pages.all),
  count('fetched pages', 18_344_127, m => m.stats.counts.pages.crawled),
  count('Thai pages', 1_722_771, m => m.stats.counts.pages.relevant),
  count('links', 123_836_342, m => m.stats.counts.links.all),
  count('links to fetched pages', 88_788_910, m => m.stats.counts.links.toCrawled),
  count('links to servers never fetched', 14_708_036, m => m.stats.counts.links.toNeverFetchedServers),
  count('fetched servers', 574_111, m => m.stats.counts.servers.fetched),
  count('Thai servers', 26_671, m => m.stats.counts.servers.relevant),
  ...Object.entries({ com: 56.3, de: 7.9, jp: 7.6, org: 7.5, net: 6.9, th: 4.7 }).map(([name, part]) =>
    share(`pages under .${name}`, part, tld(name), 1),
  ),
  share('Thai, under .th', 3.2, underTh(['target', 'relevant']), 1),
  share('English, under .th', 0.6, underTh(['english']), 1),
  share('others, under .th', 0.9, underTh(['other', 'unknown']), 1),
  share('Thai, all', 9.4, language(['target', 'relevant']), 1),
  share('English, all', 44.0, language(['english']), 1),
  share('others, all', 46.6, language(['other', 'unknown']), 1),
  links('Thai page → Thai page', 71.8, s => s.linksByPage.relevant.all),
  links('Thai page → Thai page, other server', 37.4, s => s.linksByPage.relevant.betweenServers),
  links('non-Thai on Thai server → Thai page', 21.5, s => s.linksByPage.irrelevantOnRelevantServer.all),
  links('— other server', 35.3, s => s.linksByPage.irrelevantOnRelevantServer.betweenServers),
  links('non-Thai elsewhere → Thai page', 0.2, s => s.linksByPage.irrelevantElsewhere.all),
  links('— — other server', 0.3, s => s.linksByPage.irrelevantElsewhere.betweenServers),
  links('Thai server → Thai server', 87.4, s => s.linksByServer.relevant.all),
  links('Thai server → Thai server, other server', 53.4, s => s.linksByServer.relevant.betweenServers),
  links('non-Thai server → Thai server', 0.5, s => s.linksByServer.irrelevant.all),
  links('non-Thai server → Thai server, other server', 1.1, s => s.linksByServer.irrelevant.betweenServers),
  share('links within a server: Thai pages', 69.3, m => m.stats.linksByPage.relevant.withinServerShare),
  share('— non-Thai on Thai servers', 68.7, m => m.stats.linksByPage.irrelevantOnRelevantServer.withinServerShare),
  share('— elsewhere', 48.5, m => m.stats.linksByPage.irrelevantElsewhere.withinServerShare),
  links('S0: Thai → Thai', 71.3, s => s.linksByPlace.relevant.all),
  links('S0: — same domain', 83.0, s => s.linksByPlace.relevant.sameDomain),
  links('S0: — different domain', 30.7, s => s.linksByPlace.relevant.differentDomain),
  links('S0: — same server', 84.1, s => s.linksByPlace.relevant.sameServer),
  links('S0: — different server', 38.5, s => s.linksByPlace.relevant.differentServer),
  links('S0: non-Thai → Thai', 3.1, s => s.linksByPlace.irrelevant.all),
  links('S0: — — same domain', 2.3, s => s.linksByPlace.irrelevant.sameDomain),
  links('S0: — — different domain', 6.2, s => s.linksByPlace.irrelevant.differentDomain),
  links('S0: — — same server', 3.0, s => s.linksByPlace.irrelevant.sameServer),
  links('S0: — — different server', 3.2, s => s.linksByPlace.irrelevant.differentServer),
  share('S0: Thai source, Thai anchor', 81.1, m => m.stats.linksByAnchor?.relevant.anchorInTarget.relevantShare ?? NaN),
  share('S0: Thai source, other anchor', 66.0, m => m.stats.linksByAnchor?.relevant.otherAnchor.relevantShare ?? NaN),
  share('S0: non-Thai, Thai anchor', 2.6, m => m.stats.linksByAnchor?.irrelevant.anchorInTarget.relevantShare ?? NaN),
  share('S0: non-Thai, other anchor', 2.7, m => m.stats.linksByAnchor?.irrelevant.otherAnchor.relevantShare ?? NaN),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(d =>
    range(
      `Thai pages up to distance ${d}, %`,
      d < 7 ? 'falling' : 'flat: 9.4',
      d < 7 ? 9.4 : 8.4,
      d < 7 ? 100 : 10.4,
      ratioAt(d),
    ),
  ),
  range('pages up to distance 7, %', 'nearly all', 80, 100, sizeAt(7)),
  range('pages up to distance 10, %', 'all but a few', 97, 100, sizeAt(10)),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(d =>
    range(`nearest Thai page at ${d}, %`, 'falling', 0.0001, 100, nearest(d)),
  ),
  range('largest distance to the nearest', '10', 10, 10, farthest),
  range('slowest step of that decay', '< 1', 0, 0.999, slowestDecay),
]

function run({ runs }: Measured, name: string): RunResult {
  const result = runs.get(name)
  if (result === undefined) throw new Error(`no run of ${name}`)
  return result
}

/** The sample nearest to a number of pages at scale 1. */
function sample(measured: Measured, name: string, pages: number) {
  const wanted = pages * measured.scale
  const { curve } = run(measured, name)
  return curve.reduce((best, point) => (Math.abs(point.pages - wanted) < Math.abs(best.pages - wanted) ? point : best))
}

const harvest = (name: string, pages: number): Check['value'] => {
  return m => {
    const { relevant, pages: fetched } = sample(m, name, pages)
    return percent(relevant / fetched)
  }
}

const lost = (name: string): Check['value'] => {
  return m => percent(1 - run(m, name).coverage)
}

const growth = (name: string, from: number, until: number): Check['value'] => {
  return m => sample(m, name, until).queue / sample(m, name, from).queue
}

const missedAt = (name: string, distance: number): Check['value'] => {
  return m => {
    const { missed } = run(m, name)
    return percent(missed.findLast(row => row.distance <= distance)?.ratio ?? 0)
  }
}

const less =
  (a: Check['value'], b: Check['value']): Check['value'] =>
  m =>
    a(m) - b(m)

const CONSERVATIVE = 'server-conservative:t=10'
const AGGRESSIVE = 'server-aggressive:t=10'
const DIRECTORY = 'directory-conservative:t=10'
const FINDINGS: readonly Check[] = [
  range('hard-focused loses, %', '7–13', 7, 13, lost('hard-focused')),
  range('hard-focused stops after, M pages', 'soon after 2', 2, 2.7, m => run(m, 'hard-focused').pages / m.scale / 1e6),
  range('soft-focused loses, %', '0', 0, 0, lost('soft-focused')),
  range('conservative T=5 loses, %', '> T=10', 0, 13, lost('server-conservative:t=5')),
  range('conservative T=10 loses, %', '≤ 1', 0, 1, lost(CONSERVATIVE)),
  range('conservative T=20 loses, %', 'slightly less', 0, 1, lost('server-conservative:t=20')),
  range(
    'T=5 loses so many times T=10 (mean of ratios)',
    '≥ 2',
    2,
    Infinity,
    m => lost('server-conservative:t=5')(m) / lost(CONSERVATIVE)(m),
  ),
  range('harvest at 2M, soft, %', 'about 70', 67, 73, harvest('soft-focused', 2e6)),
  range('harvest at 2M, hard, %', 'about 70', 67, 73, harvest('hard-focused', 2e6)),
  range('harvest at 2M, conservative T=10, %', 'some more', 68, 76, harvest(CONSERVATIVE, 2e6)),
  range(
    'conservative less soft at 2M, points',
    '1–3',
    1,
    3,
    less(harvest(CONSERVATIVE, 2e6), harvest('soft-focused', 2e6)),
  ),
  range(
    'aggressive less soft at 2M, points',
    '1–3',
    1,
    3,
    less(harvest(AGGRESSIVE, 2e6), harvest('soft-focused', 2e6)),
  ),
  range('harvest at 1M, lswc(3,5), %', 'about 80', 76, 84, harvest('lswc:s=3,t=5', 1e6)),
  range('harvest at 1M, lswc(1,1), %', 'about 80', 76, 88, harvest('lswc:s=1,t=1', 1e6)),
  range('lswc(3,5) loses, %', '—', 0, 100, lost('lswc:s=3,t=5')),
  range('queue at 4M / 2M, soft', 'sharply up', 1.4, 9, growth('soft-focused', 2e6, 4e6)),
  range('queue at 4M / 2M, aggressive', 'sharply up', 1.15, 9, growth(AGGRESSIVE, 2e6, 4e6)),
  range('queue at 4M / 2M, conservative', 'flat', 0.7, 1.1, growth(CONSERVATIVE, 2e6, 4e6)),
  ...[3, 5, 7, 9].map(d => range(`directory misses up to distance ${d}, %`, 'rising', 0, 20, missedAt(DIRECTORY, d))),
  range('directory loses, %', '> server', 0.5, 20, lost(DIRECTORY)),
  range('perfect: harvest at 0.2M, %', 'about 92', 89, 95, harvest('perfect', 2e5)),
  range('perfect: harvest at 1M, %', 'rising', 91, 100, harvest('perfect', 1e6)),
  range('perfect: harvest at its end, %', 'about 99', 98, 100, m => percent(run(m, 'perfect').harvest)),
]

function simulateAll(graph: WebGraph): Map<string, RunResult> {
  const { seeds } = graph
  const distances = distancesFromSeeds(graph, seeds)
  const knowledge = { leadsToRelevant: perfectPaths(graph, seeds) }
  return new Map(
    STRATEGIES.map(spec => [spec, simulate(graph, createStrategy(spec, knowledge), { spec, seeds, distances })]),
  )
}

function format(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en')
  return value.toFixed(Math.abs(value) >= 1 ? 2 : 4)
}

const { values } = parseArgs({
  options: {
    preset: { type: 'string', default: 'thai-2004' },
    scale: { type: 'string', default: '0.1' },
    seeds: { type: 'string', default: '11,12,13,14,15' },
    real: { type: 'string' },
    set: { type: 'string', multiple: true, default: [] },
    'no-runs': { type: 'boolean', default: false },
  },
})
const scale = Number(values.scale)
const set = Object.fromEntries(values.set.map(text => [text.split('=')[0], text.split('=')[1] ?? '']))
const seeds = values.seeds.split(',').map(Number)
if (values.real !== undefined) {
  const made: WebGraph[] = []
  for (const seed of seeds) made.push(await generateGraph({ preset: values.preset, scale, seed, set }))
  console.log(compare(MEASURES[values.preset], readGraph(values.real), made, scale).join('\n'))
  process.exit()
}
const measured: Measured[] = []
for (const seed of seeds) {
  const began = performance.now()
  const graph = await generateGraph({ preset: values.preset, scale, seed, set })
  const seconds = (performance.now() - began) / 1000
  const stats = measureGraph(graph)
  measured.push({ stats, scale, runs: values['no-runs'] ? new Map() : simulateAll(graph) })
  console.error(`seed ${seed}: generated in ${seconds.toFixed(1)} s`)
}

console.log('| | target | mean | smallest … largest | within? |\n|---|---|---|---|---|')
let outside = 0
for (const check of values['no-runs'] ? TABLES : [...TABLES, ...FINDINGS]) {
  const results = measured.map(check.value)
  const mean = results.reduce((sum, value) => sum + value, 0) / results.length
  const within = mean >= check.low && mean <= check.high
  if (!within) outside++
  const spread = `${format(Math.min(...results))} … ${format(Math.max(...results))}`
  console.log(`| ${check.name} | ${check.target} | ${format(mean)} | ${spread} | ${within ? 'yes' : '**no**'} |`)
}
console.log(`\n${outside} of the means are outside.`)
