import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareCollections, countChanges, drawComparison, listChanges, type Comparison } from '../diff/index.js'
import { atRound } from '../collection/source-at-round.js'
import { roundStarts } from '../collection/round-starts.js'
import { writeAtomically } from '../disk/write-atomically.js'
import { LongtailError } from '../errors.js'
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

/** `later`: left out for the last two rounds of one crawl. */
export async function diff(first: string, later: string | undefined, flags: DiffFlags): Promise<void> {
  const { all, html, most } = flags
  const [before, after] = later === undefined ? await lastTwoRounds(first) : [first, later]
  if (html !== undefined) checkFree([html], flags.force, '--html')
  await runWork({
    json: flags.json,
    onInterrupt: 'interrupted: nothing was written',
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

async function lastTwoRounds(path: string): Promise<readonly [before: string, after: string]> {
  const rounds = (await roundStarts(path)).length
  if (rounds > 1) return [atRound(path, rounds - 1), atRound(path, rounds)]
  throw new LongtailError(
    'E_USAGE',
    `${path} has fewer than two rounds to compare: give a second crawl, archive or portal`,
  )
}

function inShort(comparison: Comparison): string {
  const lines = listChanges(comparison)
  if (comparison.isCut) lines.push('… and more, counted but not listed: --most lists more')
  return [...lines, countChanges(comparison)].join('\n')
}
