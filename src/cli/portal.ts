import { buildPortal, type BuildProgress, type BuildSummary } from '../portal/build/index.js'
import { many } from './many.js'
import { runWork } from './work-display.js'

export interface BuildFlags {
  out: string
  title?: string
  all?: boolean
  copy?: boolean
  json?: boolean
}

export async function build(sources: string[], flags: BuildFlags): Promise<void> {
  await runWork({
    json: flags.json,
    onInterrupt: 'interrupted: the portal is not finished; run the same command to resume',
    inShort,
    run: display =>
      buildPortal({
        ...flags,
        sources,
        signal: display.signal,
        onProgress: progress => display.update(inOneLine(progress)),
        onWarning: message => display.note(`warning: ${message}`),
      }),
  })
}

const STAGES: Readonly<Record<BuildProgress['stage'], string>> = {
  reading: 'reading archives',
  extracting: 'reading pages',
  linking: 'following links',
  indexing: 'indexing words',
  finishing: 'finishing',
}

function inOneLine({ stage, done, total, name }: BuildProgress): string {
  const of = total === 0 ? '' : ` ${Math.min(100, Math.floor((done / total) * 100))} %`
  return `${STAGES[stage]}${name === '' ? '' : ` (${name})`}:${of}`
}

function inShort(summary: BuildSummary): string {
  const { pages, sites, topics, captures, added, changed, removed, unchanged, failed, directory } = summary
  const unread = failed === 0 ? '' : `, ${failed} could not be read`
  return (
    `${many(pages, 'page')} of ${many(sites, 'site')}${topics === 0 ? '' : ` in ${many(topics, 'topic')}`}, ${captures} archived addresses\n` +
    `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged${unread}\n` +
    `to open it: longtail portal serve ${directory}`
  )
}
