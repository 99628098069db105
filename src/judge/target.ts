/** What the user wants, as the policies ask for it. */
import { LongtailError } from '../errors.js'
import type { LearnedLanguages } from '../page/language/learned/learned-languages.js'
import { TEXTCAT_LANGUAGES } from './textcat-profiles.js'
import {
  charsetLanguagesOf,
  codesOf,
  learnedAmong,
  wantedLanguages,
  type WantedLanguage,
  type WrittenLanguage,
} from '../page/language/wanted-languages.js'

export interface LanguageTarget {
  readonly languages: readonly WantedLanguage[]
  /** Those that the identifier does not know; null when it knows all. */
  readonly learned: LearnedLanguages | null
  /** "Thai", "Thai or Lao": for reasons. */
  readonly name: string
  /** Is text identified as this ISO 639-3 code wanted? */
  has(code: string): boolean
  /** Does a charset that was made for this language speak for the target? */
  hasCharsetOf(code: string): boolean
}

export function createTarget(written: readonly WrittenLanguage[]): LanguageTarget {
  if (written.length === 0) {
    throw new LongtailError(
      'E_LANGUAGE',
      'no target language was given; give one or more ISO 639-3 codes, such as tha (docs/languages.md)',
    )
  }
  const languages = wantedLanguages(written)
  const codes = new Set(codesOf(languages))
  const charsets = new Set(charsetLanguagesOf(languages))
  const name = languages.map(language => language.name).join(' or ')
  return {
    languages,
    learned: learnedAmong(languages),
    name,
    has: code => codes.has(code),
    hasCharsetOf: code => charsets.has(code),
  }
}

/** The TextCat policies need a profile for every language that is asked for. */
export function requireProfiles({ languages }: LanguageTarget, policy: string): void {
  for (const { code, name, codes, model } of languages) {
    if (model !== null)
      throw new LongtailError(
        'E_LANGUAGE',
        `the policy ${policy} compares bytes with built-in profiles and cannot use the model of ${name} (${code}); use the policy "modern"`,
      )
    if (codes.some(one => TEXTCAT_LANGUAGES.has(one))) continue
    throw new LongtailError(
      'E_LANGUAGE',
      `the policy ${policy} has no TextCat profile for ${name} (${code}); use the policy "modern", or one of ${[...TEXTCAT_LANGUAGES].sort().join(' ')}`,
    )
  }
}
