/** The language of a page, where its text makes that clear. */
import type { Page } from '../../contracts.js'
import { tldOf } from '../url/parts.js'
import { identifyLanguage } from './identify.js'
import type { LearnedLanguages } from './learned/learned-languages.js'

/** Fewer letters, or a smaller share of them, name no language. */
const FEW_LETTERS = 20
const LEAST_SHARE = 0.25

/** `language`: 'und' where the text does not tell. */
export function languageOf(
  { title, text, fullText, declared, url }: Pick<Page, 'title' | 'text' | 'fullText' | 'declared' | 'url'>,
  learned: LearnedLanguages | null = null,
): { language: string; share: number } {
  const readable = text.length * 2 < fullText.length ? `${text}\n${fullText}` : text
  const found = identifyLanguage(`${title}\n${readable}`, { declared: declared.language, tld: tldOf(url) }, learned)
  const first = found.languages[0]
  const isClear = first !== undefined && found.letters >= FEW_LETTERS && !found.garbled && first.share >= LEAST_SHARE
  return isClear
    ? { language: first.language, share: Math.round(first.share * 1000) / 1000 }
    : { language: 'und', share: 0 }
}
