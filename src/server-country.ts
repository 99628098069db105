/**
 * The country of a server's address, from the registries' tables (CC0) in our dependencies. It says where an address was
 * given out, which is mostly where the server stands, and says nothing behind a network that answers from everywhere.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import { Reader, type Response } from 'mmdb-lib'
import { LongtailError } from './errors.js'

const DATABASE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

let reader: Reader<Response> | null = null

/** ISO 3166 code in capitals; '' for an address that is none, or that no registry gave to a country. Loads its table (8 MB) at the first call. */
export function serverCountry(address: string | null): string {
  // the reader takes "1.2.3" for an address
  if (address === null || isIP(address) === 0) return ''
  reader ??= openDatabase()
  const found: unknown = reader.get(address)
  if (typeof found !== 'object' || found === null || !('country_code' in found)) return ''
  const code = String(found.country_code)
  return /^[A-Z]{2}$/.test(code) ? code : ''
}

function openDatabase(): Reader<Response> {
  try {
    return new Reader(readFileSync(createRequire(import.meta.url).resolve(DATABASE)))
  } catch (error) {
    throw new LongtailError(
      'E_MODEL',
      `the table of countries (${DATABASE}) cannot be read (${error instanceof Error ? error.message : String(error)}); install the package again with "npm ci"`,
    )
  }
}
