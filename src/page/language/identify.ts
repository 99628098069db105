/**
 * Which languages is a text written in, and how much of it each? A pure function of the text and two hints.
 *
 *   text ─ scriptCounts ─▶ letters per script ─┬─ one-language scripts (Thai, Hangul, Tamil …): decided by the count
 *                                              └─ shared scripts (Latin, Cyrillic, Arabic …): the identifier on a sample of the prose (identifier.ts)
 *
 * Invariants: shares are of all letters, each weighted by what it says (language-scripts.ts), so they add up to at most 1,
 * and what nobody recognises is in no language's share. The cost is bounded whatever the size of the page: letters are counted
 * in at most 5,000 characters, the identifier gets a few hundred.
 */
import { SHARED_SCRIPTS } from './families.js'
import { readableLines } from './garbled.js'
import { identifier } from './identifier.js'
import type { LearnedLanguages } from './learned/learned-languages.js'
import { readOf } from './sample.js'
import { latinLetters, SCRIPTS, scriptCounts, scriptIndex } from './scripts.js'
import { identifySharedScripts, type LanguageHints } from './shared-scripts.js'
import { Tallies, type LanguageShare } from './tallies.js'

export { identifierName, identifierNote } from './identifier.js'
export { SCRIPTS, scriptCounts } from './scripts.js'
export type { LanguageHints } from './shared-scripts.js'
export type { LanguageShare } from './tallies.js'

export interface Identification {
  /** Largest share first; empty when nothing was recognised. */
  readonly languages: readonly LanguageShare[]
  /** Weighted letters that were counted: how much there was to go by. */
  readonly letters: number
  /** The text looks as if it was decoded with the wrong charset. */
  readonly garbled: boolean
  /** Lines that look so were left out, since there is enough beside them. */
  readonly leftOut: boolean
}

/**
 * Names, brands and the words of software are Latin on pages in every script, the reverse is rare. So Latin letters count
 * half, up to the amount of other letters beside them.
 */
const LATIN_BESIDE_OTHERS = 0.5

/** With a smaller share of undecided letters nobody asks the identifier: brand names on a Thai or Korean page. */
const WORTH_ASKING = 0.1

/**
 * Hiragana and a third of the katakana (Chinese pages have Japanese names too) make up 16…71 % of the letters of 136 Japanese
 * home pages and at most 0.4 % of those of 130 Chinese ones.
 */
const KANA_IN_JAPANESE = 0.15

/** Of the Myanmar letters in the UDHR Shan's own are 38 %, Mon's 9 %, and U+1039 at most 1.4 %; in Zawgyi it is every tenth. */
const SHAN_SHARE = 0.15
const MON_SHARE = 0.04
const ZAWGYI_VIRAMA = 0.03

const LATIN = scriptIndex('Latn')
const LATIN_1 = scriptIndex('Latn-1')
const BAD = scriptIndex('Zbad')
const FIRST_OTHER = scriptIndex('Cyrl')
const HAN = scriptIndex('Hani')
const HIRAGANA = scriptIndex('Hira')
const KATAKANA = scriptIndex('Kana')
const MYANMAR = scriptIndex('Mymr')
const MYANMAR_PARTS = ['Mymr-Mon', 'Mymr-Karen', 'Mymr-Shan', 'Mymr-1039'].map(scriptIndex)
const SHARED = SHARED_SCRIPTS.map(scriptIndex)

const BY_SCRIPT = [...SCRIPTS.map(({ language }) => language), 'zho', 'mnw', 'shn', 'ksw'].filter(code => code !== '')
const identifiable = new Map<string, ReadonlySet<string>>()

/** Every ISO 639-3 code that identifyLanguage may return; which they are depends on the identifier. */
export function identifiableLanguages(): ReadonlySet<string> {
  const { name, languages } = identifier()
  let codes = identifiable.get(name)
  if (codes === undefined) identifiable.set(name, (codes = new Set([...languages, ...BY_SCRIPT])))
  return codes
}

/** Letters of a script that one language uses are proof: this part of what is garbled is enough. Of others it takes as many. */
const ENOUGH_BY_SCRIPT = 0.25

