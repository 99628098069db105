import { InvalidArgumentError, Option, type Command } from 'commander'
import { formatBytes } from '../campaign/index.js'
import { exportCorpus, type Compression, type CorpusForm, type CorpusSummary, type Dedupe } from '../export/index.js'
import { identifiedAs, resolveLanguage } from '../judge/codes.js'
import { addExport, runExport, type ExportFlags } from './export-work.js'
import { many } from './many.js'
import { repeated, wholeNumber } from './options.js'

interface Flags extends ExportFlags {
  format?: CorpusForm[]
  wet?: boolean
  compress?: Compression
  language?: string[]
  minShare?: number
  minChars?: number
  dedupe: Dedupe
  keepShort?: boolean
  skipReserved?: boolean
}

export function addExportCorpus(parent: Command): void {
  addExport(
    parent,
    'corpus',
    'clean text, one object per page, for language models and linguists: JSONL, Parquet, WET, with a datasheet',
    'a directory, or a file that ends in .jsonl.zst, .jsonl.gz, .jsonl, .parquet or .warc.wet.gz',
  )
    .option('--format <forms>', 'jsonl, parquet, wet, or several with commas (default: jsonl,parquet)', formsIn)
    .option('--wet', 'WET besides the other forms')
    .addOption(new Option('--compress <how>', 'of JSONL (default: zstd)').choices(['zstd', 'gzip', 'none']))
    .option('--language <code>', 'only pages in this language; may be given several times', repeated)
    .option('--min-share <share>', 'only pages with at least this share of their text in their language, 0…1', shareIn)
    .option('--min-chars <n>', 'only pages with at least this many characters of text', wholeNumber)
    .addOption(
      new Option('--dedupe <how>', 'leave out repeated pages and paragraphs: exact, or near for nearly equal ones, too')
        .choices(['none', 'exact', 'near'])
        .default('none'),
    )
    .option('--keep-short', 'short paragraphs (headings, dates, refrains) stay, however often they are repeated')
    .option('--skip-reserved', 'leave out pages that ask not to be used for this: noai, tdm-reservation')
    .action((sources: string[], flags: Flags) =>
      runExport(
        sources,
        flags,
        options =>
          exportCorpus({
            ...options,
            forms: formsOf(flags),
            compress: flags.compress,
            languages: flags.language?.flatMap(codesOf),
            minShare: flags.minShare,
            minChars: flags.minChars,
            dedupe: flags.dedupe,
            keepShort: flags.keepShort,
            skipReserved: flags.skipReserved,
          }),
        inShort,
      ),
    )
}

const FORMS: readonly CorpusForm[] = ['jsonl', 'parquet', 'wet']

function formsIn(written: string): CorpusForm[] {
  return written.split(',').map(part => {
    const form = FORMS.find(one => one === part.trim().toLowerCase())
    if (form === undefined) throw new InvalidArgumentError('jsonl, parquet or wet is wanted.')
    return form
  })
}

function formsOf({ format, wet }: Flags): CorpusForm[] | undefined {
  return wet === true ? [...(format ?? (['jsonl', 'parquet'] as const)), 'wet'] : format
}

function shareIn(written: string): number {
  const share = Number(written)
  if (!/^\d*\.?\d+$/.test(written) || share > 1) throw new InvalidArgumentError('a number from 0 to 1 is wanted.')
  return share
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

/** As pages are labelled; `und` for those whose language is not known. */
function codesOf(written: string): readonly string[] {
  return written === 'und' ? ['und'] : identifiedAs(resolveLanguage(written).code)
}
