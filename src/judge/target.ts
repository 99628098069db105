/** What the user wants, as the policies ask for it. */
import { LongtailError } from '../errors.js'
import { identifiedAs, resolveLanguage, type Language } from './codes.js'
import { TEXTCAT_LANGUAGES } from './textcat-profiles.js'

export interface LanguageTarget {
  readonly languages: readonly Language[]
  /** "Thai", "Thai or Lao": for reasons. */
  readonly name: string
  /** Is text identified as this ISO 639-3 code wanted? */
  has(code: string): boolean
}

export function createTarget(written: readonly string[]): LanguageTarget {
  if (written.length === 0) {
    throw new LongtailError(
      'E_LANGUAGE',
      'no target language was given; name one or more by ISO 639-3 code, e.g. tha (docs/languages.md)',
    )
  }
  const languages = written.map(resolveLanguage)
  const codes = new Set(languages.flatMap(language => identifiedAs(language.code)))
  return { languages, name: languages.map(language => language.name).join(' or '), has: code => codes.has(code) }
}

/** The TextCat policies need a profile for every language that is asked for. */
export function requireProfiles({ languages }: LanguageTarget, policy: string): void {
  for (const { code, name } of languages) {
    if (identifiedAs(code).some(one => TEXTCAT_LANGUAGES.has(one))) continue
    throw new LongtailError(
      'E_LANGUAGE',
      `the policy ${policy} has no TextCat profile for ${name} (${code}); use the policy "modern", or one of ${[...TEXTCAT_LANGUAGES].sort().join(' ')}`,
    )
  }
}
