import { resolve } from 'node:path'
import type { Strategy } from '../contracts.js'
import { DEFAULT_STRATEGY } from './default-strategy.js'
import { didYouMean } from '../did-you-mean.js'
import { LongtailError, quoted } from '../errors.js'
import { bestFirst } from './best-first.js'
import { bestSegment } from './best-segment.js'
import { breadthFirst } from './breadth-first.js'
import type { GraphKnowledge, StrategyEntry } from './definition.js'
import { loadedStrategy } from './from-file.js'
import { parseSpec } from '../strategy-spec.js'
import { craw4llm } from './craw4llm.js'
import { directoryConservative } from './directory-conservative.js'
import { hardFocused } from './hard-focused.js'
import { limitedDistance } from './limited-distance.js'
import { linguacrawl } from './linguacrawl.js'
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
import { spiderling } from './spiderling.js'
import { tagBandit } from './tag-bandit.js'

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
  spiderling,
  linguacrawl,
  craw4llm,
  tagBandit,
  perfect,
  longtail,
]

/**
 * Makes the strategy that `name:key=value,key=value` names; one from a file must have been loaded (from-file.ts). Throws E_STRATEGY that says what exists. `knowledge` is for
 * those that run on graphs only, and is refused by none.
 */
export function createStrategy(spec: string, knowledge?: GraphKnowledge): Strategy {
  const { entry, given } = find(spec)
  return entry.create(given, knowledge)
}

/** Does the strategy need knowledge of the whole graph? */
export function runsOnGraphsOnly(spec: string): boolean {
  return find(spec).entry.graphsOnly
}

/**
 * One spelling for all specs that mean the same strategy: parameters in declared order, defaults left out, and of a file what it
 * holds: one that was changed is another strategy.
 */
export function canonicalSpec(spec: string): string {
  const { entry, given, label } = find(spec)
  const parts = entry.canonical(given).map(([name, value]) => `${name}=${value}`)
  return parts.length === 0 ? label : `${label}:${parts.join(',')}`
}

/** The strategies and their parameters as text for people; one of them, if it is named. */
export function strategyHelp(name?: string): string {
  const shown = name === undefined ? STRATEGIES : [find(name).entry]
  const lines = shown.flatMap(({ name: own, summary, source, parameters, graphsOnly }) => [
    `  ${own}${own === DEFAULT_STRATEGY ? ' (default)' : ''}${graphsOnly ? ' (on graphs only)' : ''}: ${summary}`,
    ...(name === undefined ? [] : [`      from ${source}`]),
    ...parameters.map(p => `      ${p.name}=${p.default}  ${p.meaning} (${p.range})`),
  ])
  return ['Strategies, written name or name:key=value,key=value:', ...lines].join('\n')
}

function find(spec: string): { entry: StrategyEntry; given: ReadonlyMap<string, string>; label: string } {
  const { name, isFile, given } = parseSpec(spec)
  if (isFile) {
    const { entry, digest } = loadedStrategy(name)
    return { entry, given, label: `${resolve(name)}#${digest}` }
  }
  const entry = STRATEGIES.find(candidate => candidate.name === name)
  if (entry !== undefined) return { entry, given, label: name }
  const known = STRATEGIES.map(candidate => candidate.name)
  throw new LongtailError(
    'E_STRATEGY',
    `there is no strategy ${quoted(name)}${didYouMean(name, known) || '.'} Choose one of ${known.join(', ')}; or give a file of your own, such as ./mine.js`,
  )
}
