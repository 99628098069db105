/** Pages that several topics have in common, read once: whoever teaches hundreds of topics gives all of them the same unwanted pages. */
import { identifyLanguage } from '../../page/language/identify.js'
import { createStemmer } from '../../page/words/stem.js'
import { WordList, type TopicDocument } from './documents.js'
import type { TrainingPage } from './types.js'

/** What training takes from a corpus; pages are known by identity. */
export type TopicCorpus = ReturnType<typeof prepareCorpus>

export interface DocumentReader {
  readonly list: WordList
  documentOf(page: TrainingPage): TopicDocument
}

/** Nothing is read before the first topic asks for it. */
export function prepareCorpus(pages: readonly TrainingPage[]) {
  const languages = new Map<TrainingPage, string>()
  const shared = new Map<string, { list: WordList; documents: Map<TrainingPage, TopicDocument> }>()
  const isShared = new Set(pages)
  return {
    languageOf(page: TrainingPage): string {
      const known = languages.get(page)
      if (known !== undefined) return known
      const language = languageOf(page)
      if (isShared.has(page)) languages.set(page, language)
      return language
    },
    /** The documents of a topic whose words are stemmed so: those of the corpus, and of its own pages as they come. */
    readerFor(stemming: readonly string[]): DocumentReader {
      const stem = createStemmer(stemming)
      const key = stemming.join()
      let base = shared.get(key)
      if (base === undefined) {
        const list = new WordList(stem)
        base = { list, documents: new Map(pages.map(page => [page, list.documentOf(page)])) }
        shared.set(key, base)
      }
      const { documents } = base
      const list = new WordList(stem, base.list)
      return { list, documentOf: page => documents.get(page) ?? list.documentOf(page) }
    },
  }
}

/** ISO 639-3, or `und`. */
function languageOf({ language, text }: TrainingPage): string {
  return language ?? identifyLanguage(text.slice(0, 3000)).languages[0]?.language ?? 'und'
}
