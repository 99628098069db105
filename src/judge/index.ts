/**
 * Is a page wanted, how surely, and why? The fourth stage of a page's way: analyse ─Page→ **Judge** ─Verdict→ archive and log.
 *
 * A judge is a pure, synchronous function of one page. It is built from a plain object, because it runs in worker threads: the
 * main thread sends the JudgeSpec, every worker builds its own judge and its own tables. Errors in a spec (an unknown language,
 * a model that cannot be read) are thrown when the judge is built, never while it judges.
 */
import type { Judge, LinkJudge, PageSign } from '../contracts.js'
import { allOf, anyOf, combinedLinks, discounted, keywordJudge } from './combine.js'
import { createLanguageJudge, type LanguageJudgeOptions } from './language-judge.js'
import { languageLinks } from './language-links.js'
import { createNationJudge, type NationJudgeOptions } from './nation/index.js'
import { withLanguage } from './main-language.js'
import { withTextSource } from './text-source.js'
import { createTopicJudge, type TopicJudgeOptions } from './topic/index.js'
import { learnedAmong, wantedLanguages, type WrittenLanguage } from '../page/language/wanted-languages.js'

export { findLanguage, languageName, listLanguages, resolveLanguage, type Language } from '../page/language/codes.js'
export { createLanguageJudge, type LanguageJudgeOptions } from './language-judge.js'
export { POLICIES, type Policy } from './policy-names.js'
export type { WrittenLanguage } from '../page/language/wanted-languages.js'

/** Serialisable; one member per kind of judge. Paths are absolute. */
export type JudgeSpec =
  | ({ readonly kind: 'language' } & LanguageJudgeOptions)
  | ({ readonly kind: 'topic' } & TopicJudgeOptions)
  | ({ readonly kind: 'nation' } & NationJudgeOptions)
  | { readonly kind: 'keywords'; readonly words: readonly string[] }
  | { readonly kind: 'all' | 'any'; readonly of: readonly JudgeSpec[] }
  | { readonly kind: 'discount'; readonly signs: readonly PageSign['kind'][]; readonly of: JudgeSpec }

/** Its verdicts always name the page's language, whatever was asked for. */
export function createJudge(spec: JudgeSpec): Judge {
  const judge = build(spec)
  return withTextSource(
    spec.kind === 'language' ? judge : withLanguage(judge, learnedAmong(wantedLanguages(languagesOf(spec)))),
  )
}

function build(spec: JudgeSpec): Judge {
  switch (spec.kind) {
    case 'language':
      return createLanguageJudge(spec)
    case 'topic':
      return createTopicJudge(spec)
    case 'nation':
      return createNationJudge(spec)
    case 'keywords':
      return keywordJudge(spec.words)
    case 'all':
      return allOf(spec.of.map(build))
    case 'any':
      return anyOf(spec.of.map(build))
    case 'discount':
      return discounted(build(spec.of), spec.signs)
  }
}

/** What the same target makes of the words of links. */
export function createLinkJudge(spec: JudgeSpec): LinkJudge {
  return linksOf(spec) ?? { score: () => 0.5, names: () => ({ named: 0, words: 0 }) }
}

function linksOf(spec: JudgeSpec): LinkJudge | null {
  switch (spec.kind) {
    case 'language':
      return languageLinks(spec.languages)
    case 'topic':
      return createTopicJudge(spec)
    case 'nation':
      return createNationJudge(spec)
    case 'keywords':
      // few links say what their page will say somewhere
      return null
    case 'all':
    case 'any': {
      // where a topic or a nation is asked for, the language of two words says little beside it
      const parts = spec.of.filter(({ kind }) => kind !== 'language' || spec.of.every(one => one.kind === 'language'))
      const judges = parts.map(linksOf).filter(judge => judge !== null)
      return judges.length === 0 ? null : judges.length === 1 ? judges[0] : combinedLinks(judges, spec.kind)
    }
    case 'discount':
      return linksOf(spec.of)
  }
}

/** The languages that a target names, for those who group pages by language; empty when it names none. */
export function languagesOf(spec: JudgeSpec): readonly WrittenLanguage[] {
  switch (spec.kind) {
    case 'language':
      return spec.languages
    case 'all':
    case 'any':
      return spec.of.flatMap(languagesOf)
    case 'discount':
      return languagesOf(spec.of)
    default:
      return []
  }
}
