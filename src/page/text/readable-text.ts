/** What a reader reads of a page. */
import type { Page } from '../../contracts.js'
import { tidy } from '../../one-line.js'

const MAX_TITLE = 300

/** Short pages consist of what is left out of long ones as a menu. */
export function readableText({ text, fullText }: Pick<Page, 'text' | 'fullText'>): string {
  return text === '' ? fullText : text
}

export function tidyTitle(title: string): string {
  return tidyText(title, MAX_TITLE)
}

/** Of a page: as `tidy`, and without the signs of no width that pages have for breaking lines. */
export function tidyText(text: string, limit: number): string {
  return tidy(text.slice(0, limit * 4).replace(/[\u200b\u2060]+/g, ' '), limit)
}
