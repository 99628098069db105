/**
 * Log-odds as places in the queue. A link's log-odds are its level (1 is best), those of its group are the group's bias, and
 * level - bias is the place of their sum. What is surer than 1 in 160,000 is not told apart.
 */
export const LEVELS = 1024
const LIMIT = 12
const LEVELS_PER_UNIT = (LEVELS - 1) / (2 * LIMIT)

export function levelOf(logit: number): number {
  const clipped = logit > LIMIT ? LIMIT : logit < -LIMIT ? -LIMIT : logit
  return 1 + Math.round((LIMIT - clipped) * LEVELS_PER_UNIT)
}

export function biasOf(logit: number): number {
  return Math.round(logit * LEVELS_PER_UNIT)
}

/** The log-odds that a place stands for. */
export function logitAt(place: number): number {
  return LIMIT - (place - 1) / LEVELS_PER_UNIT
}
