/**
 * Which known page again? One short file per policy, and a registry that makes them from `name:key=value,key=value`.
 *
 *   contracts.ts             what a policy sees (columns of numbers) and answers (page numbers, best first)
 *   uniform · adaptive · change-rate · longtail        the policies
 *   change-rates · shrunk-rates                        how often pages change, from few visits
 *   optimal-frequencies                                how often to visit them, if that is known
 *
 * Place in the flow: before a round, the live crawl and `simulate --changes` both hand what is known about all pages to `choose`.
 *
 * Invariants, checked for every entry of RECRAWL_POLICIES by one conformance suite: the same columns give the same choice (no clock, no
 * chance); no page is chosen twice; at most `budget` pages are; the time is linear in the number of pages.
 */
import { didYouMean } from '../did-you-mean.js'
import { LongtailError, quoted } from '../errors.js'
import { parseSpec } from '../strategy-spec.js'
import { adaptive } from './adaptive.js'
import { changeRate } from './change-rate.js'
import type { RecrawlPolicy } from './contracts.js'
import type { RecrawlPolicyEntry } from './definition.js'
import { longtail } from './longtail.js'
import { uniform } from './uniform.js'

export type { KnownPages, PageKind, RecrawlPolicy } from './contracts.js'
export type { RecrawlPolicyEntry } from './definition.js'
export { chooseByRates } from './change-rate.js'

/** Every policy, in the order in which help and docs list them. */
export const RECRAWL_POLICIES: readonly RecrawlPolicyEntry[] = [uniform, adaptive, changeRate, longtail]

/** The best by measurement (docs/recrawl.md). */
export const DEFAULT_RECRAWL_POLICY = 'longtail'

/** Makes the policy that `name:key=value,key=value` names. Throws E_STRATEGY that says what exists. */
export function recrawlPolicy(spec: string = DEFAULT_RECRAWL_POLICY): RecrawlPolicy {
  const { name, given } = parseSpec(spec, 'recrawl policy')
  const entry = RECRAWL_POLICIES.find(candidate => candidate.name === name)
  if (entry !== undefined) return entry.create(given)
  const known = RECRAWL_POLICIES.map(candidate => candidate.name)
  const meant = didYouMean(name, known) || '.'
  throw new LongtailError(
    'E_STRATEGY',
    `there is no recrawl policy ${quoted(name)}${meant} Choose one of ${known.join(', ')}`,
  )
}

/** The policies and their parameters as text for `--help`. */
export function recrawlPolicyHelp(): string {
  const lines = RECRAWL_POLICIES.flatMap(({ name, summary, parameters }) => [
    `  ${name}${name === DEFAULT_RECRAWL_POLICY ? ' (default)' : ''}: ${summary}`,
    ...parameters.map(p => `      ${p.name}=${p.default}  ${p.meaning} (${p.range})`),
  ])
  return ['Recrawl policies, written name or name:key=value,key=value:', ...lines].join('\n')
}
