/**
 * What helps a reader who does not know the right words: suggestions while typing, misspelt words, phrases that divide results
 * and topics, pages in place of a missing one.
 *
 * `assistSteps` makes its tables at the end of a build; all else reads them (and the tables of store/schema.ts) through a
 * read-only connection, in the threads that search. Nothing here throws for what a reader typed or a page said.
 */
export { assistSteps } from './finish.js'
export { suggest } from './suggest.js'
export { correctQuery, type CorrectionContext } from './correct.js'
export { clusterPages } from './clusters.js'
export { lexiconOf } from './lexicon.js'
export { phraseBookOf } from './phrase-book.js'
export { subtopics } from './subtopics.js'
export { nearest, type NearestRequest } from './nearest.js'
