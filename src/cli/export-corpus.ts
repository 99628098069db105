import { formatBytes } from '../campaign/units.js'
import { exportCorpus, type Compression, type CorpusForm, type CorpusSummary, type Dedupe } from '../export/index.js'
import { identifiedAs, resolveLanguage } from '../judge/codes.js'
import { runExport, type ExportFlags } from './export-work.js'
import { many } from './many.js'

export interface CorpusFlags extends ExportFlags {
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

export async function exportToCorpus(sources: string[], flags: CorpusFlags): Promise<void> {
  return runExport(
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
  )
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

/** As pages are labelled; `und` for those whose language is not known. */
function codesOf(written: string): readonly string[] {
  return written === 'und' ? ['und'] : identifiedAs(resolveLanguage(written).code)
}
