/**
 * The prose of a document, for corpora: its text over the ends of pages, without tables of contents, tables of numbers, and lines of
 * drawings. Headings stay where a text follows.
 */
import { withoutPageBreaks } from './document-page.js'

/** Dots that lead to the number of a page. */
const LEADERS = /(?:[.·․…]\s?){5,}\s*\p{Nd}*\s*$/u
const ENDED = /[.!?:;…。！？：；｡？؟۔।॥።။]["'’”»)\]]*$/u
/** Of a line: with fewer it is a label, unless it ends as a sentence does. */
const SENTENCE = 60
/** Letters among the signs of a line. */
const LEAST_LETTERS = 0.5
const WIDE = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af]/g
const MAX_HEADINGS = 2

export function documentProse(text: string): string {
  const kept: string[] = []
  let headings: string[] = []
  for (const line of withoutPageBreaks(text).split('\n')) {
    if (!isText(line)) headings = []
    else if (isSentence(line)) {
      kept.push(...headings.slice(-MAX_HEADINGS), line)
      headings = []
    } else headings.push(line)
  }
  return kept.join('\n')
}

function isText(line: string): boolean {
  if (LEADERS.test(line.slice(-200))) return false
  const letters = line.match(/[\p{L}\p{M}]/gu)?.length ?? 0
  return letters >= LEAST_LETTERS * line.replace(/\s/g, '').length
}

function isSentence(line: string): boolean {
  const size = line.length + 1.5 * (line.match(WIDE)?.length ?? 0)
  return size >= SENTENCE || (ENDED.test(line.slice(-8)) && size >= SENTENCE / 4)
}
