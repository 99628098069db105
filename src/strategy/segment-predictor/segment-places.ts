/**
 * Levels and biases of crawling by segments. The place of a page is level - bias, so a bias is a multiple of the number of
 * levels: whatever the level, a page of a better segment is fetched earlier.
 *
 *   bias  0 … 4,095 · 512                 segments by score
 *         4,096 · 512                     segments of seeds that were not begun
 *         8,192 · 512 and more            segments under way, by score
 */
import { shareOf } from '../definition.js'

const NAME_CLASSES = 8
const SCORE_STEPS = 64
export const LEVELS = NAME_CLASSES * SCORE_STEPS
const BEST_SCORE = 4095

export const FIRST_SEED = (BEST_SCORE + 1) * LEVELS
export const UNDER_WAY = 2 * FIRST_SEED

export function scoreBias(score: number): number {
  return Math.round(Math.min(1, score) * BEST_SCORE) * LEVELS
}

/** More names in the URL first, then the better parent. */
export function levelOf(names: number, parentScore: number): number {
  const missing = NAME_CLASSES - 1 - Math.min(names, NAME_CLASSES - 1)
  return 1 + missing * SCORE_STEPS + Math.round((1 - shareOf(parentScore)) * (SCORE_STEPS - 1))
}
