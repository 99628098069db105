/** `longtail train language`: a language from a few pages of text. */
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { AnsweredDoubt, Doubt } from '../collection/doubts.js'
import type { Status } from '../collection/index.js'
import { LongtailError } from '../errors.js'
import type { Shares } from '../train/language-quality.js'
import type { TrainedLanguage } from '../train/language.js'
import type { LearnedOn } from '../train/learn-on.js'
import { many } from './many.js'
import { progressLine } from './show-progress.js'
import { checkOut, leaveIf, percent, STOPPED, two } from './train-output.js'
import { showWork, type WorkDisplay } from './work-display.js'

type Trained = TrainedLanguage & Partial<Pick<LearnedOn, 'found'>>

interface LanguageFlags {
  examples?: string[]
  negatives?: string[]
  from?: string[]
  doubts?: string
  answers?: string[]
  campaign?: string
  out?: string
  json?: boolean
}

const SOURCES = 'text and HTML files, directories, archives (WARC, WACZ), crawl directories, URLs, lists of URLs'
const SHOWN_CONFUSABLE = 8
const SHOWN_ODD = 10
const EXCERPT = 90

export function addTrainLanguage(train: Command): void {
  train
    .command('language')
    .description('learn a language from text: 10 KB to begin, 30 KB for good results (docs/languages.md)')
    .argument('<name>', 'ISO 639-3 code, English name, or a name of your own')
    .option(
      '--examples <source...>',
      `text in the language: ${SOURCES}; with --from, the default is the text of the crawl's model`,
    )
    .option(
      '--negatives <source...>',
      'text in languages that are easily confused with it; each source is one language',
    )
    .option(
      '--from <crawl...>',
      'also learn from pages of these crawls that are certainly in the language; the first examples are kept',
    )
    .option('--doubts <file>', 'write the doubtful paragraphs of the crawls to this file instead of asking about them')
    .option('--answers <file...>', 'files of --doubts, answered with y or n')
    .option('--campaign <file>', 'contact, network and politeness for fetching pages come from this campaign')
    .option('--out <file>', 'model to write (default: <code>.model)')
    .option('--json', 'print one JSON object')
    .action(run)
}

async function run(
  name: string,
  { examples = [], negatives = [], from = [], doubts, answers = [], campaign: path, out, json }: LanguageFlags,
): Promise<void> {
  checkSources(examples, from, doubts, answers)
  const { nameOf, trainLanguageFrom } = await import('../train/language.js')
  const { loadCampaign } = await import('../campaign/index.js')
  if (name.trim() === '') throw new LongtailError('E_USAGE', 'train language: give a name for the language')
  const model = out ?? `${nameOf(name).code}.model`
  checkOut(model)
  const campaign = path === undefined ? null : loadCampaign(path).campaign
  const display = showWork(process.stderr, STOPPED)
  const began = performance.now()
  const { learnOn } = await import('../train/learn-on.js')
  const request = {
    name,
    examples,
    negatives,
    campaign,
    out: model,
    signal: display.signal,
    warn: (message: string) => display.note(`warning: ${message}`),
    onProgress: (progress: Status | string) =>
      display.update(typeof progress === 'string' ? progress : progressLine(progress)),
  }
  const isAsked = doubts === undefined && json !== true && process.stdin.isTTY && process.stderr.isTTY
  const left: Doubt[] = []
  const asking = {
    answers,
    onDoubts: (found: readonly Doubt[]) => left.push(...found),
    ...(isAsked ? { ask: (found: readonly Doubt[]) => askOnTerminal(found, name, from[0], display) } : {}),
  }
  const training: Promise<Trained | null> =
    from.length === 0 ? trainLanguageFrom(request) : learnOn({ ...request, from, ...asking })
  // before an error is told: answers may be what is missing
  const trained = await training
    .finally(() => keepDoubts(left, doubts, from))
    .catch((error: unknown) => leaveIf(display.signal, error, json))
  display.end()
  if (trained === null) return leaveIf(display.signal, new Error('stopped'), json)
  if (json === true) console.log(JSON.stringify(reportJson(model, trained, (performance.now() - began) / 1000)))
  else console.log([reportText(model, trained), ...doubtLines(left, doubts)].join('\n'))
}

function checkSources(examples: readonly string[], from: readonly string[], doubts?: string, answers?: string[]): void {
  if (examples.length === 0 && from.length === 0)
    throw new LongtailError(
      'E_USAGE',
      'train language: give text in the language with --examples, or a crawl with --from',
    )
  if (from.length === 0 && (doubts !== undefined || (answers ?? []).length > 0))
    throw new LongtailError('E_USAGE', 'train language: --doubts and --answers need a crawl; give it with --from')
  for (const path of answers ?? [])
    if (!existsSync(path)) throw new LongtailError('E_USAGE', `--answers ${path}: the file does not exist`)
  if (doubts !== undefined) checkOut(doubts)
}

