import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareCollections, countChanges, drawComparison, listChanges, type Comparison } from '../diff/index.js'
import { writeAtomically } from '../disk/write-atomically.js'
import { SOFTWARE } from '../version.js'
import { checkFree } from './export-work.js'
import { runWork } from './work-display.js'

export interface DiffFlags {
  all?: boolean
  html?: string
  force?: boolean
  most: number
  json?: boolean
}

export async function diff(before: string, after: string, flags: DiffFlags): Promise<void> {
  const { all, html, most } = flags
  if (html !== undefined) checkFree([html], flags.force, '--html')
  await runWork({
    json: flags.json,
    onInterrupt: 'interrupted: nothing is written',
    inShort,
    run: async display => {
      const comparison = await compareCollections({
        before: [before],
        after: [after],
        scratch: mkdtempSync(join(tmpdir(), 'longtail-diff-')),
        ...{ all, most, signal: display.signal },
        onProgress: (stage, done, total) => display.update(`${stage}: ${done} of ${total}`),
        onWarning: message => display.note(`warning: ${message}`),
      })
      if (html !== undefined) writeAtomically(html, drawComparison(comparison, { before, after }, SOFTWARE))
      return { before, after, ...comparison }
    },
  })
}

function inShort(comparison: Comparison): string {
  const lines = listChanges(comparison)
  if (comparison.isCut) lines.push('… more are counted, and not listed: --most lists more')
  return [...lines, countChanges(comparison)].join('\n')
}
