/**
 * The few words of a link say less than a page, and a probability that was fitted on pages makes every link look unwanted.
 * So links have a calibration of their own, fitted on short texts of the training pages: titles, and a few words in a row.
 */
import { createRandom } from '../../learn/index.js'
import { BREAK, type TopicDocument } from './documents.js'

const WINDOWS = 3
const MIN_WINDOW = 2
const MAX_WINDOW = 8

/** By document: places of the words of its title and of some windows of its text, which are read as phrases. */
export function snippetsOf(documents: readonly TopicDocument[], seed: number): Int32Array[][] {
  const random = createRandom(seed)
  return documents.map(({ title, body }) => {
    const snippets = title.length === 0 ? [] : [title]
    for (let i = 0; i < WINDOWS; i++) {
      const length = MIN_WINDOW + Math.floor(random() * (MAX_WINDOW - MIN_WINDOW + 1))
      const start = Math.floor(random() * Math.max(1, body.length - length))
      const words = body.subarray(start, start + length).filter(word => word !== BREAK)
      if (words.length > 0) snippets.push(words)
    }
    return snippets
  })
}
