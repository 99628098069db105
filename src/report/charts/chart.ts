/**
 * What a chart is, apart from how it is drawn: axes, and series of points. Charts are plain values, so that one figure can
 * be drawn several times (whole, its beginning, logarithmic; inside the page and as a file) and tested without drawing.
 */
import type { Titled } from './svg.js'
import type { Unit } from './ticks.js'

export interface Axis {
  readonly label: string
  readonly unit: Unit
  readonly log?: boolean
  /** Ends of the axis; without them the data's, rounded to ticks. A linear axis begins at 0 unless told otherwise. */
  readonly min?: number
  readonly max?: number
  /** Only whole numbers are marked (distances). */
  readonly wholeNumbers?: boolean
}

export type Point = readonly [x: number, y: number]

export interface Series {
  readonly label: string
  /** Which colour, dashes and marker (style.ts): the same number looks the same in every chart. */
  readonly style: number
  /** By rising x. */
  readonly points: readonly Point[]
  /** The last point is where the run came to its own end, not where it was cut off. */
  readonly halted: boolean
  /** Beside the label in the legend, e.g. the value at the end. */
  readonly note?: string
}

/** A line through one point per item. */
export function seriesOf<Item>(
  label: string,
  style: number,
  items: readonly Item[],
  point: (item: Item) => Point,
  note?: string,
): Series {
  return { label, style, points: items.map(point), halted: false, ...(note === undefined ? {} : { note }) }
}

export interface Chart extends Titled {
  readonly x: Axis
  readonly y: Axis
  readonly series: readonly Series[]
  /** `line`: a few markers to tell lines apart in print; `steps`: a marker on every point and a line; `points`: markers alone. */
  readonly kind: 'line' | 'steps' | 'points'
  readonly legend: boolean
  /** Head of the notes in the legend. */
  readonly noteHead?: string
}

/** Points that can be drawn on these axes: finite, and positive where the axis is logarithmic. */
export function drawable(chart: Chart): readonly Series[] {
  return chart.series.map(series => {
    const points = series.points.filter(
      ([x, y]) =>
        Number.isFinite(x) && Number.isFinite(y) && (chart.x.log !== true || x > 0) && (chart.y.log !== true || y > 0),
    )
    return points.length === series.points.length ? series : { ...series, points }
  })
}
