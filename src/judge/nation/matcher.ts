/**
 * The longest-match tokenizer of the thesis (its Figure 5): from each word on, the longest run of words that is a name, or
 * sounds like one; what is left are ordinary words. Sounds are compared word by word, not as the sound of the whole run,
 * of which Soundex keeps four consonants. In scripts without spaces a name counts where a reader would cut the words.
 */
import { BEFORE_PLACES } from './before-places.js'
import { BETWEEN, LETTER, SIGN, characterKinds } from './characters.js'
import { literalMatcher } from './literal.js'
import { OWN, type NameIndex, type NamePhrase } from './name-index.js'
import { MIN_SOUND_LENGTH, isNearlyWritten } from './phonetics.js'
import { Tokens, type IsCommon, type Matching, type Token } from './token.js'

/**
 * `factor`: how much less than a plain match this one says, by how it is written and by what stands beside it. `form`: a name
 * with another ending is nearly an adjective, one in small letters perhaps another word, one behind "in" or "to" a place.
 */
export type FoundName = (phrase: NamePhrase, factor: number, form: NameForm) => void
export type NameForm = 'plain' | 'small' | 'inflected' | 'placed'

export interface NameMatcher {
  /** Calls `found` for each name and returns how many words there were: names are one each, stop words are none. */
  match(text: string, found: FoundName, options?: MatchOptions): number
}

export interface MatchOptions {
  /** Addresses are written in small letters. */
  readonly ignoreCase?: boolean
}

/** Longer texts are cut: what a page is about stands before this. */
const MAX_TEXT = 60_000
const INFLECTED = 0.8
const SOUNDS_ALIKE = 0.3
/** "turkey", "chad": written small it is another word. Adjectives are written small in most languages. */
const SMALL = 0.3
/** SIAM is a society, Siam was a country. */
const CAPITALS = 0.4
const MAX_CAPITALS = 5
/** Michael Jordan, Georgia Tech: part of a longer name of somebody else. */
const IN_LONGER_NAME = 0.6
// where the two halves of a word's hash begin
const HIGH = 0x811c9dc5 | 0
const LOW = 0x9e3779b9 | 0
/** Signs on each side that the segmenter sees. */
const WINDOW = 12

