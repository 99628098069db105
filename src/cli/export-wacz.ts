import { InvalidArgumentError, type Command } from 'commander'
import { formatBytes, parseBytes } from '../campaign/index.js'
import { exportWacz, type WaczSummary } from '../export/index.js'
import { addExport, runExport, type ExportFlags } from './export-work.js'
import { many } from './many.js'

interface WaczFlags extends ExportFlags {
  title?: string
  description?: string
  split?: number
  text: boolean
  mainPage?: string
}

export function addExportWacz(parent: Command): void {
  addExport(parent, 'wacz', 'the archives with an index and a list of pages, for ReplayWeb.page and pywb', 'WACZ file')
    .option('--title <text>', 'name of the collection (default: that of the crawl)')
    .option('--description <text>', 'what it holds, in Markdown')
    .option('--split <size>', 'several files of at most this size (4GB) and a list of them (.json)', byteSize)
    .option('--no-text', 'leave the text of the pages out of the list: smaller, but titles alone can be searched')
    .option('--main-page <url>', 'the page to begin with (default: the first seed)')
    .action(async (sources: string[], flags: WaczFlags) => {
      const { title, description, split: splitBytes, text, mainPage } = flags
      const more = { title, description, splitBytes, text, mainPage }
      await runExport(sources, flags, options => exportWacz({ ...options, ...more }), inShort)
    })
}

function byteSize(value: string): number {
  const bytes = parseBytes(value)
  if (bytes === null || bytes < 1) throw new InvalidArgumentError('a size such as 700MB or 4GB is wanted.')
  return bytes
}

function inShort({ pages, captures, archives, bytes, files }: WaczSummary): string {
  return (
    `${many(pages, 'page')}, ${many(captures, 'capture')} in ${many(archives, 'archive')}, ${formatBytes(bytes)}\n` +
    `${files[files.length - 1]}: open it with ReplayWeb.page (https://replayweb.page)`
  )
}
