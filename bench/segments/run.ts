/**
 * Crawling by website segments on a real web (webkb.ts): the tables of Suebchua's thesis remade, and the predictor against
 * its baselines on universities that it was not trained on.
 *
 *   LONGTAIL_DATA=<folder> node dist/bench/segments/run.js [--kind course]… [--starts 3] [--strategy spec]…
 *     [--into docs/segments.md] [--figures docs/figures]
 *
 * S, D and options were chosen on CHOSEN_ON, which is all that is crawled when strategies are named; READ_ON says how that
 * holds elsewhere. Prints markdown, or puts it into a document.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Series } from '../../src/report/charts/chart.js'
import { chartFile } from '../../src/report/charts/draw.js'
import { graphVisits, trainSegments, type SegmentsReport } from '../../src/train/segments.js'
import { publish } from '../strategies/sections.js'
import { markdownTable } from '../strategies/tables.js'
import { areaOf, chooseStarts, crawl, foundAfter } from './crawls.js'
import { qualityElsewhere, withBackLinks } from './held-out.js'
import { KINDS, limitedTo, pagesOf, readWebkb, UNIVERSITIES } from './webkb.js'

const CHOSEN_ON = ['cornell.edu', 'utexas.edu']
const READ_ON = ['washington.edu', 'wisc.edu']
const STANDARD = [
  'segment-predictor:s=10,d=5',
  'best-segment:s=10,d=5',
  'best-first',
  'breadth-first',
  'longtail',
  'segment-predictor',
  'best-segment',
]
/** Those of the figures, in this order. */
const DRAWN = STANDARD.slice(0, 5)
const SHARES = [0.05, 0.1, 0.25, 0.5]
const START_PAGES = 3
const BACK_LINKED = 50
const POINTS = 50

const { values } = parseArgs({
  options: {
    kind: { type: 'string', multiple: true, default: [...KINDS] },
    starts: { type: 'string', default: '3' },
    strategy: { type: 'string', multiple: true },
    into: { type: 'string' },
    figures: { type: 'string' },
  },
})
const data = process.env.LONGTAIL_DATA
const isChoosing = values.strategy !== undefined
const SPECS = values.strategy ?? STANDARD
if (data === undefined) throw new Error('LONGTAIL_DATA must name the folder with the development data')

/** One crawl. */
interface Run {
  readonly kind: string
  readonly university: string
  readonly spec: string
  readonly area: number
  readonly foundAfter: readonly number[]
  /** Share of the pages in reach that it fetched, and of the relevant ones that it found. */
  readonly fetched: number
  readonly found: number
  /** Harvest after each of POINTS equal parts of the pages in reach; a crawl that has ended keeps its last. */
  readonly harvest: readonly number[]
}

const runs: Run[] = []
const reports = new Map<string, SegmentsReport>()
const elsewhere = new Map<string, number[]>()
const judges: string[][] = []
const folder = mkdtempSync(join(tmpdir(), 'segments-'))
try {
  for await (const { kind, graph, judge } of readWebkb(data, folder, values.kind)) {
    judges.push([kind, percent(judge.gMean), percent(judge.precision), percent(judge.recall)])
    if (!isChoosing) reports.set(kind, trainSegments(graphVisits(withBackLinks(graph, BACK_LINKED))).report)
    elsewhere.set(kind, [])
    for (const university of isChoosing ? CHOSEN_ON : UNIVERSITIES) {
      const isIn = pagesOf(graph, university)
      const web = limitedTo(graph, isIn)
      const others = limitedTo(
        graph,
        isIn.map(one => 1 - one),
      )
      const { model } = trainSegments(graphVisits(others), { repeats: 0 })
      elsewhere.get(kind)?.push(qualityElsewhere(model, web).gMean)
      for (const start of chooseStarts(web, Number(values.starts), START_PAGES, 1)) {
        for (const spec of SPECS) {
          const found = crawl(web, spec, start, spec.startsWith('segment-predictor') ? { model } : {})
          const last = found.length - 1
          runs.push({
            kind,
            university,
            spec,
            area: areaOf(found, start),
            foundAfter: SHARES.map(share => foundAfter(found, start, share)),
            fetched: last / start.reach,
            found: found[last] / start.wanted,
            harvest: Array.from({ length: POINTS }, (_, i) => {
              const pages = Math.max(1, Math.min(last, Math.round(((i + 1) / POINTS) * start.reach)))
              return found[pages] / pages
            }),
          })
        }
      }
    }
    console.error(kind)
    if (values.figures !== undefined) writeFileSync(join(values.figures, `segments-${kind}.svg`), figure(kind))
  }
} finally {
  rmSync(folder, { recursive: true })
}

if (isChoosing) {
  const named = [`--starts ${values.starts}`, ...SPECS.map(spec => `--strategy ${spec}`)].join(' ')
  const command = `\`LONGTAIL_DATA=<folder> node dist/bench/segments/run.js ${named}\``
  publish(`${command}\n\n${crawlTable(CHOSEN_ON)}`, values.into, 'options')
} else publish(everything(), values.into, 'segments')

