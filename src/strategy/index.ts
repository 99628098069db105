/**
 * Which link next? One file per strategy, each short enough to be read beside its paper, and a registry that makes them
 * from `name:key=value,key=value`.
 *
 * Place in the flow: after a page was judged, the crawl (live or simulated) calls `score` once with the page and its links
 * as ids; the strategy writes one level per link into `out` and may lift, park or re-admit whole groups; the loop offers
 * the links at their levels to the frontier.
 *
 * Invariants, checked for every entry of STRATEGIES by one conformance suite:
 * - the same calls give the same levels: no clock, no chance;
 * - a level is 0…levels, 1 best; once a page was given a level it is never given a worse one, because the frontier lets the
 *   last offer win (0 leaves a queued page where it is); the same holds for what it moves. Only `longtail` thinks worse of
 *   a page when irrelevant pages link to it, and `shark` when pages that promise less do, and they mean it;
 * - state is typed arrays indexed by page and group id, which `reserve` grows with their content; nothing is allocated per link;
 * - a page that was rejected may be offered later, by a better parent;
 * - it does to queued pages what it declares (`reorders`), and no more.
 */
export { DEFAULT_STRATEGY } from './default-strategy.js'
export { loadStrategies, STRATEGY_KIT, type StrategyKit } from './from-file.js'
export { nameOf, parseSpec, withFile } from '../strategy-spec.js'
export { canonicalSpec, createStrategy, runsOnGraphsOnly, STRATEGIES, strategyHelp } from './registry.js'
export { checkedControl, groupControl, pageControl, refuse } from './reordering.js'
export { splitSupport, type SplitSupport } from './split-support.js'
export type { GraphKnowledge, ParameterInfo, StrategyEntry } from './definition.js'
