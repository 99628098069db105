/**
 * URLs that are not worth asking for: traps, and the other spelling of pages that were fetched. The live crawl and the simulation
 * both ask here (docs/traps.md); what they are told is a function of the pages that they reported, in order.
 */
export { TrapWatch, type Objection, type SeenPage, type TrapDecision } from './watch.js'
export { patternsOf } from './patterns.js'
export type { FindGood } from './twin-rules.js'
export { trapSite, trapText, TRAP_KINDS, type Trap, type TrapKind } from './trap.js'
