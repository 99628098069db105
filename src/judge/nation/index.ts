/**
 * Is a page about a nation? Names of the country, its people and places are looked for with the longest-match tokenizer of
 * Suebchua's thesis, weighed by how telling each is, and held against the names of other countries. The language of the page
 * is no matter here: campaigns combine (judge/combine.ts).
 */
import type { Judge, LinkJudge } from '../../contracts.js'
import { fileStamp } from '../../disk/file-stamp.js'
import { probabilityOf } from './calibration.js'
import { isEstablished } from './common-words.js'
import { findCountry, type Country } from './countries.js'
import type { NationName } from './dictionary.js'
import { namesElsewhere } from './elsewhere.js'
import { MIN_PLACES } from './doubt.js'
import {
  featuresOf,
  mentions,
  readEvidence,
  readZone,
  shareOf,
  type NationEvidence,
  type AddressHints,
} from './evidence.js'
import { createMatcher, type NameMatcher } from './matcher.js'
import { indexNames } from './name-index.js'
import { namesFor } from './names.js'
import { reasonsOf } from './reasons.js'
import type { Matching } from './token.js'

export interface NationJudgeOptions {
  /** ISO 3166, two letters. */
  readonly country: string
  /** Files of names (from `train nation`, or lists of the user) instead of the gazetteer's own names. */
  readonly dictionary?: readonly string[]
  /** Smallest score of a relevant page; default 0.5. */
  readonly minScore?: number
  /** Default `phonetic`. */
  readonly matching?: 'phonetic' | 'exact' | 'literal'
}

/** Fewer words on the whole page say nothing about it. */
const MIN_WORDS = 3
/** Under this a name means the nation too seldom to be counted as one. */
const MIN_NAME = 0.1
/** What the words of a link are worth that name nobody. */
const NOTHING = 0.1
const MIN_INSIDE = 6
/** A town whose name means it, more or less. */
const MIN_TOWN = 0.2

export function createNationJudge(options: NationJudgeOptions): Judge & LinkJudge {
  const { minScore = 0.5, matching = 'phonetic' } = options
  const country = findCountry(options.country)
  const { matcher, hints } = toolsFor(country, options.dictionary ?? [], matching)
  const english = country.name.common

  return {
    name: `about ${english}`,
    judge(page) {
      const evidence: NationEvidence = readEvidence(matcher, page, hints)
      const score = probabilityOf(featuresOf(evidence))
      const relevant = score >= minScore
      const unknown = !relevant && evidence.whole.words + evidence.title.words < MIN_WORDS
      return { relevant, score, language: 'und', share: 0, unknown, reasons: reasonsOf(evidence, english, relevant) }
    },
    score(words) {
      const zone = readZone(matcher, words, true)
      const own = mentions(zone)
      return own === 0 ? NOTHING : NOTHING + (1 - NOTHING) * Math.min(1, own) * Math.min(1, 1.5 * shareOf(zone))
    },
    names(words) {
      let named = 0
      const count = matcher.match(
        words,
        ({ owner, weight }) => {
          if (owner === 0 && weight >= MIN_NAME) named++
        },
        { ignoreCase: true },
      )
      return { named, words: count }
    },
  }
}

interface Tools {
  readonly matcher: NameMatcher
  readonly hints: AddressHints
}

let last: { readonly key: string; readonly tools: Tools } | undefined

/** A worker asks twice, for pages and for links: what was made for the one serves the other, unless a file has changed. */
function toolsFor(country: Country, paths: readonly string[], matching: Matching): Tools {
  const key = JSON.stringify([country.cca2, matching, paths.map(path => [path, fileStamp(path)])])
  if (last?.key === key) return last.tools
  const names = namesFor(country.cca2, paths)
  const isCommon = isEstablished()
  const index = indexNames(names, namesElsewhere(country.cca2), isCommon)
  const places = names.filter(({ kind, weight }) => (kind === 'place' || kind === 'name') && weight >= MIN_TOWN)
  const hints = { topLevel: country.tld, inside: insideNames(names), hasPlaces: places.length >= MIN_PLACES }
  const tools = { matcher: createMatcher(index, matching, isCommon), hints }
  last = { key, tools }
  return tools
}

/** Hosts write names without spaces, and among other words: only long and sure ones can be told from chance. */
function insideNames(names: readonly NationName[]): string[] {
  const sure = names.filter(({ kind }) => kind === 'country' || kind === 'capital')
  const joined = sure.map(({ name }) => name.toLowerCase().replace(/[^a-z]/g, ''))
  return [...new Set(joined.filter((name, i) => name.length >= MIN_INSIDE && /^[a-z\s-]+$/i.test(sure[i].name)))]
}
