/** Training pages as numbers: each word a place in one list of stems, so that words and phrases can be counted without strings. */
import type { Stemmer } from '../../page/words/stem.js'
import { foldWords, scanWords } from '../../page/words/words.js'
import { bodyText, MAX_PAGE_WORDS, MAX_SHORT_WORDS, openingText, urlText } from './page-parts.js'
import type { TrainingPage } from './types.js'

/** Between words that do not follow each other. */
export const BREAK = -1

export interface TopicDocument {
  readonly page: TrainingPage
  /** Places of the body's words in order, with BREAK where a phrase cannot go on. */
  readonly body: Int32Array
  readonly title: Int32Array
  readonly opening: Int32Array
  readonly url: Int32Array
  /** Words of the body. */
  readonly words: number
}

/**
 * All stems met so far, and under which spellings. A list may go on from another, which stays as it is: so topics share what was
 * read once and do not know of each other.
 */
export class WordList {
  private readonly own: string[] = []
  private readonly places = new Map<string, number>()
  private readonly spellings = new Map<string, number>()
  /** Spellings of its own stems, and those that the list it goes on from does not have of its. */
  private readonly forms: string[][] = []
  private readonly moreForms = new Map<number, string[]>()
  private readonly first: number

  constructor(
    private readonly stem: Stemmer,
    /** One that goes on from none itself. */
    private readonly before: WordList | null = null,
  ) {
    this.first = before === null ? 0 : before.size
  }

  get size(): number {
    return this.first + this.own.length
  }

  documentOf(page: TrainingPage): TopicDocument {
    const body = this.read(bodyText(page.text), MAX_PAGE_WORDS)
    return {
      page,
      body,
      title: this.read(page.title, MAX_SHORT_WORDS),
      opening: this.read(openingText(page.text), MAX_SHORT_WORDS),
      url: this.read(urlText(page.url), MAX_SHORT_WORDS),
      words: body.reduce((count, word) => (word === BREAK ? count : count + 1), 0),
    }
  }

  stemOf(place: number): string {
    return this.before !== null && place < this.first ? this.before.stemOf(place) : this.own[place - this.first]
  }

  /** -1 when the stem was never met. */
  placeOf(stem: string): number {
    return this.before?.places.get(stem) ?? this.places.get(stem) ?? -1
  }

  /** Spellings under which a stem was met. */
  formsOf(place: number): readonly string[] {
    if (this.before === null || place >= this.first) return this.forms[place - this.first]
    const before = this.before.formsOf(place)
    const more = this.moreForms.get(place)
    return more === undefined ? before : [...before, ...more]
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
    const known = this.before?.spellings.get(spelling) ?? this.spellings.get(spelling)
    if (known !== undefined) return known
    const stem = this.stem(spelling)
    let place = this.before?.places.get(stem) ?? this.places.get(stem)
    if (place === undefined) {
      place = this.first + this.own.push(stem) - 1
      this.places.set(stem, place)
      this.forms.push([])
    }
    this.spellings.set(spelling, place)
    if (place >= this.first) this.forms[place - this.first].push(spelling)
    else this.moreForms.set(place, [...(this.moreForms.get(place) ?? []), spelling])
    return place
  }
}
