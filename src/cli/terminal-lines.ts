/** Lines for a terminal, which has a width, and for a file, in which somebody looks for a time. */

const FALLBACK_COLUMNS = 80
const LEAST_COLUMNS = 10
const SEPARATOR = ' · '

/**
 * As much of a line as fits. Parts that are separated by dots are left out whole, from the end; a line that would wrap could not be
 * renewed in its place.
 */
export function fitted(line: string, { columns }: { readonly columns?: number }): string {
  const room = Math.max(LEAST_COLUMNS, (columns || FALLBACK_COLUMNS) - 1)
  const parts = line.split(SEPARATOR)
  while (parts.length > 1 && columnsOf(parts.join(SEPARATOR)) > room) parts.pop()
  const kept = parts.join(SEPARATOR)
  if (columnsOf(kept) <= room) return kept
  let cut = ''
  for (const letter of letters.segment(kept)) {
    if (columnsOf(cut + letter.segment) > room - 1) break
    cut += letter.segment
  }
  return `${cut}…`
}

/** `2026-11-16T10:52:45Z message`, with a line feed. */
export function timed(message: string): string {
  return `${new Date().toISOString().slice(0, 19)}Z ${message}\n`
}

const letters = new Intl.Segmenter()
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

/** Letters of Chinese, Japanese and Korean take two columns, marks none. */
function columnsOf(text: string): number {
  let columns = 0
  for (const { segment } of letters.segment(text)) columns += WIDE.test(segment) ? 2 : 1
  return columns
}
