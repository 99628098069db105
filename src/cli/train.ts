/** `longtail train`: builds a model file and prints how good it is. One file per kind where there is much to say. */
import type { Command } from 'commander'
import { LongtailError } from '../errors.js'
import { DEFAULT_STRATEGY } from '../strategy/default-strategy.js'
import { positiveNumber, wholeNumber } from './options.js'
import { checkOut, leaveIf, meanSpread, percent, some, STOPPED, two, writeModel } from './train-output.js'
import { addTrainLanguage } from './train-language.js'
import { addTrainTopic } from './train-topic.js'
import { showWork } from './work-display.js'

export function addTrainCommand(program: Command): void {
  const train = program
    .command('train')
    .description('learn languages, topics, nations, links or segments from examples (docs/training.md)')
  addTrainLanguage(train)
  addTrainTopic(train)
  addTrainNation(train)
  addTrainLinks(train)
  addTrainSegments(train)
  addTrainCounts(train)
}

interface NationFlags {
  country: string
  list?: string[]
  language?: string[]
  gazetteer: boolean
  out?: string
  json?: boolean
}

function addTrainNation(train: Command): void {
  train
    .command('nation')
    .description('collect the names of a nation: places, people, native names, from gazetteers and your own lists')
    .requiredOption('--country <code>', 'ISO 3166, two letters, such as TH')
    .option('--list <file...>', 'more names: CSV, text, a list page saved from an encyclopaedia, another dictionary')
    .option('--language <code...>', 'names in these languages only, and native ones (default: all)')
    .option('--no-gazetteer', 'use only the names in the lists')
    .option('--out <file>', 'dictionary to write (default: <country>-names.txt)')
    .option('--json', 'print one JSON object')
    .action(
      async ({
        country,
        list = [],
        language,
        gazetteer,
        out = `${country.toLowerCase()}-names.txt`,
        json,
      }: NationFlags) => {
        checkOut(out)
        const { trainNation, writeDictionary } = await import('../train/nation.js')
        const { dictionary, report } = trainNation({
          country,
          lists: list,
          withGazetteer: gazetteer,
          ...(language === undefined ? {} : { languages: language }),
        })
        writeDictionary(out, dictionary)
        if (json === true)
          return console.log(JSON.stringify({ dictionary: out, country: dictionary.country, ...report }))
        console.log(`${out}: ${report.names} names of ${dictionary.country}`)
        for (const [source, names] of Object.entries(report.bySource)) console.log(`  ${names} from ${source}`)
        if (report.ambiguous.length > 0)
          console.log(`  ambiguous names, which count for little: ${some(report.ambiguous, 12)}`)
        for (const warning of report.warnings) console.log(`warning: ${warning}`)
      },
    )
}

interface LinksFlags {
  strategy: string
  out: string
  maxPages?: number
  json?: boolean
}

function addTrainLinks(train: Command): void {
  train
    .command('links')
    .description('train a strategy on earlier crawls or graphs, to warm-start another crawl')
    .argument('<crawl...>', 'crawl directories or graph files')
    .option('--strategy <name>', 'the strategy to train; parameters as name:key=value', DEFAULT_STRATEGY)
    .requiredOption('--out <file>', 'model file to write')
    .option('--max-pages <n>', 'pages to learn from in each of them', wholeNumber)
    .option('--json', 'print one JSON object')
    .action(async (inputs: string[], { strategy, out, maxPages, json }: LinksFlags) => {
      checkOut(out)
      const { trainLinks } = await import('../train/links.js')
      const display = showWork(process.stderr, STOPPED)
      const { model, report } = await trainLinks({
        inputs,
        strategy,
        maxPages,
        signal: display.signal,
        onProgress: display.update,
      }).catch(error => leaveIf(display.signal, error, json))
      writeModel(out, report.strategy, model, report.pages)
      display.end()
      if (json === true) return console.log(JSON.stringify({ model: out, ...report }))
      console.log(
        `${out}: what ${report.strategy} learned from ${report.pages} pages, ${report.relevant} of them relevant`,
      )
      const { quality } = report
      if (quality === null) console.log('  too few relevant or irrelevant pages to measure its quality')
      else {
        console.log(
          `  of a relevant and an irrelevant page, it ranked the relevant one first in ${percent(quality.auc)} of the cases (guessing: 50 %)`,
        )
        console.log(
          `  precision ${two(quality.precision)}, recall ${two(quality.recall)}, F1 ${two(quality.f1)}, G-mean ${two(quality.gMean)} (later half, threshold from the earlier half)`,
        )
      }
      for (const warning of report.warnings) console.log(`warning: ${warning}`)
      console.log('  to use it, write warm-start into the campaign')
    })
}

