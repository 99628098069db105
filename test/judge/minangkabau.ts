/** A language that no identifier knows, learned from three fifths of its declaration; the rest is for pages. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rivalTexts } from '../../src/page/language/learned/declared-language.js'
import { declaredTexts } from '../../src/page/language/learned/declared-texts.js'
import { languageModelText, type LanguageModel } from '../../src/page/language/learned/language-model.js'
import { learnLanguage } from '../../src/page/language/learned/learn-language.js'

export function paragraphsIn(language: string): string[] {
  const text = declaredTexts().find(one => one.language === language)?.text ?? ''
  return text.split('\n').filter(({ length }) => length > 40)
}

const isLearned = (_: string, i: number): boolean => i % 5 < 3

/** What the model was made of. */
export function learnedMinangkabau(): string[] {
  return paragraphsIn('min').filter(isLearned)
}

/** What the model has not seen. */
export function unseenMinangkabau(): string[] {
  return paragraphsIn('min').filter((paragraph, i) => !isLearned(paragraph, i))
}

let learned: LanguageModel | null = null

export function minangkabau(): LanguageModel {
  learned ??= learnLanguage({
    code: 'min',
    name: 'Minangkabau',
    text: learnedMinangkabau().join('\n'),
    neighbours: [],
    others: rivalTexts('min', 'Latn'),
    answers: { identifier: '', shares: {} },
  })
  return learned
}

/** As "longtail train language" would write it; `parts` stand in the place of what was learned. */
export function writeMinangkabau(directory: string, parts: Partial<LanguageModel> = {}, name = 'min.model'): string {
  const path = join(directory, name)
  writeFileSync(path, languageModelText({ ...minangkabau(), ...parts }))
  return path
}
