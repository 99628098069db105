/**
 * TextCat (Cavnar and Trenkle 1994) with the constants of libTextCat: the out-of-place distance between the n-gram ranks of
 * a document and those of every category. Works on bytes, so that a category is a language in one encoding.
 *
 * All profiles are held in one inverted index (n-gram → category, rank): a document costs the same for 10 and for 150 categories.
 */
import { topNgrams, type Ngram } from './ngrams.js'

/** n-grams per profile, and the distance of an n-gram that a profile does not have. */
export const PROFILE_SIZE = 400
export const MISSING = 400
/** Documents with fewer bytes get no answer. */
export const SHORT_BYTES = 25
/** Every category within this ratio of the best is a candidate; with more than MAX_CANDIDATES there is no answer. */
export const CANDIDATE_RATIO = 1.03
export const MAX_CANDIDATES = 5

/** A language in one encoding. */
export interface Category {
  /** ISO 639-3. */
  readonly language: string
  /** As it appears in the output: `thai`. */
  readonly name: string
  readonly profile: readonly Ngram[]
}

export type TextCat = ReturnType<typeof createTextCat>

export interface TextcatCandidates {
  /** As libTextCat prints it: `[thai][english]`, `UNKNOWN` or `SHORT`. */
  readonly output: string
  /** ISO 639-3, nearest first, each once; empty for UNKNOWN and SHORT. */
  readonly languages: readonly string[]
}

const UNKNOWN: TextcatCandidates = { output: 'UNKNOWN', languages: [] }
const SHORT: TextcatCandidates = { output: 'SHORT', languages: [] }

export function createTextCat(categories: readonly Category[]) {
  const index = new Map<Ngram, number[]>()
  categories.forEach(({ profile }, category) => {
    profile.forEach((ngram, rank) => {
      const places = index.get(ngram)
      if (places === undefined) index.set(ngram, [category, rank])
      else places.push(category, rank)
    })
  })

  return {
    classify(bytes: Uint8Array): TextcatCandidates {
      if (bytes.length < SHORT_BYTES) return SHORT
      const ranked = topNgrams(bytes, PROFILE_SIZE)
      const distances = new Float64Array(categories.length).fill(ranked.length * MISSING)
      for (let rank = 0; rank < ranked.length; rank++) {
        const places = index.get(ranked[rank])
        if (places === undefined) continue
        for (let i = 0; i < places.length; i += 2) distances[places[i]] += Math.abs(rank - places[i + 1]) - MISSING
      }
      return candidates(distances)
    },
  }

  function candidates(distances: Float64Array): TextcatCandidates {
    const limit = CANDIDATE_RATIO * distances.reduce((best, distance) => Math.min(best, distance), Infinity)
    const near = [...distances.keys()].filter(category => distances[category] <= limit)
    near.sort((a, b) => distances[a] - distances[b])
    // encodings of one language are one candidate: of ASCII text they would otherwise be two or three each
    const names = new Map(near.map(category => [categories[category].language, categories[category].name]))
    if (names.size > MAX_CANDIDATES) return UNKNOWN
    return { output: [...names.values()].map(name => `[${name}]`).join(''), languages: [...names.keys()] }
  }
}

/** The profile of a category from training text (20 KB are enough). */
export function createProfile(bytes: Uint8Array): readonly Ngram[] {
  return topNgrams(bytes, PROFILE_SIZE)
}
