/**
 * Where the words of a query stand in a text. Looked for as they are written (search_spellings knows the ways), in the text as it
 * is: a native search of some ten strings, instead of dividing the text into words again for every result.
 */
import { getOrMake, getOrMakeUpTo } from '../../get-or-make.js'
import type { Database, Statement } from '../../disk/sqlite.js'
import type { Group } from './query-groups.js'
import { isLetterAt } from './words.js'

export interface Needle {
  /** Lower-cased. */
  readonly text: string
  readonly group: number
  /** Stands inside of longer words, too. */
  readonly isSigns: boolean
}

const MAX_NEEDLES = 60
const MAX_SPELLINGS = 8
/** Forms of a word that are looked for. */
const MAX_FORMS = 8
/** Of one needle in one text: what is shown and measured is the best place, not all of them. */
const MAX_PLACES = 40
/** Words whose spellings are kept. */
const MAX_KEPT = 10_000

export class NeedleReader {
  readonly #spellings: Statement
  readonly #kept = new Map<string, readonly string[]>()

  constructor(database: Database) {
    this.#spellings = database.prepare(
      `SELECT spelling FROM search_spellings WHERE term = ? ORDER BY pages DESC LIMIT ${MAX_SPELLINGS}`,
    )
  }

  /** After a change of the index. */
  forget(): void {
    this.#kept.clear()
  }

  #spellingsOf(term: string): readonly string[] {
    return getOrMakeUpTo(MAX_KEPT, this.#kept, term, () =>
      this.#spellings.all(term).map(({ spelling }) => String(spelling)),
    )
  }

  needlesOf(groups: readonly Group[]): Needle[] {
    const needles: Needle[] = []
    const add = (text: string, group: number, isSigns: boolean): void => {
      if (needles.length < MAX_NEEDLES) needles.push({ text, group, isSigns })
    }
    groups.forEach(({ word, variants, byGrams }, group) => {
      const isInside = word.isSigns || byGrams.length > 0
      const terms = new Set([word.text, ...variants.slice(0, MAX_FORMS).map(({ term }) => term)])
      for (const term of terms) {
        add(term, group, isInside)
        for (const spelling of this.#spellingsOf(term)) add(spelling, group, isInside)
      }
    })
    return needles
  }
}

/** Letters of a text in which words are looked for: closeness and snippets come from what a reader sees first. */
export const LOOKED_THROUGH = 60_000

export interface MarkedPlace {
  readonly start: number
  readonly end: number
  readonly group: number
}

/** Places in the texts of pages, looked for once in each: to order the results, and to show them. */
export class PlaceFinder {
  readonly #known = new Map<number, readonly MarkedPlace[]>()

  constructor(
    readonly needles: readonly Needle[],
    /** The beginning of its text, lower-cased. */
    readonly beginningOf: (page: number) => string,
  ) {}

  inText(page: number): readonly MarkedPlace[] {
    return getOrMake(this.#known, page, () => placesIn(this.beginningOf(page), this.needles))
  }
}

/** In the order of the text; of places that overlap the longest. */
export function findPlaces(text: string, needles: readonly Needle[]): MarkedPlace[] {
  return placesIn(lowered(text), needles)
}

function placesIn(lower: string, needles: readonly Needle[]): MarkedPlace[] {
  const { plain, families } = sortedOut(needles)
  const places: MarkedPlace[] = []
  for (const { text: needle, group, isSigns } of plain) {
    if (needle === '') continue
    let left = MAX_PLACES
    for (let at = lower.indexOf(needle); at !== -1 && left > 0; at = lower.indexOf(needle, at + needle.length)) {
      const end = at + needle.length
      if (!isSigns && (isLetterAt(lower, at - 1) || isLetterAt(lower, end))) continue
      places.push({ start: at, end, group })
      left--
    }
  }
  for (const { beginning, groups } of families) {
    let left = MAX_PLACES
    let at = lower.indexOf(beginning)
    while (at !== -1 && left > 0) {
      let end = at + beginning.length
      if (!isLetterAt(lower, at - 1)) {
        while (isLetterAt(lower, end)) end++
        const group = groups.get(lower.slice(at, end))
        if (group !== undefined) {
          places.push({ start: at, end, group })
          left--
        }
      }
      at = lower.indexOf(beginning, end)
    }
  }
  places.sort((a, b) => a.start - b.start || b.end - a.end)
  let end = -1
  return places.filter(place => {
    if (place.start < end) return false
    end = place.end
    return true
  })
}

/** Whole words that begin alike, which one search through the text finds together: volcano, volcanoes, volcanic. */
interface Family {
  readonly beginning: string
  readonly groups: ReadonlyMap<string, number>
}

interface SortedOut {
  /** Looked for one by one: they stand inside of words, or are more than a word. */
  readonly plain: readonly Needle[]
  readonly families: readonly Family[]
}

/** Words with fewer letters in common are looked for by themselves: a short beginning is met in every line. */
const SHORTEST_BEGINNING = 3
/** The same needles look through many texts. */
const known = new WeakMap<readonly Needle[], SortedOut>()

function sortedOut(needles: readonly Needle[]): SortedOut {
  let found = known.get(needles)
  if (found === undefined) {
    const plain = needles.filter(needle => needle.isSigns || !isOneWord(needle.text))
    const byStart = new Map<string, Needle[]>()
    for (const needle of needles) {
      if (needle.isSigns || !isOneWord(needle.text)) continue
      const start = needle.text.slice(0, SHORTEST_BEGINNING)
      byStart.set(start, [...(byStart.get(start) ?? []), needle])
    }
    found = { plain, families: [...byStart.values()].map(familyOf) }
    known.set(needles, found)
  }
  return found
}

function familyOf(needles: readonly Needle[]): Family {
  let beginning = needles[0].text
  const groups = new Map<string, number>()
  for (const { text, group } of needles) {
    while (!text.startsWith(beginning)) beginning = beginning.slice(0, -1)
    // a word that is a form of two words of the query counts for the first
    if (!groups.has(text)) groups.set(text, group)
  }
  return { beginning, groups }
}

function isOneWord(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!isLetterAt(text, at)) return false
  return text !== ''
}

/** Lower-cased with every place where it was. */
export function lowered(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return Array.from(text, sign => (sign.toLowerCase().length === sign.length ? sign.toLowerCase() : sign)).join('')
}

/**
 * How close together do the words stand? 1: side by side, 0: not all are there. The shortest stretch that has one place
 * of each of `wanted` groups, compared with the letters that the words themselves need.
 */
export function closeness(places: readonly MarkedPlace[], groups: number, wanted = groups): number {
  const last = new Array<MarkedPlace | null>(groups).fill(null)
  let have = 0
  let best = 0
  for (const place of places) {
    if (last[place.group] === null) have++
    last[place.group] = place
    if (have < wanted) continue
    let start = Infinity
    let letters = 0
    for (const one of last) {
      if (one === null) continue
      start = Math.min(start, one.start)
      letters += one.end - one.start + 1
    }
    best = Math.max(best, Math.min(1, (letters - 1) / (place.end - start)))
  }
  return best
}
