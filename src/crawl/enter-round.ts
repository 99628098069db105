/**
 * Which round a run belongs to. A round that has not ended goes on with its plan; where it has ended and the next one is wanted, that
 * is planned and its line is logged. Killed before the line, there is no new round: the plan is made again.
 */
import type { PlannedPage } from './plan-file.js'
import { readPlan, writePlan } from './plan-file.js'
import type { Journal } from './journal.js'
import { planRound, type PlanningParts } from './round-plan.js'
import { DEFAULT_RECRAWL_POLICY } from '../recrawl/index.js'

export interface RoundParts extends PlanningParts {
  readonly journal: Journal
  readonly warn: (message: string) => void
}

/** `begins`: the last round has ended and the next one is wanted. Returns what the run may ask for again. */
export async function enterRound(parts: RoundParts, begins: boolean): Promise<readonly PlannedPage[]> {
  const { directory, memory, campaign, warn } = parts
  const { round } = memory
  if (begins) return plan(parts, round.number + 1, campaign.recrawl.budget ?? Infinity, new Set())
  if (round.number === 1) return []
  const planned = await readPlan(directory, round.number, round.plan)
  if (planned !== null) return planned
  warn(`the plan of round ${round.number} is missing or was changed: the rest of the round is planned again`)
  return plan(parts, round.number, round.left, round.done)
}

async function plan(
  parts: RoundParts,
  round: number,
  most: number,
  done: ReadonlySet<number>,
): Promise<readonly PlannedPage[]> {
  const { directory, campaign, journal } = parts
  const { budget, policy = DEFAULT_RECRAWL_POLICY } = campaign.recrawl
  const now = Date.now()
  const at = new Date(now).toISOString()
  const pages = await planRound(parts, most, done, now)
  const digest = writePlan(directory, { round, at, policy }, pages)
  const limit = budget === undefined ? {} : { budget }
  journal.add({ t: 'round', round, at, policy, ...limit, pages: pages.length, plan: digest })
  return pages
}
