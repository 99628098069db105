/**
 * Pages whose name stands in the query. Who asks "how does electromagnetic radiation work" wants the page of that name, whether it says "work"
 * or not. What a name says is the share of the query's words that it has, by their rarity.
 */
import { MAX_NAME_WORDS, type NameReader } from './assist/names.js'
import type { Group } from './query-groups.js'

/** Other forms of the last word of a name: "elephants" asks for the page "Elephant". */
const MAX_FORMS = 6
/** Further words of a long query begin no name. */
const MAX_STARTS = 16

/** By page: the share of the query that its name is. */
export function namedPages(groups: readonly Group[], totalPages: number, names: NameReader): Map<number, number> {
  const named = new Map<number, number>()
  const weights = groups.map(group => weightOf(group, totalPages))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  if (all === 0) return named
  for (let from = 0; from < Math.min(groups.length, MAX_STARTS); from++) {
    let before = ''
    let weight = 0
    for (let to = from; to < Math.min(groups.length, from + MAX_NAME_WORDS); to++) {
      const { word, variants } = groups[to]
      weight += weights[to]
      const forms = new Set([word.text, ...variants.slice(0, MAX_FORMS).map(({ term }) => term)])
      for (const form of forms)
        for (const page of names.pagesOf(before + form)) named.set(page, Math.max(named.get(page) ?? 0, weight / all))
      before += `${word.text} `
    }
  }
  return named
}

/** Words like "tell", "me" and "about" hardly count, unless there are no others. */
const LISTED = 0.2

function weightOf({ isStop, isListed, pages }: Group, totalPages: number): number {
  return Math.log(1 + totalPages / (pages + 1)) * (isStop || isListed ? LISTED : 1)
}