/** What was answered is kept in the directory of the crawl: nobody is asked twice. */
async function askOnTerminal(
  found: readonly Doubt[],
  name: string,
  crawl: string,
  display: WorkDisplay,
): Promise<readonly AnsweredDoubt[]> {
  const { askAboutDoubts } = await import('./ask-about-doubts.js')
  const { signal } = display
  display.note(`${many(found.length, 'paragraph')} of the crawl may be in the language or in one like it`)
  const said = await askAboutDoubts(found, name, { input: process.stdin, output: process.stderr, signal })
  const { addAnswers, crawlDirectory } = await crawlFiles()
  if (said.length > 0) addAnswers(crawlDirectory(crawl).answers, said)
  return said
}

/** In the directory of the crawl the administration of a portal finds them. */
async function keepDoubts(left: readonly Doubt[], path: string | undefined, from: readonly string[]): Promise<void> {
  const { writeDoubts, crawlDirectory } = await crawlFiles()
  if (path !== undefined) writeDoubts(path, left)
  else if (left.length > 0) writeDoubts(crawlDirectory(from[0]).doubts, left)
}

/** Loaded when it is asked for: the help of the command needs nothing of it. */
async function crawlFiles() {
  return { ...(await import('../collection/doubts.js')), ...(await import('../collection/crawl-directory.js')) }
}

function doubtLines(left: readonly Doubt[], path: string | undefined): string[] {
  if (left.length === 0) return []
  return [
    path === undefined
      ? `  ${many(left.length, 'paragraph')} are doubtful: answer on a terminal, in the dashboard, or with --doubts FILE and --answers FILE`
      : `  ${path}: ${many(left.length, 'doubtful paragraph')}; write y or n as each "answer", then give the file to --answers`,
  ]
}

function reportJson(
  path: string,
  { model, quality, identifiedAs, odd, leftOut, warnings, sameAs, found }: Trained,
  seconds: number,
) {
  return {
    ...(found === undefined ? {} : { found }),
    model: path,
    code: model.code,
    name: model.name,
    script: model.script,
    precision: quality.page.precision,
    recall: quality.page.recall,
    passage: quality.passage,
    confusable: quality.confusable,
    identifiedAs,
    sameAs,
    curve: quality.curve,
    characters: model.trainedOn.characters,
    rivals: model.rivals.map(({ code, name }) => ({ code, name })),
    words: model.words,
    odd: odd.map(({ text, reason }) => ({ text: excerpt(text), reason })),
    unread: leftOut,
    warnings,
    seconds,
  }
}

function reportText(
  path: string,
  { model, quality, identifiedAs, odd, leftOut, warnings, sameAs, found }: Trained,
): string {
  const shares = ({ precision, recall }: Shares): string => `precision ${two(precision)}, recall ${two(recall)}`
  const confusable = quality.confusable.filter(({ share, missed }) => share + missed > 0).slice(0, SHOWN_CONFUSABLE)
  return [
    `${path}: ${model.name} (${model.code}), learned from ${model.trainedOn.characters} characters against ${model.rivals.length} similar languages`,
    ...(found === undefined ? [] : [foundText(found)]),
    `  pages of 2,000 characters: ${shares(quality.page)}`,
    `  passages of 200 characters: ${shares(quality.passage)}`,
    '  (on held-out text of the same sources, half of it in the language and half in the most similar ones)',
    ...(identifiedAs.length > 0
      ? [
          `  without the model it is mistaken for ${identifiedAs
            .slice(0, 3)
            .map(({ language, share }) => `${language} (${percent(share)})`)
            .join(', ')}`,
        ]
      : []),
    ...(confusable.length === 0
      ? [
          `  nearest: ${model.rivals
            .slice(0, 4)
            .map(({ name }) => name)
            .join(', ')}; none was confused with it`,
        ]
      : confusable.map(
          ({ language, name, share, missed }) =>
            `  ${name} (${language}): ${percent(share)} of its passages are mistaken for ${model.name}; ${percent(missed)} the other way`,
        )),
    ...(sameAs === ''
      ? []
      : [`  the declaration in ${sameAs} seems to be in the same language: it was learned from, too`]),
    ...quality.curve.map(point => `  with ${point.characters} characters: ${shares(point)} on passages`),
    `  words: ${model.words.slice(0, 20).join(' ')}`,
    ...odd.slice(0, SHOWN_ODD).map(({ text, reason }) => `  left out: ${reason}: ${excerpt(text)}`),
    ...(odd.length > SHOWN_ODD ? [`  … and ${odd.length - SHOWN_ODD} more`] : []),
    ...leftOut.slice(0, 20).map(({ source, reason }) => `  left out: ${source}: ${reason}`),
    ...warnings.map(warning => `warning: ${warning}`),
    `  to use it: target: {language: {model: ${path}}} in a campaign, or longtail judge --language-model ${path}`,
  ].join('\n')
}

function foundText({ pages, characters, hosts, doubtful, neighbours, answered }: LearnedOn['found']): string {
  const { yes, no } = answered
  const said = yes + no === 0 ? '' : `; answers: ${yes} paragraphs are in the language, ${no} are not`
  const against = neighbours.length === 0 ? '' : `; against pages in ${neighbours.join(', ')}`
  return `  learned on from ${many(pages, 'page')} (${characters} characters) on ${many(hosts, 'server')}; left out as doubtful: ${doubtful}${against}${said}`
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT)}…` : line
}
