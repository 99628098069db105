/**
 * Names of countries and of languages in many languages: from `world-countries` and from the tables of ICU, which every
 * Node carries. Nothing here knows any one country.
 */
import { LongtailError } from '../../errors.js'
import { readShipped } from '../../shipped-tables.js'
import { hasSigns } from './characters.js'

interface Name {
  readonly common: string
  readonly official: string
}

/** What we use of a country in the package; keys are ISO 639-3. */
export interface Country {
  /** ISO 3166, two letters. */
  readonly cca2: string
  readonly name: Name & { readonly native?: Readonly<Record<string, Name>> }
  readonly translations: Readonly<Record<string, Name>>
  readonly altSpellings: readonly string[]
  readonly demonyms?: Readonly<Record<string, { readonly f: string; readonly m: string }>>
  readonly capital?: readonly string[]
  readonly languages?: Readonly<Record<string, string>>
  /** With the dot. */
  readonly tld: readonly string[]
}

let table: readonly Country[] | undefined

/** Languages in which ICU names countries and languages; where it lacks one, it is left out. */
const LANGUAGES = (
  'en th ja zh ko vi lo km my id ms tl hi bn ta te ml kn mr gu pa ne si ur fa ar he tr az uz kk ky tg mn ka hy ru uk be bg ' +
  'mk sr hr bs sl cs sk pl hu ro sq el de fr es pt it nl sv da nb fi is ca gl eu ga cy af et lv lt sw am so ha yo ig zu jv'
).split(' ')
const LOCALES = Intl.DisplayNames.supportedLocalesOf([...LANGUAGES, 'zh-Hant'])

export function allCountries(): readonly Country[] {
  table ??= readCountries()
  return table
}

function readCountries(): readonly Country[] {
  return countriesOf(JSON.parse(readShipped('countries.json.br').toString('utf8')))
}

/** Throws E_USAGE for letters that are no country's. */
export function findCountry(code: string): Country {
  const country = allCountries().find(({ cca2 }) => cca2 === code.toUpperCase())
  if (country === undefined) {
    throw new LongtailError(
      'E_USAGE',
      `${code} is not the code of a country; give two letters of ISO 3166, such as TH or KE`,
    )
  }
  return country
}

interface Displays {
  readonly locale: string
  readonly regions: Intl.DisplayNames
  readonly languages: Intl.DisplayNames
}

let displays: readonly Displays[] | undefined

function displayNames(): readonly Displays[] {
  displays ??= LOCALES.map(locale => ({
    locale,
    regions: new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }),
    languages: new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }),
  }))
  return displays
}

function english(): Displays {
  const [first] = displayNames()
  return first
}

/** `isWanted`: which languages the names may be in, by ISO 639 code of two or three letters; native and English ones always are. */
export function namesOfCountry(country: Country, isWanted: (language: string) => boolean = () => true) {
  const { name, translations, altSpellings, demonyms, capital, cca2 } = country
  const native = Object.values(name.native ?? {})
  const translated = Object.entries(translations).flatMap(([code, one]) => (isWanted(code) ? [one] : []))
  const names = [name, ...native, ...translated].flatMap(one => [one.common, one.official])
  const adjectives = Object.entries(demonyms ?? {}).flatMap(([code, { f, m }]) => (isWanted(code) ? [f, m] : []))
  const spoken = languagesOfOneCountry().filter(([, owner]) => owner === cca2)
  for (const { locale, regions, languages } of displayNames()) {
    const code = locale.slice(0, 2)
    const isNative = spoken.some(([language]) => language === code)
    if (!isWanted(code) && !isNative && code !== 'en') continue
    names.push(regions.of(cca2) ?? '')
    adjectives.push(...spoken.map(([language]) => languages.of(language) ?? ''))
  }
  // some spellings that the table calls names are codes, or adjectives ("Lao"); "Burma" is one in Hungarian only
  const spokenInEnglish = spoken.map(([language]) => english().languages.of(language) ?? '')
  const adjective = new Set([...spokenInEnglish, demonyms?.eng?.m ?? ''].map(one => one.toLowerCase()))
  names.push(
    ...altSpellings.filter(one => one !== cca2 && !adjective.has(one.toLowerCase())),
    ...shortSpellings(country),
  )
  const isName = new Set(names.map(one => one.toLowerCase()))
  return {
    names: distinct(names.filter(isTelling)),
    demonyms: distinct(adjectives.filter(one => isTelling(one) && !isName.has(one.toLowerCase()))),
    capitals: distinct(capital ?? []),
  }
}

