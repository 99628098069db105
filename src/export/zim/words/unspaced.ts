/**
 * Scripts without spaces. Whoever types สิทธิมนุษยชน asks for one term, and the dictionary sees three words in it: so neighbours are
 * indexed joined as well, and the parts of words that the dictionary has in one piece (น้ำตาล: น้ำ, ตาล). Chinese and Japanese are asked by
 * newer readers sign by sign and in pairs of signs, without marks, and by those of Xapian 2 Thai, Lao, Khmer and Burmese, too.
 */
import { WordCache } from './word-cache.js'

/** The dictionaries take far more than twice the time for twice the text. */
const PIECE = 500
/** Distinct words whose parts are remembered; more than a dictionary has in use. */
const MAX_KNOWN = 50_000
const MAX_PART_OF = 24
/** Vowels of Thai and Lao that are written before and after the consonant that they belong to. */
const LEADS = /[\u0e40-\u0e44\u0ec0-\u0ec4]/
const TRAILS = /[\u0e2f\u0e30\u0e32\u0e33\u0e45\u0e46\u0eb0\u0eb2\u0eb3\u0ebd\u0ec6]/

export class Divider {
  readonly #segmenter = new Intl.Segmenter('th', { granularity: 'word' })
  readonly #graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })
  readonly #parts = new WordCache<readonly string[]>(MAX_KNOWN)
  readonly #words = new WordCache<boolean>(MAX_KNOWN)

  /** The words of a stretch by dictionary, one after the other and nothing left out. */
  words(stretch: string): string[] {
    const words: string[] = []
    for (let at = 0; at < stretch.length;) {
      const end = Math.min(stretch.length, at + PIECE)
      const pieces = Array.from(this.#segmenter.segment(stretch.slice(at, end)), ({ segment }) => segment)
      // the last ones would be others if the dictionary saw what follows
      if (end < stretch.length) pieces.length = Math.max(1, pieces.length - 3)
      for (const piece of pieces) {
        words.push(piece)
        at += piece.length
      }
    }
    return words
  }

  /** Words inside of a word: at its beginning or end, and inside of these. */
  parts(word: string): readonly string[] {
    if (word.length < 4 || word.length > MAX_PART_OF) return []
    return this.#parts.get(word, unknown => this.#divide(unknown))
  }

  #divide(word: string): string[] {
    const parts = new Set<string>()
    // คอมพิวเตอร์ฯ, ดีๆ
    if (/[\u0e2f\u0e46\u0eaf\u0ec6]$/.test(word)) parts.add(word.slice(0, -1))
    for (const cut of this.#cuts(word)) {
      const head = word.slice(0, cut)
      const tail = word.slice(cut)
      const isHead = this.#isWord(head)
      const isTail = this.#isWord(tail)
      // what is left over beside a word of two letters is a syllable that only looks like one
      if (isHead && (isTail || cut > 2)) for (const part of [head, ...this.parts(head)]) parts.add(part)
      if (isTail && (isHead || tail.length > 2)) for (const part of [tail, ...this.parts(tail)]) parts.add(part)
    }
    return [...parts]
  }

  /** Words over the border of two, where one of them is none: behind a name that it does not have the dictionary often cuts too late. */
  across(before: string, after: string): string[] {
    if (before.length + after.length > MAX_PART_OF || (this.#isWord(before) && this.#isWord(after))) return []
    const pieces = [
      ...this.#cuts(before).map(cut => before.slice(cut) + after),
      ...this.#cuts(after).map(cut => before + after.slice(0, cut)),
    ]
    return pieces.filter(piece => piece.length > 2 && this.#isWord(piece))
  }

  /** Where a word can be cut without tearing a syllable's signs apart. */
  #cuts(word: string): number[] {
    if (word.length < 2 || word.length > MAX_PART_OF) return []
    const cuts: number[] = []
    for (const { index } of this.#graphemes.segment(word))
      if (index > 0 && !LEADS.test(word[index - 1]) && !TRAILS.test(word[index])) cuts.push(index)
    return cuts
  }

  /** A word of the dictionary: written twice it is cut in the middle. What is unknown stays in one piece. */
  #isWord(word: string): boolean {
    if (word.length < 2) return false
    return this.#words.get(word, unknown => {
      const [first, second] = this.#segmenter.segment(unknown + unknown)
      return first.segment.length === unknown.length && second?.segment.length === unknown.length
    })
  }
}

/**
 * Letters of two neighbours together, and of three. สิทธิ|มนุษย|ชน and 中华|人民|共和国 are what people call one word; what is longer is typed with a space.
 * On 58 Thai home pages the index with three was 1.6 times as large as with two, and with four 1.4 times as large again.
 */
const MAX_JOINED = [24, 16]
/** From an alphabet of thousands fewer letters say as much. */
const MAX_JOINED_IDEOGRAPHS = [10, 7]
const FIRST_IDEOGRAPH = 0x2e80

/** Conjunctions and particles: no word that somebody types begins or ends with them. They are a quarter of all neighbours. */
const BETWEEN = new Set(
  (
    'และ หรือ แต่ ซึ่ง ว่า ก็ จะ โดย จาก เพื่อ กับ ແລະ ຫຼື ຫລື ແຕ່ ວ່າ ກໍ່ ກໍ ຈະ ໂດຍ ຈາກ ເພື່ອ ກັບ និង ឬ ដែល ថា နှင့် နဲ့ ' +
    'は が の を に で と も へ や 的 了 是 在 和 与 與 及 或'
  ).split(' '),
)

/** `bare`: the same words without marks. Told with the numbers of the first word and of the last. */
export function forEachJoined(
  words: readonly string[],
  bare: readonly string[],
  visit: (joined: string, bare: string, first: number, last: number) => void,
): void {
  for (let i = 0; i < words.length; i++) {
    if (BETWEEN.has(words[i])) continue
    const limits = words[i].charCodeAt(0) < FIRST_IDEOGRAPH ? MAX_JOINED : MAX_JOINED_IDEOGRAPHS
    let joined = words[i]
    let joinedBare = bare[i]
    for (let next = 0; next < limits.length && i + next + 1 < words.length; next++) {
      const last = i + next + 1
      joined += words[last]
      joinedBare += bare[last]
      if (joined.length > limits[next]) break
      if (!BETWEEN.has(words[last])) visit(joined, joinedBare, i, last)
    }
  }
}

/** Each sign, and each two in a row. */
export function forEachGram(unmarked: string, visit: (gram: string) => void): void {
  let before = ''
  for (const sign of unmarked) {
    visit(sign)
    if (before !== '') visit(before + sign)
    before = sign
  }
}
