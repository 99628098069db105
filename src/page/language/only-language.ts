/**
 * Most pages are in one language, and a few of their paragraphs prove it: the others need not be read. Without a `PageLanguage` the answer is
 * the one that paragraph-languages.ts finds when it reads all. With one, paragraphs that are surely in it need not be read, either:
 * docs/export-corpus.md says how often that changes a paragraph.
 *
 * The proof. Going through the page in one language is the best way when no run of paragraphs gains by another language what two changes
 * cost. A paragraph that was not read gains at most its letters, if all of them are Latin, and half of them if they are few: letters that settle
 * a language by themselves count more. One that was read gains at most what it says for all other languages together, less what it says for this one. Relatives that are
 * merged into a larger language change nothing about either, as long as this one is the largest.
 */
import { latinLettersOfEach, scriptIndex } from './scripts.js'
import { RELIABLE_LETTERS } from './shared-scripts.js'

/** No language that is known. */
export const UNKNOWN = 'und'
/**
 * In letters of text that the identifier is sure of: what a change of language costs, and how much one paragraph can say. Chosen of 30, 50 and
 * 80 by bench/languages/paragraphs.ts; both halves of the development languages chose the same.
 */
export const CHANGE = 30
/** See `CHANGE`. */
export const MOST = 400
/** Of the letters of a paragraph, where the identifier guesses, and of text that it does not recognise. */
export const UNSURE = 0.3
export const UNRECOGNISED = 0.5
/** Sums of fractions are not exact. */
const MARGIN = 1e-6
/** Letters of a row of short lines: a longer list may be in a language of its own. */
const MAX_NEUTRAL = 200
/** Paragraphs that may say as much as this are read first, then smaller ones where the proof has a gap. */
const STEPS = [60, 30, 15, 7] as const

const LATIN = scriptIndex('Latn')

/** What a paragraph says about its language. */
export interface LanguageEvidence {
  /** Weight by language. */
  readonly weights: Map<string, number>
  /** Index of the script that most of it is in; 0 where it has no letters. */
  readonly script: number
}

/** The language that the text of a page is in as a whole. */
export interface PageLanguage {
  readonly language: string
  /** A paragraph that has it for sure. */
  isSure(paragraph: number): boolean
  /** Nothing in it is of another language. */
  isNeutral(paragraph: number): boolean
}

const NEUTRAL: LanguageEvidence = { weights: new Map<string, number>(), script: LATIN }

/** The evidence of the paragraphs of a page, each read when it is asked for. */
export class ParagraphEvidence {
  private readonly known: (LanguageEvidence | undefined)[]

  constructor(
    count: number,
    private readonly read: (paragraph: number) => LanguageEvidence,
  ) {
    this.known = new Array<LanguageEvidence | undefined>(count).fill(undefined)
  }

  isRead(paragraph: number): boolean {
    return this.known[paragraph] !== undefined
  }

  of(paragraph: number): LanguageEvidence {
    return (this.known[paragraph] ??= this.read(paragraph))
  }

  /** It is in Latin letters and surely in this language. */
  assume(paragraph: number, language: string, letters: number): void {
    this.known[paragraph] = { weights: new Map([[language, letters]]), script: LATIN }
  }

  /** It is in Latin letters and goes with its neighbours. */
  pass(paragraph: number): void {
    this.known[paragraph] = NEUTRAL
  }
}

/** The language of all paragraphs; '' where it takes all of them to tell. */
export function onlyLanguage(
  paragraphs: readonly string[],
  page: ParagraphEvidence,
  main: PageLanguage | null,
): string {
  const letters = latinLettersOfEach(paragraphs)
  const most = letters.map(mostOf)
  /** What another language can gain, by paragraph. */
  let gains = main === null ? null : gainsBeside(main, page, letters, most)
  if (main !== null && gains !== null && !gapsIn(gains).includes(1)) return main.language
  for (const step of STEPS) {
    const gaps = gains === null ? null : gapsIn(gains)
    for (let i = 0; i < most.length; i++)
      if (most[i] >= step && !page.isRead(i) && (gaps === null || gaps[i] === 1)) page.of(i)
    const language = largestIn(page, most)
    if (language === '') {
      gains = null
      continue
    }
    gains = most.map((bound, i) => (page.isRead(i) ? gainIn(page.of(i), language) : bound))
    if (!gapsIn(gains).includes(1)) return language
  }
  return ''
}

