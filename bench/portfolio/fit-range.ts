/**
 * Fits the constants of the range (estimate-range.ts) to what crawls knew and what was true. The measure is the interval score: width, in
 * shares of all there is, plus 20 times the distance by which the truth lies outside. Families count alike, however many crawls they have.
 */
import {
  anyEstimateFrom,
  CONSTANTS,
  isThin,
  type RangeConstants,
  type Signs,
} from '../../src/strategy/longtail/estimate-range.js'
import { fitLine } from './fit-line.js'

export interface RangeCase {
  readonly family: string
  /** The share of what can be reached at which it was noted, and the true share then. */
  readonly coverage: number
  readonly truth: number
  readonly signs: Signs
}

/** A range should hold 9 times out of 10. */
const MISS_COSTS = 2 / (1 - 0.9)
/** Constants stay where they were unless the data say otherwise: cost of having e times as much. */
const STAY = 0.002
/** Steps of the search, in powers of e and as they are. */
const FIRST_STEP = 0.4
const LAST_STEP = 0.04
const MOST_SWEEPS = 30
/** Held by this share of the cases in every family it was fitted on: so far a range is widened, up to a factor. */
const HOLDS = 0.85
const WIDEN = 1.05
const MOST_WIDENED = 1.4

const WIDTHS = ['line', 'outcomes', 'answers', 'judge', 'burst', 'thin', 'far'] as const
const LINE = ['A', 'B', 'D', 'E', 'F', 'G'] as const
const MOST = ['worth', 'late', 'early'] as const

export function fitRange(all: readonly RangeCase[]): RangeConstants {
  const cases = all.filter(({ signs }) => !isThin(signs))
  const sizes = new Map<string, number>()
  for (const { family } of cases) sizes.set(family, (sizes.get(family) ?? 0) + 1)
  const weights = cases.map(({ family }) => 1 / ((sizes.get(family) ?? 1) * sizes.size))
  const start = valuesOf({ ...CONSTANTS, ...fitLine(cases, weights) })
  const cost = (values: readonly number[]): number => {
    const constants = constantsOf(values)
    let sum = 0
    cases.forEach((one, i) => (sum += weights[i] * scoreOf(one, constants)))
    values.forEach((value, i) => (sum += STAY * (value - start[i]) ** 2))
    return sum
  }
  return widened(constantsOf(search(start, cost)), cases)
}

/** One constant after the other, up and down, with ever smaller steps. */
function search(start: readonly number[], cost: (values: readonly number[]) => number): number[] {
  const values = [...start]
  let best = cost(values)
  for (let step = FIRST_STEP; step >= LAST_STEP; step /= 2) {
    for (let sweep = 0, moved = true; moved && sweep < MOST_SWEEPS; sweep++) {
      moved = false
      for (let i = 0; i < values.length; i++) {
        for (const next of [values[i] + step, values[i] - step]) {
          const before = values[i]
          values[i] = next
          const found = cost(values)
          if (found < best) {
            best = found
            moved = true
          } else values[i] = before
        }
      }
    }
  }
  return values
}

/** The fit promises too much, even on what it was fitted to: it is widened until the range holds in every family. */
function widened(fitted: RangeConstants, cases: readonly RangeCase[]): RangeConstants {
  const families = [...new Set(cases.map(({ family }) => family))]
  const heldIn = (constants: RangeConstants): number =>
    Math.min(
      ...families.map(name => {
        const own = cases.filter(({ family }) => family === name)
        return own.filter(one => isHeld(one, constants)).length / own.length
      }),
    )
  let constants = fitted
  for (let factor = WIDEN; factor <= MOST_WIDENED && heldIn(constants) < HOLDS; factor *= WIDEN) {
    constants = timesWider(fitted, factor)
  }
  return constants
}

export function timesWider({ above, below, most, ...line }: RangeConstants, factor: number): RangeConstants {
  const wider = (by: RangeConstants['above']): RangeConstants['above'] => ({
    line: factor * by.line,
    outcomes: factor * by.outcomes,
    answers: factor * by.answers,
    judge: factor * by.judge,
    burst: factor * by.burst,
    thin: factor * by.thin,
    far: factor * by.far,
  })
  return { ...line, above: wider(above), below: wider(below), most: { ...most, worth: factor * most.worth } }
}

function scoreOf(one: RangeCase, constants: RangeConstants): number {
  const [least, most] = endsOf(one, constants)
  return most - least + MISS_COSTS * (Math.max(0, least - one.truth) + Math.max(0, one.truth - most))
}

/** Coverage, at least and at most. */
export function endsOf({ signs }: RangeCase, constants: RangeConstants): readonly [number, number] {
  const { found, low, high } = anyEstimateFrom(signs, constants)
  return [found / (found + high), found / (found + low)]
}

function isHeld(one: RangeCase, constants: RangeConstants): boolean {
  const [least, most] = endsOf(one, constants)
  return least <= one.truth && one.truth <= most
}

/** Widths and what there can be at most are searched as logarithms. */
const LEAST_WIDTH = 0.02

function valuesOf(constants: RangeConstants): number[] {
  const widths = [constants.above, constants.below]
  return [
    ...LINE.map(name => constants[name]),
    ...widths.flatMap(width => WIDTHS.map(name => Math.log(Math.max(LEAST_WIDTH, width[name])))),
    ...MOST.map(name => Math.log(constants.most[name])),
  ]
}

function constantsOf(values: readonly number[]): RangeConstants {
  const [A, B, D, E, F, G, ...widths] = values
  const [worth, late, early] = widths.slice(2 * WIDTHS.length).map(Math.exp)
  const widthFrom = (first: number): RangeConstants['above'] => {
    const [line, outcomes, answers, judge, burst, thin, far] = widths.slice(first, first + WIDTHS.length).map(Math.exp)
    return { line, outcomes, answers, judge, burst, thin, far }
  }
  return { A, B, D, E, F, G, above: widthFrom(0), below: widthFrom(WIDTHS.length), most: { worth, late, early } }
}
