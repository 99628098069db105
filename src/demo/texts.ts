/**
 * Real text in many languages: the paragraphs of the Universal Declaration of Human Rights (declarations.ts). A page takes
 * its own choice of paragraphs in its own order, so that pages of one language share words and not whole texts.
 */
import { declarationHtml } from '../declarations.js'
import type { DemoLanguage } from './languages.js'
import { shuffled, type Random } from './random.js'

export type Texts = ReturnType<typeof textsOf>
type TextSource = Pick<DemoLanguage, 'code' | 'declaration' | 'paragraphs'>

const SHORTEST_PARAGRAPH = 25
const PHRASE_MIN = 12
const PHRASE_MAX = 60

/** Characters of a longer text that count as all of it: pages have the size of those that are made of declarations. */
const LONGEST_TEXT = 30_000

export function loadTexts(declaration: string): Texts {
  return textsOf([...declarationHtml(declaration).matchAll(/<p>([^<]*)<\/p>/g)].map(match => decode(match[1]).trim()))
}

function textsOf(all: readonly string[]) {
  const paragraphs = all.filter(paragraph => paragraph.length >= SHORTEST_PARAGRAPH)
  const total = Math.min(
    LONGEST_TEXT,
    paragraphs.reduce((sum, paragraph) => sum + paragraph.length, 0),
  )
  const words = paragraphs.map(paragraph =>
    paragraph.split(/[\s()[\]،、，。；：,.;:!?"«»„“”]+/u).filter(word => word !== ''),
  )
  // Scripts without spaces come as long clauses: one is a phrase; elsewhere it takes several words.
  const dense = words.flat().reduce((sum, word) => sum + word.length, 0) / words.flat().length > 12

  return {
    /** `share` of the text's characters, whole paragraphs, at least two. */
    paragraphs(share: number, draw: Random): string[] {
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
    /** A few words in a row, for titles, headings and anchors. */
    phrase(draw: Random): string {
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
export function createLibrary(sources: readonly TextSource[]): (language: string) => Texts {
  const loaded = new Map<string, Texts>()
  return language => {
    let texts = loaded.get(language)
    if (texts === undefined) {
      const source = sources.find(({ code }) => code === language)
      texts = source?.paragraphs ? textsOf(source.paragraphs) : loadTexts(source?.declaration ?? language)
      loaded.set(language, texts)
    }
    return texts
  }
}
