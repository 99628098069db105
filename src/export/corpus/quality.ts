/**
 * Signs of the quality of a text, as the makers of Gopher (Rae et al., 2021) and FineWeb (Penedo et al., 2024) measure it. They are columns
 * of the corpus, so that everybody can choose by them; `quality-rules.ts` chooses as those two did. Linear time.
 */
import { codeUnits } from '../../page/html/code-units.js'
import { CONTINUES, DIGIT, KIND, SIGN } from '../../page/words/words.js'
import { gramsOf } from './quality-grams.js'
import { countListed, type StopList } from './stop-hashes.js'

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
const SPACE = 32
const LINE_FEED = 10
const FULL_STOP = 46
const HYPHEN = 45
const ASTERISK = 42
const ELLIPSIS = 0x2026
const NO_BREAK_SPACE = 0xa0
const BEYOND_ASCII = 0x80
const UNSPACED = 0.3

/** `stops`: the language's stop words; null where there is no list. */
export function qualityOf(lines: readonly string[], words: WordColumns, stops: StopList | null): QualitySignals {
  const { tokens, letterTokens, visible, letters, digits, signs, marks } = countUnits(lines.join('\n'))
  const isUnspaced = signs > UNSPACED * letters
  const count = isUnspaced ? words.hashes.length : tokens
  const grams = gramsOf(words)
  const { characters, short, ended, bullets, ellipses } = countLines(lines)
  return {
    words: count,
    wordLength: share(isUnspaced ? letters : visible, count),
    letters: share(letters, visible),
    digits: share(digits, visible),
    letterWords: isUnspaced ? 1 : share(letterTokens, tokens),
    symbols: share(marks, count),
    stopWords: stops === null ? -1 : share(countListed(words.hashes, stops), words.hashes.length),
    lineLength: share(characters, lines.length),
    shortLines: share(short, lines.length),
    endedLines: share(ended, lines.length),
    bulletLines: share(bullets, lines.length),
    ellipsisLines: share(ellipses, lines.length),
    repeatedLines: share(repeatedIn(lines), characters),
    topGrams: grams.topGrams.map(round),
    repeatedGrams: grams.repeatedGrams.map(round),
    isUnspaced,
  }
}

/** One text for all lines: a string of each would be of another kind for the engine, which compiles the loop for each of them. */
function countUnits(text: string) {
  let tokens = 0
  let letterTokens = 0
  let visible = 0
  let letters = 0
  let digits = 0
  let signs = 0
  let marks = 0
  let inToken = false
  let hasLetter = false
  const codes = codeUnits(text)
  const { length } = text
  for (let i = 0; i < length; i++) {
    const code = codes[i]
    if (code === SPACE || code === NO_BREAK_SPACE || code === LINE_FEED) {
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
    } else if (code === 35 || code === ELLIPSIS) marks++
    else if (code === FULL_STOP && codes[i + 1] === FULL_STOP && codes[i + 2] === FULL_STOP) {
      marks++
      visible += 2
      i += 2
    }
  }
  return { tokens, letterTokens, visible, letters, digits, signs, marks }
}

function countLines(lines: readonly string[]) {
  let characters = 0
  let short = 0
  let ended = 0
  let bullets = 0
  let ellipses = 0
  for (const line of lines) {
    const { length } = line
    characters += length
    if (length < SHORT_LINE) short++
    const first = line.charCodeAt(0)
    if ((first >= BEYOND_ASCII || first === HYPHEN || first === ASTERISK) && BULLET.test(line)) bullets++
    const last = line.charCodeAt(length - 1)
    // a letter ends most lines that do not end a sentence, a full stop most that do
    if (last === FULL_STOP || ((KIND[last] === 0 || last >= BEYOND_ASCII) && ENDED.test(line.slice(-8)))) ended++
    if (last === ELLIPSIS || (last === FULL_STOP && line.endsWith('...'))) ellipses++
  }
  return { characters, short, ended, bullets, ellipses }
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

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : round(part / whole)
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
