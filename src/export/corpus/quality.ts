/**
 * Signs of the quality of a text, as the makers of Gopher (Rae et al., 2021) and FineWeb (Penedo et al., 2024) measure it. They are columns
 * of the corpus, so that everybody can choose by them; `quality-rules.ts` chooses as those two did. Linear time.
 */
import { CONTINUES, DIGIT, KIND, SIGN } from '../../page/words/words.js'
import { gramsOf } from './quality-grams.js'

/** Shares are 0…1, rounded to three places. */
export interface QualitySignals {
  /** Between spaces; in scripts without spaces, words of a dictionary. */
  readonly words: number
  /** Characters of a word, on average. */
  readonly wordLength: number
  /** Letters among the characters that are no spaces. */
  readonly letters: number
  readonly digits: number
  /** Words with a letter in them. */
  readonly letterWords: number
  /** # and … by word. */
  readonly symbols: number
  /** Words that say nothing about what a text is about; -1 for a language without a list. */
  readonly stopWords: number
  /** Characters of a line, on average. */
  readonly lineLength: number
  /** Lines of less than 30 characters. */
  readonly shortLines: number
  /** Lines that end in the sign that ends a sentence. */
  readonly endedLines: number
  readonly bulletLines: number
  readonly ellipsisLines: number
  /** Characters in lines that stood in the text before. */
  readonly repeatedLines: number
  /** Characters in the most frequent row of 2, 3, 4 words. */
  readonly topGrams: readonly number[]
  /** Characters in rows of 5, 6, 7, 8, 9, 10 words that stood in the text before. */
  readonly repeatedGrams: readonly number[]
  /** Most letters are of a script without spaces: the length of words means something else. */
  readonly isUnspaced: boolean
}

/** The words of a text that are made of letters, by `scanWords`: in columns. */
export interface WordColumns {
  readonly hashes: readonly number[]
  readonly lengths: readonly number[]
}

const SHORT_LINE = 30
const ENDED = /[.!?…。！？｡؟۔।॥።။]["'’”»)\]]*$/u
const BULLET = /^[•‣▪▫●○◦∙·*–—-](?=\s|$)/u
const ELLIPSIS = /(?:…|\.\.\.)$/
const SPACE = 32
const NO_BREAK_SPACE = 0xa0
const UNSPACED = 0.3

/** `stops`: hashes of the language's stop words; null where there is no list. */
export function qualityOf(
  lines: readonly string[],
  words: WordColumns,
  stops: ReadonlySet<number> | null,
): QualitySignals {
  const { tokens, letterTokens, visible, letters, digits, signs, marks } = countUnits(lines)
  const isUnspaced = signs > UNSPACED * letters
  const count = isUnspaced ? words.hashes.length : tokens
  let stopped = 0
  if (stops !== null) for (const hash of words.hashes) if (stops.has(hash)) stopped++
  const grams = gramsOf(words)
  const length = lines.reduce((sum, line) => sum + line.length, 0)
  return {
    words: count,
    wordLength: share(isUnspaced ? letters : visible, count),
    letters: share(letters, visible),
    digits: share(digits, visible),
    letterWords: isUnspaced ? 1 : share(letterTokens, tokens),
    symbols: share(marks, count),
    stopWords: stops === null ? -1 : share(stopped, words.hashes.length),
    lineLength: share(length, lines.length),
    shortLines: partOf(lines, line => line.length < SHORT_LINE),
    endedLines: partOf(lines, line => ENDED.test(line.slice(-8))),
    bulletLines: partOf(lines, line => BULLET.test(line)),
    ellipsisLines: partOf(lines, line => ELLIPSIS.test(line)),
    repeatedLines: share(repeatedIn(lines), length),
    topGrams: grams.topGrams.map(round),
    repeatedGrams: grams.repeatedGrams.map(round),
    isUnspaced,
  }
}

function countUnits(lines: readonly string[]) {
  let tokens = 0
  let letterTokens = 0
  let visible = 0
  let letters = 0
  let digits = 0
  let signs = 0
  let marks = 0
  for (const line of lines) {
    let inToken = false
    let hasLetter = false
    const { length } = line
    for (let i = 0; i < length; i++) {
      const code = line.charCodeAt(i)
      if (code === SPACE || code === NO_BREAK_SPACE) {
        inToken = false
        continue
      }
      if (!inToken) {
        tokens++
        inToken = true
        hasLetter = false
      }
      visible++
      const kind = KIND[code]
      if (kind === DIGIT) digits++
      else if (kind !== 0) {
        if (kind !== CONTINUES && !hasLetter) {
          hasLetter = true
          letterTokens++
        }
        letters++
        if (kind >= SIGN) signs++
      } else if (code === 35 || code === 0x2026) marks++
      else if (code === 46 && line.charCodeAt(i + 1) === 46 && line.charCodeAt(i + 2) === 46) {
        marks++
        visible += 2
        i += 2
      }
    }
  }
  return { tokens, letterTokens, visible, letters, digits, signs, marks }
}

function repeatedIn(lines: readonly string[]): number {
  const seen = new Set<string>()
  let size = 0
  for (const line of lines) {
    if (seen.has(line)) size += line.length
    seen.add(line)
  }
  return size
}

function partOf(lines: readonly string[], is: (line: string) => boolean): number {
  let count = 0
  for (const line of lines) if (is(line)) count++
  return share(count, lines.length)
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : round(part / whole)
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