function everything(): string {
  return [
    '`LONGTAIL_DATA=<folder> node dist/bench/segments/run.js`',
    markdownTable(['judge against the labels, four universities', 'G-mean, %', 'precision, %', 'recall, %'], judges),
    trainingTable(),
    linkTable(),
    sweepTable(),
    `Crawls of ${READ_ON.join(' and ')} (nothing was chosen on them):`,
    crawlTable(READ_ON),
    areasTable(),
    `Crawls of ${CHOSEN_ON.join(' and ')} (S and D were chosen on them):`,
    crawlTable(CHOSEN_ON),
  ].join('\n\n')
}

function trainingTable(): string {
  const rows = [...reports].map(([kind, report]) => [
    kind,
    String(report.segments),
    String(report.relevantSegments),
    String(report.relevant),
    String(report.irrelevant),
    spread(report.quality?.gMean),
    spread(report.quality?.links),
    spread(report.quality?.words),
    spread(report.quality?.withNeighbourhood),
    percent(mean(elsewhere.get(kind) ?? [])),
  ])
  const header = [
    'training (table 4)',
    'segments',
    'relevant',
    'links to relevant',
    'to irrelevant',
    'G-mean, %',
    'link features alone',
    'words alone',
    'with neighbourhood',
    'G-mean on a university not trained on',
  ]
  return markdownTable(header, rows)
}

function linkTable(): string {
  const names = [
    ['table 5: from a relevant segment', 'fromRelevant'],
    ['from an irrelevant one', 'fromIrrelevant'],
    ['table 6: a name in anchor or surroundings', 'nameInAnchor'],
    ['none', 'noNameInAnchor'],
    ['table 7: a name in a URL', 'nameInUrl'],
    ['none', 'noNameInUrl'],
  ] as const
  const rows = names.map(([label, key]) => [
    label,
    ...[...reports.values()].map(({ tables }) => {
      const { links, toRelevant } = tables[key]
      return links === 0 ? '–' : `${percent(toRelevant / links)} of ${links}`
    }),
  ])
  return markdownTable(['links that lead to a relevant segment, %', ...reports.keys()], rows)
}

function sweepTable(): string {
  const rows = [...reports].flatMap(([kind, { sweep }]) =>
    sweep.map(({ degree, harvest, coverage, f }) => [
      kind,
      `> ${degree}`,
      percent(harvest),
      percent(coverage),
      percent(f),
    ]),
  )
  return markdownTable(['table 3', 'relevance degree', 'harvest, %', 'coverage, %', 'F, %'], rows)
}

function crawlTable(universities: readonly string[]): string {
  const rows = SPECS.map(spec => {
    const of = runs.filter(run => run.spec === spec && universities.includes(run.university))
    return [
      `\`${spec}\``,
      percent(mean(of.map(run => run.area))),
      ...SHARES.map((_, i) => percent(mean(of.map(run => run.foundAfter[i])))),
      percent(mean(of.map(run => run.found))),
      percent(mean(of.map(run => run.fetched))),
    ]
  })
  const header = [
    'mean over kinds, universities and starts',
    'area, % of the best possible',
    ...SHARES.map(share => `found after ${100 * share} % of the pages, %`),
    'found at its end, %',
    'pages fetched, %',
  ]
  return markdownTable(header, rows)
}

function areasTable(): string {
  const rows = values.kind.flatMap(kind =>
    READ_ON.map(university => [
      kind,
      university,
      ...DRAWN.map(spec => {
        const of = runs.filter(run => run.spec === spec && run.kind === kind && run.university === university)
        return percent(mean(of.map(run => run.area)))
      }),
    ]),
  )
  return markdownTable(['area, %', 'university', ...DRAWN.map(spec => `\`${spec}\``)], rows)
}

function figure(kind: string): string {
  const series = DRAWN.map((spec, style): Series => {
    const of = runs.filter(run => run.spec === spec && run.kind === kind && READ_ON.includes(run.university))
    const points = Array.from(
      { length: POINTS },
      (_, i) => [(i + 1) / POINTS, mean(of.map(run => run.harvest[i]))] as const,
    )
    return { label: spec, style, points, halted: false }
  })
  return chartFile({
    id: `segments-${kind}`,
    title: `Harvest over the crawl: ${kind} pages`,
    description: `Share of relevant pages among those fetched, after a share of the pages in reach, for ${DRAWN.join(', ')}.`,
    x: { label: 'pages fetched, of those in reach', unit: 'share', max: 1 },
    y: { label: 'harvest: relevant among fetched', unit: 'share', max: 1 },
    series,
    kind: 'line',
    legend: true,
  })
}

function spread(value: { mean: number; spread: number } | null | undefined): string {
  return value === null || value === undefined ? '–' : `${percent(value.mean)} ± ${percent(value.spread)}`
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0) / Math.max(1, numbers.length)
}

function percent(share: number): string {
  return (100 * share).toFixed(1)
}
