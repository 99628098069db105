/** Languages of the command line: codes and names by --language, files of "longtail train language" by --language-model. */
import { resolve } from 'node:path'
import type { WrittenLanguage } from '../judge/index.js'

export interface LanguageFlags {
  language?: string[]
  languageModel?: string[]
}

/** Undefined: none is given, so that something else says what is wanted. */
export function writtenLanguages({ language = [], languageModel = [] }: LanguageFlags): WrittenLanguage[] | undefined {
  const written = [...language, ...languageModel.map(model => ({ model: resolve(model) }))]
  return written.length === 0 ? undefined : written
}
