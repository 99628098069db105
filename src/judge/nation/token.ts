/** What a matcher knows about a word, found out once per word and not once per place where it stands. */
import { MIN_SOUND_LENGTH, isNearlyWritten, soundOf } from './phonetics.js'
import { OWN, type NameIndex, type NamePhrase } from './name-index.js'
import { stopWords } from './stop-words.js'

export type Matching = 'phonetic' | 'exact' | 'literal'

export interface Token {
  readonly word: string
  readonly sound: string
  readonly isStop: boolean
  /** Begins with a capital letter; true in scripts that have none. */
  readonly isCapital: boolean
  readonly isAllCapitals: boolean
  /** Names that begin with this word, longest first. */
  readonly starts: readonly NamePhrase[]
  /** Names that begin with a word that sounds and looks nearly like it. */
  readonly alike: readonly NamePhrase[]
  /** The name of which this is another form. */
  readonly inflects: NamePhrase | null
  /** With the next word it may be a name that the dictionary writes as one. */
  readonly isBeginning: boolean
}

const NONE: readonly NamePhrase[] = []
/** Endings are not longer: -schen, -ского, -issa. */
const MAX_ENDING = 4
/** Words written before names without a space: "and the" in Arabic, "in" in Hebrew. */
const MAX_PARTICLE = 3
const WITH_PARTICLES = /^[\p{Script=Arabic}\p{Script=Hebrew}]/u
/** Slots of the table, a power of two, and how many of them may be full: words of hostile pages are all different. */
const SLOTS = 1 << 17
const MAX_KNOWN = SLOTS / 2
const MAX_WORD = 60

/** How common a word is by itself, 0 when nobody has counted. */
export type IsCommon = (word: string) => boolean

/**
 * Words by a 64-bit hash of their code units, which the tokenizer has by the time it sees a word's end: a word seen before
 * costs neither a string nor the hash of one. Two words with one hash would be taken for each other; that does not happen.
 */
export class Tokens {
  /** Both halves side by side; two zeros are an empty slot. */
  private readonly hashes = new Uint32Array(2 * SLOTS)
  private readonly known: Token[] = []
  /** Place in `known` by slot. */
  private readonly places = new Uint32Array(SLOTS)
  private readonly stops = stopWords()

  constructor(
    private readonly index: NameIndex,
    private readonly matching: Matching,
    private readonly isCommon: IsCommon,
  ) {}

  /** The word is `text.slice(start, end)`, and the hash is its own: the same word always comes with the same. */
  of(high: number, low: number, text: string, start: number, end: number): Token {
    const { hashes, known, places } = this
    let slot = low & (SLOTS - 1)
    for (;;) {
      const otherLow = hashes[2 * slot]
      const otherHigh = hashes[2 * slot + 1]
      if (otherLow === low && otherHigh === high) return known[places[slot]]
      if (otherLow === 0 && otherHigh === 0) break
      slot = (slot + 1) & (SLOTS - 1)
    }
    const token = this.learn(text.slice(start, end))
    if (known.length >= MAX_KNOWN) {
      known.length = 0
      hashes.fill(0)
      slot = low & (SLOTS - 1)
    }
    hashes[2 * slot] = low
    hashes[2 * slot + 1] = high
    places[slot] = known.length
    known.push(token)
    return token
  }

  private learn(raw: string): Token {
    const { index, matching } = this
    const word = raw.length > MAX_WORD ? '' : lowerCased(raw)
    const isStop = this.stops.has(word)
    const starts = index.byWord.get(word) ?? NONE
    const sound = matching === 'phonetic' && !isStop ? soundOf(word) : ''
    const isName = starts !== NONE && starts.some(({ words }) => words.length === 1)
    const upper = raw.toUpperCase()
    return {
      word,
      sound,
      isStop,
      isCapital: raw.charCodeAt(0) === upper.charCodeAt(0),
      isAllCapitals: raw.length > 1 && raw === upper && raw !== word,
      starts,
      alike: matching === 'phonetic' && !isStop ? this.alike(word, sound) : NONE,
      inflects: isName || isStop || matching === 'literal' ? null : this.inflected(word),
      isBeginning: index.beginnings.has(word) && !isStop,
    }
  }

  /** A word that is common by itself is no misspelt name; neither is another country's. */
  private alike(word: string, sound: string): readonly NamePhrase[] {
    const { bySound, byWord } = this.index
    if (sound === '') return (word.length < MIN_SOUND_LENGTH ? bySound.get(`=${word}`) : undefined) ?? NONE
    const same = bySound.get(sound)
    if (same === undefined) return NONE
    const near = same.filter(({ words }) => isNearlyWritten(word, words[0]))
    if (near.length === 0 || this.isCommon(word)) return NONE
    return byWord.get(word)?.some(({ owner }) => owner !== OWN) ? NONE : near
  }

  private inflected(word: string): NamePhrase | null {
    const { byStem } = this.index
    for (let length = word.length; length >= 2 && length >= word.length - MAX_ENDING; length--) {
      const phrase = byStem.get(word.slice(0, length))
      if (phrase !== undefined) return this.isCommon(word) ? null : phrase
    }
    if (!WITH_PARTICLES.test(word)) return null
    for (let start = 1; start <= MAX_PARTICLE; start++) {
      const phrase = word.length - start >= 4 ? byStem.get(word.slice(start)) : undefined
      if (phrase !== undefined) return phrase
    }
    return null
  }
}

function lowerCased(raw: string): string {
  const lower = raw.toLowerCase()
  return ASCII.test(lower) ? lower : lower.normalize('NFC')
}
const ASCII = /^[\x00-\x7f]*$/
