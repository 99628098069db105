/** All languages that can be a target without training: by whom each is known, and how well. */
import { findLanguage, languageName, listLanguages } from '../judge/index.js'
import { DECLARED_BORDER, declaredTextOf, rivalTexts } from '../page/language/learned/declared-language.js'
import { declaredTexts } from '../page/language/learned/declared-texts.js'
import { mainScript, nearestOf } from '../page/language/learned/learn-language.js'
import { SCRIPTS } from '../page/language/scripts.js'
import { measureLanguage, type LanguageQuality } from './language-quality.js'

export interface LanguageTargetEntry {
  /** ISO 639-3. */
  readonly code: string
  readonly name: string
  readonly knownBy: readonly ('script' | 'identifier' | 'declaration')[]
}

/** Below these a campaign would bring home more of others than of it, or miss most of it. */
const POOR_PRECISION = 0.8
const POOR_RECALL = 0.6

export function listTargets(): LanguageTargetEntry[] {
  const byScript = new Set(SCRIPTS.map(({ language }) => language))
  const identified = new Set(listLanguages().map(({ code }) => code))
  const declared = new Set(
    declaredTexts()
      .map(({ language }) => language)
      .filter(code => findLanguage(code) !== undefined),
  )
  return [...new Set([...identified, ...declared])].sort().map(code => ({
    code,
    name: languageName(code),
    knownBy: [
      ...(byScript.has(code) ? (['script'] as const) : []),
      ...(identified.has(code) && !byScript.has(code) ? (['identifier'] as const) : []),
      ...(declared.has(code) ? (['declaration'] as const) : []),
    ],
  }))
}

/** How well a declaration does as the only text of its language; null for languages that others know, or that have none. */
export function measureTarget({
  code,
  name,
  knownBy,
}: LanguageTargetEntry): (LanguageQuality & { readonly isPoor: boolean }) | null {
  if (knownBy.some(who => who !== 'declaration')) return null
  const first = declaredTexts().find(({ language }) => language === code)
  if (first === undefined) return null
  const script = mainScript(first.text)
  const text = declaredTextOf(code, script)
  const quality = measureLanguage({
    code,
    name,
    text,
    neighbours: [],
    others: nearestOf(text, rivalTexts(code, script)),
    answers: { identifier: '', shares: {} },
    border: DECLARED_BORDER,
  })
  const { precision, recall } = quality.passage
  return { ...quality, isPoor: precision < POOR_PRECISION || recall < POOR_RECALL }
}
