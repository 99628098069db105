/**
 * Pages that may stand in for one that is not here. What it was about is in the words of its address and of the link to it; the pages
 * that share most of those words come first, more so on the same site, and those of the same directory follow.
 */
import type { Database } from '../../../disk/sqlite.js'
import { fold } from '../fold.js'
import { prepared } from './assist-schema.js'

export interface NearestRequest {
  /** The missing page. */
  readonly url: string
  /** Text of the link to it; '' when nobody knows. */
  readonly words: string
  readonly limit: number
  readonly isHidden: (url: string) => boolean
  /** Ids of pages that have most of these words, best first. */
  readonly find: (words: string, limit: number) => readonly number[]
}

const MAX_URL = 2000
const MAX_WORDS = 12
/** Pages that are looked at: by words, and of the same directory. */
const FOUND = 30
const NEIGHBOURS = 100
/** In an address these tell nothing about a page. */
const SERVICE = new Set(
  'www http https html htm php asp aspx jsp cgi index default home main page pages node id view article articles content en wp com org net'.split(
    ' ',
  ),
)

/** Ids, best first. Bounded whatever the address: a few searches and a hundred rows. */
export function nearest(database: Database, request: NearestRequest): number[] {
  const { limit, isHidden, find } = request
  const url = request.url.slice(0, MAX_URL)
  const { host, directory, words } = partsOf(url)
  const linkWords = wordsIn(request.words).slice(0, MAX_WORDS)
  const wanted = [...new Set([...linkWords, ...words])].slice(0, MAX_WORDS)
  const scores = new Map<number, number>()
  const add = (id: number, score: number): void => void scores.set(id, (scores.get(id) ?? 0) + score)
  // the link's words and the address's are two witnesses: what both name is first
  for (const query of new Set([linkWords.join(' '), words.join(' ')])) {
    if (query === '') continue
    find(query, FOUND).forEach((id, rank) => add(id, 2 / (1 + rank / 5)))
  }
  if (directory !== '') for (const id of within(database, directory)) add(id, 0.1)
  if (scores.size === 0 && host !== '') for (const id of within(database, `${new URL(url).origin}/`)) add(id, 0.1)

  const get = prepared(database, 'SELECT url, title, authority FROM pages WHERE id = ?')
  const ranked: { id: number; score: number }[] = []
  for (const [id, score] of scores) {
    const row = get.get(id)
    if (row === undefined || row.url === url || isHidden(String(row.url))) continue
    const other = partsOf(String(row.url))
    const text = new Set([...wordsIn(String(row.title)), ...other.words])
    const shared = wanted.filter(word => text.has(word)).length
    const kinship = other.host !== host ? 0 : other.directory === directory ? 1 : 0.5
    ranked.push({ id, score: score + 3 * (shared / Math.max(1, wanted.length)) + kinship * (shared > 0 ? 1 : 0.1) })
  }
  return ranked
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, limit)
    .map(({ id }) => id)
}

function within(database: Database, prefix: string): number[] {
  return prepared(database, 'SELECT id FROM pages WHERE url >= ? AND url < ? AND original = 0 LIMIT ?')
    .all(prefix, `${prefix}\u{10ffff}`, NEIGHBOURS)
    .map(({ id }) => Number(id))
}

/** `directory`: the address up to the last slash of its path; words: of host and path, most special last in the address first. */
function partsOf(address: string): { host: string; directory: string; words: string[] } {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return { host: '', directory: '', words: wordsIn(address) }
  }
  const path = url.pathname
  const directory = url.origin + path.slice(0, path.lastIndexOf('/') + 1)
  const parts = [...path.split('/').reverse(), ...url.searchParams.values()].map(decoded)
  const words = parts.flatMap(part => wordsIn(part.replace(/\.\w{1,5}$/, '')))
  return { host: url.hostname, directory, words: [...new Set(words)].slice(0, MAX_WORDS) }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** "SolarSystem_overview2" is solar, system, overview. */
function wordsIn(text: string): string[] {
  const apart = text.slice(0, 300).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return (fold(apart).match(/[\p{L}\p{M}]+/gu) ?? [])
    .filter(word => word.length > 1 && !SERVICE.has(word))
    .slice(0, 2 * MAX_WORDS)
}
