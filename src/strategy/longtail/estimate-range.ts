/**
 * From what a crawl knows to what it says of the relevant pages that it has not fetched.
 *
 *   remaining / found = e^(A + x·(B + D·y) + E·y + F·a/2 + G·z)
 *
 * x is what the queue is worth for each page found, as a logarithm; a by how much its two answers differ; y the share of the last finds that
 * the crawl met not long before (estimate.ts); z how the finds per page of late compare with those of the whole crawl, also as a logarithm.
 * A crawl that still pays as ever is further from its end than its queue shows; one that no longer pays is nearer. The range is wider where few outcomes stand behind x, where its two answers differ, where
 * the judge errs, where the crawl has only begun, after a burst (a crawl that has just struck something new does not know how much), and
 * upwards where the queue is worth next to nothing: then most of what remains lies behind it, and it says little of that.
 * Relevant pages that the judge does not recognise are nowhere in the queue's worth: its upper end holds their share.
 *
 * Whatever the width, there is not more than a multiple of what the queue can be worth at most, nor than a number for each page that waits:
 * two and more in a crawl that has only begun, and the fewer the shorter the queue is beside all that was asked for. So a crawl that has
 * fetched nearly all that it met knows that little is left, and one whose queue is empty that nothing is.
 *
 * The constants were fitted on webs of many kinds, each family counting alike, and rounded; docs/portfolio.md says how, and what they do on
 * a family that they were fitted without.
 */
import type { Estimate } from '../../contracts.js'

/** Logarithms but for `found`, `finds`, `asked` and `queue`, which are pages, and the shares `young` and `missed`. */
export interface Signs {
  /** Less what the judge has taken for relevant, and with that. */
  readonly found: number
  readonly finds: number
  readonly asked: number
  /** Pages that wait. */
  readonly queue: number
  /** Of the last finds, those met in the second half of the crawl. */
  readonly young: number
  /** Worth of the queue, by page found: the mean of two answers, by how much the first is above the second, and how sure it is. */
  readonly worth: number
  readonly answers: number
  readonly outcomes: number
  /** What the errors of the judge make of the worth. */
  readonly judge: number
  /** By how much the last pages paid better than those of late. */
  readonly burst: number
  /** By how much the pages of late paid better than those of the whole crawl: below 0 where finds become rare. */
  readonly fading: number
  /** Of relevant pages, those that the judge takes for irrelevant. */
  readonly missed: number
}

interface Width {
  /** How far webs lie off the line. */
  readonly line: number
  readonly outcomes: number
  readonly answers: number
  readonly judge: number
  readonly burst: number
  readonly thin: number
  readonly far: number
}

/** What there can be at most. */
interface Most {
  /** So many times what the queue can be worth 19 times out of 20. */
  readonly worth: number
  /** For each page that waits, times the length of the queue beside all that was asked for. */
  readonly late: number
  /** For each page that waits, more when so many were asked for, and half as many more after twice as many. */
  readonly early: number
}

export interface RangeConstants {
  readonly A: number
  readonly B: number
  readonly D: number
  readonly E: number
  readonly F: number
  readonly G: number
  readonly above: Width
  readonly below: Width
  readonly most: Most
}

export const CONSTANTS: RangeConstants = {
  A: -0.45,
  B: 0.65,
  D: 0.33,
  E: 1.85,
  F: 1.1,
  G: 0.75,
  above: { line: 0.75, outcomes: 2.1, answers: 0.33, judge: 2.5, burst: 0.5, thin: 3.6, far: 0.4 },
  below: { line: 0.65, outcomes: 2.8, answers: 0.2, judge: 3.5, burst: 0, thin: 0.3, far: 0 },
  most: { worth: 20, late: 4, early: 200 },
}

const MOST_DOUBT = 0.6
/** The width that goes by the crawl's age is this wide after so many pages, and half as wide after four times as many. */
const THIN_AT = 50
/** A queue is worth next to nothing when it is worth e^2 times less than what was found, or less. */
const FAR_FROM = 2
/** What the queue leads to, per page of it, at most: unless the crawl has only begun. */
const BEYOND = 2
/** Wider than this, in shares of all there is, a range says nothing. */
const WIDEST = 0.8
/** With fewer pages or finds only what waits is counted. */
const LEAST_ASKED = 20
const LEAST_FINDS = 10

/** Null: nobody knows yet. */
export function estimateFrom(signs: Signs, constants = CONSTANTS): Estimate | null {
  if (signs.asked === 0 || (signs.finds === 0 && signs.queue > 0)) return null
  const estimate = isThin(signs) ? countedFrom(signs, constants) : anyEstimateFrom(signs, constants)
  const { found, low, high } = estimate
  return found / (found + low) - found / (found + high) > WIDEST ? null : estimate
}

/** Is there too little to go by for a range from outcomes? */
export function isThin({ finds, asked }: Signs): boolean {
  return finds < LEAST_FINDS || asked < LEAST_ASKED
}

/** From nothing, to as much as what waits can hold. */
function countedFrom(signs: Signs, constants: RangeConstants): Estimate {
  return { ...anyEstimateFrom(signs, constants), low: 0, high: mostFrom(signs, constants.most) }
}

/** However wide the range is. */
export function anyEstimateFrom(signs: Signs, constants: RangeConstants): Estimate {
  const { above, below } = constants
  const { found, worth, answers, outcomes, missed } = signs
  const most = mostFrom(signs, constants.most)
  const line = lineFrom(signs, constants)
  const unseen = (found * missed) / (1 - missed)
  const atMost = Math.max(line, worth + answers / 2 + outcomes + Math.log(constants.most.worth))
  return {
    found,
    remaining: Math.min(most, found * Math.exp(line)),
    low: Math.min(most, found * Math.exp(line - widthBy(below, signs))),
    high: Math.min(most, found * Math.exp(Math.min(atMost, line + widthBy(above, signs))) + unseen + 1),
  }
}

function lineFrom({ worth, young, answers, fading }: Signs, { A, B, D, E, F, G }: RangeConstants): number {
  return A + worth * (B + D * young) + E * young + (F * answers) / 2 + G * fading
}

function mostFrom({ queue, asked }: Signs, { late, early }: Most): number {
  if (queue === 0) return 0
  return queue * (Math.min(BEYOND, (late * queue) / asked) + early / asked)
}

function widthBy(by: Width, { worth, outcomes, answers, judge, burst, asked }: Signs): number {
  return Math.hypot(
    by.line,
    by.outcomes * outcomes,
    by.answers * answers,
    by.judge * Math.min(MOST_DOUBT, Math.abs(judge)),
    by.burst * burst,
    by.thin * Math.sqrt(THIN_AT / asked),
    by.far * Math.max(0, -worth - FAR_FROM),
  )
}
