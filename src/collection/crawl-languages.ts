/**
 * The languages that crawls were made for. A language that was learned is known by the copy of its model in the crawl's directory, so
 * that whoever reads a crawl tells languages as the crawl did.
 */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { LearnedLanguages } from '../page/language/learned/learned-languages.js'
import {
  learnedAmong,
  wantedLanguage,
  type WantedLanguage,
  type WrittenLanguage,
} from '../page/language/wanted-languages.js'
import { crawlDirectory, readIdentity } from './crawl-directory.js'
import { newestModel } from './learned-models.js'
import type { SourceSpec } from './source-list.js'

/** As its target writes them, models by absolute paths. Anything else that a crawl of somebody else says is left out. */
export function crawlLanguages(path: string): WrittenLanguage[] {
  const target: unknown = readIdentity(crawlDirectory(path))?.target
  if (!isObject(target)) return []
  const nation: unknown = Reflect.get(target, 'nation')
  const spoken: unknown = isObject(nation) ? Reflect.get(nation, 'in') : []
  const written: readonly unknown[] = [Reflect.get(target, 'language'), spoken].flat(2)
  return written.flatMap((one): WrittenLanguage[] => {
    if (typeof one === 'string') return [one]
    const model = modelOf(path, one)
    return model === null ? [] : [{ model }]
  })
}

/** The same, models of a crawl that learns on being those that it has come to. Anchors are told by the first ones. */
export function newestLanguages(path: string): WrittenLanguage[] {
  return crawlLanguages(path).map(one =>
    typeof one === 'string' ? one : { ...one, model: newestModel(crawlDirectory(path), one.model) },
  )
}

/** Without those that this build cannot tell from others, or whose model is gone. */
export function knownLanguages(written: readonly WrittenLanguage[]): WantedLanguage[] {
  return written.flatMap(one => {
    if (typeof one !== 'string' && !existsSync(one.model)) return []
    try {
      return [wantedLanguage(one)]
    } catch {
      return []
    }
  })
}

/** Those of all crawls among the sources that the identifier does not know: what threads that read pages are told. */
export function learnedIn(sources: readonly Pick<SourceSpec, 'kind' | 'path'>[]): WrittenLanguage[] {
  const crawls = sources.filter(({ kind }) => kind === 'crawl')
  const written = new Set(crawls.flatMap(({ path }) => newestLanguages(path)))
  return [...written].filter(one => knownLanguages([one]).some(({ model }) => model !== null))
}

/** In any thread. */
export function openLearned(written: readonly WrittenLanguage[]): LearnedLanguages | null {
  return learnedAmong(knownLanguages(written))
}

/** The target with the codes of languages in the place of models: for people. */
export function targetWithCodes(path: string, target: unknown): unknown {
  if (!isObject(target)) return target
  const codes = (list: unknown): unknown => (Array.isArray(list) ? list.map(one => codeOf(path, one)) : list)
  const nation: unknown = Reflect.get(target, 'nation')
  return {
    ...target,
    ...('language' in target ? { language: codes(target.language) } : {}),
    ...(isObject(nation) && 'in' in nation ? { nation: { ...nation, in: codes(nation.in) } } : {}),
  }
}

function codeOf(path: string, one: unknown): unknown {
  const model = modelOf(path, one)
  return model === null ? one : (knownLanguages([{ model }]).at(0)?.code ?? basename(model))
}

/** The copy of a model; whatever a crawl of somebody else says, nothing else is read. Null: it is none. */
function modelOf(path: string, one: unknown): string | null {
  const model: unknown = isObject(one) ? Reflect.get(one, 'model') : null
  return typeof model === 'string' ? join(crawlDirectory(path).models, basename(model)) : null
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
