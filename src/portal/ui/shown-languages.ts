/** Which languages are worth a word? Not the one that nearly everything is in, and not those of a stray page or two. */
import type { Library } from '../contracts.js'

/** A language with so many pages is always named; in a small library one page of a hundred is enough. */
const ENOUGH_PAGES = 3
const ENOUGH_SHARE = 0.01

type Facts = Pick<Library, 'facts'>

export function isWorthNaming(library: Facts, language: string): boolean {
  const { pages, languages } = library.facts()
  const having = languages.find(({ value }) => value === language)?.count ?? 0
  return language !== 'und' && having >= Math.min(ENOUGH_PAGES, Math.ceil(ENOUGH_SHARE * pages))
}

/** The language of most pages goes without saying. */
export function isUsual(library: Facts, language: string): boolean {
  const { pages, languages } = library.facts()
  return languages.some(({ value, count }) => value === language && 2 * count > pages)
}
