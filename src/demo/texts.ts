/**
 * Real text in many languages: the paragraphs of the Universal Declaration of Human Rights (declarations.ts). A page takes
 * its own choice of paragraphs in its own order, so that pages of one language share words and not whole texts.
 */
import { declarationHtml } from '../declarations.js'
import type { Random } from './random.js'
import { shuffled } from './random.js'

export interface Texts {
  /** `share` of the declaration's characters, whole paragraphs, at least two. */
  paragraphs(share: number, draw: Random): string[]
  /** A few words in a row, for titles, headings and anchors. */
  phrase(draw: Random): string
}

const SHORTEST_PARAGRAPH = 25
const PHRASE_MIN = 12
const PHRASE_MAX = 60

export function loadTexts(declaration: string): Texts {
  const paragraphs = [...declarationHtml(declaration).matchAll(/<p>([^<]*)<\/p>/g)]
    .map(match => decode(match[1]).trim())
    .filter(paragraph => paragraph.length >= SHORTEST_PARAGRAPH)
  const total = paragraphs.reduce((sum, paragraph) => sum + paragraph.length, 0)
  const words = paragraphs.map(paragraph =>
    paragraph.split(/[\s()[\]،、，。；：,.;:!?"«»„“”]+/u).filter(word => word !== ''),
  )
  // Scripts without spaces come as long clauses: one is a phrase; elsewhere it takes several words.
  const dense = words.flat().reduce((sum, word) => sum + word.length, 0) / words.flat().length > 12

  return {
    paragraphs(share, draw) {
      const wanted = total * share
      const chosen: string[] = []
      let length = 0
      for (const paragraph of shuffled(paragraphs, draw)) {
        chosen.push(paragraph)
        length += paragraph.length
        if (length >= wanted && chosen.length >= 2) break
      }
      return chosen
    },
    phrase(draw) {
      const source = draw.pick(words)
      let text = ''
      for (let i = draw.below(Math.max(1, source.length - 4)); i < source.length; i++) {
        text = text === '' ? source[i] : `${text} ${source[i]}`
        if (text.length >= (dense ? PHRASE_MIN : PHRASE_MIN + 8)) break
      }
      return [...text].slice(0, dense ? PHRASE_MAX / 2 : PHRASE_MAX).join('')
    },
  }
}

function decode(text: string): string {
  return text
    .replaceAll('&#x3C;', '<')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x26;', '&')
    .replaceAll('&amp;', '&')
}

/** Texts by ISO 639-3 code, each declaration read once. */
export function createLibrary(declarations: ReadonlyMap<string, string>): (language: string) => Texts {
  const loaded = new Map<string, Texts>()
  return language => {
    let texts = loaded.get(language)
    if (texts === undefined) {
      texts = loadTexts(declarations.get(language) ?? language)
      loaded.set(language, texts)
    }
    return texts
  }
}
