/** How much of a text is running text? Indexes and lists of links have short lines without an end; they are seldom what somebody looks for. */

const LOOKED_AT = 20_000
const LONG_LINE = 80
const SENTENCE = 25
const ENDS = /[.!?。！？।۔။៕…"”»)]$/u

/** Steps of a share, as the index keeps it. A library of an older version does not have it. */
const STEPS = 65_534
export const UNKNOWN_PROSE = 65_535

/** From this share on a page is no list. */
export const RUNNING_TEXT = 0.3

export function packedProse(text: string): number {
  return Math.round(STEPS * proseShare(text))
}

/** In SQL: whether page `p` has running text. */
export const HAS_RUNNING_TEXT = `coalesce((SELECT s.prose FROM search_pages s WHERE s.page = p.id), ${STEPS}) >= ${Math.round(STEPS * RUNNING_TEXT)}`

export function unpackedProse(packed: number): number {
  return packed / STEPS
}

export function proseShare(text: string): number {
  let prose = 0
  let all = 0
  for (const line of text.slice(0, LOOKED_AT).split('\n')) {
    all += line.length
    if (line.length >= LONG_LINE || (line.length >= SENTENCE && ENDS.test(line))) prose += line.length
  }
  return all === 0 ? 0 : prose / all
}