interface SegmentsFlags {
  out: string
  degree?: number
  folds: number
  repeats: number
  split?: boolean
  json?: boolean
}

function addTrainSegments(train: Command): void {
  train
    .command('segments')
    .description(
      'learn which links between segments of websites lead to relevant segments, for the strategy segment-predictor',
    )
    .argument('<crawl...>', 'crawl directories, or one graph that was imported with --text')
    .requiredOption('--out <file>', 'model file to write')
    .option('--degree <share>', 'a segment is relevant when more than this share of its pages is', positiveNumber)
    .option('--split', 'separate predictors for relevant and irrelevant sources')
    .option('--folds <n>', 'folds of the cross-validation', wholeNumber, 10)
    .option('--repeats <n>', 'repetitions of the cross-validation', wholeNumber, 10)
    .option('--json', 'print one JSON object')
    .action(async (inputs: string[], { out, degree, split, folds, repeats, json }: SegmentsFlags) => {
      checkOut(out)
      if (degree !== undefined && degree >= 1)
        throw new LongtailError('E_USAGE', `--degree ${degree}: expected a share below 1`)
      const { SEGMENT_STRATEGY, trainSegments } = await import('../train/segments.js')
      const { openVisits } = await import('../train/open-visits.js')
      const display = showWork(process.stderr, STOPPED)
      display.update(`reading ${inputs.join(', ')}`)
      const source = await openVisits(inputs, display.signal).catch(error => leaveIf(display.signal, error, json))
      const { model, report } = trainSegments(source, { degree, split, folds, repeats })
      writeModel(out, SEGMENT_STRATEGY, model, report.pages)
      display.end()
      if (json === true) return console.log(JSON.stringify({ model: out, ...report }))
      console.log(
        `${out}: ${report.relevantSegments} of ${report.segments} segments are relevant; ` +
          `learned from ${report.relevant} links to relevant segments and ${report.irrelevant} to others (${report.duplicates} repetitions left out)`,
      )
      const { quality } = report
      if (quality === null) console.log('  too few relevant or irrelevant examples to measure its quality')
      else
        console.log(
          `  G-mean ${meanSpread(quality.gMean)}, precision ${meanSpread(quality.precision)}, recall ${meanSpread(quality.recall)}, F1 ${meanSpread(quality.f1)}`,
        )
      for (const warning of report.warnings) console.log(`warning: ${warning}`)
    })
}

function addTrainCounts(train: Command): void {
  train
    .command('counts')
    .description('make a table of word counts of another language, for "train topic --counts"')
    .argument('<file...>', 'plain text, or tables with "word count" on each line')
    .requiredOption('--out <file>', 'table to write')
    .option('--name <text>', 'name of the counts in reports')
    .option('--json', 'print one JSON object')
    .action(async (files: string[], { out, name, json }: { out: string; name?: string; json?: boolean }) => {
      checkOut(out)
      const { trainCounts } = await import('../train/counts.js')
      const display = showWork(process.stderr, STOPPED)
      const counted = trainCounts(files, out, { name, onProgress: display.update })
      display.end()
      if (json === true) return console.log(JSON.stringify({ counts: out, ...counted }))
      console.log(`${out}: ${counted.words} words, ${counted.pairs} pairs of words`)
    })
}
