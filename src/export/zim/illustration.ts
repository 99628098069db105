/** The picture by which a library of ZIMs shows this one: 48 by 48 points, PNG. */
import { readFileSync } from 'node:fs'
import { LongtailError, systemReason } from '../../errors.js'
import { encodePng, PNG_SIGNATURE } from '../../png.js'

const SIZE = 48
const MAX_BYTES = 1024 * 1024

export function illustrationIn(file: string): Uint8Array {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new LongtailError('E_USAGE', `${file} cannot be read (${systemReason(error)}): check its name`)
  }
  const isPng = bytes.length > 24 && bytes.length <= MAX_BYTES && bytes.subarray(0, 8).equals(PNG_SIGNATURE)
  if (!isPng || bytes.readUInt32BE(16) !== SIZE || bytes.readUInt32BE(20) !== SIZE)
    throw new LongtailError(
      'E_USAGE',
      `${file} must be a PNG of ${SIZE} by ${SIZE} pixels: convert it, or leave --illustration out`,
    )
  return bytes
}

/** An open book with a long tail of lines, in four colours. */
export function drawnIllustration(): Uint8Array {
  const palette = Buffer.from([0x1a, 0x4e, 0x8a, 0xff, 0xff, 0xff, 0xc9, 0xd1, 0xd9, 0xd9, 0x73, 0x0d])
  const rows = Buffer.alloc((SIZE + 1) * SIZE)
  for (let y = 0; y < SIZE; y++) for (let x = 0; x < SIZE; x++) rows[y * (SIZE + 1) + 1 + x] = colourAt(x, y)
  return encodePng(SIZE, SIZE, rows, palette)
}

function colourAt(x: number, y: number): number {
  const left = x < SIZE / 2 ? x : SIZE - 1 - x
  // both pages are highest beside the fold
  const top = 10 + Math.floor((SIZE / 2 - left) / 8)
  const isPaper = left >= 6 && y >= top && y < top + 26
  if (!isPaper) return 0
  if (left >= 23) return 2
  const line = y - top - 4
  const isLine = line >= 0 && line % 4 === 0 && line < 20
  // each line is shorter than the one above
  return isLine && left >= 9 && left <= 21 - Math.floor(line / 2) ? (line === 0 ? 3 : 2) : 1
}
