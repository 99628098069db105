/** What stands on a page a second time, whole or cut short as a teaser, counts once: the longest. */
import type { ProseBlocks } from './prose-blocks.js'
import { BAD, GOOD, LEADING, type BlockClasses } from './prose-classes.js'

/** Blocks that agree in so many characters are compared. */
export const KEY = 24
/** Of the shorter one: the ends differ, a teaser ends in dots or in "read more". */
const SAME = 0.75

/**
 * Takes the class of the repeated blocks away, and of the headings that lead on to them. Blocks of less than `least` characters, KEY or
 * more, stay, however often somebody says "Yes."
 */
export function dropRepeats({ text, blocks }: ProseBlocks, classes: BlockClasses, least: number): void {
  const { start, end } = blocks
  const kept = new Map<string, number>()
  for (let i = 0; i < classes.length; i++) {
    const length = end[i] - start[i]
    if (classes[i] !== GOOD || length < least) continue
    const key = unspaced(text, start[i], Math.min(end[i], start[i] + 2 * KEY)).slice(0, KEY)
    const other = kept.get(key)
    if (other !== undefined) {
      const otherLength = end[other] - start[other]
      // no more than the shorter one needs: time stays linear
      const limit = 2 * Math.min(length, otherLength)
      const isRepeat = begins(
        unspaced(text, start[i], Math.min(end[i], start[i] + limit)),
        unspaced(text, start[other], Math.min(end[other], start[other] + limit)),
      )
      if (isRepeat) drop(classes, length > otherLength ? other : i)
    }
    if (classes[i] === GOOD) kept.set(key, i)
  }
  if (least === KEY) dropHeadings(text, blocks, classes)
}

function unspaced(text: string, start: number, end: number): string {
  return text.slice(start, end).replace(/\s+/g, '')
}

/** Whether they begin alike, as far as the shorter one goes. */
function begins(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length)
  let same = 0
  while (same < length && a.charCodeAt(same) === b.charCodeAt(same)) same++
  return same >= SAME * length
}

function drop(classes: BlockClasses, i: number): void {
  classes[i] = BAD
  while (i > 0 && classes[i - 1] === LEADING) classes[--i] = BAD
}

function dropHeadings(text: string, { start, end }: ProseBlocks['blocks'], classes: BlockClasses): void {
  const seen = new Set<string>()
  for (let i = 0; i < classes.length; i++) {
    if (classes[i] !== LEADING) continue
    const heading = text.slice(start[i], end[i])
    if (seen.has(heading)) classes[i] = BAD
    seen.add(heading)
  }
}
