/** Is it really there? The index knows neither the order of words nor, for scripts without spaces, more than letters in a row. */
import { fold } from './fold.js'
import { withoutParticle } from './grams.js'
import { lowered, type Needle } from './highlight.js'
import type { Group } from './query-groups.js'
import type { Phrase, Query } from './query.js'
import { isLetterAt } from './words.js'

/** What may stand between two words of a phrase: a space, punctuation, the end of a line. */
const MAX_BETWEEN = 6

/**
 * What a page says: its text, and where that does not have what is looked for, its title, headings and description. Lower-cased and
 * folded once for all that is asked of it, and only when it is asked.
 */
export class SaidText {
  readonly #parts: SaidPart[]
  readonly #readOutline: () => string

  constructor(text: string, readOutline: () => string) {
    this.#parts = [new SaidPart(text)]
    this.#readOutline = readOutline
  }

  hasLetters(letters: string): boolean {
    return this.#some(part => part.hasLetters(letters))
  }

  /** `spellings` of each word of the phrase. */
  hasPhrase(phrase: Phrase, spellings: readonly (readonly string[])[]): boolean {
    if (phrase.words.some(({ isSigns }) => isSigns)) return this.hasLetters(phrase.text)
    return this.#some(part => part.hasPhrase(spellings))
  }

  #some(has: (part: SaidPart) => boolean): boolean {
    if (has(this.#parts[0])) return true
    if (this.#parts.length === 1) this.#parts.push(new SaidPart(this.#readOutline()))
    return has(this.#parts[1])
  }
}

class SaidPart {
  readonly #text: string
  readonly #lower: string
  #folded: string | null = null

  constructor(text: string) {
    this.#text = text
    this.#lower = lowered(text)
  }

  hasLetters(letters: string): boolean {
    if (this.#lower.includes(letters)) return true
    this.#folded ??= fold(this.#text).replace(/\s+/g, ' ')
    return this.#folded.includes(letters)
  }

  hasPhrase(spellings: readonly (readonly string[])[]): boolean {
    return spellings[0].some(first => {
      const lower = this.#lower
      for (let at = lower.indexOf(first); at !== -1; at = lower.indexOf(first, at + 1))
        if (!isLetterAt(lower, at - 1) && this.#goesOn(at + first.length, spellings)) return true
      return false
    })
  }

  /** Do the further words follow from here on? */
  #goesOn(from: number, spellings: readonly (readonly string[])[]): boolean {
    const lower = this.#lower
    let at = from
    for (let i = 1; i < spellings.length; i++) {
      if (isLetterAt(lower, at)) return false
      const most = at + MAX_BETWEEN
      while (at < most && at < lower.length && !isLetterAt(lower, at)) at++
      const here = at
      const word = spellings[i].find(one => lower.startsWith(one, here) && !isLetterAt(lower, here + one.length))
      if (word === undefined) return false
      at += word.length
    }
    return !isLetterAt(lower, at)
  }
}

export function needsText(query: Query): boolean {
  return query.phrases.length > 0 || query.without.some(({ words }) => words.length > 1)
}

/** `isUnsure`: the page has one of the words by its grams only. */
export function isVerified(
  said: SaidText,
  query: Query,
  needles: readonly Needle[],
  groups: readonly Group[],
  isUnsure: boolean,
): boolean {
  // words of phrases are looked for as they are, in all their spellings
  const spellingsOf = ({ words }: Phrase): string[][] =>
    words.map(({ text }) => {
      const group = groups.findIndex(({ word }) => word.text === text)
      return [text, ...needles.filter(needle => needle.group === group).map(needle => needle.text)]
    })
  if (query.phrases.some(phrase => !said.hasPhrase(phrase, spellingsOf(phrase)))) return false
  const isUnwanted = (phrase: Phrase): boolean => phrase.words.length > 1 && said.hasPhrase(phrase, spellingsOf(phrase))
  if (query.without.some(isUnwanted)) return false
  if (!isUnsure) return true
  return groups.every(({ word, byGrams, isCertain }) => {
    if (isCertain || byGrams.length === 0 || said.hasLetters(word.text)) return true
    const stripped = withoutParticle(word.text)
    return stripped !== '' && said.hasLetters(stripped)
  })
}
