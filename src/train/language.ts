/** One language from some text of it to a model file: what `longtail train language` does. */
import { LongtailError } from '../errors.js'
import { findLanguage, languageName } from '../judge/index.js'
import { identifyLanguage, SCRIPTS, scriptCounts } from '../page/language/identify.js'
import { answersOf } from '../page/language/learned/identifier-answers.js'
import { declaredTextOf, rivalTexts } from '../page/language/learned/declared-language.js'
import { packTexts, type KeptTexts } from '../page/language/learned/kept-texts.js'
import { writeLanguageModel, MAX_NEIGHBOURS, type LanguageModel } from '../page/language/learned/language-model.js'
import { learnLanguage, mainScript, nearestOf, type RivalText } from '../page/language/learned/learn-language.js'
import { readExamplePages, type LeftOut } from './example-pages.js'
import { cleanLines, type ExampleText } from './example-lines.js'
import { fetchForModel, readFetched, type ModelFetch } from './fetch-pages.js'
import { measureLanguage, type LanguageQuality, type OddExample } from './language-quality.js'

export interface LanguageRequest extends ModelFetch {
  /** Code, English name, or what the user calls it. */
  readonly name: string
  /** Files, directories, archives, crawls, URLs and lists of URLs. */
  readonly examples: readonly string[]
  /** Text of neighbours: each source is a language of its own. */
  readonly negatives: readonly string[]
  /** What the model keeps as its examples instead of what it is learned from now. */
  readonly keeps?: KeptTexts
}

export interface TrainedLanguage {
  readonly model: LanguageModel
  readonly quality: LanguageQuality
  /** What the identifier takes the examples for where it is sure. */
  readonly identifiedAs: readonly { readonly language: string; readonly share: number }[]
  /** Paragraphs of the examples that were not learned from. */
  readonly odd: readonly (OddExample & { readonly reason: string })[]
  readonly leftOut: readonly LeftOut[]
  readonly warnings: readonly string[]
  /** Code of the declaration that is taken to be in the language, where the name does not say; '' for none. */
  readonly sameAs: string
}

/** Less says nothing about a language. */
const LEAST_CHARACTERS = 1000
const ENOUGH_CHARACTERS = 10_000
const GOOD_CHARACTERS = 30_000
/** A language that the identifier takes fewer of the examples for is a stray one. */
const STRAY = 0.1

/** Null when it was stopped before the model was made. */
export async function trainLanguageFrom(request: LanguageRequest): Promise<TrainedLanguage | null> {
  const { code, name } = nameOf(request.name)
  const own = await readTexts(request.examples, request)
  if (own === null) return null
  const neighbours = await readNeighbours(request)
  if (neighbours === null) return null
  const text = cleanLines(own.texts)
  if (text.length < LEAST_CHARACTERS)
    throw new LongtailError(
      'E_MODEL',
      `${request.name}: the examples have ${text.length} characters of text; give at least ${LEAST_CHARACTERS}; ${GOOD_CHARACTERS} or more give good results`,
    )
  const script = scriptOfExamples(text, request.name)
  const answers = answersOf(text)
  const given = { code, name, text, neighbours: neighbours.texts, answers }
  const near = nearestOf(text, rivalTexts(code, script))
  const sameAs = sameLanguage(learnLanguage({ ...given, neighbours: [], others: near }))
  const examples = {
    ...given,
    more: [code, sameAs].map(one => declaredTextOf(one, script)).join('\n'),
    others: near.filter(one => one.code !== sameAs),
  }
  const quality = measureLanguage(examples, fold => request.onProgress(`measuring, part ${fold + 1} of 3`))
  if (request.signal.aborted) return null
  const odd = quality.odd.flatMap(one => {
    const reason = strayReason(one, answers)
    return reason === '' ? [] : [{ ...one, reason }]
  })
  const { page, passage } = quality
  const learned = without(text, odd)
  const model = {
    ...learnLanguage({ ...examples, text: learned }),
    quality: { page, passage },
    texts: packTexts(request.keeps ?? { own: learned, neighbours: neighbours.texts }),
  }
  writeLanguageModel(request.out, model)
  return {
    model,
    quality,
    identifiedAs: Object.entries(answers.shares)
      .map(([language, share]) => ({ language, share }))
      .sort((a, b) => b.share - a.share),
    odd,
    leftOut: [...own.leftOut, ...neighbours.leftOut],
    warnings: warningsOf(quality, text.length),
    sameAs,
  }
}

/** Throws E_MODEL for letters that nobody counts: text in them would never be found. */
function scriptOfExamples(text: string, name: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const counted = scriptCounts(text).reduce((sum, count, i) => (SCRIPTS[i].weight > 0 ? sum + count : sum), 0)
  if (counted * 2 >= letters) return mainScript(text)
  throw new LongtailError(
    'E_MODEL',
    `${name}: most letters of the examples are in a script that Longtail does not read; give text in another script (docs/languages.md)`,
  )
}

