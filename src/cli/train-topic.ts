/** `longtail train topic`: one topic, or all topics of a syllabus. */
import { Option, type Command } from 'commander'
import type { Campaign } from '../campaign/index.js'
import type { JudgeErrors } from '../contracts.js'
import { LongtailError } from '../errors.js'
import type { TrainedTopic } from '../train/topic.js'
import { repeated, wholeNumber, wholeNumberFrom0 } from './options.js'
import { progressLine } from './show-progress.js'
import { checkOut, leaveIf, meanSpread, some, STOPPED } from './train-output.js'
import { INTERRUPTED, showWork, type WorkDisplay } from './work-display.js'

interface TopicFlags {
  examples?: string[]
  negatives?: string[]
  query?: string
  phrase?: string[]
  subject?: string
  search?: string
  results: number
  backgroundPages: number
  classifier?: 'svm' | 'naive-bayes'
  counts?: string
  campaign?: string
  folds?: number
  syllabus?: string
  out?: string
  json?: boolean
}

const SOURCES = 'files, directories, archives (WARC, WACZ), crawl directories, URLs, lists of URLs, bookmarks'

export function addTrainTopic(train: Command): void {
  train
    .command('topic')
    .description('learn a topic from a few example pages (docs/topics.md)')
    .argument('[name]', 'the name of the topic')
    .option('--examples <source...>', `pages about the topic: ${SOURCES}`)
    .option('--negatives <source...>', 'pages about other things, from the same sorts of sources')
    .option('--query <text>', 'query for the search engine (default: the name, and for short names the subject)')
    .option('--phrase <text>', 'a key phrase, repeatable', repeated)
    .option('--subject <text>', 'the subject it belongs to')
    .option('--search <url>', 'take examples from this SearXNG server')
    .option('--results <n>', 'how many of them', wholeNumber, 100)
    .option(
      '--background-pages <n>',
      'with --search: random pages as negative examples; 0 for none',
      wholeNumberFrom0,
      100,
    )
    .addOption(new Option('--classifier <name>', 'learning method').choices(['svm', 'naive-bayes']))
    .option('--counts <file>', 'word counts for another language, as "longtail train counts" writes them')
    .option('--campaign <file>', 'contact, network and politeness for fetching pages come from this campaign')
    .option('--folds <n>', 'folds of the cross-validation', wholeNumber)
    .option('--syllabus <file>', 'learn all topics of this syllabus, each against the others, into the directory --out')
    .option('--out <file>', 'model to write (default: the name of the topic, with .model)')
    .option('--json', 'print one JSON object')
    .action(async (name: string | undefined, flags: TopicFlags) => {
      if (flags.folds === 1) throw new LongtailError('E_USAGE', '--folds 1: expected at least 2 folds')
      if (flags.syllabus !== undefined) return trainSyllabus(name, flags)
      if (name === undefined)
        throw new LongtailError('E_USAGE', 'train topic: give the name of a topic, or a --syllabus')
      return trainOne(name, flags)
    })
}

async function trainOne(written: string, flags: TopicFlags): Promise<void> {
  const { printable } = await import('../syllabus/clean-names.js')
  const name = printable(written).replace(/\s+/g, ' ').trim().slice(0, 200)
  if (name === '') throw new LongtailError('E_USAGE', 'train topic: give a name for the topic')
  const { queryFor, slugOf } = await import('../syllabus/syllabus.js')
  const { trainTopicFrom } = await import('../train/topic.js')
  const out = flags.out ?? `${slugOf(name, new Set())}.model`
  checkOut(out)
  const { examples = [], negatives = [], phrase: phrases = [] } = flags
  if (examples.length + phrases.length === 0 && flags.query === undefined && flags.search === undefined)
    throw new LongtailError(
      'E_USAGE',
      `train topic ${name}: nothing to learn from; give --examples, a --search engine, or at least a --query or --phrase`,
    )
  const display = showWork(process.stderr, STOPPED)
  const warn = (message: string): void => display.note(`warning: ${message}`)
  const { loadCampaign } = await import('../campaign/index.js')
  const campaign = flags.campaign === undefined ? null : loadCampaign(flags.campaign).campaign
  const search = await openSearch(flags, campaign, warn)
  const began = performance.now()
  try {
    const trained = await trainTopicFrom({
      name,
      query: flags.query ?? queryFor(name, flags.subject ?? ''),
      phrases,
      examples,
      negatives,
      search,
      ...(flags.classifier === undefined ? {} : { classifier: flags.classifier }),
      ...(flags.folds === undefined ? {} : { folds: flags.folds }),
      counts: flags.counts,
      campaign,
      out,
      signal: display.signal,
      warn,
      onProgress: progress => display.update(typeof progress === 'string' ? progress : progressLine(progress)),
    }).catch(error => leaveIf(display.signal, error, flags.json))
    display.end()
    if (trained === null) return leaveIf(display.signal, new Error('stopped'), flags.json)
    const seconds = (performance.now() - began) / 1000
    if (flags.json === true)
      console.log(
        JSON.stringify({ model: out, ...trained.report, against: trained.against, unread: trained.leftOut, seconds }),
      )
    else console.log(reportText(out, trained))
  } finally {
    await search?.engine.close()
  }
}

