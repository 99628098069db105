/** A thread for the tests of the pool: dies, throws or falls silent over some pages, and has a word to say about all others. */
import type { PlacedPage } from '../../src/collection/extract-pool.js'
import { answerJobs, extractorOf } from '../../src/collection/extractor.js'

export interface Word {
  readonly word: string
}

await answerJobs(
  extractorOf<PlacedPage, Word>((_, { url }) => {
    if (url.endsWith('/crash')) process.exit(1)
    if (url.endsWith('/throw')) throw new Error('cannot be read')
    if (url.endsWith('/nothing')) return Promise.resolve(null)
    if (url.endsWith('/silence')) return new Promise(() => undefined)
    return Promise.resolve({ word: `read ${url}` })
  }),
)
