/** Words of a language that say nothing about what a text is about: "the", "of", "and". From the package stopwords-iso. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { foldWords } from './words.js'

/** ISO 639-3 → the key of the package's lists. */
const KEYS =
  'afr:af ara:ar hye:hy eus:eu ben:bn bre:br bul:bg cat:ca zho:zh cmn:zh hrv:hr ces:cs dan:da nld:nl eng:en epo:eo est:et fin:fi ' +
  'fra:fr glg:gl deu:de ell:el guj:gu hau:ha heb:he hin:hi hun:hu ind:id gle:ga ita:it jpn:ja kor:ko kur:ku lat:la lit:lt lav:lv ' +
  'msa:ms mar:mr nor:no nob:no fas:fa pol:pl por:pt ron:ro rus:ru slk:sk slv:sl som:so sot:st spa:es swa:sw swe:sv tha:th tgl:tl ' +
  'tur:tr ukr:uk urd:ur vie:vi yor:yo zul:zu'
const KEY_OF = new Map(KEYS.split(' ').map(entry => [entry.slice(0, 3), entry.slice(4)]))
const loaded = new Map<string, ReadonlySet<string>>()
let lists: unknown

/** Languages with a list: those that share one together. */
export function listedLanguages(): string[][] {
  const byKey = new Map<string, string[]>()
  for (const [language, key] of KEY_OF) byKey.set(key, [...(byKey.get(key) ?? []), language])
  return [...byKey.values()]
}

/** Empty for a language without a list. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  let words = loaded.get(language)
  if (words === undefined) {
    words = readWords(language)
    loaded.set(language, words)
  }
  return words
}

function readWords(language: string): ReadonlySet<string> {
  const key = KEY_OF.get(language)
  if (key === undefined) return new Set()
  lists ??= JSON.parse(readFileSync(createRequire(import.meta.url).resolve('stopwords-iso'), 'utf8'))
  if (typeof lists !== 'object' || lists === null) return new Set()
  const list: unknown = Object.getOwnPropertyDescriptor(lists, key)?.value
  return new Set(Array.isArray(list) ? list.map(word => foldWords(String(word))) : [])
}
