/** Topics and nations are judged by words; which language they are in is still worth knowing. */
import type { Judge, Page } from '../contracts.js'
import { identifyLanguage, type LanguageShare } from '../page/language/identify.js'
import type { LearnedLanguages } from '../page/language/learned/learned-languages.js'
import { tldOf } from '../page/url/parts.js'
import { canonicalUrl } from '../page/url/canonical.js'

/** `learned`: those that the target names. */
export function withLanguage(judge: Judge, learned: LearnedLanguages | null): Judge {
  return {
    name: judge.name,
    judge(page) {
      const verdict = judge.judge(page)
      if (verdict.language !== 'und') return verdict
      const main = mainLanguage(page, learned)
      return main === null ? verdict : { ...verdict, language: main.language, share: main.share }
    },
  }
}

function mainLanguage(page: Page, learned: LearnedLanguages | null): LanguageShare | null {
  const url = canonicalUrl(page.url)
  const hints = { declared: page.declared.language, tld: url === null ? '' : tldOf(url) }
  const [main] = identifyLanguage(page.text === '' ? page.fullText : page.text, hints, learned).languages
  return main ?? null
}
