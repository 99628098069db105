/** Words that say nothing about what a text is about, in any of the languages that `stopwords-iso` knows, and scraps of URLs. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as v from 'valibot'

const OF_URLS = 'http https www html htm shtml php asp aspx jsp cgi com org net index default'.split(' ')
/** A word that so many languages call a stop word is one; fewer may be a name elsewhere. English is on most pages. */
const MIN_LANGUAGES = 3

let words: ReadonlySet<string> | undefined
let everyWord: ReadonlySet<string> | undefined

export function stopWords(): ReadonlySet<string> {
  return (words ??= read().stops)
}

/** Stop words of any language: a village of that name is hardly ever meant. */
export function stopWordsOfAny(): ReadonlySet<string> {
  return (everyWord ??= read().all)
}

function read(): { stops: ReadonlySet<string>; all: ReadonlySet<string> } {
  const path = createRequire(import.meta.url).resolve('stopwords-iso/stopwords-iso.json')
  const lists = v.parse(v.record(v.string(), v.array(v.string())), JSON.parse(readFileSync(path, 'utf8')))
  const languages = new Map<string, number>()
  for (const list of Object.values(lists)) for (const word of list) languages.set(word, (languages.get(word) ?? 0) + 1)
  const stops = new Set([...lists.en, ...OF_URLS])
  for (const [word, count] of languages) if (count >= MIN_LANGUAGES) stops.add(word)
  return { stops, all: new Set(languages.keys()) }
}
