/**
 * Names by their words, so that a text finds the longest name that begins at a word: those of the nation, and those of all
 * other countries and languages, because "Niger" is not in "Nigeria" and a list of countries is about none of them.
 */
import { hasSigns, withoutAccents, nameWords } from './characters.js'
import type { NameKind, NationName } from './dictionary.js'
import { soundOf } from './phonetics.js'
import { stopWords } from './stop-words.js'

/** The nation itself; other countries and languages have larger numbers. */
export const OWN = 0
/** As in the thesis author's crawler: names are not longer. */
export const MAX_PHRASE = 10
/** Under this the name means something else more often. */
const HARDLY = 0.2

export interface NamePhrase {
  readonly owner: number
  /** As the dictionary writes it. */
  readonly name: string
  readonly kind: NameKind
  readonly weight: number
  /** Lower-cased. */
  readonly words: readonly string[]
  readonly sounds: readonly string[]
  /** "USA" is not in "usa": only capitals count. */
  readonly isCode: boolean
}

export interface NameIndex {
  /** By first word, longest first. */
  readonly byWord: ReadonlyMap<string, readonly NamePhrase[]>
  /** The nation's, by the sound of the first word that has one; that of a phrase whose spaces are left out is among them. */
  readonly bySound: ReadonlyMap<string, readonly NamePhrase[]>
  /** Stems of the nation's names, for words with other endings. */
  readonly byStem: ReadonlyMap<string, NamePhrase>
  /** Names in scripts without spaces by their first sign, longest first. */
  readonly bySign: ReadonlyMap<number, readonly NamePhrase[]>
  /** Beginnings of the nation's one-word names, for names that a text writes in two words. */
  readonly beginnings: ReadonlySet<string>
}

const NO_SOUNDS: readonly string[] = []

export interface OtherNames {
  readonly owner: number
  readonly names: readonly string[]
}

export function indexNames(
  own: readonly NationName[],
  others: Iterable<OtherNames>,
  isCommon: (word: string) => boolean,
): NameIndex {
  const byWord = new Map<string, NamePhrase[]>()
  const bySound = new Map<string, NamePhrase[]>()
  const byStem = new Map<string, NamePhrase>()
  const bySign = new Map<number, NamePhrase[]>()
  const beginnings = new Set<string>()
  const seen = new Map<string, NamePhrase>()

  function add(phrase: NamePhrase): boolean {
    const key = phrase.words.join(' ')
    const known = seen.get(key)
    if (known !== undefined && (known.owner !== OWN || phrase.owner === OWN || known.weight >= HARDLY)) return false
    seen.set(key, phrase)
    const first = phrase.words[0]
    if (hasSigns(first)) into(bySign, first.charCodeAt(0), phrase)
    else into(byWord, first, phrase)
    return true
  }

  for (const name of [...own].sort((a, b) => b.weight - a.weight)) {
    for (const spelling of spellings(name.name)) {
      const phrase = phraseOf(OWN, { ...name, name: spelling })
      if (phrase === null || !add(phrase) || hasSigns(spelling)) continue
      const { words, sounds, kind, isCode } = phrase
      if (isCode) continue
      const joined = words.join('')
      const single: NamePhrase = { ...phrase, words: [joined], sounds: [soundOf(joined)] }
      // "Sam Sung" is a village, "Samsung" is not
      const isLong = words.length > 1 && joined.length >= 6 && (kind === 'country' || !isCommon(joined))
      if (isLong) add(single)
      if (words.length === 1 || isLong)
        for (let length = 3; length <= joined.length - 3; length++) beginnings.add(joined.slice(0, length))
      const sound = sounds.find(one => one !== '')
      if (sound !== undefined) into(bySound, sounds[0] === '' ? `=${words[0]}` : sound, phrase)
      if (isLong && single.sounds[0] !== '') into(bySound, single.sounds[0], single)
      for (const stem of stemsOf(phrase)) keep(byStem, stem, phrase)
    }
  }
  for (const { owner, names } of others)
    for (const name of names) {
      const phrase = phraseOf(owner, { name, kind: 'country', weight: 1 })
      if (phrase !== null) add(phrase)
    }
  for (const phrases of [...byWord.values(), ...bySound.values()]) phrases.sort((a, b) => size(b) - size(a))
  for (const phrases of bySign.values()) phrases.sort((a, b) => b.words[0].length - a.words[0].length)
  return { byWord, bySound, byStem, bySign, beginnings }
}

function size({ words }: NamePhrase): number {
  return words.length
}

/** A text may leave accents out; short names then become other words. */
function spellings(name: string): string[] {
  const plain = withoutAccents(name)
  return plain === name || plain.length < 6 || hasSigns(name) ? [name] : [name, plain]
}

/** Null for what can be no name: nothing but stop words, or more words than names have. */
export function phraseOf(owner: number, { name, kind, weight }: NationName): NamePhrase | null {
  const words = nameWords(name.normalize('NFC').toLowerCase())
  if (words.length === 0 || words.length > MAX_PHRASE) return null
  const stops = stopWords()
  if (words.every(word => stops.has(word) || word.length === 1) && !hasSigns(name)) return null
  // a run of signs among other words: rare, and not worth a second kind of match
  if (words.length > 1 && words.some(word => hasSigns(word))) return null
  const isCode = /^\p{Lu}{2,4}$/u.test(name)
  return { owner, name, kind, weight, words, sounds: owner === OWN ? words.map(soundOf) : NO_SOUNDS, isCode }
}

/** Shorter stems begin too many words. Two Korean syllables are a name, and particles are written behind it. */
const MIN_STEM = 5
const MIN_STEM_LATIN = 6
const MIN_STEM_KOREAN = 2
const VOWEL = /[aeiouyáéíóúàèìòùäöüëïаеиоуыяюіїєйαεηιουώήά]$/u

/**
 * What stays when an ending goes: the word, and the word without one or two last vowels, which languages exchange. Names of
 * countries and what is said of them take endings everywhere; those of small places hardly ever stand on a page only so.
 */
function stemsOf({ kind, words }: NamePhrase): readonly string[] {
  if (kind === 'place' || kind === 'name' || words.length > 1) return []
  const word = words[0]
  if (/^\p{Script=Hangul}+$/u.test(word)) return word.length >= MIN_STEM_KOREAN ? [word] : []
  const once = word.replace(VOWEL, '')
  const twice = once === word ? word : once.replace(VOWEL, '')
  const least = /^[a-z]/.test(word) ? MIN_STEM_LATIN : MIN_STEM
  return [word, once, twice].filter((stem, i) => stem.length >= (i === 0 ? MIN_STEM : least))
}

function into<K>(map: Map<K, NamePhrase[]>, key: K, phrase: NamePhrase): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [phrase])
  else known.push(phrase)
}

function keep(map: Map<string, NamePhrase>, key: string, phrase: NamePhrase): void {
  if (!map.has(key)) map.set(key, phrase)
}
