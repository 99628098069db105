/** Training pages as numbers: each word a place in one list of stems, so that words and phrases can be counted without strings. */
import type { Stemmer } from '../../page/words-stem.js'
import { foldWords, scanWords } from '../../page/words.js'
import { bodyText, MAX_PAGE_WORDS, openingText, urlText } from './term-reader.js'
import type { TrainingPage } from './types.js'

/** Between words that do not follow each other. */
export const BREAK = -1

export interface Document {
  readonly page: TrainingPage
  /** Places of the body's words in order, with BREAK where a phrase cannot go on. */
  readonly body: Int32Array
  readonly title: Int32Array
  readonly opening: Int32Array
  readonly url: Int32Array
  /** Words of the body. */
  readonly words: number
}

/** All stems met so far, and under which spellings. */
export class WordList {
  readonly stems: string[] = []
  private readonly places = new Map<string, number>()
  private readonly spellings = new Map<string, number>()
  private readonly forms: string[][] = []

  constructor(private readonly stem: Stemmer) {}

  documentOf(page: TrainingPage): Document {
    const body = this.read(bodyText(page.text), MAX_PAGE_WORDS)
    return {
      page,
      body,
      title: this.read(page.title, 100),
      opening: this.read(openingText(page.text), 100),
      url: this.read(urlText(page.url), 100),
      words: body.reduce((count, word) => (word === BREAK ? count : count + 1), 0),
    }
  }

  /** Spellings under which a stem was met. */
  formsOf(place: number): readonly string[] {
    return this.forms[place]
  }

  private read(text: string, maxWords: number): Int32Array {
    const folded = foldWords(text)
    const words: number[] = []
    scanWords(folded, maxWords, (start, end, follows) => {
      if (!follows) words.push(BREAK)
      words.push(this.place(folded.slice(start, end)))
    })
    return Int32Array.from(words)
  }

  private place(spelling: string): number {
    const known = this.spellings.get(spelling)
    if (known !== undefined) return known
    const stem = this.stem(spelling)
    let place = this.places.get(stem)
    if (place === undefined) {
      place = this.stems.push(stem) - 1
      this.places.set(stem, place)
      this.forms.push([])
    }
    this.spellings.set(spelling, place)
    this.forms[place].push(spelling)
    return place
  }
}
