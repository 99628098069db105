/**
 * What a URL has in common with others: the patterns whose pages are compared. The shape of a URL makes nothing a trap; it says
 * which pages belong together, and how many of them it takes to be sure.
 *
 *   http://a.example/calendar/2005/06/   → a.example/calendar/#/#/     numbers are `#`, the last part is `*` unless it is a number
 *   http://a.example/x/y.html?sid=8f31…  → a.example/x/*.html?sid      parameters without their values, by name
 *                                        → a.example/**?sid            the same parameters anywhere on the server
 *                                        → a.example/**                the server: counts the first pages of each pattern only
 *                                        → **.example                  the domain: counts the first pages of each server only
 */
import { getDomain } from '../page/url/registrable-domain.js'
import { hostOf, serverKeyOf } from '../page/url/parts.js'

export type PatternKind =
  'repeated-path' | 'calendar' | 'session' | 'parameters' | 'numbers' | 'template' | 'host' | 'wildcard'

export interface Pattern {
  readonly kind: PatternKind
  /** For people, and as a key: no two patterns have the same text. */
  readonly text: string
}

export interface UrlPatterns {
  /** Of the page itself: one or two, the narrower first. */
  readonly own: readonly Pattern[]
  readonly host: Pattern
  /** Null for an address in numbers, and for a name that nobody can register. */
  readonly domain: Pattern | null
}

/** `/en/news/en/` is a site in two languages; a part that comes three times is a loop of relative links. */
const REPEATED = 3
/** Deeper paths, and longer lists of parameters, are cut: a pattern is what many URLs share. */
const MAX_PARTS = 8
const MAX_PART = 40

const YEAR = /^(?:19|20)\d\d$/
const DATE =
  /^(?:19|20)\d\d(?:[-_.](?:0?[1-9]|1[0-2])(?:[-_.](?:0?[1-9]|[12]\d|3[01]))?|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])?)$/
const DATE_NAMES = /^(?:.*[-_])?(?:cal|calendar|date|day|month|mon|week|year|yr)$/i
/** Drawn by lot: hexadecimal or mixed letters and digits without a word in them, or a UUID. */
const RANDOM = /^(?=[^-]*\d)(?=[^-]*[a-z])(?:[\da-z]{16,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i
const EXTENSION = /\.[a-z]{2,5}\d?$/i

export function patternsOf(url: string): UrlPatterns {
  const server = serverKeyOf(url)
  const mark = url.indexOf('?', 8)
  const path = url.slice(url.indexOf('/', 8) + 1, mark === -1 ? url.length : mark)
  const query = mark === -1 ? '' : url.slice(mark + 1)
  const domain = getDomain(hostOf(url), { allowPrivateDomains: true })
  return {
    own: ownPatterns(server, path, query),
    host: { kind: 'host', text: `${server}/**` },
    domain: domain === null ? null : { kind: 'wildcard', text: `**.${domain}` },
  }
}

function ownPatterns(server: string, path: string, query: string): Pattern[] {
  const parts = path.split('/')
  if (repeats(parts)) return [{ kind: 'repeated-path', text: `${server}/**/x/**/x/**/x/**` }]
  const parameters = query === '' ? [] : query.split(/[&;]/).filter(one => one !== '')
  const names = [...new Set(parameters.map(nameIn))].sort().slice(0, MAX_PARTS)
  const asked = names.length === 0 ? '' : `?${names.join('&')}`
  const kind = kindOf(parts, parameters)
  const template: Pattern = { kind, text: `${server}/${templateOf(parts)}${asked}` }
  return asked === '' ? [template] : [template, { kind, text: `${server}/**${asked}` }]
}

function repeats(parts: readonly string[]): boolean {
  if (parts.length < REPEATED) return false
  const counts = new Map<string, number>()
  for (const part of parts) {
    if (part === '' || isNumber(part)) continue
    const count = (counts.get(part) ?? 0) + 1
    if (count === REPEATED) return true
    counts.set(part, count)
  }
  return false
}

/** The last part that is not empty is the page; those before it are its directories. */
function templateOf(parts: readonly string[]): string {
  const slash = parts.length > 1 && parts[parts.length - 1] === '' ? '/' : ''
  const named = slash === '' ? parts : parts.slice(0, -1)
  const leaf = named[named.length - 1] ?? ''
  const directories = named.slice(0, -1).slice(0, MAX_PARTS).map(generalPart)
  const extension = EXTENSION.exec(leaf)?.[0] ?? ''
  const name = leaf.slice(0, leaf.length - extension.length)
  const page = name === '' ? '' : isNumber(name) ? '#' : '*'
  return [...directories, `${page}${extension.toLowerCase()}${slash}`].join('/')
}

function generalPart(part: string): string {
  return RANDOM.test(part) ? '~' : part.replace(/\d+/g, '#').slice(0, MAX_PART)
}

function isNumber(part: string): boolean {
  return /^[\d.,_-]*\d[\d.,_-]*$/.test(part)
}

function kindOf(parts: readonly string[], parameters: readonly string[]): PatternKind {
  if (parts.some(part => RANDOM.test(part)) || parameters.some(one => RANDOM.test(valueIn(one)))) return 'session'
  if (isDated(parts) || parameters.some(isDate)) return 'calendar'
  if (parameters.length > 0) return 'parameters'
  return parts.some(part => /\d/.test(part)) ? 'numbers' : 'template'
}

/** The page itself is a year, a month or a day; a post under its date is not. */
function isDated(parts: readonly string[]): boolean {
  const named = parts.filter(part => part !== '')
  const leaf = named[named.length - 1]
  if (leaf === undefined) return false
  const name = leaf.replace(EXTENSION, '')
  if (DATE.test(name)) return true
  return isNumber(name) && named.slice(-3, -1).some(part => YEAR.test(part))
}

function isDate(parameter: string): boolean {
  const value = valueIn(parameter)
  return DATE_NAMES.test(nameIn(parameter)) ? /\d/.test(value) : value.includes('-') && DATE.test(value)
}

function nameIn(parameter: string): string {
  const equals = parameter.indexOf('=')
  return (equals === -1 ? parameter : parameter.slice(0, equals)).replace(/\d+/g, '#').slice(0, MAX_PART)
}

function valueIn(parameter: string): string {
  const equals = parameter.indexOf('=')
  return equals === -1 ? '' : parameter.slice(equals + 1)
}
