/**
 * Which languages is a text written in, and how much of it each? A pure function of the text and two hints.
 *
 *   text ─ scriptCounts ─▶ letters per script ─┬─ one-language scripts (Thai, Hangul, Tamil …): decided by the count
 *                                              └─ shared scripts (Latin, Cyrillic, Arabic …): CLD2 on a sample of the prose
 *
 * Invariants: shares are of all letters, each weighted by what it says (language-scripts.ts), so they add up to at most 1,
 * and what nobody recognises is in no language's share. The cost is bounded whatever the size of the page: letters are counted
 * in at most 8,000 characters, CLD2 gets a few hundred.
 */
import type { CldLanguage } from './language-cld.js'
import { CLD_TO_ISO, detect } from './language-cld.js'
import {
  SHARED_SCRIPTS,
  isMistakenFor,
  cyrillicByLetters,
  refine,
  refineCyrillic,
  sharedScriptsOf,
} from './language-families.js'
import type { SampleSize } from './language-sample.js'
import { sampleOf, worthIdentifying } from './language-sample.js'
import { SCRIPTS, scriptCounts, scriptIndex } from './language-scripts.js'

export { SCRIPTS, scriptCounts } from './language-scripts.js'

export interface LanguageHints {
  /** Primary subtag of the declared language (ISO 639), '' or absent when there is none. */
  readonly declared?: string
  /** Top-level domain of the page's host, without the dot. */
  readonly tld?: string
}

export interface LanguageShare {
  /** ISO 639-3. */
  readonly language: string
  /** 0…1 of all letters of the text. */
  readonly share: number
  /** False when the identifier was guessing: little text, or text unlike any that it knows. */
  readonly reliable: boolean
  /** The letters alone settle it: even a small share is certain. */
  readonly byScript: boolean
}

export interface Identification {
  /** Largest share first; empty when nothing was recognised. */
  readonly languages: readonly LanguageShare[]
  /** Weighted letters that were counted: how much there was to go by. */
  readonly letters: number
  /** The text looks as if it was decoded with the wrong charset. */
  readonly garbled: boolean
}

/** Letters are counted in these parts of a longer text: counting costs 3 ns per character. */
const COUNTED: SampleSize = { pieces: 4, length: 2_000 }

/**
 * Names, brands and the words of software are Latin on pages in every script, the reverse is rare. So Latin letters count
 * half, up to the amount of other letters beside them.
 */
const LATIN_BESIDE_OTHERS = 0.5

/** With a smaller share of undecided letters nobody asks CLD2: brand names on a Thai or Korean page. */
const WORTH_ASKING = 0.1

/**
 * On 1,100 passages of the UDHR in 160 languages CLD2 is right for 89 % of them at 60 characters, 91 % at 150, 92 % at 400, and
 * stays there. More is needed only for the shares of a mixed text: of sentences of two languages in random order the first
 * look misses by 0.11 (root mean square), the second by 0.05. The second costs 0.1 ms, so it is for texts that look mixed.
 */
const FIRST_LOOK: SampleSize = { pieces: 6, length: 150 }
const SECOND_LOOK: SampleSize = { pieces: 15, length: 300 }
const LOOKS_MIXED_PERCENT = 6
/** Runs of letters that were counted already (Thai, Lao, Khmer, Chinese, Japanese, Korean): CLD2 need not read them. */
const COUNTED_RUNS = /[\u0e00-\u0eff\u1780-\u17ff\u2e80-\ud7ff]+/g

/**
 * CLD2's normalised score. Text in a language that it knows gets 400…1,700 (UDHR, 200 English home pages); text in one that
 * it does not know is called English, Akan or Maori with 40…250.
 */
const KNOWN_SCORE = 200
const RELIABLE_SCORE = 300
const RELIABLE_LETTERS = 40

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
const CYRILLIC = SHARED_SCRIPTS.indexOf('Cyrl')

/** Every ISO 639-3 code that identifyLanguage may return. */
export const IDENTIFIABLE: ReadonlySet<string> = new Set([
  ...CLD_TO_ISO.values(),
  ...SCRIPTS.map(script => script.language).filter(language => language !== ''),
  ...['mnw', 'shn', 'ksw'],
])

