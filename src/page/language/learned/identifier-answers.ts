/** What the identifier takes a language for that it does not know. */
import { identifierName, identifyLanguage, type Identification } from '../identify.js'
import type { LanguageModel } from './language-model.js'
import { windowsOf } from './text-windows.js'

/** Its opinion is asked on pieces of this length. */
const ASKED = 400

export function answersOf(text: string): LanguageModel['answers'] {
  const pieces = windowsOf(text, ASKED)
  const shares: Record<string, number> = {}
  for (const piece of pieces)
    for (const { language, share, reliable } of identifyLanguage(piece).languages)
      if (reliable) shares[language] = (shares[language] ?? 0) + share / pieces.length
  return {
    identifier: identifierName(),
    shares: Object.fromEntries(
      Object.entries(shares)
        .filter(([, share]) => share >= 0.01)
        .map(([language, share]) => [language, Math.min(1, Math.round(share * 1000) / 1000)]),
    ),
  }
}

/** So much of a page, or more, must be another language for that to speak against this one. */
const CLEARLY = 0.9

/** A language that it took fewer of the examples for. */
const HARDLY = 0.05

/** No more than traces of anything else. */
const NOTHING_ELSE = 0.98

/** Is it sure of another language that it hardly took the examples for? No, when another identifier was asked about the examples. */
export function isDoubtedBy({ identifier, shares }: LanguageModel['answers'], { languages }: Identification): boolean {
  const [first] = languages
  if (first === undefined || !first.reliable || first.share < CLEARLY || identifier !== identifierName()) return false
  return (shares[first.language] ?? 0) < HARDLY
}

/** The same, and there is nothing else. */
export function isRuledOutBy(answers: LanguageModel['answers'], found: Identification): boolean {
  return (found.languages[0]?.share ?? 0) >= NOTHING_ELSE && isDoubtedBy(answers, found)
}
