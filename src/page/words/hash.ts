/**
 * The words of a text as numbers, for whoever looks them up in a list: the same words as `scanWords` of the folded text finds,
 * without making the folded text. Letters of Latin script are folded where they stand; only around others (Greek, Thai,
 * accents as marks of their own) a piece of the text is folded apart, up to the next space, where nothing depends on what
 * comes before it.
 */
import { foldWords, isBond, KIND, LETTER, MAX_WORD, scanWords } from './words.js'

/** Told of each word: two hashes of its folded spelling, and where it stands in `source`, which may not be folded yet. */
export interface WordSink {
  /** `follows`: as for `scanWords`. */
  word(hash: number, check: number, source: string, start: number, end: number, follows: boolean): void
}

/** Begins or goes on with a word that has to be folded apart. */
const HARD = 3
const FIRST_HARD = 0x250
/** By code unit: what it is, in two bits, and above them what it is folded to. One look at a table per letter. */
const QUICK = quickTable()
const SEED = 0x811c9dc5
const PRIME = 0x01000193
/** Code units that are folded at once, at least; twice as many each time when there are more right after them. */
const MIN_PIECE = 32
const MAX_PIECE = 1 << 20

/** Reads the first `letters` code units of a text, at most `maxWords` words of them. Returns how many words there were. */
export function hashWords(text: string, letters: number, maxWords: number, sink: WordSink): number {
  const length = Math.min(text.length, letters)
  const quick = QUICK
  let left = maxWords
  let lastEnd = -2
  let piece = MIN_PIECE
  let pieceEnd = -MAX_PIECE
  let i = 0
  while (i < length && left > 0) {
    let unit = quick[text.charCodeAt(i)]
    if (unit === 0) {
      i++
      continue
    }
    const start = i
    let hash = SEED
    let check = 0
    let kinds = 0
    while (unit > HARD) {
      kinds |= unit
      hash = Math.imul(hash ^ (unit >> 2), PRIME)
      check = (Math.imul(check, 31) + (unit >> 2)) | 0
      if (++i === length) break
      unit = quick[text.charCodeAt(i)]
    }
    if (unit === HARD && i < length) {
      piece = start - pieceEnd < piece ? Math.min(piece * 2, MAX_PIECE) : MIN_PIECE
      // what stands before the word may be bound to it
      const from = start > 0 && start > lastEnd ? start - 1 : start
      i = nextSpace(text, Math.max(i, from + piece), length)
      const folded = foldWords(text.slice(from, i))
      left -= hashFolded(folded, left, lastEnd - from, sink)
      lastEnd = foldedEnd === folded.length ? i : -2
      pieceEnd = i
      continue
    }
    const size = i - start
    if ((kinds & LETTER) === 0 || size < 2 || size > MAX_WORD) continue
    const follows = start === lastEnd + 1 && isQuickBond(text.charCodeAt(lastEnd))
    hash ^= hash >>> 15
    sink.word(hash, checkOf(hash, check, size), text, start, i, follows)
    left--
    lastEnd = i
  }
  return maxWords - left
}

/** Both hashes of a word that is folded already. */
export function hashOfWord(word: string): { hash: number; check: number } {
  return { hash: hashAt(word, 0, word.length), check: lastCheck }
}

/** Where the last word of the piece ended. */
let foldedEnd = 0

function hashFolded(folded: string, maxWords: number, lastEnd: number, sink: WordSink): number {
  let words = 0
  const visit = (start: number, end: number, follows: boolean): void => {
    words++
    const hash = hashAt(folded, start, end)
    sink.word(hash, lastCheck, folded, start, end, follows)
  }
  foldedEnd = scanWords(folded, maxWords, visit, lastEnd)
  return words
}

/** The second hash of what `hashAt` hashed last: two results without an object for them. */
let lastCheck = 0

function hashAt(text: string, start: number, end: number): number {
  let hash = SEED
  let check = 0
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    hash = Math.imul(hash ^ code, PRIME)
    check = (Math.imul(check, 31) + code) | 0
  }
  hash ^= hash >>> 15
  lastCheck = checkOf(hash, check, end - start)
  return hash
}

function checkOf(hash: number, check: number, size: number): number {
  return check ^ Math.imul(hash + size, 0x9e3779b1)
}

function nextSpace(text: string, from: number, length: number): number {
  let i = from
  while (i < length && text.charCodeAt(i) !== 32 && text.charCodeAt(i) !== 10) i++
  return Math.min(i, length)
}

/** ’ is folded to the plain apostrophe. */
function isQuickBond(code: number): boolean {
  return isBond(code) || code === 0x2019
}

function quickTable(): Uint32Array {
  const table = Uint32Array.from(KIND, (kind, code) => {
    if (kind === 0 || code >= FIRST_HARD) return kind === 0 ? 0 : HARD
    return (String.fromCharCode(code).toLowerCase().charCodeAt(0) << 2) | kind
  })
  // a soft hyphen is left out, and of İ two letters become
  table[0xad] = HARD
  table[0x130] = HARD
  return table
}
