/**
 * diff/: what is new, changed and gone between two collections (crawls, archives, portals).
 *
 *   compare.ts   both lists of pages in the order of their URLs, one beside the other ─▶ PageChange
 *   sentences.ts what changed in a text
 *   diff-page.ts the same as a page of HTML
 */
export {
  compareCollections,
  type Comparison,
  type ComparisonCounts,
  type GonePage,
  type ChangedPage,
} from './compare.js'
export { drawComparison } from './diff-page.js'
export { countChanges, listChanges } from './words.js'
