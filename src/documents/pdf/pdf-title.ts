/** The title of a PDF: what it says of itself, unless that is the name of a file or program; else the largest line of its first page. */
import type { TextLine } from './lines.js'
import type { PdfMetadata } from './open-pdf.js'

const MAX_TITLE = 300
/** What programs write when nobody has given a title. */
const NO_TITLE =
  /^(?:untitled.*|title|document\d*|slide \d+|no title|powerpoint presentation|pii: .*|.{0,200}\.(?:docx?|rtf|odt|pptx?|xlsx?|indd|qxd|tex|dvi|ps|pdf|cdr|pmd|wpd|html?))$/i
const PROGRAM = /^(?:Microsoft (?:Word|PowerPoint|Excel)|Print) - /i

export function titleOf(
  about: { readonly info: object; readonly metadata: PdfMetadata | null } | null,
  firstPage: readonly TextLine[],
): string {
  const info = about?.info ?? {}
  const given = [about?.metadata?.get('dc:title'), 'Title' in info ? info.Title : undefined]
  for (const title of given) {
    if (typeof title !== 'string') continue
    const words = title
      .replace(/[\0\s]+/g, ' ')
      .trim()
      .replace(PROGRAM, '')
    // a title in letters that were read in the wrong charset is none
    if (/\p{L}{2}/u.test(words) && !NO_TITLE.test(words) && !words.includes('\ufffd')) return words.slice(0, MAX_TITLE)
  }
  return largestLine(firstPage).slice(0, MAX_TITLE)
}

function largestLine(lines: readonly TextLine[]): string {
  const worded = lines.filter(({ text }) => /\p{L}{2}/u.test(text))
  const size = worded.reduce((most, line) => Math.max(most, line.size), 0)
  const first = worded.findIndex(line => line.size >= 0.95 * size)
  if (first === -1) return ''
  let title = worded[first].text
  // all of one size: the first line is no more a title than the others, but it is what a reader sees first
  if (worded.every(line => line.size >= 0.95 * size)) return title
  for (let i = first + 1; i < Math.min(worded.length, first + 3) && worded[i].size >= 0.95 * size; i++)
    title += ` ${worded[i].text}`
  return title
}
