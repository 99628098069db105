/** Links to pages in a language: an anchor in its script is as good as a promise, any other says nothing. */
import type { LinkJudge } from '../contracts.js'
import { anchorTest } from '../page/language/anchor-language.js'
import { codesOf, modelsAmong, wantedLanguages, type WrittenLanguage } from '../page/language/wanted-languages.js'

const NO_OPINION = 0.5
const NO_NAMES = { named: 0, words: 0 }

export function languageLinks(languages: readonly WrittenLanguage[]): LinkJudge {
  const wanted = wantedLanguages(languages)
  const isInTarget = anchorTest(codesOf(wanted), modelsAmong(wanted))
  return {
    score: words => (isInTarget === null || !isInTarget(words) ? NO_OPINION : 1),
    names: () => NO_NAMES,
  }
}
