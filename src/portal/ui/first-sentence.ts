/** The sentence by which a page introduces itself, for boxes of topics and lists without a search. */
import { getOrMakeUpTo } from '../../get-or-make.js'

const SHORTEST = 40
const LONGEST = 170
/** Of a long page the beginning is enough. */
const LOOKED_AT = 4000
const MOST_PARAGRAPHS = 12

/** '' when the text begins with nothing like a sentence: menus, dates, lists. `language`: BCP 47, '' when unknown. */
export function firstSentence(text: string, language: string): string {
  const paragraphs = text.slice(0, LOOKED_AT).split('\n').slice(0, MOST_PARAGRAPHS)
  for (const paragraph of paragraphs) {
    const plain = paragraph.replace(/\s+/g, ' ').trim()
    if (plain.length < SHORTEST || !isProse(plain)) continue
    let sentence = ''
    // "Dr." and "Hello!" are the beginning of one
    for (const segment of segments(plain, language, 'sentence')) {
      sentence += segment
      if (sentence.trim().length >= SHORTEST) return clipped(sentence.trim(), language)
    }
  }
  return ''
}

/** It ends like a sentence, or is written without spaces between words. */
function isProse(text: string): boolean {
  return /[.!?…。।]["'”’)\]]*(?:\s|$)/u.test(text) || /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Han}]{20}/u.test(text)
}

function clipped(sentence: string, language: string): string {
  if (sentence.length <= LONGEST) return sentence
  let end = 0
  for (const word of segments(sentence.slice(0, LONGEST), language, 'word')) {
    if (end + word.length >= LONGEST) break
    end += word.length
  }
  return `${sentence.slice(0, end).replace(/[\s,;:–-]+$/u, '')}…`
}

/** One takes longer to make than a page's beginning takes to be cut. */
const kept = new Map<string, Intl.Segmenter>()
const MOST_KEPT = 100

function segments(text: string, language: string, granularity: 'sentence' | 'word'): string[] {
  const segmenter = getOrMakeUpTo(
    MOST_KEPT,
    kept,
    `${granularity} ${language}`,
    () => new Intl.Segmenter(language === '' ? 'en' : language, { granularity }),
  )
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
