/**
 * Stems as the reader's Xapian makes them of a question. A database names one language, and every term of a question is stemmed by its rules,
 * whatever language the pages are in; so is every term that is indexed, beside the word as it is.
 */
import { createStemmer, type Stemmer } from '../../../page/words/stem.js'
import { stemEnglish } from './english.js'

export interface ReaderStemmer {
  /** ISO 639-3, as the database names it. */
  readonly language: string
  readonly isStemming: boolean
  /** What readers may ask for when somebody types this word; the word itself where nothing is taken away. */
  stems(word: string): readonly string[]
}

/** No language in particular: Xapian knows no stemmer for it and asks for words as they are. */
const NONE = 'mul'

/**
 * Languages for which Xapian 1.4 has a stemmer and ours gives the same: compared on 5,000 to 90,000 words of a language where there were
 * as many, on the Universal Declaration's otherwise. Basque and Catalan are missing (no stemmer here), and so are Hindi, Greek and Serbian,
 * which only newer readers would stem.
 */
const STEMMED = new Set(
  'eng ara hye dan nld fin fra deu hun ind gle ita lit nep nor nob nno por ron rus spa swe tam tur'.split(' '),
)

/** The first of the collection's languages that can be stemmed is the one that is named: words of other scripts do not suffer by it. */
export function readerStemmer(languages: readonly string[]): ReaderStemmer {
  const language = languages.find(name => STEMMED.has(name))
  if (language === undefined) return { language: NONE, isStemming: false, stems: word => [word] }
  const stem = language === 'eng' ? stemEnglish : createStemmer([language])
  const older = olderStemmer(language, stem)
  return {
    language,
    isStemming: true,
    stems: word => {
      const now = stem(word)
      const then = older(word)
      return now === then ? [now] : [now, then]
    },
  }
}

/**
 * Where the stemmers of Xapian 1.4 are older than ours they miss a rule. A sign that no rule knows in place of the letter has the same effect.
 */
function olderStemmer(language: string, stem: Stemmer): Stemmer {
  const hidden = (word: string, letter: string, sign: string): string =>
    stem(word.replaceAll(letter, sign)).replaceAll(sign, letter)
  if (language === 'fra')
    return word =>
      word.includes('ï') ? hidden(word, 'ï', 'ß') : word.includes('ë') ? hidden(word, 'ë', 'ß') : stem(word)
  if (language === 'rus') return word => (word.includes('ё') ? hidden(word, 'ё', 'џ') : stem(word))
  if (language === 'por') return word => (/uç(ão|ões)$/.test(word) ? hidden(word, 'ç', 'ß') : stem(word))
  // the older one takes a digit for a consonant that was doubled
  if (language === 'fin') return word => (/(\d)\1$/.test(word) ? word.slice(0, -1) : stem(word))
  return stem
}
