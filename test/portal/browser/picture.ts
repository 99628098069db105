/** Compares screenshots. */
import { readPng, type Picture } from './shrink-png.js'

/** Of a channel of a pixel: edges of letters are drawn a little otherwise where a page stands elsewhere on the screen. */
const SAME = 48

/** A picture of a part of a page begins between two pixels of the screen. */
const SHIFTS = [-1, 0, 1]

/** Share of the pixels that differ where both show the same, moved by a pixel at most; 1 where their sizes differ by more than two. */
export function difference(one: Buffer, other: Buffer): number {
  const [a, b] = [readPng(one), readPng(other)]
  if (Math.abs(a.width - b.width) > 2 || Math.abs(a.height - b.height) > 2) return 1
  return Math.min(...SHIFTS.flatMap(x => SHIFTS.map(y => differenceAt(a, b, x, y))))
}

function differenceAt(a: Picture, b: Picture, right: number, down: number): number {
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)]
  let differing = 0
  let compared = 0
  for (let y = Math.max(0, -down); y < height - Math.max(0, down); y++)
    for (let x = Math.max(0, -right); x < width - Math.max(0, right); x++) {
      compared++
      if (!isSame(a.pixels[y * a.width + x], b.pixels[(y + down) * b.width + x + right])) differing++
    }
  return differing / compared
}

/** Of the pixels of a picture: those that are not of its most frequent colour. A picture without any shows nothing. */
export function inked(picture: Buffer): number {
  const { pixels } = readPng(picture)
  const counts = new Map<number, number>()
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  return 1 - Math.max(...counts.values()) / pixels.length
}

function isSame(a: number, b: number): boolean {
  return [16, 8, 0].every(shift => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) <= SAME)
}
