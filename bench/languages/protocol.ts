/**
 * Leave one out: each development language is learned from the first kilobytes of one of its sources, and judged on pages of the same
 * source, of its other source, and of all other languages.
 */
import { declaredTextOf, rivalTexts } from '../../src/page/language/learned/declared-language.js'
import { answersOf } from '../../src/page/language/learned/identifier-answers.js'
import { learnLanguage, nearestOf } from '../../src/page/language/learned/learn-language.js'
import type { LanguageModel } from '../../src/page/language/learned/language-model.js'
import { openLearnedLanguages } from '../../src/page/language/learned/learned-languages.js'
import { pagesOf, SIZES, split, type PageSize, type Source, type TestPage } from './texts.js'

/**
 * What is known of the other development languages: their declarations, where there are some (`declared`), nothing (`unknown`), or also
 * text of the nearest five of them, of the same sources (`given`).
 */
export type Neighbours = 'declared' | 'unknown' | 'given'

export interface Trial {
  readonly source: Source
  readonly model: LanguageModel
  /** Macro-F1 is a mean of these; NaN where there is no such text. */
  readonly f1: Readonly<Record<PageSize, { readonly same: number; readonly other: number }>>
  /** Of the pages of 2,000 characters: sources that were taken for it. */
  readonly taken: ReadonlyMap<string, number>
}

/** A page counts as the language when so much of it is, as for the judge. */
const LEAST_SHARE = 0.2
const MOST_PAGES: Readonly<Record<PageSize, number>> = { 2000: 8, 200: 12 }
const GIVEN = 5

type Pages = ReadonlyMap<string, Readonly<Record<PageSize, readonly TestPage[]>>>

/** Pages of what is not learned from. */
export function testPages(sources: readonly Source[], bytes: number): Pages {
  return new Map(
    sources.map(source => {
      const { rest } = split(source, bytes)
      return [source.id, { 2000: pagesOf(rest, 2000, MOST_PAGES[2000]), 200: pagesOf(rest, 200, MOST_PAGES[200]) }]
    }),
  )
}

export function learnFrom(source: Source, sources: readonly Source[], bytes: number, how: Neighbours): LanguageModel {
  const { language, script } = source
  const text = split(source, bytes).first
  const known = new Set(how === 'unknown' ? sources.map(one => one.language) : [])
  const alike = sources
    .filter(one => one.language !== language && one.script === script)
    .map(one => ({ code: one.language, name: one.id, text: split(one, bytes).first }))
  return learnLanguage({
    code: language,
    name: language,
    text,
    more: declaredTextOf(language, script),
    neighbours: how === 'given' ? nearestOf(text, alike, GIVEN) : [],
    others: rivalTexts(language, script).filter(({ code }) => !known.has(code)),
    answers: answersOf(text),
  })
}

export function tryLanguage(source: Source, model: LanguageModel, sources: readonly Source[], pages: Pages): Trial {
  const learned = openLearnedLanguages([model])
  const isTaken = ({ text, found }: TestPage): boolean =>
    learned.revise(text, found, {}).languages.some(one => one.language === model.code && one.share >= LEAST_SHARE)
  const taken = new Map<string, number>()
  const measure = (size: PageSize): { same: number; other: number } => {
    const hits = { same: [0, 0], other: [0, 0] }
    let wrong = 0
    for (const one of sources) {
      const judged = (pages.get(one.id)?.[size] ?? []).map(isTaken)
      const count = judged.filter(Boolean).length
      if (one.language !== source.language) {
        wrong += count
        if (count > 0 && size === 2000) taken.set(one.id, count)
        continue
      }
      const own = hits[one.id === source.id ? 'same' : 'other']
      own[0] += count
      own[1] += judged.length
    }
    const f1 = ([right, all]: readonly number[]): number => (all === 0 ? NaN : (2 * right) / (all + right + wrong))
    return { same: f1(hits.same), other: f1(hits.other) }
  }
  return { source, model, f1: { 2000: measure(2000), 200: measure(200) }, taken }
}

/** Over those that have such text. */
export function macro(trials: readonly Trial[], size: PageSize, where: 'same' | 'other'): number {
  const values = trials.map(({ f1 }) => f1[size][where]).filter(value => !Number.isNaN(value))
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

export function summary(trials: readonly Trial[]): string {
  return SIZES.flatMap(size =>
    (['same', 'other'] as const).map(where => `${size}/${where} ${macro(trials, size, where).toFixed(3)}`),
  ).join('  ')
}
