/**
 * How surely a name means a place of the nation, by what else it may mean: a word of the language (counts of words on the Web),
 * a bigger place elsewhere. Chosen by reading the names of Thailand, Kenya and France that come out with little weight.
 */
import { nameWords } from './characters.js'
import { stopWords, stopWordsOfAny } from './stop-words.js'

/** Times a word stands on the Web, as a share of the most frequent one; 0 when it was never counted. */
export type Commonness = (word: string) => number

export const UNKNOWN_COMMONNESS: Commonness = () => 0

/** In counts of the Web: above the first "reading", "nice", "tours", above the second "nancy", "talent", above the third "nan". */
const VERY_COMMON = 3e-4
const COMMON = 1e-4
const KNOWN = 3e-5

export interface WeighedPlace {
  readonly name: string
  readonly population: number
  /** Seat of a province or state. */
  readonly isSeat: boolean
  /** People living in places of the same name in other countries. */
  readonly elsewhere: number
}

const MIN_SEAT = 0.5
const FAMOUS = 1_000_000
/** Everybody has heard of a city of a million. */
const BASES: readonly (readonly [population: number, weight: number])[] = [
  [1_000_000, 0.8],
  [100_000, 0.65],
  [20_000, 0.5],
  [0, 0.35],
]

export function placeWeight({ name, population, isSeat, elsewhere }: WeighedPlace, commonness: Commonness): number {
  const base = BASES.find(([least]) => population >= least)?.[1] ?? 0
  const people = Math.max(1000, population)
  const share = people / (people + elsewhere)
  // a large city is often written of for its own sake
  const told = population >= FAMOUS ? 1 : rarity(name, commonness)
  return Math.max(base, isSeat ? MIN_SEAT : 0) * share * share * told
}

/** 1 for names that are no words, little for those that are; several words together are hardly ever a word by chance. */
export function rarity(name: string, commonness: Commonness): number {
  const words = nameWords(name.toLowerCase())
  const stops = stopWords()
  const telling = words.filter(word => !stops.has(word) && word.length > 1)
  if (telling.length === 0) return 0
  if (telling.length > 1) return commonness(words.join(' ')) > COMMON ? 0.1 : 1
  const [word] = telling
  if (stopWordsOfAny().has(word)) return 0.1
  const share = commonness(word)
  if (share > VERY_COMMON) return 0.1
  if (share > COMMON) return 0.3
  if (share > KNOWN) return 0.7
  return word.length < 4 && words.length === 1 ? 0.2 : 1
}