/**
 * Paragraphs that need not be read where the language of the page is known: those that are surely in it and, beside them, short ones in
 * which nothing is of another language. Null: that does not make it the largest, whatever the others are in.
 */
function gainsBeside(
  main: PageLanguage,
  page: ParagraphEvidence,
  letters: readonly number[],
  most: readonly number[],
): number[] | null {
  let sum = 0
  letters.forEach((own, i) => {
    if (own < 1 || !main.isSure(i)) return
    page.assume(i, main.language, Math.min(MOST, own))
    sum += Math.min(MOST, own)
  })
  if (sum === 0) return null
  passShortLines(main, page, letters)
  let unread = 0
  const gains = most.map((bound, i) => {
    if (page.isRead(i)) return gainIn(page.of(i), main.language)
    unread += bound
    return bound
  })
  return sum > unread + MARGIN ? gains : null
}

function passShortLines(main: PageLanguage, page: ParagraphEvidence, letters: readonly number[]): void {
  const isNeutral = (i: number): boolean =>
    letters[i] >= 0 && letters[i] < RELIABLE_LETTERS && !page.isRead(i) && main.isNeutral(i)
  for (let i = 0; i < letters.length;) {
    let end = i
    let size = 0
    for (; end < letters.length && isNeutral(end); end++) size += letters[end]
    if (size <= MAX_NEUTRAL) for (let k = i; k < end; k++) page.pass(k)
    i = end + 1
  }
}

/** What a paragraph that was not read can say at most; of a few letters the identifier is never sure. */
function mostOf(letters: number): number {
  if (letters < 0) return Infinity
  return letters < RELIABLE_LETTERS ? UNRECOGNISED * letters : Math.min(MOST, letters)
}

/** The language that has more than all others together, whatever the paragraphs say that were not read, and every script of the page. */
function largestIn(page: ParagraphEvidence, most: readonly number[]): string {
  const sums = new Map<string, number>()
  let all = 0
  let unread = 0
  most.forEach((bound, i) => {
    if (!page.isRead(i)) unread += bound
    else
      for (const [language, weight] of page.of(i).weights) {
        sums.set(language, (sums.get(language) ?? 0) + weight)
        all += weight
      }
  })
  for (const [language, sum] of sums)
    if (language !== UNKNOWN && sum > all - sum + unread + MARGIN)
      return isWritten(page, most, language) ? language : ''
  return ''
}

function isWritten(page: ParagraphEvidence, most: readonly number[], language: string): boolean {
  const asked = new Set<number>()
  const own = new Set<number>([0])
  most.forEach((bound, i) => {
    if (!page.isRead(i)) {
      if (bound > 0) asked.add(LATIN)
      return
    }
    const { weights, script } = page.of(i)
    asked.add(script)
    if ((weights.get(language) ?? 0) >= 1) own.add(script)
  })
  return [...asked].every(script => own.has(script))
}

function gainIn({ weights }: LanguageEvidence, language: string): number {
  let gain = 0
  for (const [other, weight] of weights) gain += other === language ? -weight : weight
  return gain
}

/** 1 for each paragraph of a run that may gain what two changes cost. The ends of the page save one each. */
function gapsIn(gains: readonly number[]): Uint8Array {
  const gaps = new Uint8Array(gains.length)
  const before = new Float64Array(gains.length + 1)
  before[0] = CHANGE
  for (let i = 0; i < gains.length; i++) before[i + 1] = gains[i] + Math.max(0, before[i])
  let behind = CHANGE
  for (let i = gains.length - 1; i >= 0; i--) {
    const run = before[i + 1] + Math.max(0, behind)
    if (run >= 2 * CHANGE - MARGIN) gaps[i] = 1
    behind = gains[i] + Math.max(0, behind)
  }
  return gaps
}
