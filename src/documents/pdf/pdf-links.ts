/** Links of a PDF: marked places of its pages, with the words that stand there, and addresses that are written out. */
import type { DocumentLink } from '../../page/document/content.js'
import { hasFields } from '../../threads/messages.js'
import type { PdfItem } from './open-pdf.js'

/** Of one page. */
const MAX_MARKS = 500
const MAX_ANCHOR = 200
const isMark = hasFields<{ url: unknown; unsafeUrl?: unknown; rect: unknown }>('rect')

export function pageLinksOf(annotations: readonly unknown[], items: readonly PdfItem[]): DocumentLink[] {
  const links: DocumentLink[] = []
  for (const mark of annotations.slice(0, MAX_MARKS)) {
    if (!isMark(mark)) continue
    const href = typeof mark.url === 'string' ? mark.url : mark.unsafeUrl
    if (typeof href !== 'string' || !isRectangle(mark.rect)) continue
    const last = links.at(-1)
    const anchor = wordsIn(mark.rect, items)
    // a link over the end of a line is two marks
    if (last !== undefined && last.href === href && anchor !== '' && last.anchor !== '')
      links[links.length - 1] = { ...last, anchor: `${last.anchor} ${anchor}`.slice(0, MAX_ANCHOR) }
    else links.push({ href, anchor, at: -1 })
  }
  return links
}

function isRectangle(value: unknown): value is readonly [number, number, number, number] {
  return Array.isArray(value) && value.length === 4 && value.every(side => typeof side === 'number')
}

function wordsIn([x1, y1, x2, y2]: readonly [number, number, number, number], items: readonly PdfItem[]): string {
  const [left, right] = x1 < x2 ? [x1, x2] : [x2, x1]
  const [bottom, top] = y1 < y2 ? [y1, y2] : [y2, y1]
  let words = ''
  for (const { str, transform, width, height } of items) {
    const x = transform[4]
    const middle = transform[5] + (height || transform[3]) / 3
    if (middle < bottom || middle > top || x + width <= left + 0.5 || x >= right - 0.5) continue
    if (words.length > MAX_ANCHOR) break
    // of a longer piece the part that lies in the mark
    const from = Math.max(0, Math.round(((left - x) / width) * str.length))
    const to = Math.min(str.length, Math.round(((right - x) / width) * str.length))
    words += width <= 0 ? str : wholeWords(str, from, to)
  }
  return words.replace(/\s+/g, ' ').trim().slice(0, MAX_ANCHOR)
}

/** Letters are not equally wide: the cut is moved to the nearest space. */
function wholeWords(text: string, from: number, to: number): string {
  const near = (at: number): number => {
    for (const step of [0, -1, 1, -2, 2, -3, 3]) {
      const place = at + step
      if (place <= 0) return 0
      if (place >= text.length) return text.length
      if (text[place] === ' ' || text[place - 1] === ' ') return place
    }
    return at
  }
  return text.slice(near(from), near(to))
}

/** Without the signs that end a sentence. */
const URL_IN_TEXT = /\bhttps?:\/\/[^\s<>"{}|\\^`\u0e00-\u0eff\u3000-\u9fff\uff00-\uffef]{4,500}/gi

/** `known`: those whose place is marked. */
export function urlsInText(text: string, known: readonly DocumentLink[]): DocumentLink[] {
  const seen = new Set(known.map(({ href }) => href))
  const found: DocumentLink[] = []
  for (const match of text.matchAll(URL_IN_TEXT)) {
    const href = match[0].replace(/[.,;:!?'’”»)\]]+$/, '')
    if (seen.has(href)) continue
    seen.add(href)
    found.push({ href, anchor: href, at: match.index })
  }
  return found
}
