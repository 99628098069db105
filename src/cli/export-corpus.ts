import { formatBytes } from '../campaign/units.js'
import {
  exportCorpus,
  type Compression,
  type CorpusForm,
  type CorpusSummary,
  type Dedupe,
  type Mask,
  type QualityRecipe,
} from '../export/index.js'
import { knownLanguages, learnedIn } from '../collection/crawl-languages.js'
import { isTime } from '../collection/periods.js'
import { builtFrom } from '../collection/portal-source.js'
import { listSources } from '../collection/source-list.js'
import { LongtailError } from '../errors.js'
import { wantedLanguage } from '../page/language/wanted-languages.js'
import { runExport, type ExportFlags } from './export-work.js'
import { many } from './many.js'

export interface CorpusFlags extends Omit<ExportFlags, 'since'> {
  since?: string[]
  format?: CorpusForm[]
  wet?: boolean
  compress?: Compression
  language?: string[]
  byParagraph?: boolean
  minShare?: number
  minChars?: number
  dedupe: Dedupe
  keepShort?: boolean
  skipReserved?: boolean
  quality?: QualityRecipe[]
  mask?: Mask[]
}

export async function exportToCorpus(sources: string[], flags: CorpusFlags): Promise<void> {
  const { since, earlier } = sinceWhat(flags.since ?? [])
  return runExport(
    sources,
    { ...flags, since },
    options =>
      exportCorpus({
        ...options,
        forms: formsOf(flags),
        compress: flags.compress,
        languages: flags.language?.flatMap(written => codesOf(written, sources)),
        byParagraph: flags.byParagraph,
        minShare: flags.minShare,
        minChars: flags.minChars,
        dedupe: flags.dedupe,
        keepShort: flags.keepShort,
        skipReserved: flags.skipReserved,
        quality: flags.quality,
        mask: flags.mask,
        earlier,
      }),
    inShort,
  )
}

/** Rounds and dates are told from corpora by their form. */
function sinceWhat(given: readonly string[]): { since?: string; earlier: string[] } {
  const times = given.filter(isTime)
  if (times.length > 1) throw new LongtailError('E_USAGE', '--since was given more than one round or date; give one')
  return { since: times.at(0), earlier: given.filter(one => !isTime(one)) }
}

function formsOf({ format, wet }: CorpusFlags): CorpusForm[] | undefined {
  return wet === true ? [...(format ?? (['jsonl', 'parquet'] as const)), 'wet'] : format
}

function inShort(summary: CorpusSummary): string {
  const { pages, paragraphs, words, languages, removedParagraphs, dropped, files, bytes, seconds } = summary
  const left = Object.values(dropped).reduce((sum, count) => sum + count, 0)
  const removed = removedParagraphs === 0 ? '' : `, ${many(removedParagraphs, 'repeated paragraph')} removed`
  return [
    `${many(pages, 'page')}, ${many(paragraphs, 'paragraph')}, ${many(words, 'word')} in ${many(languages, 'language')}` +
      ` (${formatBytes(bytes)}, ${seconds.toFixed(1)} s); ${many(left, 'page')} left out${removed}`,
    ...files,
  ].join('\n')
}

/** As pages are labelled: `und` for those whose language is not known, and what a crawl among the sources has learned by its code or name. */
function codesOf(written: string, sources: readonly string[]): readonly string[] {
  if (written === 'und') return ['und']
  const named = written.toLowerCase()
  const learned = knownLanguages(learnedIn(listSources(sources.flatMap(builtFrom))))
  const own = learned.find(({ code, name }) => code === named || name.toLowerCase() === named)
  return (own ?? wantedLanguage(written)).codes
}
