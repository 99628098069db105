/** What stands in a log, in words. Codes that are not known here stand for themselves. */
import { count, seconds } from '../numbers.js'
import { clip } from '../../collection/untrusted-values.js'
import { languageName } from '../../page/language/english-name.js'

const REASONS: Readonly<Record<string, string>> = {
  excluded: 'an exclude rule of exclude.txt or the campaign',
  'not included': 'no include rule of the campaign matches it',
  'seed: limit of pages': 'the limit of pages of its seed is reached',
  'seed: limit of hops': 'too many links away from its seed',
  blacklisted: 'a blacklist of the campaign',
  'robots: denied': 'robots.txt forbids it',
  'robots: unreachable': 'robots.txt could not be fetched',
  E_FETCH_DNS: 'the name of the host cannot be resolved',
  E_FETCH_CONNECT: 'no connection, or it broke before an answer',
  E_FETCH_TIMEOUT: 'no answer in time',
  E_FETCH_TLS: 'certificate or handshake refused',
  E_FETCH_PROTOCOL: 'the answer is not HTTP',
  E_FETCH_PRIVATE: 'a private address',
  E_FETCH_SCHEME: 'neither http nor https',
  E_ARCHIVE: 'not in the archive that is crawled',
  E_ANALYSIS: 'the page crashed or stalled its analysis',
}

const SIGNS: Readonly<Record<string, string>> = {
  'needs-script': 'pages that are empty without JavaScript',
  paywall: 'pages behind a paywall',
  shop: 'pages of shops',
}

export function signInWords(sign: string): string {
  return Object.hasOwn(SIGNS, sign) ? SIGNS[sign] : sign
}

export function reasonInWords(reason: string): string {
  return Object.hasOwn(REASONS, reason) ? REASONS[reason] : ''
}

/** `Thai`, and whatever else the campaign says about what it wants. */
export function targetInWords(target: unknown): string {
  if (typeof target !== 'object' || target === null) return 'not said'
  const isOfTwo = 'topic' in target && 'nation' in target
  const said = Object.entries(target).flatMap(([key, value]: [string, unknown]) => {
    if (value === undefined || value === null || value === false) return []
    if (key === 'language') return [languagesInWords(target)]
    if (key === 'topic' || key === 'nation') return [subjectInWords(key, value)]
    // how a topic and a nation go together says nothing where there is only one of them
    if (key === 'combine' && !isOfTwo) return []
    return [`${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`]
  })
  return clip(said.join('; '), 300) || 'not said'
}

/** `topic maths`, `nation TH in English`. */
function subjectInWords(key: 'topic' | 'nation', value: unknown): string {
  if (typeof value !== 'object' || value === null) return key
  const model = 'model' in value ? String(value.model) : ''
  const country = 'country' in value ? String(value.country).toUpperCase() : ''
  const name = key === 'topic' ? (model.split(/[/\\]/).at(-1) ?? '').replace(/\.[a-z]+$/, '') : country
  const spoken = 'in' in value ? languagesInWords({ language: value.in }) : ''
  return `${key} ${name}${spoken === '' ? '' : ` in ${spoken}`}`
}

/** What pages the crawl looks for: `in Thai`, `about the topic maths`, `about TH in English`; '' when nobody said. */
export function wantedInWords(target: unknown): string {
  if (typeof target !== 'object' || target === null) return ''
  const languages = languagesInWords(target)
  const subjects = (['topic', 'nation'] as const)
    .filter(key => key in target)
    .map(key => subjectInWords(key, Object.entries(target).find(([name]) => name === key)?.[1]))
  return [
    ...(languages === '' ? [] : [`in ${languages}`]),
    ...(subjects.length === 0 ? [] : [`about the ${subjects.join(' or ')}`]),
  ].join(', ')
}

/** `Thai`, `Thai or Lao`; '' when it is not a language that is wanted. */
export function languagesInWords(target: unknown): string {
  if (typeof target !== 'object' || target === null || !('language' in target)) return ''
  const codes: readonly unknown[] = Array.isArray(target.language) ? target.language : [target.language]
  return clip(codes.map(code => languageName(String(code))).join(' or '), 200)
}

export function durationInWords(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value < 120) return `${seconds(value)} s`
  if (value < 2 * 3600) return `${count(value / 60)} min`
  if (value < 3 * 86_400) return `${(value / 3600).toFixed(1)} h`
  return `${(value / 86_400).toFixed(1)} days`
}

/** `2026-11-15T13:30:39.123Z` → `2026-11-15 13:30:39 UTC` */
export function dateInWords(at: string): string {
  const ms = Date.parse(at)
  return Number.isFinite(ms) ? `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC` : '–'
}
