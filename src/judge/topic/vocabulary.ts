/**
 * The terms of a model: words and phrases that term selection keeps, and words of title, opening and URL.
 *
 * Phrases are counted level by level: a phrase of n words can only be worth keeping when its first n - 1 words are, so most
 * are never counted at all.
 */
import { isKeptTerm, termWorth, type BackgroundCounts, type TermSelection } from '../../learn/index.js'
import { BREAK, type TopicDocument, type WordList } from './documents.js'
import { ABSENT, WordPairTable } from './word-pair-table.js'
import { OPENING_MARK, TITLE_MARK, URL_MARK } from './term-reader.js'

/** Terms of one side of the training pages, at most; the worthiest stay. */
const MAX_TERMS = 30_000

export interface TermChoice {
  /** Null keeps every term that stands on two pages. */
  readonly selection: TermSelection | null
  readonly maxWords: number
  readonly background: BackgroundCounts
  /** Words that no phrase begins or ends with. */
  readonly stopWords: ReadonlySet<string>
}

export function chooseTerms(documents: readonly TopicDocument[], list: WordList, choice: TermChoice) {
  const { selection, background, stopWords } = choice
  const { max } = background
  const leastPages = documents.length < 4 ? 1 : 2
  /** By word: 0 not looked up yet, 1 no, 2 yes. */
  const stop = new Uint8Array(list.size)
  const isStop = (word: number): boolean => {
    if (stop[word] === 0) stop[word] = list.formsOf(word).some(form => stopWords.has(form)) ? 2 : 1
    return stop[word] === 2
  }
  const least = selection === null ? 0 : selection.rareThreshold
  const kept: { term: string; worth: number }[] = []
  let seen = 0
  let level = countWords(documents, list.size)
  for (let length = 1; ; length++) {
    const { size, occurrences, pages } = level
    const mayGrow = new Uint8Array(size)
    for (let place = 0; place < size; place++) {
      if (pages[place] > 0) seen++
      if (pages[place] < leastPages) continue
      const perPage = occurrences[place] / documents.length
      // of a term as rare as can be: where even that is too little, nothing longer is worth a look
      if (termWorth(perPage, 0, max) <= least) continue
      mayGrow[place] = 1
      const words = wordsAt(level, place)
      if (length > 1 && (isStop(words[0]) || isStop(words[length - 1]))) continue
      const count = backgroundCount(words, list, background)
      if (selection !== null && !isKeptTerm(perPage, count, max, selection)) continue
      kept.push({ term: words.map(word => list.stemOf(word)).join(' '), worth: termWorth(perPage, count, max) })
    }
    if (length >= choice.maxWords) break
    level = countLonger(documents, level, mayGrow)
  }
  kept.sort((a, b) => b.worth - a.worth)
  return {
    terms: kept.slice(0, MAX_TERMS).map(({ term }) => term),
    /** Different words and phrases, before the choice. */
    seen,
  }
}

/** Words of title, opening and URL that stand there on two pages or more. */
export function zoneTerms(documents: readonly TopicDocument[], list: WordList): string[] {
  const zones: [string, (document: TopicDocument) => Int32Array][] = [
    [TITLE_MARK, document => document.title],
    [OPENING_MARK, document => document.opening],
    [URL_MARK, document => document.url],
  ]
  return zones.flatMap(([mark, wordsIn]) => {
    const pages = new Map<number, number>()
    for (const document of documents)
      for (const word of new Set(wordsIn(document))) if (word !== BREAK) pages.set(word, (pages.get(word) ?? 0) + 1)
    const frequent = [...pages].filter(([, count]) => count > 1).sort((a, b) => b[1] - a[1])
    return frequent.slice(0, MAX_TERMS).map(([word]) => `${mark}${list.stemOf(word)}`)
  })
}

/** All phrases of one length; a phrase is a place. */
interface Level {
  readonly size: number
  readonly occurrences: Uint32Array
  /** In how many documents. */
  readonly pages: Uint32Array
  /** A phrase is a shorter one, by its place in `shorter`, and a word more. */
  readonly shorter: Level | null
  readonly heads: Uint32Array
  readonly lasts: Uint32Array
  /** By document and position: the phrase that ends there, or -1. */
  readonly endings: readonly Int32Array[]
}

/** Single words: their places are those of the list. */
function countWords(documents: readonly TopicDocument[], words: number): Level {
  const occurrences = new Uint32Array(words)
  const pages = new Uint32Array(words)
  const lastPage = new Int32Array(words).fill(-1)
  documents.forEach(({ body }, page) => {
    for (let i = 0; i < body.length; i++) {
      const word = body[i]
      if (word === BREAK) continue
      occurrences[word]++
      if (lastPage[word] !== page) {
        lastPage[word] = page
        pages[word]++
      }
    }
  })
  const lasts = Uint32Array.from({ length: words }, (_, word) => word)
  const endings = documents.map(({ body }) => body)
  return { size: words, occurrences, pages, shorter: null, heads: lasts, lasts, endings }
}

function countLonger(documents: readonly TopicDocument[], shorter: Level, mayGrow: Uint8Array): Level {
  const places = new WordPairTable()
  const room = documents.reduce((sum, { body }) => sum + body.length, 0)
  const occurrences = new Uint32Array(room)
  const pages = new Uint32Array(room)
  const lastPage = new Int32Array(room).fill(-1)
  const heads = new Uint32Array(room)
  const lasts = new Uint32Array(room)
  let size = 0
  const endings = documents.map(({ body }, page) => {
    const ends = new Int32Array(body.length).fill(BREAK)
    const before = shorter.endings[page]
    for (let i = 1; i < body.length; i++) {
      const head = before[i - 1]
      const tail = before[i]
      // what begins and what ends the phrase must be frequent, or the phrase is not
      if (head === BREAK || tail === BREAK || mayGrow[head] === 0 || mayGrow[tail] === 0) continue
      let place = places.get(head, body[i])
      if (place === ABSENT) {
        place = size++
        places.add(head, body[i], place)
        heads[place] = head
        lasts[place] = body[i]
      }
      occurrences[place]++
      if (lastPage[place] !== page) {
        lastPage[place] = page
        pages[place]++
      }
      ends[i] = place
    }
    return ends
  })
  return { size, occurrences, pages, shorter, heads, lasts, endings }
}

function wordsAt(level: Level, place: number): number[] {
  const words: number[] = []
  let at = place
  for (let now: Level | null = level; now !== null; now = now.shorter) {
    words.unshift(now.lasts[at])
    at = now.heads[at]
  }
  return words
}

/** A stem counts for all its spellings; a phrase is looked up under the spellings that were met first. */
function backgroundCount(words: readonly number[], list: WordList, background: BackgroundCounts): number {
  if (words.length === 1) return list.formsOf(words[0]).reduce((sum, form) => sum + background.count(form), 0)
  return background.count(words.map(word => list.formsOf(word)[0]).join(' '))
}
