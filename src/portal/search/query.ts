/** What somebody typed, taken apart: words, "phrases", -unwanted words, site:host. Nothing typed is an error. */
import { fold } from './fold.js'
import { isSigns, scanSearchWords, segmentSigns } from './words.js'

export interface QueryWord {
  /** Folded. */
  readonly text: string
  /** Of a script without spaces. */
  readonly isSigns: boolean
}

export interface Phrase {
  readonly words: readonly QueryWord[]
  /** Folded, white space as single spaces. */
  readonly text: string
}

export interface Query {
  /** Each once, those of phrases included, in the order in which they were typed. */
  readonly words: readonly QueryWord[]
  readonly phrases: readonly Phrase[]
  readonly without: readonly Phrase[]
  /** '' for all. */
  readonly site: string
}

export const MAX_TYPED = 500
const MAX_WORDS = 24
/** Optional minus, then a phrase or anything up to the next space or quote. All kinds of quotes, as keyboards have them. */
const PART = /(-?)(?:["“”„«]([^"“”„«»]*)["“”„»]?|(\S[^\s"“”„«»]*))/gu

export function parseQuery(typed: string): Query {
  const words = new Map<string, QueryWord>()
  const phrases: Phrase[] = []
  const without: Phrase[] = []
  let site = ''
  for (const [, minus, quoted, bare] of typed.slice(0, MAX_TYPED).toWellFormed().normalize('NFC').matchAll(PART)) {
    const siteName = bare === undefined ? null : /^site:([\w.-]+)/i.exec(bare)
    if (siteName !== null && minus === '') {
      site = siteName[1].toLowerCase()
      continue
    }
    const text = quoted ?? bare
    const found = queryWords(text)
    if (found.length === 0) continue
    const phrase = { words: found, text: fold(text).replace(/\s+/g, ' ').trim() }
    if (minus === '-') {
      without.push(phrase)
      continue
    }
    for (const word of found) if (words.size < MAX_WORDS) words.set(word.text, word)
    if (quoted !== undefined) phrases.push(phrase)
  }
  return { words: [...words.values()], phrases, without, site }
}

export function queryWords(text: string): QueryWord[] {
  const words: QueryWord[] = []
  scanSearchWords(text, MAX_WORDS, (start, end, areSigns) => {
    const folded = fold(text.slice(start, end))
    if (folded === '') return
    if (!areSigns) words.push({ text: folded, isSigns: false })
    else segmentSigns(folded, word => words.push({ text: word, isSigns: isSigns(word) }))
  })
  return words
}