export function identifyLanguage(text: string, hints: LanguageHints = {}): Identification {
  const read = sampleOf(text, COUNTED)
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
    identifySharedScripts(read, undecided, hints, tallies)
  }
  return { languages: tallies.shares(letters), letters, garbled }
}

interface Tally {
  readonly language: string
  weight: number
  reliable: boolean
  byScript: boolean
}

class Tallies {
  private readonly list: Tally[] = []

  add(language: string, weight: number, reliable: boolean, byScript: boolean): void {
    if (weight <= 0) return
    const tally = this.list.find(other => other.language === language)
    if (tally === undefined) this.list.push({ language, weight, reliable, byScript })
    else {
      tally.weight += weight
      tally.reliable ||= reliable
      tally.byScript ||= byScript
    }
  }

  /** Ranked; a relative that is only there by mistake is counted with the language it was taken for. */
  shares(letters: number): LanguageShare[] {
    const kept: Tally[] = []
    for (const tally of this.list.sort((a, b) => b.weight - a.weight)) {
      const relative = kept.find(other => isMistakenFor(tally.language, tally.weight, other.language, other.weight))
      if (relative === undefined) kept.push(tally)
      else relative.weight += tally.weight
    }
    return kept.map(({ language, weight, reliable, byScript }) => ({
      language,
      share: weight / letters,
      reliable,
      byScript,
    }))
  }
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

function identifySharedScripts(text: string, weights: readonly number[], hints: LanguageHints, tallies: Tallies): void {
  // lang="en" is what templates say when nobody cared: it supports nothing
  const declared = hints.declared === undefined || hints.declared === 'en' ? '' : hints.declared
  const tld = hints.tld ?? ''
  const source = worthIdentifying(text)
  let sample = sampleOf(source, FIRST_LOOK).replace(COUNTED_RUNS, ' ')
  let placed = place(detect(sample, declared, tld), weights)
  if (source.length > sample.length && looksMixed(placed)) {
    sample = sampleOf(source, SECOND_LOOK).replace(COUNTED_RUNS, ' ')
    placed = place(detect(sample, declared, tld), weights)
  }
  const percents = weights.map((_, script) =>
    placed.reduce((sum, one) => (one.script === script ? sum + one.percent : sum), 0),
  )

  for (const { language, percent, score, script } of placed) {
    if (score < KNOWN_SCORE) continue
    const weight = (weights[script] * percent) / percents[script]
    const reliable = score >= RELIABLE_SCORE && weight >= RELIABLE_LETTERS
    const refined = script === CYRILLIC ? refineCyrillic(language, sample) : language
    tallies.add(refine(refined, sample, declared, tld), weight, reliable, false)
  }
  if (weights[CYRILLIC] > 0 && percents[CYRILLIC] === 0) {
    const language = cyrillicByLetters(sample)
    if (language !== '') tallies.add(language, weights[CYRILLIC], false, false)
  }
}

/** Also when nothing was found: other parts of the text may say more. */
function looksMixed(placed: readonly Placed[]): boolean {
  return placed.length === 0 || placed.slice(1).some(({ percent }) => percent >= LOOKS_MIXED_PERCENT)
}

interface Placed {
  readonly language: string
  readonly percent: number
  readonly score: number
  /** Index into SHARED_SCRIPTS. */
  readonly script: number
}

/** CLD2's answers, each with the shared script it must have been read in: the weightiest of those it is written in. */
function place(found: readonly CldLanguage[], weights: readonly number[]): Placed[] {
  return found.flatMap(({ code, percent, score }) => {
    const language = CLD_TO_ISO.get(code)
    if (language === undefined || percent === 0) return []
    let script = -1
    for (const one of sharedScriptsOf(language)) {
      if (weights[one] > 0 && (script < 0 || weights[one] > weights[script])) script = one
    }
    return script < 0 ? [] : [{ language, percent, score, script }]
  })
}
