/**
 * simulate/changes: recrawl policies over simulated months.
 *
 *   change-model ─▶ living-web ─▶ run-rounds ◀─ recrawl/ (the live crawl's own policies)
 *   (how often)     (what a visit    │
 *                    finds)          ▼
 *                            compare-policies: many of them side by side
 */
export { changeModel, changesHelp, DEFAULT_CHANGES, type ChangeModel } from './change-model.js'
export { comparePolicies, type ComparePoliciesOptions } from './compare-policies.js'
export { ORACLE, policyOf } from './policy-of.js'
export type { RoundsJob, RoundsResult } from './result.js'
export { runRounds } from './run-rounds.js'
