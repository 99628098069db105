/**
 * Names of all other countries, languages and of the largest cities elsewhere: a page that names them as often as the nation
 * is a list of countries, a language switcher, a chain of hotels, and not about the nation.
 */
import { readCities } from './cities.js'
import { allCountries, languagesOfOneCountry, namesOfLanguages, shortNamesOf } from './countries.js'
import type { OtherNames } from './name-index.js'

/** Cities that everybody names: half a million people. Smaller ones share their names with too many other things. */
const MIN_POPULATION = 500_000

let groups: ReadonlyMap<string, readonly string[]> | undefined

/** By country code, or by language code where a language is not one country's. Made once per thread. */
function everywhere(): ReadonlyMap<string, readonly string[]> {
  if (groups !== undefined) return groups
  const names = new Map<string, string[]>()
  for (const country of allCountries()) names.set(country.cca2, shortNamesOf(country))
  const owners = new Map(languagesOfOneCountry())
  for (const [language, spellings] of namesOfLanguages()) {
    const key = owners.get(language) ?? language
    names.set(key, [...(names.get(key) ?? []), ...spellings])
  }
  for (const { name, country, population } of readCities())
    if (population >= MIN_POPULATION) names.get(country)?.push(name)
  groups = names
  return groups
}

export function namesElsewhere(country: string): OtherNames[] {
  return [...everywhere()].flatMap(([key, names], i) => (key === country ? [] : [{ owner: i + 1, names }]))
}
