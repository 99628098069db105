/**
 * One figure, several views: the whole, its beginning, and a logarithmic one. A breadth-first crawl runs on long after the
 * focused ones have halted, and on an axis that holds it all the others would be squeezed into a corner.
 */
import type { Chart } from './chart.js'
import { upTo } from './decimate.js'
import { niceStep } from './ticks.js'

export const VIEWS = ['all', 'first', 'log'] as const
export type ChartView = (typeof VIEWS)[number]
export const VIEW_NAMES: Readonly<Record<ChartView, string>> = {
  all: 'whole run',
  first: 'beginning',
  log: 'logarithmic',
}

export interface ViewedChart {
  readonly view: ChartView
  readonly chart: Chart
}

/** `beginning`: where the second view ends; null when there is nothing to be gained by it. */
export function viewsOf(chart: Chart, beginning: number | null): readonly ViewedChart[] {
  const views: ViewedChart[] = [{ view: 'all', chart }]
  if (beginning !== null) views.push({ view: 'first', chart: firstPart(chart, beginning) })
  if (chart.series.some(({ points }) => points.some(([x]) => x > 0))) {
    // numbers of things that grow with the pages are straight lines when both axes are logarithmic
    const y = chart.y.unit === 'count' ? { ...chart.y, log: true } : chart.y
    views.push({ view: 'log', chart: { ...chart, id: `${chart.id}-log`, x: { ...chart.x, log: true }, y } })
  }
  return views
}

function firstPart(chart: Chart, end: number): Chart {
  const series = chart.series.map(one => {
    const points = upTo(one.points, end)
    return points === one.points ? one : { ...one, points, halted: false }
  })
  return { ...chart, id: `${chart.id}-first`, x: { ...chart.x, max: end }, series }
}

/**
 * Where a second, closer look should end: behind the last of the runs that ended in the first half, or else behind where the
 * runs had found nine tenths of what they ever found. Null when that is most of the axis anyway.
 */
export function beginningOf(ends: readonly number[], ninetieths: readonly number[]): number | null {
  const longest = Math.max(0, ...ends.filter(Number.isFinite))
  const early = ends.filter(end => end > 0 && end < longest / 2)
  const candidates = early.length > 0 ? early : ninetieths.filter(Number.isFinite)
  const wanted = Math.max(0, ...candidates) * 1.05
  if (!(wanted > 0)) return null
  const step = niceStep(wanted, 7)
  const end = Math.ceil(wanted / step) * step
  return end <= longest * 0.6 ? end : null
}
