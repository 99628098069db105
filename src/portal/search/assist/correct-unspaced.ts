/**
 * Thai, Lao, Khmer, Burmese, Chinese, Japanese: a misspelt word falls apart into pieces that are no words, or other ones. So each
 * few pieces in a row are taken for one word, and looked for among those that are.
 */
import { fold } from '../fold.js'
import { segmentSigns } from '../words.js'
import { EDIT } from './edits.js'
import { countLetters, type Lexicon, pagesWith, shownAt } from './lexicon.js'
import { similarWords } from './spelling.js'

/** A bound on time: each few pieces are a walk through the list of words. */
const MAX_PIECES = 10
const WINDOW = 4
const OFTEN = 2

/** Null when nothing looks misspelt. `found`: pages that have what was typed. */
export function correctUnspaced(lexicon: Lexicon, typed: string, found: number): string | null {
  if (found > OFTEN) return null
  const pieces: string[] = []
  segmentSigns(fold(typed), word => pieces.push(word))
  if (pieces.length === 0 || pieces.length > MAX_PIECES || pieces.join('') !== fold(typed)) return null
  const isUnknown = pieces.map(piece => countLetters(piece) < 2 || pagesWith(lexicon, piece) === 0)
  let best: { from: number; to: number; word: string; score: number } | null = null
  for (let from = 0; from < pieces.length; from++) {
    for (let to = from + 1; to <= Math.min(pieces.length, from + WINDOW); to++) {
      // what cannot be explained otherwise comes first; several good words in a row may be one that was misspelt
      const unknown = isUnknown.slice(from, to).filter(Boolean).length
      if (unknown === 0 && (to - from < 2 || found > 0)) continue
      const joined = pieces.slice(from, to).join('')
      const [candidate] = similarWords(lexicon, joined)
      if (candidate === undefined || candidate.cost > EDIT * (unknown > 0 ? 2 : 1) + 2) continue
      const score = candidate.score + 4 * countLetters(joined) + 6 * unknown
      if (best === null || score > best.score) best = { from, to, word: shownAt(lexicon, candidate.index), score }
    }
  }
  if (best === null) return null
  return [...pieces.slice(0, best.from), best.word, ...pieces.slice(best.to)].join('')
}
