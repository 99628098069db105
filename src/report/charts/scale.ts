/** From values to places on the paper. */
import type { Axis } from './chart.js'
import { linearTicks, logBounds, logTicks } from './ticks.js'

export interface Scale {
  readonly log: boolean
  readonly min: number
  readonly max: number
  /** Place of `min` and of `max`. */
  readonly from: number
  readonly to: number
  readonly ticks: readonly number[]
  at(value: number): number
}

/** `extent`: the lowest and the highest value; infinite when there is none. */
export function scaleOf(
  axis: Axis,
  [low, high]: readonly [number, number],
  from: number,
  to: number,
  wanted: number,
): Scale {
  return axis.log === true
    ? logScale(axis, low, high, from, to, wanted)
    : linearScale(axis, low, high, from, to, wanted)
}

function linearScale(axis: Axis, low: number, high: number, from: number, to: number, wanted: number): Scale {
  const wantedMin = axis.min ?? Math.min(0, finite(low, 0))
  const wantedMax = axis.max ?? finite(high, 1)
  const all = linearTicks(wantedMin, Math.max(wantedMax, wantedMin), wanted, axis.wholeNumbers)
  const min = axis.min ?? all[0]
  const max = axis.max !== undefined && axis.max > min ? axis.max : all[all.length - 1]
  const slack = (max - min) * 1e-9
  const ticks = all.filter(tick => tick >= min - slack && tick <= max + slack)
  return { log: false, min, max, from, to, ticks, at: value => from + ((value - min) / (max - min)) * (to - from) }
}

function logScale(axis: Axis, low: number, high: number, from: number, to: number, wanted: number): Scale {
  const [min, max] = logBounds(positive(axis.min ?? low, 1), positive(axis.max ?? high, 10))
  const start = Math.log10(min)
  const span = Math.log10(max) - start
  const at = (value: number): number => from + ((Math.log10(value) - start) / span) * (to - from)
  return { log: true, min, max, from, to, ticks: logTicks(min, max, wanted), at }
}

function finite(value: number, otherwise: number): number {
  return Number.isFinite(value) ? value : otherwise
}

function positive(value: number, otherwise: number): number {
  return Number.isFinite(value) && value > 0 ? value : otherwise
}
