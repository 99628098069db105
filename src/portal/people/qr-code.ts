/**
 * QR codes (ISO/IEC 18004) for addresses: bytes, level M, versions 1 to 10, that is 213 bytes at most. Level M bears a smudge: a code may
 * lose 15 % and is still read. The test lets another program read them.
 */

/** By version from 1: blocks with their data codewords, and codewords for correction in each block. */
const VERSIONS: readonly (readonly [blocks: readonly number[], correction: number])[] = [
  [[16], 10],
  [[28], 16],
  [[44], 26],
  [[32, 32], 18],
  [[43, 43], 24],
  [[27, 27, 27, 27], 16],
  [[31, 31, 31, 31], 18],
  [[38, 38, 39, 39], 22],
  [[36, 36, 36, 37, 37], 22],
  [[43, 43, 43, 43, 44], 26],
]

/** Centres of the alignment patterns, in both directions. */
const ALIGNMENT: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
]

/** Rows of modules; true is dark. Without the quiet zone, which must be 4 modules wide. */
export type QrCode = readonly (readonly boolean[])[]

/** Null: too long for a code that a telephone reads from the wall. */
export function qrCode(text: string): QrCode | null {
  const bytes = Buffer.from(text)
  const version = VERSIONS.findIndex(([blocks], at) => sum(blocks) >= bytes.length + (at < 9 ? 2 : 3)) + 1
  if (version === 0) return null
  const words = codewords(bytes, version)
  let best: boolean[][] = []
  let least = Infinity
  for (let mask = 0; mask < 8; mask++) {
    const drawn = draw(version, words, mask)
    const penalty = penaltyOf(drawn)
    if (penalty < least) [best, least] = [drawn, penalty]
  }
  return best
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

// ───────────────────────────────────────────────────────────── codewords

/** Data and correction, one block's word after another's. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const [sizes, correction] = VERSIONS[version - 1]
  const bits: number[] = []
  const put = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1)
  }
  put(4, 4)
  put(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) put(byte, 8)
  const room = sum(sizes) * 8
  put(0, Math.min(4, room - bits.length))
  put(0, -bits.length & 7)
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8)
  const data = Array.from({ length: room / 8 }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2))
  const divisor = generator(correction)
  const blocks: number[][] = []
  for (let at = 0, i = 0; i < sizes.length; at += sizes[i++]) blocks.push(data.slice(at, at + sizes[i]))
  const corrections = blocks.map(block => remainder(block, divisor))
  return [...interleaved(blocks), ...interleaved(corrections)]
}

function interleaved(blocks: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...blocks.map(({ length }) => length))
  return Array.from({ length: longest }, (_, i) => blocks.flatMap(block => block.slice(i, i + 1))).flat()
}

/** In the field of 256 elements with the polynomial 0x11d. */
function product(a: number, b: number): number {
  let result = 0
  for (let i = 7; i >= 0; i--) result = (result << 1) ^ ((result >> 7) * 0x11d) ^ (((b >> i) & 1) * a)
  return result
}

/** (x − 1)(x − 2)(x − 4)…, without its first coefficient, which is 1. */
function generator(degree: number): number[] {
  const result = [...Array<number>(degree - 1).fill(0), 1]
  for (let root = 1, i = 0; i < degree; i++, root = product(root, 2))
    for (let k = 0; k < degree; k++) result[k] = product(result[k], root) ^ (result[k + 1] ?? 0)
  return result
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  const result = Array<number>(divisor.length).fill(0)
  for (const word of data) {
    const factor = word ^ (result.shift() ?? 0)
    result.push(0)
    divisor.forEach((coefficient, i) => (result[i] ^= product(coefficient, factor)))
  }
  return result
}

// ───────────────────────────────────────────────────────────── modules

function draw(version: number, words: readonly number[], mask: number): boolean[][] {
  const size = 17 + 4 * version
  const dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const isFixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const set = (row: number, column: number, value: boolean): void => {
    if (row < 0 || column < 0 || row >= size || column >= size) return
    dark[row][column] = value
    isFixed[row][column] = true
  }
  /** A square of rings around its centre. */
  const rings = (row: number, column: number, radius: number, isDark: (ring: number) => boolean): void => {
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++) set(row + y, column + x, isDark(Math.max(Math.abs(x), Math.abs(y))))
  }
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ])
    rings(row, column, 4, ring => ring !== 2 && ring !== 4)
  const centres = ALIGNMENT[version - 1]
  const last = centres.length - 1
  centres.forEach((row, i) =>
    centres.forEach((column, k) => {
      const isCorner = (i === 0 && k === 0) || (i === 0 && k === last) || (i === last && k === 0)
      if (!isCorner) rings(row, column, 2, ring => ring !== 1)
    }),
  )
  drawFormat(size, mask, set)
  if (version >= 7) drawVersion(size, version, set)
  drawWords(dark, isFixed, words, mask)
  return dark
}