async function openSearch(
  { search: url, results, backgroundPages }: TopicFlags,
  campaign: Campaign | null,
  warn: (message: string) => void,
) {
  if (url === undefined) return null
  if (campaign === null)
    throw new LongtailError(
      'E_USAGE',
      `--search ${url}: fetching its results needs --campaign, whose contact tells the sites who you are`,
    )
  const { openSearchEngine, searchLanguage } = await import('../train/search-seeds.js')
  const engine = openSearchEngine(url, campaign, warn)
  return { engine, results, background: Math.min(backgroundPages, 1000), language: searchLanguage(campaign) }
}

function reportText(out: string, { report, against, leftOut }: TrainedTopic): string {
  const { quality, errors, positives, negatives, terms } = report
  const share = terms.seen === 0 ? 0 : (100 * terms.kept) / terms.seen
  const found = against.background > 0 ? `, ${against.background} of them found by random searches` : ''
  const made = negatives.made > 0 ? `, ${negatives.made} made up from word counts` : ''
  return [
    `${out}: ${report.name} (${report.classifier})`,
    `  learned from ${positives.used} of ${positives.given} pages, against ${negatives.used} of ${negatives.given} others${found}${made}`,
    quality === null
      ? '  too few pages to measure its quality'
      : `  precision ${meanSpread(quality.precision)}, recall ${meanSpread(quality.recall)}, F1 ${meanSpread(quality.f1)}, ` +
        `G-mean ${meanSpread(quality.gMean)} (${report.folds} folds; 95 % sure of ${quality.range.low.toFixed(2)}…${quality.range.high.toFixed(2)})`,
    ...(errors === null ? [] : [`  ${errorsText(errors)}`]),
    `  ${terms.kept} of ${terms.seen} terms kept (${share.toFixed(2)} %), by ${report.background}`,
    ...(report.strongest.length > 0
      ? [
          `  strongest: ${some(
            report.strongest.map(({ term }) => term),
            15,
          )}`,
        ]
      : []),
    ...[...report.leftOut.map(({ url, reason }) => ({ source: url, reason })), ...leftOut]
      .slice(0, 20)
      .map(({ source, reason }) => `  left out: ${source}: ${reason}`),
    ...report.warnings.map(warning => `warning: ${warning}`),
  ].join('\n')
}

/** What the errors come to where wanted pages are rare, as they are on the Web. */
function errorsText({ falsePositive, falseNegative }: JudgeErrors): string {
  const percent = (share: number): string => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`
  const right = (1 - falseNegative) / (1 - falseNegative + 19 * falsePositive)
  return (
    `accepts ${percent(falsePositive)} of the irrelevant pages and misses ${percent(falseNegative)} of the relevant ones: ` +
    `where 1 page in 20 is relevant, ${percent(right)} of the pages it accepts are`
  )
}

async function trainSyllabus(name: string | undefined, flags: TopicFlags): Promise<void> {
  if (name !== undefined) throw new LongtailError('E_USAGE', 'train topic: give a topic or a --syllabus, not both')
  const { out, syllabus } = flags
  if (out === undefined) throw new LongtailError('E_USAGE', 'train topic --syllabus: give a directory with --out')
  const { loadCampaign, parseCampaign } = await import('../campaign/index.js')
  const given = flags.campaign === undefined ? null : loadCampaign(flags.campaign).campaign
  const campaign = given ?? parseCampaign(OFFLINE, 'train topic')
  const display = showWork(process.stderr, 'stopping; finished topics are kept; run the same command to resume')
  const warn = (message: string): void => display.note(`warning: ${message}`)
  const search = await openSearch(flags, given, warn)
  const { runSyllabus } = await import('../syllabus/run.js')
  try {
    const { topics, stopped, seconds } = await runSyllabus({
      campaign: { ...campaign, target: { ...campaign.target, syllabus } },
      campaignPath: null,
      out,
      engine: search?.engine ?? null,
      results: flags.results,
      backgroundPages: search?.background ?? 0,
      seeds: [],
      skipVague: false,
      learnOnly: true,
      isOffline: given === null,
      warn,
      note: display.note,
      onProgress: (progress, label) => display.update(`${label}: ${progressLine(progress)}`),
      onStep: display.update,
      onStart: stop => stopWith(display, stop),
    })
    display.end()
    if (display.signal.aborted) process.exitCode = INTERRUPTED
    const learned = topics.map(({ name: topic, model, gMean, against, warnings }) => ({
      name: topic,
      model,
      gMean,
      against,
      warnings,
    }))
    if (flags.json === true) return console.log(JSON.stringify({ directory: out, topics: learned, stopped, seconds }))
    for (const topic of learned)
      console.log(`${topic.gMean === null ? '   -' : topic.gMean.toFixed(2)}  ${topic.name}  ${topic.model ?? ''}`)
    console.log(stopped === 'finished' ? `${learned.length} topics, with their G-mean` : `stopped: ${stopped}`)
  } finally {
    await search?.engine.close()
  }
}

/** Never fetches anything, so that its contact is never shown to anybody. */
const OFFLINE = JSON.stringify({ name: 'topics', contact: 'nobody@example.org', target: { language: 'eng' } })

function stopWith({ signal }: WorkDisplay, stop: () => void): void {
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
}
