/**
 * The language of each paragraph of a page. A paragraph is short, an identifier errs on short text, and neighbours are mostly in one language:
 * so all paragraphs are decided together. What each says for itself is weighed against the cost of a change of language between two of them, and
 * the cheapest way through the page counts (Viterbi). A heading is in the language of the text under it, a long quotation in its own.
 *
 * No paragraph is in a language whose script it does not have.
 */
import { isMistakenFor } from './families.js'
import { identifyLanguage, type Identification } from './identify.js'
import type { LearnedLanguages } from './learned/learned-languages.js'
import {
  CHANGE,
  MOST,
  onlyLanguage,
  ParagraphEvidence,
  UNKNOWN,
  UNRECOGNISED,
  UNSURE,
  type LanguageEvidence,
  type PageLanguage,
} from './only-language.js'
import { latinLetters, SCRIPTS, scriptCounts, scriptIndex } from './scripts.js'
import type { LanguageHints } from './shared-scripts.js'

/** Letters that only one language uses. */
const BY_SCRIPT = 4
/** Its letters are those of Japanese, too: a line of a dozen of them on a Japanese page has often no kana. */
const CHINESE = 'zho'
const JAPANESE = 'jpn'

const LATIN = scriptIndex('Latn')
const LATIN_1 = scriptIndex('Latn-1')
const HAN = scriptIndex('Hani')

/**
 * ISO 639-3 or the code of a learned language, by paragraph; 'und' where nothing tells. `main` saves most of the time where the page is in
 * one language.
 */
export function paragraphLanguages(
  paragraphs: readonly string[],
  hints: LanguageHints,
  learned: LearnedLanguages | null,
  main: PageLanguage | null = null,
): string[] {
  const inContext = { ...hints, around: learnedOn(paragraphs, hints, learned) }
  const known = new Map<string, LanguageEvidence>()
  // dates, names and "read more" stand on a page again and again
  const read = (i: number): LanguageEvidence => {
    const text = paragraphs[i]
    let evidence = known.get(text)
    if (evidence === undefined)
      known.set(text, (evidence = evidenceOf(text, identifyLanguage(text, inContext, learned))))
    return evidence
  }
  const page = new ParagraphEvidence(paragraphs.length, read)
  if (learned === null) {
    const only = onlyLanguage(paragraphs, page, main)
    if (only !== '') return paragraphs.map(() => only)
  }
  const evidence = paragraphs.map((_, i) => page.of(i))
  mergeRelatives(evidence)
  const scripts = scriptsByLanguage(evidence)
  const candidates = [...scripts.keys()]
  return cheapestWay(
    evidence.map(({ weights, script }) =>
      candidates.map(language => {
        const isWritten = script === 0 || language === UNKNOWN || scripts.get(language)?.has(script) === true
        return isWritten ? (weights.get(language) ?? 0) : -Infinity
      }),
    ),
  ).map(i => candidates[i])
}

/** A page says more than a paragraph. */
function learnedOn(paragraphs: readonly string[], hints: LanguageHints, learned: LearnedLanguages | null): string[] {
  if (learned === null || paragraphs.length < 2) return []
  const found = identifyLanguage(paragraphs.join('\n'), hints, learned).languages
  return learned.languages.flatMap(({ code }) => (found.some(({ language }) => language === code) ? [code] : []))
}

function evidenceOf(text: string, { languages, letters, garbled }: Identification): LanguageEvidence {
  const weights = new Map<string, number>()
  const said = Math.min(MOST, letters)
  let rest = 1
  if (!garbled)
    for (const { language, share, reliable, byScript } of languages) {
      // a few kana in a Chinese line are the name of a brand
      const isProof = byScript && language !== CHINESE && !(language === JAPANESE && languages[0].language === CHINESE)
      weights.set(language, share * said * (isProof ? BY_SCRIPT : reliable ? 1 : UNSURE))
      rest -= share
    }
  weights.set(UNKNOWN, Math.max(0, rest) * said * UNRECOGNISED)
  return { weights, script: letters === 0 ? 0 : mainScriptOf(text) }
}

function mainScriptOf(text: string): number {
  if (latinLetters(text) > 0) return LATIN
  const counts = scriptCounts(text)
  counts[LATIN] += counts[LATIN_1]
  counts[LATIN_1] = 0
  let best = 0
  for (let i = 1; i < counts.length; i++)
    if (counts[i] * SCRIPTS[i].weight > counts[best] * SCRIPTS[best].weight) best = i
  return best
}

/** A relative that is on the page by mistake of the identifier counts with the language that it was taken for, as on whole pages. */
function mergeRelatives(evidence: readonly LanguageEvidence[]): void {
  const sums = new Map<string, number>()
  for (const { weights } of evidence)
    for (const [language, weight] of weights) sums.set(language, (sums.get(language) ?? 0) + weight)
  const ranked = [...sums].sort(([, a], [, b]) => b - a)
  ranked.forEach(([language, weight], i) => {
    const larger = ranked.slice(0, i).find(([other, more]) => isMistakenFor(language, weight, other, more))
    if (larger === undefined) return
    for (const { weights } of evidence) {
      const own = weights.get(language)
      if (own === undefined) continue
      weights.delete(language)
      weights.set(larger[0], (weights.get(larger[0]) ?? 0) + own)
    }
  })
}

/** Each language with the scripts of the paragraphs that say it; what nobody recognises is in any. */
function scriptsByLanguage(evidence: readonly LanguageEvidence[]): ReadonlyMap<string, ReadonlySet<number>> {
  const scripts = new Map<string, Set<number>>([[UNKNOWN, new Set()]])
  for (const { weights, script } of evidence)
    for (const [language, weight] of weights) {
      if (weight < 1) continue
      let own = scripts.get(language)
      if (own === undefined) scripts.set(language, (own = new Set()))
      own.add(script)
    }
  scripts.get(JAPANESE)?.add(HAN)
  return scripts
}

/** `worth` by step and candidate. The candidate of each step, so that the sum of their worth less the cost of all changes is the largest. */
function cheapestWay(worth: readonly (readonly number[])[]): number[] {
  const from: number[][] = []
  let sums: readonly number[] = worth.at(0)?.map(() => 0) ?? []
  for (const step of worth) {
    const best = largest(sums)
    const before = sums
    from.push(sums.map((sum, i) => (sum >= before[best] - CHANGE ? i : best)))
    sums = step.map((own, i) => own + Math.max(before[i], before[best] - CHANGE))
  }
  const way: number[] = []
  for (let step = worth.length - 1, at = largest(sums); step >= 0; step--) {
    way.unshift(at)
    at = from[step][at]
  }
  return way
}

function largest(values: readonly number[]): number {
  let best = 0
  for (let i = 1; i < values.length; i++) if (values[i] > values[best]) best = i
  return best
}
