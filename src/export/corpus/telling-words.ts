/**
 * Paragraphs whose words tell that they are in the language of their page: words that are on its list of stop words and on no other. Of
 * passages of 150 characters they tell 91 of 100 in English, 97 in Greek, 83 in German, 51 in French and 16 in Czech; of those in other
 * languages at most one in 100, relatives and pidgins aside.
 */
import type { PageLanguage } from '../../page/language/only-language.js'
import { languagesBeside } from '../../page/words/stop.js'
import type { WordColumns } from './quality.js'
import { stopHashes } from './stop-hashes.js'

/** Of the page's text. */
const LEAST_SHARE = 0.9
/** Of a paragraph's words. */
const LEAST_WORDS = 3
const LEAST_PART = 0.15

const known = new Map<string, ReadonlySet<number>>()

/** `words` by paragraph. Null: the page is not in one language. */
export function tellingLanguage(
  { language, share }: { readonly language: string; readonly share: number },
  words: readonly WordColumns[],
): PageLanguage | null {
  if (share < LEAST_SHARE || language === '' || language === 'und') return null
  const telling = tellingHashes(language)
  const isSure = (paragraph: number): boolean => {
    const { hashes } = words[paragraph]
    const enough = Math.max(LEAST_WORDS, LEAST_PART * hashes.length)
    let count = 0
    for (const hash of hashes) if (telling.has(hash) && ++count >= enough) return true
    return false
  }
  return { language, isSure }
}

function tellingHashes(language: string): ReadonlySet<number> {
  let telling = known.get(language)
  if (telling === undefined) {
    const own = new Set(stopHashes(language))
    for (const other of languagesBeside(language)) for (const hash of stopHashes(other) ?? []) own.delete(hash)
    known.set(language, (telling = own))
  }
  return telling
}
