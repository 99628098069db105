import { formatBytes } from '../campaign/units.js'
import { exportWacz, splitPlaces, type WaczSummary } from '../export/index.js'
import { runExport, type ExportFlags } from './export-work.js'
import { many } from './many.js'

export interface WaczFlags extends ExportFlags {
  title?: string
  description?: string
  split?: number
  text: boolean
  mainPage?: string
  withUnchanged?: boolean
}

export async function exportToWacz(sources: string[], flags: WaczFlags): Promise<void> {
  const { title, description, split: splitBytes, text, mainPage, withUnchanged } = flags
  const more = { title, description, splitBytes, text, mainPage, withUnchanged }
  const places = splitBytes === undefined ? [flags.out] : splitPlaces(flags.out)
  await runExport(sources, flags, options => exportWacz({ ...options, ...more }), inShort, places)
}

function inShort({ pages, captures, archives, bytes, files }: WaczSummary): string {
  return (
    `${many(pages, 'page')}, ${many(captures, 'capture')} in ${many(archives, 'archive')}, ${formatBytes(bytes)}\n` +
    `${files[files.length - 1]}: open it with ReplayWeb.page (https://replayweb.page)`
  )
}