/** A code of ISO 639-3 where there is one; else one for private use, made of the name. */
export function nameOf(written: string): { code: string; name: string } {
  const known = findLanguage(written.replace(/^x-.*/i, ''))
  if (known !== undefined) return { code: known.code, name: known.name }
  const parts = written
    .normalize('NFKD')
    .toLowerCase()
    .replace(/^x-/, '')
    .match(/[a-z0-9]{1,8}/g)
  const code = `x-${(parts ?? ['learned']).slice(0, 4).join('-')}`
  const name = written
    .replace(/[\p{C}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 100)
  return { code, name: name === '' ? code : name }
}

export async function readTexts(
  sources: readonly string[],
  request: LanguageRequest,
): Promise<{ texts: ExampleText[]; leftOut: LeftOut[] } | null> {
  const { signal, onProgress } = request
  const read = await readExamplePages(sources, {
    signal,
    onProgress: (source, pages) => onProgress(`${source}: ${pages} pages`),
  })
  const fetched = await fetchForModel(read.urls, request)
  if (fetched === null) return null
  const more = await readFetched(read.urls, fetched)
  return { texts: [...read.pages, ...more.pages], leftOut: [...read.leftOut, ...more.leftOut] }
}

/** Text of the same language in two sources is a rival twice, which does no harm. */
async function readNeighbours(request: LanguageRequest): Promise<{ texts: RivalText[]; leftOut: LeftOut[] } | null> {
  if (request.negatives.length > MAX_NEIGHBOURS)
    throw new LongtailError('E_USAGE', `--negatives: a model is limited to ${MAX_NEIGHBOURS} neighbours`)
  const texts: RivalText[] = []
  const leftOut: LeftOut[] = []
  for (const source of request.negatives) {
    const read = await readTexts([source], request)
    if (read === null) return null
    leftOut.push(...read.leftOut)
    const text = cleanLines(read.texts)
    const called = source.replace(/.*[/\\](?=.)/, '').replace(/\.\w+$/, '')
    if (text.length < LEAST_CHARACTERS)
      leftOut.push({ source, reason: `${text.length} characters are too few to learn a neighbouring language from` })
    else
      texts.push({ code: called.slice(0, 40), name: called.replace(/\p{C}/gu, '').slice(0, 40) || 'neighbour', text })
  }
  return { texts, leftOut }
}

/**
 * How far apart text of the language and of a rival score. On 16 development languages that have a declaration it is 0.4 to 0.85 as a
 * rule, and less than 0.7 of what the next language has; to other languages it is 0.65 and more.
 */
const SAME_LANGUAGE = 0.85
const CLEARLY_LESS = 0.7

/** A name for private use may stand for a language that has a declaration: as a rival it would claim all text. '' where there is none. */
function sameLanguage({ code, rivals }: LanguageModel): string {
  const apart = rivals.map(rival => ({ code: rival.code, gap: rival.own - rival.theirs })).sort((a, b) => a.gap - b.gap)
  const [first] = apart
  const next = apart.find(one => one.code !== first.code)
  // a code of ISO 639 says that it is another language, unless nobody gave the declaration one
  const isOpen = code.startsWith('x-') || first?.code === 'und'
  const isSame = first !== undefined && isOpen && first.gap < SAME_LANGUAGE
  return isSame && (next === undefined || first.gap < CLEARLY_LESS * next.gap) ? first.code : ''
}

/** Why a paragraph is no example: another language that the rest is not taken for, or no running text; '' where neither. */
function strayReason({ text }: OddExample, { shares }: LanguageModel['answers']): string {
  const [first] = identifyLanguage(text).languages
  if (first?.reliable && first.share > 0.6 && (shares[first.language] ?? 0) < STRAY)
    return `looks like ${languageName(first.language)}`
  const words = text.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? []
  const letters = words.join('').length
  if (letters * 2 < text.length) return 'numbers and symbols rather than running text'
  if (new Set(words).size * 4 < words.length) return 'the same words again and again'
  return ''
}

/** Pieces may be parts of paragraphs. */
function without(text: string, odd: readonly OddExample[]): string {
  const strays = odd.flatMap(one => one.text.split('\n')).filter(line => line.length >= 20)
  return strays.reduce((rest, stray) => rest.replace(stray, ''), text)
}

function warningsOf({ passage, confusable }: LanguageQuality, characters: number): string[] {
  const warnings: string[] = []
  if (characters < ENOUGH_CHARACTERS)
    warnings.push(
      `there are only ${characters} characters of text: with ${GOOD_CHARACTERS} the model also works on other kinds of text`,
    )
  if (passage.recall < 0.8 || passage.precision < 0.8)
    warnings.push(
      `it is easily confused with ${confusable[0]?.name ?? 'others'}: give text in these languages with --negatives, and more text in the language itself`,
    )
  return warnings
}
