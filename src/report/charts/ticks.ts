/** Where an axis is marked, and what is written there: steps of 1, 2 or 5 times a power of ten. */
import { short } from '../numbers.js'

export type Unit = 'count' | 'share' | 'hours' | 'number'

/** Between numbers so large that their neighbours are equal, counting up would never end. */
const MOST_TICKS = 64

export function niceStep(span: number, ticks: number): number {
  if (!(span > 0) || !Number.isFinite(span)) return 1
  const raw = span / Math.max(1, ticks)
  const power = 10 ** Math.floor(Math.log10(raw))
  const fraction = raw / power
  // a fraction such as 2.0000000000000004 is meant to be 2
  const nice = fraction <= 1 + 1e-9 ? 1 : fraction <= 2 + 1e-9 ? 2 : fraction <= 5 + 1e-9 ? 5 : 10
  return nice * power
}

/** The next number of the form 1, 2 or 5 times a power of ten, at or above. */
export function niceCeil(value: number): number {
  return niceStep(value, 1)
}

/** From the last tick at or below `min` to the first at or above `max`. */
export function linearTicks(min: number, max: number, wanted: number, wholeNumbers = false): number[] {
  const span = max > min ? max - min : 1
  const step = wholeNumbers ? Math.max(1, Math.round(niceStep(span, wanted))) : niceStep(span, wanted)
  const first = Math.floor(min / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil((min + span) / step - 1e-9))
  const ticks: number[] = []
  // multiplied, not added up: ten times 0.1 must be 1; and cut to 12 digits, because 3 times 0.1 must be 0.3
  for (let i = first; i <= last && ticks.length < MOST_TICKS; i++) ticks.push(Number((i * step).toPrecision(12)))
  return ticks
}

/** Powers of ten within the range; with fewer than three of them also 2 and 5 times, with many only some of them. */
export function logTicks(min: number, max: number, wanted: number): number[] {
  const low = Math.floor(Math.log10(min) + 1e-9)
  const high = Math.ceil(Math.log10(max) - 1e-9)
  const within = (value: number): boolean => value >= min * (1 - 1e-9) && value <= max * (1 + 1e-9)
  const powers: number[] = []
  const every = Math.max(1, Math.ceil((high - low) / wanted))
  for (let power = low; power <= high; power += every) powers.push(powerOfTen(power))
  const few = powers.filter(within)
  if (few.length >= 3) return few
  const dense = powers.flatMap(power => [power, 2 * power, 5 * power]).filter(within)
  return dense.length > 0 ? dense : few
}

/** The largest of 1, 2, 5 × 10^n at or below, and the smallest at or above: the ends of a logarithmic axis. */
export function logBounds(min: number, max: number): [low: number, high: number] {
  const power = powerOfTen(Math.floor(Math.log10(min) + 1e-9))
  const low = min >= 5 * power ? 5 * power : min >= 2 * power ? 2 * power : power
  const high = niceCeil(max)
  return high > low ? [low, high] : [low, low * 10]
}

export function tickLabel(value: number, unit: Unit): string {
  if (unit === 'share') return `${short(value * 100, 6)}\u00a0%`
  // 10^-4 is easier to read than 0.0001
  if (value > 0 && value < (unit === 'number' ? 0.1 : 0.001)) {
    const [digit, power] = value.toExponential(0).split('e-')
    return `${digit === '1' ? '' : `${digit}·`}10⁻${superscript(power)}`
  }
  return short(value, 6)
}

function superscript(digits: string): string {
  return [...digits].map(digit => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')
}

function powerOfTen(power: number): number {
  // 10 ** -3 is not always 0.001 to the last bit
  return Number(`1e${power}`)
}
