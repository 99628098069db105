/** What the three exports have in common on the command line: sources, flags, progress, Ctrl-C, the last line. */
import type { ExportOptions, ExportProgress, ExportSummary } from '../export/index.js'
import { runWork } from './work-display.js'

export interface ExportFlags {
  out: string
  all?: boolean
  json?: boolean
}

/** `inShort`: the summary for people. */
export async function runExport<Summary extends ExportSummary>(
  sources: readonly string[],
  flags: ExportFlags,
  write: (options: ExportOptions) => Promise<Summary>,
  inShort: (summary: Summary) => string,
): Promise<void> {
  await runWork({
    json: flags.json,
    onInterrupt: 'stopping; what was there before stays, and the same command starts again',
    inShort,
    run: display =>
      write({
        sources,
        out: flags.out,
        all: flags.all,
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
