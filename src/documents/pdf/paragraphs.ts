/** Lines of a page → paragraphs: by the distance of lines, by indents, and by lines that end early. */
import type { TextLine } from './lines.js'

export interface Paragraph {
  readonly text: string
  readonly size: number
  /** The last line is full and ends in the middle of a sentence: the next page may go on with it. */
  readonly isOpen: boolean
}

/** Between two lines of a paragraph, in the size of the letters. */
const MAX_LEADING = 1.75
const SAME_SIZE = 0.15
/** Of the size of the letters. */
const INDENT = 0.8
const MAX_INDENT = 5
/** Of the width of a block: a line that is shorter ends a paragraph, if it also ends a sentence. */
const SHORT = 0.85
/** The same without the end of a sentence: lists, poems, addresses. */
const VERY_SHORT = 0.6

const SENTENCE_END = /[.!?:;…。！？：；｡؟۔।॥።]["'’”»)\]]*$/u
const DIVIDED = /\p{L}[-\u00ad\u2010]$/u
const IDEOGRAPHIC = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60]/

export function paragraphsOf(lines: readonly TextLine[], compounds: ReadonlySet<string>): Paragraph[] {
  const paragraphs: Paragraph[] = []
  for (let i = 0; i < lines.length;) {
    let end = i + 1
    while (end < lines.length && isNext(lines[end - 1], lines[end])) end++
    collect(lines.slice(i, end), compounds, paragraphs)
    i = end
  }
  return paragraphs
}

function isNext(above: TextLine, below: TextLine): boolean {
  const size = Math.max(above.size, below.size)
  const dy = above.y - below.y
  if (dy <= 0 || dy > MAX_LEADING * size) return false
  if (Math.abs(above.size - below.size) > SAME_SIZE * size) return false
  return below.left < above.right && above.left < below.right
}

/** Lines at regular distances: one paragraph, or several that are told by their indents. */
function collect(block: readonly TextLine[], compounds: ReadonlySet<string>, paragraphs: Paragraph[]): void {
  const isRtl = block.filter(line => line.isRtl).length * 2 > block.length
  const left = Math.min(...block.map(line => line.left))
  const right = Math.max(...block.map(line => line.right))
  const width = Math.max(1, right - left)
  const start = (line: TextLine): number => (isRtl ? right - line.right : line.left - left)
  const rest = (line: TextLine): number => (isRtl ? line.left - left : right - line.right)
  const isIndented = (line: TextLine): boolean =>
    start(line) > INDENT * line.size && start(line) < MAX_INDENT * line.size
  const indented = block.filter(isIndented).length
  // of a list of references the first lines stand out
  const isHanging = block.length > 2 && indented * 2 > block.length
  const begins = (above: TextLine, line: TextLine): boolean => {
    if (isHanging ? !isIndented(line) : isIndented(line) && !isIndented(above)) return true
    const free = rest(above) / width
    return free > 1 - VERY_SHORT || (free > 1 - SHORT && SENTENCE_END.test(above.text))
  }
  let parts: string[] = []
  let last: TextLine | null = null
  const close = (): void => {
    const text = parts.join('')
    if (last === null || text === '') return
    const isFull = rest(last) / width < 1 - SHORT && !SENTENCE_END.test(last.text) && text.length > 40
    const isOpen = isFull || DIVIDED.test(last.text)
    paragraphs.push({ text, size: last.size, isOpen })
  }
  for (const line of block) {
    if (last !== null && begins(last, line)) {
      close()
      parts = []
    }
    append(parts, line.text, compounds)
    last = line
  }
  close()
}

/** To a paragraph in parts, its last line being the last of them: a word that is divided between two lines becomes whole again. */
export function append(parts: string[], line: string, compounds: ReadonlySet<string>): void {
  const above = parts.at(-1)
  if (above === undefined) {
    parts.push(line)
    return
  }
  const seam = seamOf(above, line, compounds)
  if (seam === JOIN) parts[parts.length - 1] = above.slice(0, -1)
  parts.push(seam === SPACE ? ` ${line}` : line)
}

const JOIN = '-'
const TIGHT = ''
const SPACE = ' '
/** Longer than any word. */
const TAIL = 60

function seamOf(above: string, below: string, compounds: ReadonlySet<string>): string {
  const divided = /([\p{L}\p{M}]+)([-\u00ad\u2010])$/u.exec(above.slice(-TAIL))
  if (divided !== null) {
    if (divided[2] === '\u00ad') return JOIN
    const rest = /^[\p{L}\p{M}]+/u.exec(below.slice(0, TAIL))?.[0] ?? ''
    const isLower = /^[\p{Ll}\p{Lo}]/u.test(rest)
    if (isLower && !compounds.has(`${divided[1]}-${rest}`.toLowerCase())) return JOIN
    if (rest !== '') return TIGHT
  }
  return IDEOGRAPHIC.test(above[above.length - 1]) && IDEOGRAPHIC.test(below[0]) ? TIGHT : SPACE
}

/** Words with a hyphen inside that stand in the middle of a line: they have it at its end, too. */
export function addCompounds(text: string, compounds: Set<string>): void {
  for (const [word] of text.matchAll(/(?<!\p{L})\p{L}{1,40}-\p{L}{1,40}(?![\p{L}-])/gu))
    compounds.add(word.toLowerCase())
}
