/** `longtail crawl --dry-run`. */
import { resolve } from 'node:path'
import type { Campaign } from '../campaign/index.js'
import { dryRun, type DryRun, type ExplainedUrl } from '../crawl/dry-run.js'
import { many } from './many.js'
import { INTERRUPTED, showWork } from './work-display.js'

export interface DryRunCommand {
  readonly campaign: Campaign
  readonly campaignPath: string
  readonly seeds: readonly string[]
  readonly out: string
  readonly urls: readonly string[]
  readonly json: boolean | undefined
}

export async function showDryRun({ json, ...command }: DryRunCommand): Promise<void> {
  const display = showWork(process.stderr, 'interrupted')
  try {
    const result = await dryRun({
      ...command,
      signal: display.signal,
      warn: message => display.note(`warning: ${message}`),
      onStep: display.update,
    })
    display.end()
    if (display.signal.aborted) process.exitCode = INTERRUPTED
    else if (!result.asked.some(({ answered }) => answered) && result.seeds > 0) process.exitCode = 1
    if (json === true) console.log(JSON.stringify(result))
    else for (const line of linesOf(result, resolve(command.out))) console.log(line)
  } finally {
    display.end()
  }
}

function linesOf({ pages, queue, first, leftOut, seeds, asked, urls }: DryRun, out: string): string[] {
  const answering = asked.filter(({ answered }) => answered).length
  return [
    pages === null ? `a new crawl in ${out}` : `resumes ${out}: ${many(pages, 'page')} so far, ${queue} in the queue`,
    first.length === 0 ? 'nothing would be fetched' : 'fetched first:',
    ...first.map(
      page => `  ${page.url} (${page.isSeed ? 'seed' : `${many(page.hops, 'link')} from a seed`})${because(page)}`,
    ),
    ...(leftOut.length === 0 ? [] : ['skipped before these:', ...leftOut.slice(0, MOST_SHOWN).map(outLine)]),
    ...(leftOut.length > MOST_SHOWN ? [`  and ${leftOut.length - MOST_SHOWN} more`] : []),
    `seeds: ${answering} of ${asked.length} requested answer${asked.length < seeds ? ` (${seeds} in all; one per host is requested, at most 20)` : ''}`,
    ...asked.map(({ url, answer, robots, answered }) => {
      return `  ${url}: ${answer}${robots === '' || answer.includes(robots) ? '' : `; ${robots}`}${answered || answer.startsWith('not asked') ? '' : ' (a crawl tries again)'}`
    }),
    ...(urls.length === 0
      ? []
      : ['URLs:', ...urls.map(url => (url.reason === null ? `  ${url.url}: fetched${because(url)}` : outLine(url)))]),
    'nothing was written',
  ]
}

const MOST_SHOWN = 20

function because({ rule }: ExplainedUrl): string {
  return rule === '' ? '' : `, allowed by "${rule}"`
}

function outLine({ url, reason, rule }: ExplainedUrl): string {
  return `  ${url}: left out, ${reason}${rule === '' ? '' : ` by "${rule}"`}`
}
