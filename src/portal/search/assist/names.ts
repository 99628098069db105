/**
 * What pages are called: their titles as folded words, without the site's name, without what stands in brackets or behind a comma, without
 * an article in front. So that a question which holds a page's name finds the page ("tell me about black holes").
 */
import { stopWordsOf } from '../../../page/words/stop.js'
import type { Database, Statement } from '../../../disk/sqlite.js'
import { queryWords } from '../query.js'
import { prepared } from './assist-schema.js'
import { titledPages } from './titles.js'

/** Nobody types longer names in a question. */
export const MAX_NAME_WORDS = 8
/** Of pages with one name ("Home page"): more are not named by it. */
const MAX_NAMED = 10

export function writeNames(database: Database): void {
  database.exec('DELETE FROM assist_names')
  const add = prepared(database, 'INSERT OR IGNORE INTO assist_names (name, page) VALUES (?, ?)')
  for (const { id, title, language } of titledPages(database))
    for (const name of namesOf(title, language)) add.run(name, id)
}

export function namesOf(title: string, language: string): Set<string> {
  const stopWords = stopWordsOf(language)
  const short = title.replace(/\s*[([（].*$/su, '')
  const forms = [title, short, short.replace(/\s*[,，、].*$/su, '')]
  const names = forms.map(form => {
    const words = queryWords(form).map(({ text }) => text)
    const first = words.findIndex(word => !stopWords.has(word))
    return words.length > MAX_NAME_WORDS ? '' : words.slice(Math.max(0, first)).join(' ')
  })
  return new Set(names.filter(name => name !== ''))
}

/** Reads names of a library; one of an older version has none. */
export class NameReader {
  readonly #find: Statement | null

  constructor(database: Database) {
    const has = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'assist_names'").get() !== undefined
    this.#find = has ? database.prepare(`SELECT page FROM assist_names WHERE name = ? LIMIT ${MAX_NAMED + 1}`) : null
  }

  /** Pages of that name, unless too many have it. */
  pagesOf(name: string): readonly number[] {
    const pages = this.#find?.all(name).map(({ page }) => Number(page)) ?? []
    return pages.length > MAX_NAMED ? [] : pages
  }
}
