/**
 * Is a page wanted, how surely, and why? The fourth stage of a page's way: analyse ─Page→ **Judge** ─Verdict→ archive and log.
 *
 * A judge is a pure, synchronous function of one page. It is built from a plain object, because it runs in worker threads: the
 * main thread sends the JudgeSpec, every worker builds its own judge and its own tables. Errors in a spec (an unknown language)
 * are thrown when the judge is built, never while it judges.
 */
import type { Judge } from '../contracts.js'
import type { LanguageJudgeOptions } from './language-judge.js'
import { createLanguageJudge } from './language-judge.js'

export type { Language } from './codes.js'
export { findLanguage, languageName, listLanguages, resolveLanguage } from './codes.js'
export type { LanguageJudgeOptions, Policy } from './language-judge.js'
export { POLICIES, createLanguageJudge } from './language-judge.js'

/** Serialisable; one member per kind of judge. */
export type JudgeSpec = { readonly kind: 'language' } & LanguageJudgeOptions

export function createJudge(spec: JudgeSpec): Judge {
  switch (spec.kind) {
    case 'language':
      return createLanguageJudge(spec)
  }
}
