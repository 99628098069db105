import type { Command } from 'commander'
import { formatBytes } from '../campaign/index.js'
import { exportZim, type ZimSummary } from '../export/index.js'
import { addExport, runExport, type ExportFlags } from './export-work.js'
import { many } from './many.js'

interface ZimFlags extends ExportFlags {
  name?: string
  title?: string
  description?: string
  creator?: string
  publisher?: string
  language?: string
  tags?: string
  illustration?: string
  date?: string
  interface?: string
  lessons?: boolean
  lessonFile?: string[]
}

export function addExportZim(parent: Command): void {
  addExport(
    parent,
    'zim',
    'one file for Kiwix, on telephones and hotspots: pages, topics, lessons, search',
    'the ZIM file',
  )
    .option('--title <text>', 'its name, at most 30 characters (default: that of the portal or crawl)')
    .option('--description <text>', 'one line, at most 80 characters')
    .option('--name <id>', 'identifier over all versions, such as longtail_biology_eng')
    .option('--creator <text>', 'who made the pages (default: the largest sites)')
    .option('--publisher <text>', 'who publishes this file (default: Longtail)')
    .option('--language <codes>', 'ISO 639-3, most important first: tha,eng (default: as found in the pages)')
    .option('--tags <list>', 'separated by semicolons')
    .option('--illustration <file>', 'a PNG of 48 by 48 pixels')
    .option('--date <day>', 'YYYY-MM-DD (default: today); with it, the same sources give the same file')
    .option('--interface <language>', 'of menus and notes: en, th, sw or hi (default: as most of the pages)')
    .option('--lessons', 'take the lessons along that the portal publishes')
    .option('--lesson-file <file...>', 'take lessons along that were saved as files')
    .action(async (sources: string[], { lessonFile, ...flags }: ZimFlags) => {
      await runExport(sources, flags, options => exportZim({ ...flags, ...options, lessonFiles: lessonFile }), inShort)
    })
}

function inShort({ files, bytes, pages, entries, redirects, lessons, seconds }: ZimSummary): string {
  const taught = lessons === 0 ? '' : `, ${many(lessons, 'lesson')}`
  return (
    `${files[0]}: ${formatBytes(bytes)}, ${many(pages, 'page')}${taught}, ${entries.toLocaleString('en')} entries, ${many(redirects, 'redirect')}, ${seconds.toFixed(1)} s\n` +
    `see it: open it in Kiwix, or run "kiwix-serve ${files[0]}"`
  )
}
