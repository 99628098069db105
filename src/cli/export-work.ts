/** What the three exports have in common on the command line: sources, flags, progress, Ctrl-C, the last line. */
import { readdirSync, statSync } from 'node:fs'
import { LongtailError } from '../errors.js'
import type { ExportOptions, ExportProgress, ExportSummary } from '../export/index.js'
import { runWork } from './work-display.js'

export interface ExportFlags {
  out: string
  all?: boolean
  since?: string
  round?: number
  force?: boolean
  json?: boolean
}

/** Throws E_USAGE where something is in the place, unless it may be overwritten. An empty directory is nothing. */
export function checkFree(places: readonly string[], force: boolean | undefined, flag = '--out'): void {
  const taken = force === true ? undefined : places.find(isTaken)
  if (taken !== undefined)
    throw new LongtailError('E_USAGE', `${taken} exists: choose another ${flag}, or overwrite it with --force`)
}

function isTaken(path: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false })
  return there !== undefined && !(there.isDirectory() && readdirSync(path).length === 0)
}

/** `inShort`: the summary for people. `places`: what would be replaced. */
export async function runExport<Summary extends ExportSummary>(
  sources: readonly string[],
  flags: ExportFlags,
  write: (options: ExportOptions) => Promise<Summary>,
  inShort: (summary: Summary) => string,
  places: readonly string[] = [flags.out],
): Promise<void> {
  checkFree(places, flags.force)
  await runWork({
    json: flags.json,
    onInterrupt: 'interrupted: nothing was written; an earlier export is unchanged',
    inShort,
    run: display =>
      write({
        sources,
        out: flags.out,
        all: flags.all,
        since: flags.since,
        round: flags.round,
        signal: display.signal,
        onProgress: progress => display.update(inOneLine(progress)),
        onWarning: message => display.note(`warning: ${message}`),
      }),
  })
}

function inOneLine({ stage, done, total }: ExportProgress): string {
  return total === 0
    ? `${stage}: ${done.toLocaleString('en')}`
    : `${stage}: ${Math.min(100, Math.floor((done / total) * 100))} % of ${total.toLocaleString('en')}`
}