const STATE_OF = /^(?:the )?(?:republic|kingdom|state|commonwealth|principality) of (?:the )?/i

/** "Turkey" of "Republic of Turkey", where tables know the country by a newer name; not "China" of the "Republic of China". */
function shortSpellings({ cca2, altSpellings }: Country): string[] {
  const short = altSpellings.filter(one => STATE_OF.test(one)).map(one => one.replace(STATE_OF, ''))
  return short.filter(one => !allCountries().some(({ name, cca2: code }) => code !== cca2 && name.common === one))
}

/** What a country is called for short, without the adjectives of its languages: enough to know it when it is another one. */
export function shortNamesOf(country: Country): string[] {
  const { name, translations, demonyms, capital, cca2 } = country
  const translated = [name, ...Object.values(name.native ?? {}), ...Object.values(translations)]
  const names = translated.map(({ common }) => common)
  const adjectives = Object.values(demonyms ?? {}).flatMap(({ f, m }) => [f, m])
  const displayed = displayNames().map(({ regions }) => regions.of(cca2) ?? '')
  return distinct([...names, ...shortSpellings(country), ...displayed, ...adjectives].filter(isTelling)).concat(
    capital ?? [],
  )
}

/** Names of languages as switchers write them, by ISO 639 code of two letters. */
export function namesOfLanguages(): ReadonlyMap<string, readonly string[]> {
  const shown = displayNames()
  return new Map(
    LANGUAGES.map(language => {
      const names = shown.map(({ languages }) => languages.of(language) ?? '')
      return [language, distinct(names.filter(isTelling))]
    }),
  )
}

let owned: readonly (readonly [language: string, country: string])[] | undefined

/** Languages that are official in one country only: their names are adjectives of it. */
export function languagesOfOneCountry(): readonly (readonly [language: string, country: string])[] {
  if (owned !== undefined) return owned
  const owners = new Map<string, string[]>()
  for (const { languages, cca2 } of allCountries())
    for (const code of Object.keys(languages ?? {})) {
      // canonical: tha becomes th, as ICU's tables and locales have it
      const short = Intl.getCanonicalLocales(code)[0]
      owners.set(short, [...(owners.get(short) ?? []), cca2])
    }
  owned = [...owners].flatMap(([language, countries]) => (countries.length === 1 ? [[language, countries[0]]] : []))
  return owned
}

/** Three letters or fewer are a word in some language, unless they stand for more ("USA"); two Chinese signs are a name. */
function isTelling(name: string): boolean {
  return name.length > 3 || (hasSigns(name) && name.length > 1) || /^\p{Script=Hangul}{2,}$|^\p{Lu}{3}$/u.test(name)
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names.map(name => name.normalize('NFC').trim()).filter(name => name !== ''))]
}

/** What we read of them is there. */
function countriesOf(value: unknown): readonly Country[] {
  const fields = ['name', 'translations', 'altSpellings', 'cca2', 'tld']
  const isCountry = (one: unknown): boolean =>
    typeof one === 'object' && one !== null && fields.every(field => field in one)
  const isList = (list: unknown): list is readonly Country[] => Array.isArray(list) && list.every(isCountry)
  if (!isList(value)) throw new TypeError('data/countries.json holds something else than countries')
  return value
}
