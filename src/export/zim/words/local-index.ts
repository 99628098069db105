/** Documents in, two databases out, in this thread. */
import { join } from 'node:path'
import { XapianWriter } from '../../xapian/index.js'
import type { ZimDocument, ZimIndex, ZimIndexOptions } from '../contracts.js'
import { readerStemmer } from './stems.js'
import { TermBag } from './term-bag.js'
import { TextTerms } from './text-terms.js'
import { titleTerms } from './title-terms.js'
import { Divider } from './unspaced.js'

/** Words and letters of one page that are indexed; books are cut there. */
const MAX_TOKENS = 50_000
const MAX_LETTERS = 1_000_000
/** As libzim weighs them. */
const KEYWORDS_WEIGHT = 3
const LETTERS_PER_TITLE_WEIGHT = 500
const MAX_TITLE_WEIGHT = 100

// slots of values, as `valuesmap` names them
const TITLE = 0
const WORD_COUNT = 1
const TARGET = 1

/** Their files; what is written meanwhile has names that begin with these. */
export function databasesIn(scratch: string): { readonly fulltext: string; readonly title: string } {
  return { fulltext: join(scratch, 'fulltext.xapian'), title: join(scratch, 'title.xapian') }
}

export function createLocalIndex({ scratch, languages, signal }: ZimIndexOptions): ZimIndex {
  const stemmer = readerStemmer(languages)
  const divider = new Divider()
  const terms = new TextTerms(stemmer, divider)
  const { fulltext, title } = databasesIn(scratch)
  const shared = { data: 'fullPath', language: stemmer.language }
  const texts = new XapianWriter({
    path: fulltext,
    scratch,
    metadata: { ...shared, kind: 'fulltext', valuesmap: 'title:0;wordcount:1;geo.position:2' },
    signal,
  })
  const titles = new XapianWriter({
    path: title,
    scratch,
    metadata: { ...shared, kind: 'title', valuesmap: 'title:0;targetPath:1' },
    signal,
  })
  return {
    async add(document) {
      signal?.throwIfAborted()
      const { bag, words } = textTerms(terms, document)
      const data = `C/${document.path}`
      await texts.add({
        data,
        values: valuesOf([TITLE, document.title], [WORD_COUNT, String(words)]),
        terms: bag.terms,
      })
      if (document.title === '') return
      const values = valuesOf([TITLE, document.title], [TARGET, document.path])
      await titles.add({ data, values, terms: titleTerms(document.title, stemmer, divider).terms })
    },
    async finish() {
      await texts.finish()
      await titles.finish()
      return { fulltext, title }
    },
    async abort() {
      await Promise.all([texts.abort(), titles.abort()])
    },
  }
}

function textTerms(terms: TextTerms, { title, keywords, text }: ZimDocument): { bag: TermBag; words: number } {
  const bag = new TermBag()
  const titleWeight = Math.min(MAX_TITLE_WEIGHT, Math.floor(text.length / LETTERS_PER_TITLE_WEIGHT) + 1)
  terms.add(bag, title, { weight: titleWeight, maxTokens: MAX_TOKENS, whole: true })
  terms.add(bag, keywords.slice(0, MAX_LETTERS), { weight: KEYWORDS_WEIGHT, maxTokens: MAX_TOKENS, whole: true })
  return { bag, words: terms.add(bag, text.slice(0, MAX_LETTERS), { weight: 1, maxTokens: MAX_TOKENS, whole: false }) }
}

function valuesOf(...values: readonly (readonly [slot: number, value: string])[]): ReadonlyMap<number, string> {
  return new Map(values)
}
