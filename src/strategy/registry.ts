import type { Strategy } from '../contracts.js'
import { DEFAULT_STRATEGY } from './default-strategy.js'
import { didYouMean } from '../did-you-mean.js'
import { LongtailError, quoted } from '../errors.js'
import { bestFirst } from './best-first.js'
import { bestSegment } from './best-segment.js'
import { breadthFirst } from './breadth-first.js'
import type { GraphKnowledge, StrategyEntry } from './definition.js'
import { directoryConservative } from './directory-conservative.js'
import { hardFocused } from './hard-focused.js'
import { limitedDistance } from './limited-distance.js'
import { longtail } from './longtail/longtail.js'
import { lswc } from './lswc.js'
import { naiveBayes } from './naive-bayes.js'
import { perfect } from './perfect.js'
import { segmentPredictor } from './segment-predictor/segment-predictor.js'
import { serverAggressive } from './server-aggressive.js'
import { serverConservative } from './server-conservative.js'
import { shark } from './shark.js'
import { siteSvm } from './site-svm.js'
import { softFocused } from './soft-focused.js'

/** Every strategy, in the order in which help and docs list them. A new one is one line here. */
export const STRATEGIES: readonly StrategyEntry[] = [
  breadthFirst,
  hardFocused,
  softFocused,
  limitedDistance,
  lswc,
  serverAggressive,
  serverConservative,
  directoryConservative,
  bestFirst,
  bestSegment,
  segmentPredictor,
  shark,
  naiveBayes,
  siteSvm,
  perfect,
  longtail,
]

/**
 * Makes the strategy that `name:key=value,key=value` names. Throws E_STRATEGY that says what exists. `knowledge` is for
 * those that run on graphs only, and is refused by none.
 */
export function createStrategy(spec: string, knowledge?: GraphKnowledge): Strategy {
  const { entry, given } = parseSpec(spec)
  return entry.create(given, knowledge)
}

/** Does the strategy need knowledge of the whole graph? */
export function runsOnGraphsOnly(spec: string): boolean {
  return parseSpec(spec).entry.graphsOnly
}

/**
 * One spelling for all specs that mean the same strategy: parameters in declared order, defaults left out. A crawl
 * directory compares this to know whether it is being resumed with the strategy it was begun with.
 */
export function canonicalSpec(spec: string): string {
  const { entry, given } = parseSpec(spec)
  const parts = entry.canonical(given).map(([name, value]) => `${name}=${value}`)
  return parts.length === 0 ? entry.name : `${entry.name}:${parts.join(',')}`
}

/** The strategies and their parameters as text for `--help`, for graphs or for crawls. */
export function strategyHelp(where: 'graph' | 'crawl'): string {
  const shown = STRATEGIES.filter(({ graphsOnly }) => where === 'graph' || !graphsOnly)
  const lines = shown.flatMap(({ name, summary, parameters }) => [
    `  ${name}${name === DEFAULT_STRATEGY ? ' (default)' : ''}: ${summary}`,
    ...parameters.map(p => `      ${p.name}=${p.default}  ${p.meaning} (${p.range})`),
  ])
  return ['Strategies, written name or name:key=value,key=value:', ...lines].join('\n')
}

function parseSpec(spec: string): { entry: StrategyEntry; given: Map<string, string> } {
  const colon = spec.indexOf(':')
  const name = (colon < 0 ? spec : spec.slice(0, colon)).trim()
  const entry = STRATEGIES.find(candidate => candidate.name === name)
  if (entry === undefined) {
    const known = STRATEGIES.map(candidate => candidate.name)
    const meant = didYouMean(name, known) || '; choose one of these:'
    throw new LongtailError('E_STRATEGY', `there is no strategy ${quoted(name)}${meant} (${known.join(', ')})`)
  }
  const given = new Map<string, string>()
  for (const part of colon < 0 ? [] : spec.slice(colon + 1).split(',')) {
    const equals = part.indexOf('=')
    const key = part.slice(0, Math.max(equals, 0)).trim()
    if (key === '') {
      throw new LongtailError('E_STRATEGY', `strategy ${name}: expected key=value but found ${quoted(part)}`)
    }
    if (given.has(key)) throw new LongtailError('E_STRATEGY', `strategy ${name}: ${quoted(key)} is given twice`)
    given.set(key, part.slice(equals + 1).trim())
  }
  return { entry, given }
}