export function createMatcher(index: NameIndex, matching: Matching, isCommon: IsCommon): NameMatcher {
  const tokens = new Tokens(index, matching, isCommon)
  const kinds = characterKinds()
  const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
  const row: Token[] = []
  /** Whether a word and the one before it may belong to one name. */
  const bonded: boolean[] = []
  let words = 0

  function match(whole: string, found: FoundName, options: MatchOptions = {}): number {
    const text = whole.length > MAX_TEXT ? whole.slice(0, MAX_TEXT) : whole
    const ignoreCase = options.ignoreCase === true
    words = 0
    let start = 0
    let end = 0
    let kind = BETWEEN
    let high = HIGH
    let low = LOW
    for (let i = 0; i <= text.length; i++) {
      const code = i < text.length ? text.charCodeAt(i) : 0
      const next = kinds[code]
      if (next === kind) {
        if (kind === LETTER) {
          high = Math.imul(high ^ code, 0x01000193)
          low = Math.imul(low ^ (low >>> 15) ^ code, 0x85ebca6b)
        }
        continue
      }
      if (kind === SIGN) {
        matchRow(found, ignoreCase)
        matchSigns(text, start, i, found)
        end = i
      } else if (kind !== BETWEEN) {
        bonded.push(row.length > 0 && isBond(text, end, start))
        row.push(tokens.of((high | 1) >>> 0, (low ^ (low >>> 13)) >>> 0, text, start, i))
        end = i
        // names do not reach over the end of a line
        if (next === BETWEEN && text.charCodeAt(i) === 10) matchRow(found, ignoreCase)
      }
      start = i
      kind = next
      high = Math.imul(HIGH ^ code, 0x01000193)
      low = Math.imul(LOW ^ code, 0x85ebca6b)
    }
    matchRow(found, ignoreCase)
    return words
  }

  function matchRow(found: FoundName, ignoreCase: boolean): void {
    const { length } = row
    let i = 0
    while (i < length) {
      const token = row[i]
      let phrase = longest(token.starts, i, isSame)
      let count = phrase?.words.length ?? 0
      let factor = 1
      const joined = count <= 1 && token.isBeginning ? joinedName(i) : null
      if (joined !== null) {
        phrase = joined
        count = 2
      }
      const alike = token.alike.length === 0 ? null : longest(token.alike, i, soundsSame)
      if (alike !== null && alike.words.length > count) {
        phrase = alike
        count = alike.words.length
        factor = SOUNDS_ALIKE
      }
      if (phrase === null && token.inflects !== null) {
        phrase = token.inflects
        count = 1
        factor = INFLECTED
      }
      if (phrase === null) {
        if (!token.isStop) words++
        i++
        continue
      }
      words++
      const weight = factor * (ignoreCase ? 1 : writing(phrase, i, count))
      if (weight > 0) found(phrase, weight, factor === INFLECTED ? 'inflected' : formOf(i))
      i += count
    }
    row.length = 0
    bonded.length = 0
  }

  function longest(
    phrases: readonly NamePhrase[],
    at: number,
    isMatch: (token: Token, phrase: NamePhrase, k: number) => boolean,
  ): NamePhrase | null {
    search: for (const phrase of phrases) {
      const { length } = phrase.words
      if (at + length > row.length) continue
      for (let k = 0; k < length; k++) {
        if (k > 0 && !bonded[at + k]) continue search
        if (!isMatch(row[at + k], phrase, k)) continue search
      }
      return phrase
    }
    return null
  }

  /** "Bang kok". */
  function joinedName(at: number): NamePhrase | null {
    if (at + 1 >= row.length || !bonded[at + 1] || row[at + 1].isStop) return null
    const phrases = index.byWord.get(row[at].word + row[at + 1].word)
    const phrase = phrases?.[phrases.length - 1]
    return phrase !== undefined && phrase.owner === OWN && phrase.words.length === 1 ? phrase : null
  }

  function formOf(at: number): NameForm {
    if (!row[at].isCapital) return 'small'
    return at > 0 && bonded[at] && BEFORE_PLACES.has(row[at - 1].word) ? 'placed' : 'plain'
  }

  function writing(phrase: NamePhrase, at: number, count: number): number {
    const first = row[at]
    if (phrase.isCode) return first.isAllCapitals ? 1 : 0
    if (count > 1) return 1
    if (!first.isCapital) return phrase.owner === OWN && phrase.kind === 'demonym' ? 1 : SMALL
    if (first.isAllCapitals && first.word.length <= MAX_CAPITALS) return CAPITALS
    if (phrase.kind === 'demonym') return 1
    const isBefore = at > 0 && bonded[at] && isOtherName(row[at - 1])
    const isAfter = at + 1 < row.length && bonded[at + 1] && isOtherName(row[at + 1])
    return isBefore || isAfter ? IN_LONGER_NAME : 1
  }

  function matchSigns(text: string, start: number, end: number, found: FoundName): void {
    // two signs are about a word
    words += Math.ceil((end - start) / 2)
    let i = start
    while (i < end) {
      const phrases = index.bySign.get(text.charCodeAt(i))
      const phrase = phrases?.find(({ words: [name] }) => text.startsWith(name, i))
      const length = phrase?.words[0].length ?? 0
      if (phrase !== undefined && i + length <= end && isCut(text.slice(start, end), i - start, length)) {
        found(phrase, 1, 'plain')
        i += length
      } else i++
    }
  }

  /** Would a reader cut before and after this name? 泰国 is in 亚泰国际 and not a word of it, タイ not one of ケータイ. */
  function isCut(run: string, at: number, length: number): boolean {
    if (at === 0 && length === run.length) return true
    const from = Math.max(0, at - WINDOW)
    const piece = run.slice(from, at + length + WINDOW)
    let before = false
    let after = at + length === run.length
    for (const { index: place } of segmenter.segment(piece)) {
      if (from + place === at) before = true
      if (from + place === at + length) after = true
    }
    return before && after
  }

  return matching === 'literal' ? literalMatcher(index) : { match }
}

function isSame(token: Token, { words }: NamePhrase, k: number): boolean {
  return token.word === words[k]
}

/** Short words must be the same; longer ones must sound the same and look nearly so. */
function soundsSame(token: Token, { words, sounds }: NamePhrase, k: number): boolean {
  const name = words[k]
  if (token.word === name) return true
  if (token.isStop || token.word.length < MIN_SOUND_LENGTH || name.length < MIN_SOUND_LENGTH) return false
  return token.sound !== '' && token.sound === sounds[k] && (k === 0 || isNearlyWritten(token.word, name))
}

function isOtherName({ isCapital, isAllCapitals, isStop, starts, word }: Token): boolean {
  return isCapital && !isAllCapitals && !isStop && !/^\d/.test(word) && !starts.some(({ owner }) => owner === OWN)
}

/** A space, a hyphen, an apostrophe, what addresses have instead; a full stop only inside ("D.C."). */
function isBond(text: string, from: number, to: number): boolean {
  if (to - from > 2) return false
  if (to - from === 1 && text[from] === '.') return true
  for (let i = from; i < to; i++) if (!BONDS.includes(text[i])) return false
  return true
}
const BONDS = " \t\u00a0-‐–_+'’"