/** `learned`: languages that were learned from text, which the identifier takes for others or for none. */
export function identifyLanguage(
  text: string,
  hints: LanguageHints = {},
  learned: LearnedLanguages | null = null,
): Identification {
  const found = withoutGarbled(text, hints)
  return learned === null ? found : learned.revise(text, found, hints)
}

function withoutGarbled(text: string, hints: LanguageHints): Identification {
  const found = identify(text, hints)
  if (!found.garbled) return found
  const lines = readableLines(text)
  if (lines.letters < ENOUGH_BY_SCRIPT * lines.lost) return found
  const rest = identify(lines.text, hints)
  const isProved = rest.languages.some(({ byScript, share }) => byScript && share > 0.5)
  return rest.garbled || (!isProved && lines.letters < lines.lost) ? found : { ...rest, leftOut: true }
}

function identify(text: string, hints: LanguageHints): Identification {
  const read = readOf(text)
  const inLatin = latinLetters(read)
  if (inLatin >= 0) return identifyLatin(text, read, inLatin, hints)
  const counts = scriptCounts(read)
  const weights = new Float64Array(counts.length)
  let others = 0
  for (let i = FIRST_OTHER; i < counts.length; i++)
    if (counts[i] > 0) others += weights[i] = counts[i] * SCRIPTS[i].weight
  const latin = counts[LATIN] + counts[LATIN_1]
  weights[LATIN] = latin - LATIN_BESIDE_OTHERS * Math.min(latin, others)
  const letters = others + weights[LATIN]
  const garbled = counts[BAD] * 8 > letters || counts[LATIN_1] > counts[LATIN] + 20

  const tallies = new Tallies()
  countOneLanguageScripts(counts, weights, tallies)
  const undecided = SHARED.map(index => weights[index])
  if (!garbled && undecided.reduce((sum, weight) => sum + weight) > WORTH_ASKING * letters) {
    identifySharedScripts(text, read, undecided, hints, tallies)
  }
  return { languages: tallies.shares(letters), letters, garbled, leftOut: false }
}

/** What `identify` does where all letters are Latin. */
function identifyLatin(text: string, read: string, letters: number, hints: LanguageHints): Identification {
  const tallies = new Tallies()
  if (letters > 0) {
    const weights = SHARED.map(() => 0)
    weights[0] = letters
    identifySharedScripts(text, read, weights, hints, tallies)
  }
  return { languages: tallies.shares(letters), letters, garbled: false, leftOut: false }
}

function countOneLanguageScripts(counts: Uint32Array, weights: Float64Array, tallies: Tallies): void {
  for (let i = FIRST_OTHER; i < counts.length; i++) {
    if (counts[i] > 0 && i !== MYANMAR && SCRIPTS[i].language !== '')
      tallies.add(SCRIPTS[i].language, weights[i], true, true)
  }
  if (counts[HAN] > 0) {
    const kana = counts[HIRAGANA] + counts[KATAKANA] / 3
    const japanese = Math.min(1, kana / (counts[HAN] + counts[HIRAGANA] + counts[KATAKANA]) / KANA_IN_JAPANESE)
    tallies.add('jpn', weights[HAN] * japanese, true, true)
    tallies.add('zho', weights[HAN] * (1 - japanese), true, true)
  }
  const all = MYANMAR_PARTS.reduce((sum, index) => sum + counts[index], counts[MYANMAR])
  if (all > 0) tallies.add(myanmarLanguage(counts, all), all * SCRIPTS[MYANMAR].weight, true, true)
}

/**
 * Burmese, Mon, Shan and Karen by the letters that only they use. Burmese in the private order of the Zawgyi font puts other
 * signs on those code points, but it writes U+1039 in every other word, which the others hardly do.
 */
function myanmarLanguage(counts: Uint32Array, all: number): string {
  const [mon, karen, shan, virama] = MYANMAR_PARTS.map(index => counts[index] / all)
  if (virama > ZAWGYI_VIRAMA) return 'mya'
  if (shan > SHAN_SHARE) return 'shn'
  if (karen > MON_SHARE) return 'ksw'
  return mon > MON_SHARE ? 'mnw' : 'mya'
}
