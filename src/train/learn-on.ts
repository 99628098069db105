/**
 * Learning on: a language from its first examples and from what crawls found of it (found-text.ts).
 *
 *   examples ─┬─ four fifths ─▶ original model ─▶ which pages of the crawls are sure ─┐
 *             │       └───────────────────────────────────────────────────────────────┴─▶ new model
 *             └─ a fifth, never learned from ─▶ does the new model still know the language, and take its neighbours for it no more than before?
 *
 * The examples stay part of what is learned in every round, and a round whose model fails the check leaves the old one as it is.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crawlDirectory } from '../collection/crawl-directory.js'
import { knownLanguages, newestLanguages } from '../collection/crawl-languages.js'
import { readAnswers, type AnsweredDoubt, type Doubt } from '../collection/doubts.js'
import { LongtailError } from '../errors.js'
import { declaredTextOf } from '../page/language/learned/declared-language.js'
import { unpackTexts, type KeptTexts } from '../page/language/learned/kept-texts.js'
import { writeLanguageModel, type LanguageModel } from '../page/language/learned/language-model.js'
import { modelsAmong } from '../page/language/wanted-languages.js'
import { cleanLines } from './example-lines.js'
import { findText, type FoundText, type NeighbourPages } from './found-text.js'
import { isHeldBack, refuseWorse } from './regression-check.js'
import { nameOf, readTexts, trainLanguageFrom, type LanguageRequest, type TrainedLanguage } from './language.js'

/** Without `examples` those that the model of the crawls keeps count, and so do its neighbours without `negatives`. */
export interface LearnOnRequest extends LanguageRequest {
  /** Directories of crawls. Answers that were given in the administration of a portal lie in them. */
  readonly from: readonly string[]
  /** Further files of answers. */
  readonly answers?: readonly string[]
  /** A person who may be asked; what is not answered stays in doubt. */
  readonly ask?: (doubts: readonly Doubt[]) => Promise<readonly AnsweredDoubt[]>
  /** Nobody looks at what comes of it: without much text of the neighbours from the same places nothing is learned. */
  readonly isUnwatched?: boolean
  /** Paragraphs that are left in doubt, before anything is learned. */
  readonly onDoubts?: (doubts: readonly Doubt[]) => void
}

export interface LearnedOn extends TrainedLanguage {
  readonly found: {
    readonly pages: number
    readonly characters: number
    readonly hosts: number
    readonly doubtful: number
    readonly neighbours: readonly string[]
    /** Answers of people: how many paragraphs are in the language, and how many are not. */
    readonly answered: { readonly yes: number; readonly no: number }
  }
}

/** What was found may be so much more than the examples, or this much in any case: they must not drown. */
const FOUND_PER_EXAMPLE = 3
const ENOUGH_CHARACTERS = 30_000
const LEAST_HOSTS = 2
const LEAST_BESIDE = 10_000

/**
 * Where nobody watches, a model of one half of the neighbour's pages has to know the other half, too. A fifth of ten thousand characters
 * is a page or two, which a model that takes every tenth Zulu page for South Ndebele passed now and then.
 */
const HALVES = [(place: number) => place % 2 === 0, (place: number) => place % 2 === 1]

