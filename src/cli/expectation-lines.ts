import { many } from './many.js'
import { coverageText } from './show-progress.js'
import type { Status, StopReason } from '../collection/index.js'

/** What is left, and why the crawl ended all the same. `last`: null when nothing was reported. */
export function expectationLines(last: Pick<Status, 'estimate' | 'queue'> | null, stopped: StopReason): string[] {
  const lines: string[] = []
  if (last === null) return lines
  const { estimate, queue } = last
  if (estimate) {
    const { remaining, low, high } = estimate
    const range = `${Math.round(low)} to ${Math.round(high)}`
    lines.push(`${coverageText(estimate)}: about ${many(Math.round(remaining), 'relevant page')} left (${range})`)
  } else if (queue > 0) lines.push('coverage unknown: too few pages so far to estimate how many relevant ones are left')
  if (stopped === 'finished' && queue > 0)
    lines.push(`${many(queue, 'link')} left in the queue${costText(queue, estimate)}`)
  return lines
}

/** What each of the pages that are still expected would cost. */
function costText(queue: number, estimate: Status['estimate']): string {
  if (estimate === null) return ''
  const { remaining, low, high } = estimate
  const each = (pages: number): string => (pages < 0.5 ? 'more' : String(Math.ceil(queue / pages)))
  if (high < 0.5) return ': no relevant page is expected in them'
  if (remaining < 0.5) return `: no relevant page is expected in them, at best one in ${each(high)} downloads`
  return `: some ${each(remaining)} downloads for each relevant page (${each(high)} to ${each(low)})`
}
