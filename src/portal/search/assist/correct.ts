/** A query as it was probably meant. */
import { knownOrMade } from '../../../known-or-made.js'
import type { Database } from '../../../disk/sqlite.js'
import { fold } from '../fold.js'
import { isUnspaced } from './forms.js'
import { type Lexicon, lexiconOf, pagesWith, shownAt } from './lexicon.js'
import { similarWords, splitWord, type SpellingCandidate } from './spelling.js'
import { correctUnspaced } from './correct-unspaced.js'

export interface CorrectionContext {
  /** Pages that have all words of the query as it was typed. */
  readonly found: number
  /** Pages that have all these words, as search counts them (stems included); a few are asked for. */
  readonly together?: (words: readonly string[]) => number
}

/** More words are a text that was pasted. */
const MAX_WORDS = 12
const MAX_QUERY = 300
/** A word that this many pages have is meant as it stands. */
const OFTEN = 3
/** A rare word is doubted only where another one, an edit away, is so many times more frequent. */
const DOUBT = 100
/** The best candidate must be this much ahead of the next (in powers of e) to do without the other words of the query. */
const ASKED = 4

/** Operators and quotes are kept; null when nothing looks misspelt. */
export function correctQuery(database: Database, text: string, context: CorrectionContext): string | null {
  const lexicon = lexiconOf(database)
  if (lexicon === null || lexicon.size === 0 || text.length > MAX_QUERY) return null
  const parts = text.split(/(\s+|")/)
  const words = parts.filter(isCorrectable).map(part => fold(part))
  if (words.length === 0 || words.length > MAX_WORDS) return null
  const corrected = parts.map((part, i) => {
    if (!isCorrectable(part)) return part
    if (isUnspaced(part)) return correctUnspaced(lexicon, part, context.found) ?? part
    const joined = joinedWith(lexicon, parts, i)
    if (joined !== null) return joined
    const others = words.filter(word => word !== fold(part))
    return correctWord(lexicon, fold(part), others, context) ?? part
  })
  const result = corrected.join('').replace(/\s+/g, ' ').trim()
  return fold(result) === fold(text.replace(/\s+/g, ' ').trim()) ? null : result
}

/** Letters alone: no operator, number, address, quotation mark or apostrophe (l'eau is two words). */
function isCorrectable(part: string): boolean {
  return /^\p{L}[\p{L}\p{M}\u200c\u200d]+$/u.test(part)
}

function correctWord(
  lexicon: Lexicon,
  word: string,
  others: readonly string[],
  context: CorrectionContext,
): string | null {
  const known = knownPages(lexicon, word, context)
  if (known >= OFTEN) return null
  const candidates = similarWords(lexicon, word, DOUBT * known)
  const best = likeliest(candidates, others, context)
  if (known > 0)
    return best !== null && best.cost <= 10 && best.pages >= DOUBT * known ? shownAt(lexicon, best.index) : null
  const split = splitWord(lexicon, word)
  // two words without the space between them are one edit away as well
  if (split !== null && (best === null || splitScore(lexicon, split) > best.score)) return split.join(' ')
  return best === null ? null : shownAt(lexicon, best.index)
}

/** Search may know it where the list does not: by its stem, or because it is too rare for the list. */
function knownPages(lexicon: Lexicon, word: string, { together }: CorrectionContext): number {
  const pages = pagesWith(lexicon, word)
  return pages > 0 || together === undefined ? pages : together([word])
}

/** By the pages that would have both by chance: any long word falls into two rare ones somewhere ("shakes peer"). */
function splitScore(lexicon: Lexicon, [first, second]: readonly [string, string]): number {
  return Math.log((pagesWith(lexicon, first) * pagesWith(lexicon, second)) / mostPages(lexicon)) - 8
}

const most = new WeakMap<Lexicon, number>()

/** Of the most frequent word: about as many as the collection has. */
function mostPages(lexicon: Lexicon): number {
  return knownOrMade(most, lexicon, ({ pages }) => pages.reduce((a, b) => Math.max(a, b), 1))
}

/** Of candidates that are nearly as good as the best, the one that stands together with the other words. */
function likeliest(
  candidates: readonly SpellingCandidate[],
  others: readonly string[],
  { together }: CorrectionContext,
): SpellingCandidate | null {
  if (candidates.length === 0) return null
  const near = candidates.filter(({ score }) => score > candidates[0].score - ASKED).slice(0, 5)
  if (near.length === 1 || others.length === 0 || together === undefined) return candidates[0]
  let best = near[0]
  let bestScore = -Infinity
  for (const candidate of near) {
    const score = candidate.score + 2 * Math.log1p(together([...others, candidate.word]))
    if (score > bestScore) {
      best = candidate
      bestScore = score
    }
  }
  return best
}

/** "key board" where pages have keyboard and one of the two is no word: the second part is then left out. */
function joinedWith(lexicon: Lexicon, parts: readonly string[], i: number): string | null {
  const join = (a: number, b: number): string | null => {
    const [first, second] = [parts[a] ?? '', parts[b] ?? '']
    if (!isCorrectable(first) || !isCorrectable(second)) return null
    const joined = fold(first) + fold(second)
    const pages = pagesWith(lexicon, joined)
    const apart = Math.min(pagesWith(lexicon, fold(first)), pagesWith(lexicon, fold(second)))
    return pages > 0 && apart === 0 ? joined : null
  }
  if (join(i - 2, i) !== null) return ''
  return join(i, i + 2)
}
