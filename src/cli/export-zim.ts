import { formatBytes } from '../campaign/units.js'
import { exportZim, type ZimSummary } from '../export/index.js'
import { runExport, type ExportFlags } from './export-work.js'
import { many } from './many.js'

export interface ZimFlags extends ExportFlags {
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

export async function exportToZim(sources: string[], { lessonFile, ...flags }: ZimFlags): Promise<void> {
  await runExport(sources, flags, options => exportZim({ ...flags, ...options, lessonFiles: lessonFile }), inShort)
}

function inShort({ files, bytes, pages, entries, redirects, lessons, seconds }: ZimSummary): string {
  const taught = lessons === 0 ? '' : `, ${many(lessons, 'lesson')}`
  return (
    `${files[0]}: ${formatBytes(bytes)}, ${many(pages, 'page')}${taught}, ${entries.toLocaleString('en')} entries, ${many(redirects, 'redirect')}, ${seconds.toFixed(1)} s\n` +
    `open it in Kiwix, or run "kiwix-serve ${files[0]}"`
  )
}
