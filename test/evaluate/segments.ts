/** Crawling by website segments on universities that the predictor was not trained on (docs/segments.md). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { areaOf, chooseStarts, crawl } from '../../bench/segments/crawls.js'
import { qualityElsewhere } from '../../bench/segments/held-out.js'
import { limitedTo, pagesOf, readWebkb } from '../../bench/segments/webkb.js'
import { graphVisits, trainSegments } from '../../src/train/segments.js'
import type { Measurement } from './measure.js'

const KINDS = ['course', 'faculty', 'student', 'project']
const CRAWLED = ['washington.edu', 'wisc.edu']
const STARTS = 2
const START_PAGES = 3
const PREDICTOR = 'segment-predictor:s=10,d=5'
const BASELINES = ['best-segment:s=10,d=5', 'best-first', 'breadth-first']

/** G-mean of the predictor, on its own web and on another, and how early it finds pages as a multiple of its baselines. */
export async function evaluateSegments(dataDir: string): Promise<Measurement[]> {
  const areas = new Map<string, number[]>([PREDICTOR, ...BASELINES].map(spec => [spec, []]))
  const validated: number[] = []
  const elsewhere: number[] = []
  const folder = mkdtempSync(join(tmpdir(), 'segments-'))
  try {
    for await (const { graph } of readWebkb(dataDir, folder, KINDS)) {
      validated.push(trainSegments(graphVisits(graph), { repeats: 1 }).report.quality?.gMean.mean ?? 0)
      for (const university of CRAWLED) {
        const isIn = pagesOf(graph, university)
        const web = limitedTo(graph, isIn)
        const others = limitedTo(
          graph,
          isIn.map(one => 1 - one),
        )
        const { model } = trainSegments(graphVisits(others), { repeats: 0 })
        elsewhere.push(qualityElsewhere(model, web).gMean)
        for (const start of chooseStarts(web, STARTS, START_PAGES, 1)) {
          for (const [spec, list] of areas) {
            list.push(areaOf(crawl(web, spec, start, spec === PREDICTOR ? { model } : {}), start))
          }
        }
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  const areaOfSpec = (spec: string): number => mean(areas.get(spec) ?? [])
  const ours = areaOfSpec(PREDICTOR)
  const detail = `${KINDS.length} kinds × ${CRAWLED.length} universities × ${STARTS} starts, ours ${ours.toFixed(4)}`
  return [
    { id: 'segments.webkb.g-mean', value: mean(validated), detail: '10 folds' },
    { id: 'segments.webkb.g-mean.elsewhere', value: mean(elsewhere), detail: 'universities not trained on' },
    ...BASELINES.map(spec => ({
      id: `segments.webkb.over-${spec.split(':')[0]}`,
      value: ours / areaOfSpec(spec),
      detail,
    })),
  ]
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0) / Math.max(1, numbers.length)
}
