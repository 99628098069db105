/** The files that a target names: models and dictionaries, each by the key under which it stands. */
import type { Campaign } from './schema.js'

type Target = Campaign['target']
type Language = NonNullable<Target['language']>[number]
/** The path to write instead. */
export type PathOf = (key: string, path: string) => string

/** The same target with other paths. */
export function withFiles(target: Target, pathOf: PathOf): Target {
  const { topic } = target
  const { nation, ...rest } = withLanguages(target, (key, written) =>
    typeof written === 'string' ? written : { ...written, model: pathOf(`${key}.model`, written.model) },
  )
  const dictionary = nation?.dictionary?.map((path, i) => pathOf(`nation.dictionary.${i}`, path))
  return {
    ...rest,
    ...(topic === undefined ? {} : { topic: { ...topic, model: pathOf('topic.model', topic.model) } }),
    ...(nation === undefined ? {} : { nation: dictionary === undefined ? nation : { ...nation, dictionary } }),
  }
}

/** The same target with other languages; keys are `language.0`, `nation.in.0`. */
export function withLanguages(target: Target, languageOf: (key: string, written: Language) => Language): Target {
  const { language, nation } = target
  const all = (key: string, list: readonly Language[]): Language[] =>
    list.map((written, i) => languageOf(`${key}.${i}`, written))
  return {
    ...target,
    ...(language === undefined ? {} : { language: all('language', language) }),
    ...(nation?.in === undefined ? {} : { nation: { ...nation, in: all('nation.in', nation.in) } }),
  }
}

export function namedFiles(target: Target): [key: string, path: string][] {
  const files: [string, string][] = []
  withFiles(target, (key, path) => {
    files.push([key, path])
    return path
  })
  return files
}
