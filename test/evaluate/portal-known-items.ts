/**
 * Known items in five forms: somebody wants one page and types its title, three words of its text, a question about it, its title with a typing
 * mistake, or what it is without its name. Pages whose address hashes to an even number may be used to choose constants; floors stand
 * on the odd ones, and on a collection that nothing was chosen on.
 *
 * The right answer is the page, or one that has the same title: who types it cannot mean one of them only.
 */
import { stopWordsOf } from '../../src/page/words/stop.js'
import { fold } from '../../src/portal/search/fold.js'
import { StoredPages } from '../../src/portal/search/stored-pages.js'
import type { Database } from '../../src/disk/sqlite.js'
import { numberOf, shaOf } from './drawn.js'

export const FORMS = ['title', 'three words', 'question', 'misspelt title', 'definition'] as const
export type Form = (typeof FORMS)[number]

export interface KnownItem {
  readonly form: Form
  readonly query: string
  /** Pages that are right. */
  readonly pages: ReadonlySet<number>
}

interface Candidate {
  readonly page: number
  readonly url: string
  readonly title: string
  readonly text: string
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const LONGEST_TITLE = 60
/** Texts with fewer letters say too little to be remembered by. */
const LEAST_TEXT = 600
const SHARE_OF_PAGES = 0.02
const QUESTIONS = ['what is {}', 'who was {}', 'where is {}', 'why is {} important', 'how does {} work', 'tell me about {}', 'when was {}', 'what is the meaning of {}'] // prettier-ignore

/** So many pages, drawn by their address, each in all forms that it can be asked for. */
export function knownItems(database: Database, half: 'even' | 'odd', count: number): KnownItem[] {
  const stored = new StoredPages(database)
  const byTitle = new Map<string, Set<number>>()
  const all: Candidate[] = []
  for (const row of database.prepare('SELECT id, url, title FROM pages ORDER BY id').all()) {
    const [page, url, title] = [Number(row.id), String(row.url), String(row.title)]
    const key = fold(title)
    byTitle.set(key, (byTitle.get(key) ?? new Set()).add(page))
    all.push({ page, url, title, text: stored.text(page) })
  }
  const pagesWith = new Map<string, number>()
  for (const { text } of all)
    for (const word of new Set(wordsOf(text))) pagesWith.set(word, (pagesWith.get(word) ?? 0) + 1)
  const isRare = (word: string): boolean => (pagesWith.get(word) ?? 0) <= SHARE_OF_PAGES * all.length
  return all
    .filter(({ url, title, text }) => {
      const isEven = Number.parseInt(shaOf(url).slice(0, 2), 16) % 2 === 0
      const isNamed = title.length <= LONGEST_TITLE && wordsOf(title).some(word => word.length > 2)
      // a page of links has no sentences: nobody remembers it by its text
      const isProse = (text.match(/[a-z]{2}[.!?](?=\s)/g)?.length ?? 0) >= 3
      return isEven === (half === 'even') && isNamed && isProse && text.length >= LEAST_TEXT
    })
    .sort((a, b) => (shaOf(a.url) < shaOf(b.url) ? -1 : 1))
    .slice(0, count)
    .flatMap(one => {
      const pages = byTitle.get(fold(one.title)) ?? new Set([one.page])
      return FORMS.flatMap(form => {
        const query = queryOf(form, one, isRare)
        return query === null ? [] : [{ form, query, pages: form === 'three words' ? new Set([one.page]) : pages }]
      })
    })
}

function queryOf(form: Form, { url, title, text }: Candidate, isRare: (word: string) => boolean): string | null {
  const draw = (most: number, what: string): number => numberOf(`${url} ${what}`) % most
  switch (form) {
    case 'title':
      return title
    case 'three words':
      return threeWords(text, isRare, draw)
    case 'question':
      return QUESTIONS[draw(QUESTIONS.length, 'question')].replace('{}', title.toLowerCase())
    case 'misspelt title':
      return misspelt(title, draw)
    case 'definition':
      return definition(title, text)
  }
}

type Draw = (most: number, what: string) => number

/** Words that few pages have and this one has more than once: what stays in memory. */
function threeWords(text: string, isRare: (word: string) => boolean, draw: Draw): string | null {
  const times = new Map<string, number>()
  for (const word of wordsOf(text)) times.set(word, (times.get(word) ?? 0) + 1)
  const telling = [...times].filter(([word, n]) => n > 1 && word.length > 3 && !/\d/.test(word) && isRare(word))
  const words = telling.map(([word]) => word)
  if (words.length < 3) return null
  return [0, 1, 2].map(i => words.splice(draw(words.length, `word ${i}`), 1)[0]).join(' ')
}

/** One letter of one of its longer words is left out, doubled, swapped with the next, or replaced. */
function misspelt(title: string, draw: Draw): string | null {
  const words = [...title.matchAll(/[a-z]{5,}/gi)]
  if (words.length === 0) return null
  const { 0: word, index } = words[draw(words.length, 'word')]
  const at = 1 + draw(word.length - 2, 'letter')
  const letter = String.fromCharCode(97 + draw(26, 'other'))
  const swapped = word[at] === word[at + 1] ? word.slice(0, at) + word.slice(at + 1) : null
  const changed = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word[at] + word.slice(at),
    swapped ?? word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
    word.slice(0, at) + (letter === word[at] ? '' : letter) + word.slice(at + 1),
  ][draw(4, 'kind')]
  return title.slice(0, index) + changed + title.slice(index + word.length)
}

/** What stands behind "is a" and the like, up to the end of the sentence, without words of the title: the first six telling ones. */
function definition(title: string, text: string): string | null {
  const found = /\b(?:is|was|are|were)\s+(?:an?|the|one of)\s+([^.!?\n]{30,400})/u.exec(text.slice(0, 2000))
  if (found === null) return null
  const named = new Set(wordsOf(title))
  const words = (found[1].match(WORD) ?? []).filter(word => !named.has(fold(word)))
  const telling = words.filter(word => !stopWordsOf('eng').has(fold(word)))
  return telling.length < 4 ? null : telling.slice(0, 6).join(' ')
}

function wordsOf(text: string): string[] {
  return fold(text).match(WORD) ?? []
}

/** Of each form, the share of items with a right page in the first place and among the first ten. */
export function shares(
  items: readonly KnownItem[],
  search: (query: string) => readonly number[],
): Map<Form, { readonly first: number; readonly ten: number; readonly items: number }> {
  return new Map(
    FORMS.map(form => {
      const asked = items.filter(item => item.form === form)
      const ranks = asked.map(({ query, pages }) => search(query).findIndex(page => pages.has(page)))
      const within = (most: number): number =>
        ranks.filter(rank => rank !== -1 && rank < most).length / Math.max(1, asked.length)
      return [form, { first: within(1), ten: within(10), items: asked.length }]
    }),
  )
}