type SetModule = (row: number, column: number, value: boolean) => void

/** `value` and the remainder of its division: a code that corrects errors. */
function withRemainder(value: number, polynomial: number, degree: number): number {
  let rest = value
  for (let i = 0; i < degree; i++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial)
  return (value << degree) | rest
}

/** Level M is 0. Written twice. */
function drawFormat(size: number, mask: number, set: SetModule): void {
  const bits = withRemainder(mask, 0x537, 10) ^ 0x5412
  const bit = (i: number): boolean => ((bits >> i) & 1) === 1
  for (let i = 0; i < 6; i++) set(i, 8, bit(i))
  set(7, 8, bit(6))
  set(8, 8, bit(7))
  set(8, 7, bit(8))
  for (let i = 9; i < 15; i++) set(8, 14 - i, bit(i))
  for (let i = 0; i < 8; i++) set(8, size - 1 - i, bit(i))
  for (let i = 8; i < 15; i++) set(size - 15 + i, 8, bit(i))
  set(size - 8, 8, true)
}

function drawVersion(size: number, version: number, set: SetModule): void {
  const bits = withRemainder(version, 0x1f25, 12)
  for (let i = 0; i < 18; i++) {
    const value = ((bits >> i) & 1) === 1
    const [near, far] = [Math.floor(i / 3), size - 11 + (i % 3)]
    set(near, far, value)
    set(far, near, value)
  }
}

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (y, x) => (y + x) % 2 === 0,
  y => y % 2 === 0,
  (_, x) => x % 3 === 0,
  (y, x) => (y + x) % 3 === 0,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
]

/** Pairs of columns from the right, up and down in turn; the column of the timing pattern is left out. */
function drawWords(dark: boolean[][], isFixed: boolean[][], words: readonly number[], mask: number): void {
  const size = dark.length
  let at = 0
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    const isUp = (((right + 1) & 2) === 0) === right > 6
    for (let step = 0; step < size; step++) {
      const row = isUp ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        if (isFixed[row][column]) continue
        const bit = at < words.length * 8 && ((words[at >> 3] >> (7 - (at & 7))) & 1) === 1
        at++
        dark[row][column] = bit !== MASKS[mask](row, column)
      }
    }
  }
}

/** How hard it is to read: long runs, squares, what looks like a corner, too much of one colour. */
function penaltyOf(dark: readonly (readonly boolean[])[]): number {
  const size = dark.length
  const columns = dark.map((_, i) => dark.map(row => row[i]))
  let penalty = 0
  let darkCount = 0
  for (const line of [...dark, ...columns]) {
    const text = line.map(Number).join('')
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2
    penalty += 40 * (text.match(/(?=00001011101|10111010000)/g)?.length ?? 0)
  }
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (dark[y][x]) darkCount++
      if (y === 0 || x === 0) continue
      const one = dark[y][x]
      if (dark[y - 1][x] === one && dark[y][x - 1] === one && dark[y - 1][x - 1] === one) penalty += 3
    }
  return penalty + 10 * Math.floor(Math.abs((darkCount * 20) / (size * size) - 10))
}
