/** Numbers, dates and names of languages as readers of the interface language write them. */
import { iso6393 } from 'iso-639-3'
import { getOrMake } from '../../get-or-make.js'
import { nameOfOwnCode } from '../../page/language/english-name.js'
import { joined, markup, type Markup } from '../../markup.js'
import { fill, type InterfaceLanguage } from './messages.js'

export function formatNumber(language: InterfaceLanguage, value: number): string {
  return formatters(language).number.format(value)
}

export function formatDate(language: InterfaceLanguage, at: number): string {
  return Number.isFinite(at) && at > 0 && at < 8.64e15 ? formatters(language).date.format(at) : '–'
}

/** `one` and `many` have {count}. */
export function counted(language: InterfaceLanguage, count: number, one: string, many: string): string {
  const message = formatters(language).plural.select(count) === 'one' ? one : many
  return fill(message, { count: formatNumber(language, count) })
}

/** ISO 639-3 → "Thai", "ไทย", "Kithai". What neither the interface language nor ISO names is shown as it is. */
export function languageName(language: InterfaceLanguage, code: string, unknown: string): string {
  if (code === 'und' || code === '') return unknown
  const names = formatters(language).names
  let name = names.get(code)
  if (name === undefined) {
    name = nameOf(language, code)
    // codes come out of requests, too: of any length, and any number of them
    if (code.length <= 3 && names.size < 10_000) names.set(code, name)
  }
  return name
}

/** `fill` for messages in which a value is a link or emphasised. */
export function fillMarkup(message: string, values: Readonly<Record<string, Markup>>): Markup {
  const pieces = message.split(/(\{\w+\})/)
  return joined(
    pieces.map(piece => {
      const name = piece.slice(1, -1)
      return piece.startsWith('{') && Object.hasOwn(values, name) ? values[name] : markup`${piece}`
    }),
  )
}

interface Formatters {
  readonly number: Intl.NumberFormat
  readonly date: Intl.DateTimeFormat
  readonly plural: Intl.PluralRules
  readonly display: Intl.DisplayNames
  readonly names: Map<string, string>
}

const kept = new Map<InterfaceLanguage, Formatters>()

function formatters(language: InterfaceLanguage): Formatters {
  return getOrMake(kept, language, () => ({
    number: new Intl.NumberFormat(language),
    date: new Intl.DateTimeFormat(language, { dateStyle: 'medium' }),
    plural: new Intl.PluralRules(language),
    display: new Intl.DisplayNames(language, { type: 'language', fallback: 'none' }),
    names: new Map(),
  }))
}

function nameOf(language: InterfaceLanguage, code: string): string {
  if (!/^[a-z]{2,3}$/.test(code)) return nameOfOwnCode(code)
  // Intl knows `tha` as well as `th`
  return formatters(language).display.of(code) ?? iso6393.find(entry => entry.iso6393 === code)?.name ?? code
}
