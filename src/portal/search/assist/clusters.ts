/**
 * Phrases by which results can be explored. A page's phrases were found by the build, so that here they are only counted: a label
 * is good when several results have it, when they have it more often than the rest of the collection, when it is
 * more than one word, and when it brings results together that no better label has.
 */
import { getOrMake } from '../../../get-or-make.js'
import { createStemmer, type Stemmer } from '../../../page/words/stem.js'
import { wordsOf } from '../../../page/words/words.js'
import type { Cluster } from '../../contracts.js'
import type { Database } from '../../../disk/sqlite.js'
import { phraseBookOf, type BookPhrase, type PhraseBook } from './phrase-book.js'
import { languagesOf } from './assist-schema.js'

/** The best results; what comes after them is not what the reader meant. */
const MAX_PAGES = 200
const MIN_PAGES = 6
/** Candidates whose texts are looked at. */
const LOOKED_AT = 80
/** A label that more of the results have divides nothing. */
const MAX_SHARE = 0.6
const MIN_STRENGTH = 0.4
/** Two labels for results that are so much the same (of the smaller one's) are one. */
const SAME = 0.67

interface Label {
  readonly shown: string
  readonly stems: readonly string[]
  /** Places in the list of results. */
  readonly pages: readonly number[]
  readonly score: number
}

/** `pages`: ids of the results, best first, some 200 of them. No texts are read. */
export function clusterPages(database: Database, pages: readonly number[], query: string, limit = 8): Cluster[] {
  const asked = stemsOf(database, query)
  const labels = labelsOf(phraseBookOf(database), pages.slice(0, MAX_PAGES), new Set(asked))
  return choose(labels, limit).map(label => ({
    label: label.shown,
    query: queryFor(query, label, asked),
    count: label.pages.length,
  }))
}

function labelsOf(book: PhraseBook, pages: readonly number[], asked: ReadonlySet<string>): Label[] {
  const { frequencies } = book
  const counts = countsOf(book)
  let counted = 0
  const met: number[] = []
  for (const page of pages) {
    const phrases = book.phrasesOf(page)
    if (phrases === null) continue
    counted++
    for (let i = 0; i < phrases.length; i++) if (counts[phrases[i]]++ === 0) met.push(phrases[i])
  }
  const total = Math.max(counted, book.pages)
  // where the results are most of the collection, there is nothing to compare them with
  const isAll = counted > 0.6 * total
  const least = Math.max(counted < 20 ? 2 : 3, Math.round(counted / 25))
  const rough: { id: number; pages: number[]; score: number }[] = []
  for (const id of met) {
    const having = counts[id]
    counts[id] = 0
    const share = having / counted
    if (counted < MIN_PAGES || having < least || share > MAX_SHARE) continue
    // how much more of the results have it than of all pages: 0 as much, 1 only they
    const lift = share / (Math.max(frequencies[id], having) / total)
    const strength = isAll ? 0.5 : Math.log(lift) / Math.log(total / counted)
    if (strength >= MIN_STRENGTH) rough.push({ id, pages: [], score: having ** 0.75 * strength ** 2 })
  }
  const best = rough.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, LOOKED_AT)
  const pagesOf = new Map(best.map(one => [one.id, one.pages]))
  pages.forEach((page, place) => {
    for (const id of book.phrasesOf(page) ?? []) pagesOf.get(id)?.push(place)
  })
  return best.flatMap(one => labelOf(book.phrase(one.id), one, asked))
}

/** Of phrases among the results at hand, by id; all 0 between two searches: most phrases are met once, and need no list of pages. */
const countsOfBook = new WeakMap<PhraseBook, Uint16Array>()

function countsOf(book: PhraseBook): Uint16Array {
  return getOrMake(countsOfBook, book, ({ frequencies }) => new Uint16Array(frequencies.length))
}

function labelOf(
  phrase: BookPhrase | null,
  { pages, score }: { pages: number[]; score: number },
  asked: ReadonlySet<string>,
): Label[] {
  if (phrase === null) return []
  const { shown, stems, isChosen } = phrase
  const repeated = stems.filter(stem => asked.has(stem)).length
  // the query itself, or a part of it, tells the results from nothing
  if (repeated === stems.length) return []
  const length = stems.length === 1 ? 0.55 : 1
  // "central bank" and "West Bank" are what somebody who asks for "bank" may mean
  const meaning = repeated > 0 ? 1.8 : 1
  return [{ shown, stems, pages, score: score * length * meaning * (isChosen ? 1.2 : 1) }]
}

/** One after the other, always the one that adds most; what an earlier one has already counts little. */
function choose(labels: readonly Label[], limit: number): Label[] {
  const chosen: Label[] = []
  const covered = new Set<number>()
  const left = new Set(labels)
  while (chosen.length < limit && left.size > 0) {
    let best: Label | null = null
    let bestGain = 0
    for (const label of left) {
      const fresh = label.pages.filter(page => !covered.has(page)).length
      const gain = (label.score * (fresh + 0.2 * (label.pages.length - fresh))) / label.pages.length
      if (gain > bestGain && !chosen.some(other => isSame(label, other))) {
        best = label
        bestGain = gain
      }
    }
    if (best === null) break
    chosen.push(best)
    left.delete(best)
    for (const page of best.pages) covered.add(page)
  }
  return chosen.sort((a, b) => b.pages.length - a.pages.length)
}

function isSame(a: Label, b: Label): boolean {
  const smaller = Math.min(a.pages.length, b.pages.length)
  const pages = new Set(b.pages)
  const shared = a.pages.filter(page => pages.has(page)).length
  const within = a.stems.every(stem => b.stems.includes(stem)) || b.stems.every(stem => a.stems.includes(stem))
  return within ? shared > 0 : shared > SAME * smaller && Math.abs(a.pages.length - b.pages.length) <= smaller
}

function queryFor(query: string, { shown, stems }: Label, asked: readonly string[]): string {
  const quoted = `"${shown.replaceAll('"', '')}"`
  return asked.every(stem => stems.includes(stem)) ? quoted : `${query.trim()} ${quoted}`.trim()
}

const stemmers = new WeakMap<Database, Stemmer>()

/** Stems of the words of a query, as those of phrases were made. */
function stemsOf(database: Database, query: string): string[] {
  const stemmer = getOrMake(stemmers, database, () => createStemmer(languagesOf(database)))
  return wordsOf(query.slice(0, 300)).map(stemmer)
}
