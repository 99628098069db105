/** Text in pieces of some 120 characters, from whole lines and words: what is learned from and what gets a score. */

import { sampleOf, type SampleSize } from '../sample.js'

/** Repetitions within a window do not count, so that scores of windows of another length do not compare. */
export const WINDOW = 120

/** Short lines are put together, long ones are cut at spaces. */
export function windowsOf(text: string, size = WINDOW): string[] {
  const windows: string[] = []
  let open = ''
  for (const line of text.split('\n')) {
    let rest = line
    while (open.length + rest.length > size * 1.5) {
      const cut = cutAt(rest, Math.max(0, size - open.length))
      windows.push(open + rest.slice(0, cut))
      open = ''
      rest = rest.slice(cut)
    }
    open += `${rest}\n`
    if (open.length >= size) {
      windows.push(open)
      open = ''
    }
  }
  if (open.trim() !== '') {
    // a rest is too little to say anything by itself
    if (windows.length > 0 && open.length < size / 2) windows.push(`${windows.pop() ?? ''}\n${open}`)
    else windows.push(open)
  }
  return windows
}

/** The pieces of a sample; all windows when there is no more text than that. */
export function piecesOf(text: string, size: SampleSize): string[] {
  if (text.length <= size.pieces * size.length) return windowsOf(text)
  const sample = sampleOf(text, size)
  return Array.from({ length: size.pieces }, (_, i) => sample.slice(i * (size.length + 1), (i + 1) * (size.length + 1)))
}

/** After the next space, or there where none is near. */
function cutAt(line: string, at: number): number {
  const space = line.indexOf(' ', at)
  return space >= 0 && space - at < 40 ? space + 1 : at
}
