/**
 * Thai, Lao, Khmer, Burmese, Chinese, Japanese: a misspelt word falls apart into pieces that are no words, or other ones. So each
 * few pieces in a row are taken for one word, and looked for among those that are.
 */
import { fold } from '../fold.js'
import { segmentSigns } from '../words.js'
import { EDIT, SOUNDS_ALIKE } from './edits.js'
import { countLetters, type Lexicon, pagesWith, shownAt } from './lexicon.js'
import { similarWords } from './spelling.js'

/** A bound on time: each few pieces are a walk through the list of words. */
const MAX_PIECES = 10
const WINDOW = 4
const OFTEN = 2

/** What the letters of a misspelt word may cost whose parts are words, too, on pages that are found: one that sounds the same, or a mark. */
const NEAR = SOUNDS_ALIKE + 1

/** Null when nothing looks misspelt. `inRow`: pages that have these letters; `found`: pages that have all parts of the query. */
export function correctUnspaced(lexicon: Lexicon, typed: string, inRow: number, found: number): string | null {
  if (inRow > OFTEN) return null
  const pieces: string[] = []
  segmentSigns(fold(typed), word => pieces.push(word))
  if (pieces.length === 0 || pieces.length > MAX_PIECES || pieces.join('') !== fold(typed)) return null
  const isUnknown = pieces.map(piece => countLetters(piece) < 2 || pagesWith(lexicon, piece) === 0)
  let best: { from: number; to: number; word: string; score: number } | null = null
  for (let from = 0; from < pieces.length; from++) {
    for (let to = from + 1; to <= Math.min(pieces.length, from + WINDOW); to++) {
      // what cannot be explained otherwise comes first; several good words in a row may be one that was misspelt
      const unknown = isUnknown.slice(from, to).filter(Boolean).length
      if (unknown === 0 && (to - from < 2 || inRow > 0)) continue
      const joined = pieces.slice(from, to).join('')
      const candidate = similarWords(lexicon, joined).find(({ word }) => !leavesOut(pieces.slice(from, to), word))
      const most = unknown > 0 ? 2 * EDIT + 2 : found > 0 ? NEAR : EDIT + 2
      if (candidate === undefined || candidate.cost > most) continue
      const score = candidate.score + 4 * countLetters(joined) + 6 * unknown
      if (best === null || score > best.score) best = { from, to, word: shownAt(lexicon, candidate.index), score }
    }
  }
  if (best === null) return null
  return [...pieces.slice(0, best.from), best.word, ...pieces.slice(best.to)].join('')
}

/** A word that was typed, without another that was typed beside it, corrects nothing: what somebody asked for would be left out. */
function leavesOut(pieces: readonly string[], word: string): boolean {
  for (let from = 0; from < pieces.length; from++)
    for (let to = from + 1; to <= pieces.length; to++) {
      const kept = pieces.slice(from, to).join('')
      if (kept === word && pieces.join('').length - word.length > 1) return true
    }
  return false
}
