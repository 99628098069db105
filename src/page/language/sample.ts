/** The part of a text that is worth an identifier's time: prose before menus, from the whole length, bounded. */

/** Shorter lines are headings, menus and names: identified worst, so left out when there is enough else. */
const PROSE_LINE = 30
const ENOUGH_PROSE = 300

/** `pieces` pieces of `length` characters; the whole when it is not longer than that. */
export interface SampleSize {
  readonly pieces: number
  readonly length: number
}

export function sampleOf(source: string, { pieces, length }: SampleSize): string {
  if (source.length <= pieces * length) return source
  const step = (source.length - length) / (pieces - 1)
  let sample = ''
  for (let i = 0; i < pieces; i++) {
    const start = wordAt(source, Math.floor(i * step))
    sample += source.slice(start, start + length) + '\n'
  }
  return sample
}

/** What is read of a text: counting letters costs 3 ns per character. */
const READ: SampleSize = { pieces: 10, length: 500 }

/** Learned languages ask for the same text after the identifier did: the last answers are kept. */
let lastText = ''
let lastRead = ''
let lastUnsifted = ''
let lastProse = ''

export function readOf(text: string): string {
  if (text !== lastText) {
    lastText = text
    lastRead = sampleOf(text, READ)
  }
  return lastRead
}

/** The prose of a text, or all of it when there is little. */
export function worthIdentifying(text: string): string {
  // one line is prose or all that there is
  if (!text.includes('\n')) return text
  if (text !== lastUnsifted) {
    lastUnsifted = text
    const prose = proseOf(text)
    lastProse = prose.length >= ENOUGH_PROSE ? prose : text
  }
  return lastProse
}

function proseOf(text: string): string {
  let prose = ''
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    if (end - start >= PROSE_LINE) prose += text.slice(start, end + 1)
    start = end + 1
  }
  return prose
}

/** The next word's beginning; the position itself where the script has no spaces. */
function wordAt(text: string, at: number): number {
  if (at === 0) return 0
  const space = text.indexOf(' ', at)
  return space >= 0 && space - at < 20 ? space + 1 : at
}
