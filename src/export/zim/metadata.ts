/**
 * What a ZIM says about itself, by the rules of openZIM: identifiers and short texts with bounds that libraries of ZIMs rely on. What the
 * user gives is checked and refused when it does not fit; what we make of the collection fits by being cut.
 */
import { iso6393 } from 'iso-639-3'
import { LongtailError } from '../../errors.js'
import type { Library } from '../../portal/index.js'
import { counted } from '../../portal/ui/format.js'
import { isInterfaceLanguage } from '../../portal/ui/choose-language.js'
import { fill, INTERFACE_LANGUAGES, type InterfaceLanguage } from '../../portal/ui/messages.js'
import { readableHost } from '../../portal/ui/page-list.js'
import { tidy } from '../../one-line.js'
import { VERSION } from '../../version.js'

export interface ZimOptions {
  /** Identifier of the ZIM over all its versions: small letters, digits, _ - and . */
  readonly name?: string
  /** At most 30 characters as people count them. */
  readonly title?: string
  /** At most 80. */
  readonly description?: string
  readonly creator?: string
  readonly publisher?: string
  /** ISO 639-3, the most important first, separated by commas. */
  readonly language?: string
  /** Separated by semicolons. */
  readonly tags?: string
  /** A PNG of 48 by 48 pixels. */
  readonly illustration?: string
  /** YYYY-MM-DD; today when it is not given. With it the same sources give the same file. */
  readonly date?: string
  /** en, th, sw or hi: of our own pages. The main language of the collection when that is one of them, else English. */
  readonly interface?: string
  /** Lessons that the portal publishes, too. */
  readonly lessons?: boolean
  /** Files that end in .lesson.json. */
  readonly lessonFiles?: readonly string[]
}

/** What is known before any page was read. */
export interface CheckedOptions {
  readonly date: string
  readonly interface: InterfaceLanguage | null
}

const MAX_TITLE = 30
const MAX_DESCRIPTION = 80
/** A language counts when so many of a hundred pages are in it: less is a quotation here and there, or a guess. */
const LEAST_SHARE = 0.02
const MOST_LANGUAGES = 10

export function checkOptions(options: ZimOptions): CheckedOptions {
  const { name, language, date, tags } = options
  if (name !== undefined && !/^[a-z0-9][a-z0-9._-]{0,127}$/.test(name))
    throw usage('--name', name, 'lower-case letters, digits, "_", "-" and "."')
  if (language !== undefined && !language.split(',').every(isLanguageCode))
    throw usage('--language', language, 'codes of ISO 639-3 with three letters, such as tha,eng')
  if (date !== undefined && !isDate(date)) throw usage('--date', date, 'YYYY-MM-DD')
  if (tags !== undefined && /[\p{Cc}]/u.test(tags)) throw usage('--tags', tags, 'words, separated by semicolons')
  checkLength('--title', options.title, MAX_TITLE)
  checkLength('--description', options.description, MAX_DESCRIPTION)
  checkLength('--creator', options.creator, 500)
  checkLength('--publisher', options.publisher, 500)
  const chosen = options.interface
  if (chosen !== undefined && !isInterfaceLanguage(chosen))
    throw usage('--interface', chosen, Object.keys(INTERFACE_LANGUAGES).join(', '))
  return {
    date: date ?? new Date().toISOString().slice(0, 10),
    interface: isInterfaceLanguage(chosen) ? chosen : null,
  }
}

function usage(flag: string, value: string, wanted: string): LongtailError {
  return new LongtailError('E_USAGE', `${flag} "${value}" cannot be used: it takes ${wanted}`)
}

function checkLength(flag: string, text: string | undefined, most: number): void {
  if (text === undefined) return
  const length = graphemes(text).length
  if (text.trim() === '' || /\p{Cc}/u.test(text)) throw usage(flag, text, 'one line of text')
  if (length > most)
    throw new LongtailError('E_USAGE', `${flag} has ${length} characters, and Kiwix shows ${most}: shorten it`)
}