/** Null when it was stopped. Throws E_MODEL where there is nothing sure to learn from, or the new model is worse. */
export async function learnOn(request: LearnOnRequest): Promise<LearnedOn | null> {
  const { signal, onProgress } = request
  const scratch = mkdtempSync(join(tmpdir(), 'longtail-learn-on-'))
  try {
    const models = crawledBy(request)
    const texts = await firstTexts(request, models)
    if (texts === null) return null
    const lines = texts.own.split('\n')
    const held = lines.filter((_, i) => isHeldBack(i))
    const kept = fileIn(
      scratch,
      'examples.txt',
      lines.filter((_, i) => !isHeldBack(i)),
    )
    const given = texts.neighbours.map(({ name, text }) => fileIn(join(scratch, 'given'), `${plain(name)}.txt`, [text]))
    const first = { ...request, examples: [kept], negatives: given, keeps: texts }
    onProgress('the examples alone')
    const original = await trainLanguageFrom({ ...first, out: join(scratch, 'original.model') })
    if (original === null) return null
    onProgress('what the crawls found')
    const before = [...request.from.map(path => crawlDirectory(path).answers), ...(request.answers ?? [])].flatMap(
      path => readAnswers(path),
    )
    const settled = new Set(before.map(({ text }) => text))
    const all = await findText(request.from, [original.model, ...models], settled, signal)
    const said = all.doubts.length === 0 ? [] : ((await request.ask?.(all.doubts)) ?? [])
    const answers = [...before, ...said]
    request.onDoubts?.(all.doubts.filter(({ text }) => !said.some(one => one.text === text)))
    const found = withAnswers(all, answers, original.model)
    const most = Math.max(ENOUGH_CHARACTERS, FOUND_PER_EXAMPLE * texts.own.length)
    const text = capped(found.own, request.isUnwatched ? Math.min(most, besideIt(request, found)) : most)
    checkFound(request, found, answers)
    const known = request.isUnwatched ? [original.model, ...models] : [original.model]
    /** A model of the examples, of what was found, and of these pages of neighbours. */
    const learnWith = (pages: readonly NeighbourPages[], name: string): Promise<TrainedLanguage | null> => {
      const beside = pages.map(({ language, pages: of }) => fileIn(join(scratch, name), `${plain(language)}.txt`, of))
      return trainLanguageFrom({
        ...first,
        examples: [kept, fileIn(scratch, 'found.txt', text)],
        negatives: [...given, ...beside],
        out: join(scratch, `${name}.model`),
      })
    }
    if (request.isUnwatched) {
      for (const isHeld of HALVES) {
        const half = await learnWith(
          pagesOf(found, i => !isHeld(i)),
          'half',
        )
        if (half === null) return null
        refuseWorse(known, half.model, held, pagesOf(found, isHeld), true)
      }
    }
    const neighbours = pagesOf(found, i => !isHeldBack(i))
    const trained = await learnWith(neighbours, 'new')
    if (trained === null) return null
    refuseWorse(known, trained.model, held, pagesOf(found, isHeldBack), request.isUnwatched === true)
    writeLanguageModel(request.out, trained.model)
    const none = `the crawls have no page in a language similar to ${trained.model.name}: give text in such languages with --negatives, of the same kind as the pages`
    return {
      ...trained,
      warnings: [...trained.warnings, ...(neighbours.length + given.length === 0 ? [none] : [])],
      found: {
        pages: text.length,
        characters: text.join('\n').length,
        hosts: found.hosts,
        doubtful: found.doubtful,
        neighbours: found.neighbours.map(({ language }) => language),
        answered: {
          yes: answers.filter(({ isOwn }) => isOwn).length,
          no: answers.filter(({ isOwn }) => !isOwn).length,
        },
      },
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The models of the language that the crawls went by. */
function crawledBy({ name, from }: LearnOnRequest): LanguageModel[] {
  const missing = from.find(path => !existsSync(crawlDirectory(path).identity))
  if (missing !== undefined)
    throw new LongtailError(
      'E_CRAWL_DIR',
      `--from ${missing} is not a crawl directory; give the directory that "longtail crawl --out" wrote`,
    )
  const { code } = nameOf(name)
  return from.flatMap(path => modelsAmong(knownLanguages(newestLanguages(path)))).filter(model => model.code === code)
}

/** What the language was learned from first, whole. Null when it was stopped. */
async function firstTexts(request: LearnOnRequest, models: readonly LanguageModel[]): Promise<KeptTexts | null> {
  const kept = models.map(({ texts }) => unpackTexts(texts)).find(texts => texts !== null)
  const read = await Promise.all(request.negatives.map(source => readTexts([source], request)))
  const neighbours = read.map((texts, i) => ({
    name: request.negatives[i].replace(/.*[/\\](?=.)/, '').replace(/\.\w+$/, ''),
    text: cleanLines(texts?.texts ?? []),
  }))
  const given = neighbours.length === 0 ? (kept?.neighbours ?? []) : neighbours
  if (request.examples.length > 0) {
    const own = await readTexts(request.examples, request)
    return own === null || read.includes(null) ? null : { own: cleanLines(own.texts), neighbours: given }
  }
  const [model] = models
  const own = kept?.own ?? (model === undefined ? '' : declaredTextOf(model.code, model.script))
  if (own !== '') return { own, neighbours: given }
  throw new LongtailError(
    'E_MODEL',
    `${request.name}: ${request.from.join(', ')}: the model of the crawl does not contain its examples; give them again with --examples`,
  )
}

/**
 * Characters of neighbours found in the same places. A model that learns ten pages of a genre, and none of its neighbour in that genre,
 * takes the genre for the language: South Ndebele crawls that learned on so early ended among Zulu pages (precision 1.00 → 0.43).
 */
function besideIt({ name }: LearnOnRequest, { neighbours }: FoundText): number {
  const characters = neighbours.flatMap(({ pages }) => pages).reduce((sum, page) => sum + page.length, 0)
  if (characters >= LEAST_BESIDE) return characters
  throw new LongtailError(
    'E_MODEL',
    `${name}: the crawls have too little text in similar languages (${characters} characters of at least ${LEAST_BESIDE}) to tell them apart safely`,
  )
}

/** What a person says counts: text is learned from, or is text of a neighbour, and pages that have it are left out. */
function withAnswers(found: FoundText, answers: readonly AnsweredDoubt[], { code, script }: LanguageModel): FoundText {
  const yes = answers.filter(({ isOwn }) => isOwn).map(({ text }) => text)
  const no = answers.filter(({ isOwn }) => !isOwn)
  const others = new Map(found.neighbours.map(({ language, pages }) => [language, pages]))
  for (const language of new Set(no.map(({ taken }) => taken))) {
    const denied = no.filter(({ taken }) => taken === language).map(({ text }) => text)
    // a few paragraphs make no neighbour: its declaration stands beside them
    const pages = others.get(language) ?? [declaredTextOf(language, script)].filter(text => text !== '')
    others.set(language === code ? 'und' : language, [...denied, ...pages])
  }
  return {
    ...found,
    own: [...yes, ...found.own.filter(page => !no.some(({ text }) => page.includes(text)))],
    neighbours: Array.from(others, ([language, pages]) => ({ language, pages })),
  }
}

function pagesOf({ neighbours }: FoundText, isChosen: (place: number) => boolean): NeighbourPages[] {
  return neighbours.map(({ language, pages }) => ({ language, pages: pages.filter((_, i) => isChosen(i)) }))
}

function checkFound(
  { name, from }: LearnOnRequest,
  { own, hosts, doubtful }: FoundText,
  answers: readonly AnsweredDoubt[],
): void {
  if (answers.length > 0 || (own.length > 0 && hosts >= LEAST_HOSTS)) return
  throw new LongtailError(
    'E_MODEL',
    `${name}: ${from.join(', ')}: ${own.length} pages on ${hosts} servers are certainly in the language (${doubtful} are doubtful); ` +
      `at least ${LEAST_HOSTS} servers are needed, because a single one may be wrong in all its pages: crawl more, answer doubtful paragraphs (--doubts), or check the pages and give them with --examples`,
  )
}

function capped(pages: readonly string[], characters: number): string[] {
  let left = characters
  return pages.filter(page => {
    left -= page.length
    return left + page.length > 0
  })
}

function fileIn(directory: string, name: string, lines: readonly string[]): string {
  const path = join(directory, name)
  mkdirSync(directory, { recursive: true })
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

/** A name of somebody's file, or a code that a log has, as a part of a file name. */
function plain(name: string): string {
  return name.replace(/[^\p{L}\p{M}\p{N}_-]/gu, '_').slice(0, 60) || 'neighbour'
}
