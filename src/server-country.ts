/**
 * The country of a server's address, by the tables of the registries. It says where an address was given out, which is mostly
 * where the server stands, and says nothing behind a network that answers from everywhere.
 */
import { isIP } from 'node:net'
import { LongtailError } from './errors.js'
import { readShipped } from './shipped-tables.js'

const TABLE = 'server-countries.bin.br'
const MAGIC = 'LTSC\x01'
const LOWER_HALF = (1n << 64n) - 1n

/** Addresses from which on another country has them, in order. */
interface Borders {
  /** Upper and lower half of the address. */
  readonly high: BigUint64Array
  readonly low: BigUint64Array
  readonly countries: Uint8Array
}

interface Table {
  /** By number; the first is none. */
  readonly codes: readonly string[]
  readonly ipv4: Borders
  readonly ipv6: Borders
}

let table: Table | null = null

/** ISO 3166 code in capitals; '' for an address that is none, or that no registry gave to a country. Reads its table at the first call. */
export function serverCountry(address: string | null): string {
  const family = address === null ? 0 : isIP(address)
  if (address === null || family === 0) return ''
  table ??= readTable()
  if (family === 4) return countryIn(table.ipv4, ipv4Number(address))
  const number = ipv6Number(address)
  // an IPv4 address that a socket for both wrote
  if (number >> 32n === 0xffffn) return countryIn(table.ipv4, number & 0xffffffffn)
  return countryIn(table.ipv6, number)
}

function countryIn({ high, low, countries }: Borders, address: bigint): string {
  const [upper, lower] = [address >> 64n, address & LOWER_HALF]
  let from = 0
  let to = countries.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (high[middle] < upper || (high[middle] === upper && low[middle] <= lower)) from = middle + 1
    else to = middle
  }
  return from === 0 ? '' : (table?.codes[countries[from - 1]] ?? '')
}

function ipv4Number(address: string): bigint {
  return BigInt(address.split('.').reduce((number, part) => number * 256 + Number(part), 0))
}

function ipv6Number(address: string): bigint {
  // URL writes the parts of all spellings in hexadecimal; it knows no zones (fe80::1%eth0)
  const parts = new URL(`http://[${address.replace(/%.*/, '')}]/`).hostname.slice(1, -1).split('::')
  const [before, after] = parts.map(part => (part === '' ? [] : part.split(':')))
  const zeros = after === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...(after ?? [])].reduce((number, part) => (number << 16n) | BigInt(`0x${part}`), 0n)
}

/** docs/formats.md has the layout. */
function readTable(): Table {
  const bytes = readShipped(TABLE)
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new LongtailError('E_MODEL', `${TABLE} is of another version; install Longtail again`)
  let at = MAGIC.length
  const codes = ['']
  for (const last = bytes[at++]; codes.length <= last; at += 2) codes.push(bytes.toString('latin1', at, at + 2))
  const borders = (): Borders => {
    const count = bytes.readUInt32LE(at)
    const zeros = bytes.subarray(at + 4, at + 4 + count)
    const countries = bytes.subarray(at + 4 + count, at + 4 + 2 * count)
    at += 4 + 2 * count
    const [high, low] = [new BigUint64Array(count), new BigUint64Array(count)]
    let start = 0n
    for (let i = 0; i < count; i++) {
      let step = 0n
      for (let shift = 0n; ; shift += 7n) {
        const byte = bytes[at++]
        step |= BigInt(byte & 127) << shift
        if (byte < 128) break
      }
      start += step << BigInt(zeros[i])
      high[i] = start >> 64n
      low[i] = start & LOWER_HALF
    }
    return { high, low, countries }
  }
  return { codes, ipv4: borders(), ipv6: borders() }
}
