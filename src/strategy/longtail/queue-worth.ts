/**
 * How many finds wait in the queue? Two answers, which err in opposite ways where little was tried.
 *
 * By outcomes: each step of promise is worth what its samples were, with a little of what was fetched there in its turn and of what the
 * models believe. Pages that promise less are not better: a step is worth at most what it, or
 * the next one above it that was tried, paid in its turn, unless samples say otherwise.
 *
 * By order: the queue is taken from its best end, so that pages at the step where the crawl is now pay half of what the last ones did, and
 * those of each step below e times less. This is so on webs of all kinds, within a factor of two or three (docs/portfolio.md); only
 * samples can say more.
 *
 * Finds of a judge who errs are counted less: of each rate, what errors alone would show, but half of it at most, for how often a
 * judge errs is itself only an estimate.
 */
import type { QueueView } from './queue-view.js'
import { STEPS, type TrackRecord } from './track-record.js'

/** What a belief counts for in its step, in outcomes. */
const BELIEF = 2
/** What pages fetched in their turn count for at most: they were the best of their step. */
const IN_TURN = 5
/** From so many on what they paid is the most that those below can pay. */
const ENOUGH_IN_TURN = 20
/** Half a find in ten is expected of what nobody has tried. */
const HALF_A_FIND = 0.5
const UNTRIED = 10
const LEAST_HARVEST = 0.02
/** By order: the rate at the crawl's own step, beside that of late, and how it falls from step to step. Not more than what is above. */
const AT_THE_TOP = -0.7
const MOST_ABOVE = 1.5
const MOST_ERRORS = 0.5

/** By step of promise: pages that were asked for, and the finds among them. */
export type Tried = Pick<TrackRecord, 'asked' | 'finds'>

export interface Outcomes {
  readonly samples: Tried
  readonly inTurn: Tried
  /** Finds per page asked for, over the whole crawl and of late. */
  readonly harvest: number
  readonly recent: number
  /** The step, and where in it, of the last pages. */
  readonly top: number
  /** Finds that errors of the judge alone would show, per page asked for. */
  readonly errors: number
}

export interface QueueWorth {
  readonly finds: number
  /** Standard error, and what it would be if the judge never erred. */
  readonly deviation: number
  readonly withErrors: number
  /** By step: finds per page, and how many outcomes that stands on. */
  readonly rate: Float64Array
  readonly known: Float64Array
}

export function worthByOutcomes({ pages, chances }: QueueView, outcomes: Outcomes): QueueWorth {
  const { samples, inTurn, harvest, errors } = outcomes
  const rate = new Float64Array(STEPS)
  const known = new Float64Array(STEPS)
  const pool = pooledUpTo(samples)
  let most = 1
  let surest = 0
  let finds = 0
  let variance = 0
  let withErrors = 0
  for (let step = STEPS - 1; step >= 0; step--) {
    const asked = inTurn.asked[step]
    if (asked >= ENOUGH_IN_TURN) {
      most = (inTurn.finds[step] + HALF_A_FIND) / (asked + 1)
      surest = asked + 1
    }
    const chance = pages[step] === 0 ? 0 : chances[step] / pages[step]
    const believed = Math.sqrt(pool[step] * Math.min(chance, Math.max(harvest, LEAST_HARVEST)))
    const counted = Math.min(asked, IN_TURN)
    const paid = asked === 0 ? 0 : (counted * inTurn.finds[step]) / asked
    known[step] = samples.asked[step] + counted + BELIEF
    rate[step] = (samples.finds[step] + paid + BELIEF * believed) / known[step]
    const mostHere = Math.max(most, leastOf(samples.finds[step]) / Math.max(1, samples.asked[step]))
    rate[step] = Math.min(rate[step], mostHere)
    // a number between 0 and m with mean r has no larger variance than r·(m - r)
    const within = rate[step] * (mostHere - rate[step]) + spreadOf(mostHere, surest)
    const spread = Math.min(spreadOf(rate[step], known[step]), within)
    finds += pages[step] * lessErrors(rate[step], errors)
    withErrors += pages[step] * rate[step]
    variance += pages[step] ** 2 * spread
    known[step] = Math.max(known[step], rate[step] / spread)
  }
  return { finds, deviation: Math.sqrt(variance), withErrors, rate, known }
}

export function worthByOrder({ pages }: QueueView, { samples, inTurn, recent, top, errors }: Outcomes): number {
  let finds = 0
  for (let step = 0; step < STEPS; step++) {
    if (pages[step] === 0) continue
    const expected = Math.min(0.95, recent * Math.min(MOST_ABOVE, Math.exp(AT_THE_TOP - (top - step))))
    const counted = inTurn.asked[step] === 0 ? 0 : Math.min(1, IN_TURN / inTurn.asked[step])
    const paid = 1 + samples.finds[step] + counted * inTurn.finds[step]
    const tried = 1 / expected + samples.asked[step] + counted * inTurn.asked[step]
    finds += pages[step] * lessErrors(Math.min(1, paid / tried), errors)
  }
  return finds
}

/** How many finds were to be expected at least where so many were seen: 19 times out of 20 it was more (Poisson, nearly). */
function leastOf(finds: number): number {
  return Math.max(0, finds - 1.64 * Math.sqrt(finds))
}

/** The variance of a rate that stands on so many outcomes. */
function spreadOf(rate: number, outcomes: number): number {
  return outcomes === 0 ? 1 : Math.max(rate * (1 - rate), Number.EPSILON) / (outcomes + 1)
}

function lessErrors(rate: number, errors: number): number {
  return Math.max(MOST_ERRORS * rate, (rate - errors) / (1 - errors))
}

/** By step: finds per sample there and below. */
function pooledUpTo({ asked, finds }: Tried): Float64Array {
  let tried = UNTRIED
  let paid = HALF_A_FIND
  return Float64Array.from(asked, (count, step) => {
    tried += count
    paid += finds[step]
    return paid / tried
  })
}
