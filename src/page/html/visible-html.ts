/**
 * A page as people see it, who run its scripts. A reader who runs none finds some pages empty: their text waits in elements that a
 * script will show, or stands in NOSCRIPT and NOFRAMES. It is read only where there is next to nothing to see, or nothing but a notice
 * about cookies. Elsewhere hidden text is a menu, a form, or words for search engines, and a page must not be judged by it.
 */
import type { TextSource } from '../../contracts.js'
import { ASKS_FOR_SCRIPT } from '../signs/phrases.js'
import { parseHtml, type ParsedHtml } from './parse.js'

/** Less is "Loading …" or a copyright notice, and too little to tell its language. */
const NEARLY_EMPTY = 40
/** Less than a paragraph is a notice about cookies or scripts. */
const ENOUGH = 200
/** A notice about cookies that stands before a page is not longer, and the page that it hides is longer by this factor. */
const NOTICE = 500
const MORE_THAN_NOTICE = 4
const COOKIES =
  /cookie|kolačić|küpsis|slapuk|süti|çerez|куки|кукис|κούκι|עוגי|כעוגי|كوكيز|ملفات تعريف|कुकी|কুকি|குக்கீ|คุกกี้|クッキー|쿠키/i
/** A text that asks for scripts and is not longer says nothing else. */
const ASKING = 600

export interface VisibleHtml {
  readonly parsed: ParsedHtml
  readonly textSource: TextSource
}

export function parseVisibleHtml(html: string, xml: boolean, hasPlaces: boolean): VisibleHtml {
  const parsed = parseHtml(html, xml, 'visible', hasPlaces)
  const { fullText, unseen } = parsed
  if (fullText.length < NOTICE && unseen >= MORE_THAN_NOTICE * fullText.length && COOKIES.test(fullText)) {
    const hidden = parseHtml(html, xml, 'hidden', hasPlaces)
    if (sizeOf(hidden) >= ENOUGH + MORE_THAN_NOTICE * sizeOf(parsed)) return { parsed: hidden, textSource: 'hidden' }
  }
  if (fullText.length < NEARLY_EMPTY && unseen >= ENOUGH && sizeOf(parsed) < NEARLY_EMPTY) {
    const hidden = parseHtml(html, xml, 'hidden', hasPlaces)
    if (isText(hidden)) return { parsed: hidden, textSource: 'hidden' }
    const fallback = parseHtml(withoutFrames(html), xml, 'noscript', hasPlaces)
    if (isText(fallback)) return { parsed: fallback, textSource: 'noscript' }
  }
  return { parsed, textSource: parsed.bodyIsHidden ? 'hidden' : 'visible' }
}

function isText(parsed: ParsedHtml): boolean {
  const size = sizeOf(parsed)
  return size >= ENOUGH && (size >= ASKING || !ASKS_FOR_SCRIPT.test(parsed.fullText))
}

/** In characters, of which those that stand for a syllable or a word count for more. */
function sizeOf({ fullText, blocks }: ParsedHtml): number {
  return blocks.wide.reduce((sum, wide) => sum + 1.5 * wide, fullText.length)
}

/** NOFRAMES is to frames what NOSCRIPT is to scripts, but its content is no markup to browsers that have frames. */
function withoutFrames(html: string): string {
  return html.replace(/<(\/?)noframes(?=[\s/>])/gi, '<$1noscript')
}
