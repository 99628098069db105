/** The dictionary of a nation from the gazetteers that we carry: its names in many languages, what is said of it, its cities. */
import { readCities, type City } from './cities.js'
import { findCountry, namesOfCountry } from './countries.js'
import type { NationName } from './dictionary.js'
import { shortForms } from './short-forms.js'
import { placeWeight, type Commonness } from './weights.js'

/** Kinds and weights before anybody asks what else a name may mean. */
const COUNTRY = 1
const DEMONYM = 0.6
const CAPITAL = 0.9

export type Gazetteer = ReturnType<typeof readGazetteer>

export function readGazetteer(code: string, commonness: Commonness, isWanted?: (language: string) => boolean) {
  const country = findCountry(code)
  const { names, demonyms, capitals } = namesOfCountry(country, isWanted)
  const cities = readCities()
  const populations = populationsElsewhere(cities, country.cca2)
  const elsewhere = (name: string): number => populations.get(name.toLowerCase()) ?? 0
  const own = new Map<string, City>()
  for (const city of cities) {
    if (city.country !== country.cca2) continue
    const known = own.get(city.name)
    if (known === undefined || known.population < city.population) own.set(city.name, city)
  }
  const places = [...own.values()]
    .filter(({ name }) => !capitals.includes(name))
    .map(({ name, population, featureCode }) => {
      const weight = placeWeight(
        { name, population, isSeat: featureCode === 'PPLA', elsewhere: elsewhere(name) },
        commonness,
      )
      return { name, kind: 'place', weight } satisfies NationName
    })
  const short = shortForms(places, name => elsewhere(name) > 0, commonness)
  return {
    names: [
      ...names.map(name => ({ name, kind: 'country', weight: COUNTRY }) satisfies NationName),
      ...demonyms.map(name => ({ name, kind: 'demonym', weight: DEMONYM }) satisfies NationName),
      ...capitals.map(name => ({ name, kind: 'capital', weight: CAPITAL }) satisfies NationName),
      ...places,
      ...short,
    ],
    /** Population of places elsewhere by name, for names of the user's lists. */
    elsewhere,
  }
}

function populationsElsewhere(cities: readonly City[], code: string): ReadonlyMap<string, number> {
  const populations = new Map<string, number>()
  for (const { name, country, population } of cities) {
    if (country === code) continue
    const key = name.toLowerCase()
    // a place that nobody has counted has a thousand people at least
    populations.set(key, (populations.get(key) ?? 0) + Math.max(1000, population))
  }
  return populations
}
