/**
 * Which candidates are phrases that a person would choose as a label: used in sentences of several pages, whole, not on so many
 * pages that they say nothing, and in a form that names something. What people chose as a title, heading or link is trusted
 * with more: "speed of light" is a name where "plays a role" is only a habit.
 */
import { WRITTEN_AS_NAME } from './candidates.js'
import type { PhraseUse } from './phrase-reader.js'

export interface PhraseFacts {
  readonly use: PhraseUse
  readonly words: number
  /** Has a word such as "of" inside, or a common one at its beginning. */
  readonly hasStop: boolean
  /** As for candidates. */
  readonly chosen: number
  /** Pages of the collection. */
  readonly total: number
}

const TINY = 200
const MAX_SHARE = 0.2
/** Of the pages that have it, so many have it in a sentence: "Read more" is never in one. */
const MIN_IN_SENTENCES = 0.3
/** One word stands next to it so much more often than all others: the phrase is only a part of one. */
const HALF = 0.25
/** Chosen as a name this often, for each page that has it, it is whole whatever stands beside it. */
const TRUSTED = 0.1

/** The way to write it, or null when it is no phrase. */
export function labelOf({ use, words, hasStop, chosen, total }: PhraseFacts): string | null {
  const { pages, sentences } = use
  if (pages < (total < TINY ? 2 : 3) || sentences < 2 || sentences < MIN_IN_SENTENCES * pages) return null
  if (total >= TINY && pages > MAX_SHARE * total) return null
  const label = use.spellings.reduce((a, b) => (b.times > a.times ? b : a), { text: '', times: 0 }).text
  if (!isName(label, words) || (words === 1 && hasStop)) return null
  if (chosen < TRUSTED * pages && isHalf(use)) return null
  if (chosen <= 0 && !isPlainName(label, hasStop || chosen === WRITTEN_AS_NAME)) return null
  return label
}

function isHalf({ times, before, leadBefore, after, leadAfter }: PhraseUse): boolean {
  return (before !== -1 && leadBefore > HALF * times) || (after !== -1 && leadAfter > HALF * times)
}

const HIRAGANA_AT_AN_END = /^[\p{Script=Hiragana}]|[\p{Script=Hiragana}]$/u
const POLITE = /^[おご]/
const ONE_LETTER_WORD = /(^|[\s'-])\p{L}($|[\s'-])/u

/** Japanese verbs and particles end in hiragana, names hardly ever do; a word of three letters is seldom a label. */
function isName(label: string, words: number): boolean {
  if (HIRAGANA_AT_AN_END.test(label.replace(POLITE, ''))) return false
  if (words > 1) return true
  return label.length >= 4 || /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label)
}

/** What nobody chose: no numbers, and with "of" or "world" only as a proper name (Gulf of Mexico, World Bank). */
function isPlainName(label: string, isDoubtful: boolean): boolean {
  if (/\p{N}/u.test(label) || ONE_LETTER_WORD.test(label)) return false
  if (!isDoubtful) return true
  const words = label.split(/[\s-]+/)
  return words.length > 1 && /^\p{Lu}/u.test(words[0]) && /^\p{Lu}/u.test(words[words.length - 1])
}