/** Readers sort their shelves by these: one that does not exist is a shelf of its own. */
function isLanguageCode(text: string): boolean {
  return iso6393.some(({ iso6393: code }) => code === text)
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Most pages first. */
export function languagesOf(library: Library, given: string | undefined): string[] {
  if (given !== undefined) return [...new Set(given.split(','))]
  const { languages, pages } = library.facts()
  const known = languages.filter(({ value }) => /^[a-z]{3}$/.test(value) && value !== 'und')
  const frequent = known.filter(({ count }) => count >= LEAST_SHARE * pages).slice(0, MOST_LANGUAGES)
  const named = (frequent.length === 0 ? known.slice(0, 1) : frequent).map(({ value }) => value)
  return named.length === 0 ? ['und'] : named
}

/** ISO 639-3 of the languages of our own pages. Swahili has two codes. */
export const INTERFACE_CODES: Readonly<Record<InterfaceLanguage, readonly [string, ...string[]]>> = {
  en: ['eng'],
  th: ['tha'],
  sw: ['swa', 'swh'],
  hi: ['hin'],
}

export function interfaceOf([first = '']: readonly string[]): InterfaceLanguage {
  const found = Object.entries(INTERFACE_CODES).find(([, codes]) => codes.includes(first))?.[0]
  return isInterfaceLanguage(found) ? found : 'en'
}

export interface Described {
  readonly library: Library
  /** In full. */
  readonly title: string
  readonly languages: readonly string[]
  readonly interface: InterfaceLanguage
  readonly date: string
  readonly hasPictures: boolean
  readonly hasVideos: boolean
}

/** Name and value, in the order in which they are written. */
export function metadataOf(options: ZimOptions, described: Described): (readonly [name: string, value: string])[] {
  const { library, title, languages, date, hasPictures, hasVideos } = described
  const hosts = library.sites({ offset: 0, limit: 4 }).map(({ host }) => readableHost(host))
  const tags = [
    '_ftindex:yes',
    `_pictures:${hasPictures ? 'yes' : 'no'}`,
    `_videos:${hasVideos ? 'yes' : 'no'}`,
    '_details:yes',
    ...(options.tags ?? '').split(';').map(tag => tag.trim()),
  ].filter(tag => tag !== '')
  const [page] = library.facts().sites === 1 ? library.bestPages({ offset: 0, limit: 1 }) : []
  const source = page === undefined ? '' : (/^https?:\/\/[^/]+\//.exec(page.url)?.[0] ?? '')
  return [
    ['Name', options.name ?? nameOf(title, languages)],
    ['Title', options.title ?? cut(title, MAX_TITLE)],
    ['Creator', options.creator ?? `${hosts.slice(0, 3).join(', ')}${hosts.length > 3 ? '…' : ''}`],
    ['Publisher', options.publisher ?? 'Longtail'],
    ['Date', date],
    ['Description', options.description ?? cut(descriptionOf(described), MAX_DESCRIPTION)],
    ['Language', languages.join(',')],
    ['Tags', [...new Set(tags)].join(';')],
    ['Scraper', `longtail ${VERSION}`],
    ...(source === '' ? [] : [['Source', source] as const]),
  ]
}

function descriptionOf({ library, interface: language }: Described): string {
  const { browse, common } = INTERFACE_LANGUAGES[language]
  const { pages, sites } = library.facts()
  return fill(browse.collection, {
    pages: counted(language, pages, common.pagesOne, common.pagesMany),
    sites: counted(language, sites, common.sitesOne, common.sitesMany),
  })
}

/** "longtail_school-library_eng"; of a title without Latin letters nothing is left but a word that stands for it. */
function nameOf(title: string, languages: readonly string[]): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  return `longtail_${slug === '' ? 'collection' : slug}_${languages.length === 1 ? languages[0] : 'mul'}`
}

/** With an ellipsis, at the end of a word where there is one near. */
function cut(text: string, most: number): string {
  const signs = graphemes(tidy(text, 1_000))
  if (signs.length <= most) return signs.join('') || '–'
  const kept = signs.slice(0, most - 1).join('')
  const space = kept.lastIndexOf(' ')
  return `${space > kept.length / 2 ? kept.slice(0, space) : kept}…`
}

/** A Thai letter with its marks is one. */
function graphemes(text: string): string[] {
  return Array.from(new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)
}
