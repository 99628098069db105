/** A query as it was probably meant. */
import { getOrMake } from '../../../get-or-make.js'
import type { Database } from '../../../disk/sqlite.js'
import { fold } from '../fold.js'
import { EDIT } from './edits.js'
import { isUnspaced } from './forms.js'
import { type Lexicon, lexiconOf, pagesWith, shownAt } from './lexicon.js'
import { similarWords, splitWord, type SpellingCandidate } from './spelling.js'
import { correctUnspaced } from './correct-unspaced.js'

export interface CorrectionContext {
  /** Pages that have all words of the query as it was typed. */
  readonly found: number
  /** Pages that may have these letters in a row, for scripts without spaces: words of their parts may stand anywhere. */
  readonly inRow?: (letters: string) => number
  /** Pages that have all these words, as search counts them (stems included); a few are asked for. */
  readonly together?: (words: readonly string[]) => number
  /** Is it another form of words that pages have? */
  readonly isForm?: (word: string) => boolean
  /** The share of these words, in their order, that is the name of a page: 1 for all of them, 0 for none. */
  readonly named?: (words: readonly string[]) => number
}

/** More words are a text that was pasted. */
const MAX_WORDS = 12
const MAX_QUERY = 300
/** A word that this many pages have is meant as it stands. */
const OFTEN = 3
/** A rare word is doubted only where another one, an edit away, is so many times more frequent: fewer times where nothing is found as it stands. */
const DOUBT = 100
const DOUBT_WHERE_NOTHING = 5
/** The best candidate must be this much ahead of the next (in powers of e) to do without the other words of the query. */
const ASKED = 4
/** What it says for a candidate, in powers of e, that the query is a page's name with it; such ones may be further behind. */
const NAMED = 8
const MOST_ASKED = 5
/** Letters by which forms of a word are told apart. */
const ENDING = 2
const LIFT = 1.5
/** A word ends before these, unless they stand inside of it: operators and addresses stay whole. */
const ENDS = /(\s+|"|['’]s(?=\s|$)|[,;:!?.)(]+(?=\s|$)|\((?=\p{L}))/u

/** Operators and quotes are kept; null when nothing looks misspelt. */
export function correctQuery(database: Database, text: string, context: CorrectionContext): string | null {
  const lexicon = lexiconOf(database)
  if (lexicon === null || lexicon.size === 0 || text.length > MAX_QUERY) return null
  const parts = text.split(ENDS)
  const words = parts.filter(isCorrectable).map(part => fold(part))
  if (words.length === 0 || words.length > MAX_WORDS) return null
  const corrected = parts.map((part, i) => {
    if (!isCorrectable(part)) return part
    if (isUnspaced(part))
      return correctUnspaced(lexicon, part, context.inRow?.(part) ?? context.found, context.found) ?? part
    const joined = joinedWith(lexicon, parts, i)
    if (joined !== null) return joined
    const place = parts.slice(0, i).filter(isCorrectable).length
    return correctWord(lexicon, words, place, context) ?? part
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
  words: readonly string[],
  place: number,
  context: CorrectionContext,
): string | null {
  const word = words[place]
  const known = knownPages(lexicon, word, context)
  if (known >= OFTEN) return null
  if (known === 0 && context.isForm?.(word) === true) return sameWord(lexicon, word)
  const doubt = context.found === 0 ? DOUBT_WHERE_NOTHING : DOUBT
  const candidates = similarWords(lexicon, word, doubt * known)
  const likely = likeliest(lexicon, candidates, words, place, context)
  const best = likely?.candidate ?? null
  if (known > 0)
    return best !== null && best.cost <= 10 && best.pages >= doubt * known ? shownAt(lexicon, best.index) : null
  const split = splitWord(lexicon, word)
  // two words without the space between them are one edit away as well
  if (split !== null && (likely === null || splitScore(lexicon, split) > likely.score)) return split.join(' ')
  return best === null ? null : shownAt(lexicon, best.index)
}

/** Of a word that no page has as it is typed, but in another form: the same form, one mistake away. "experiance", not "organises". */
function sameWord(lexicon: Lexicon, word: string): string | null {
  const candidates = similarWords(lexicon, word, OFTEN)
  const best = candidates.find(one => one.cost <= EDIT && one.word.slice(-ENDING) === word.slice(-ENDING))
  return best === undefined ? null : shownAt(lexicon, best.index)
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
  return getOrMake(most, lexicon, ({ pages }) => pages.reduce((a, b) => Math.max(a, b), 1))
}

/**
 * Of candidates that are nearly as good as the best, the one that stands together with the other words, or makes a page's name with them.
 * `score`: without what the other words say.
 */
function likeliest(
  lexicon: Lexicon,
  candidates: readonly SpellingCandidate[],
  words: readonly string[],
  place: number,
  { together, named }: CorrectionContext,
): { readonly candidate: SpellingCandidate; readonly score: number } | null {
  if (candidates.length === 0) return null
  const others = words.filter((_, i) => i !== place)
  const scored = candidates
    .map(candidate => {
      const share = named?.(words.with(place, candidate.word)) ?? 0
      return { candidate, score: candidate.score + NAMED * share ** 2 }
    })
    .sort((a, b) => b.score - a.score)
  const near = scored.filter(({ score }) => score > scored[0].score - ASKED).slice(0, MOST_ASKED)
  if (near.length === 1 || others.length === 0 || together === undefined) return scored[0]
  const having = Math.max(1, together(others))
  const withOthers = near.map(({ score, candidate }) => {
    const met = together([...others, candidate.word])
    // more often than chance: a frequent word is met beside everything
    const alone = Math.max(candidate.pages, together([candidate.word]))
    const lift = (Math.max(met, 0.5) * mostPages(lexicon)) / (alone * having)
    return score + 2 * Math.log1p(met) + LIFT * Math.log(lift)
  })
  return near[withOthers.indexOf(Math.max(...withOthers))]
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
