/** Hosts and what the strategy says about them: `hosts.tsv`, written by the crawl every minute and when it stops. */
import { readFileSync, statSync } from 'node:fs'
import { LongtailError } from '../errors.js'
import { logDirectories, type CrawlDirectory } from './crawl-directory.js'

/** Why a host is listed: for its size, because the crawl gave it up not long ago, since it is not asked for some time, or for a trap or twins. */
export const HOST_LISTS = ['largest', 'given-up', 'waiting', 'trap'] as const
export type HostList = (typeof HOST_LISTS)[number]

export interface HostLine {
  readonly list: HostList
  readonly host: string
  readonly pages: number
  readonly relevant: number
  /** URLs seen that were neither fetched nor refused, queued or not. */
  readonly unfetched: number
  /** The strategy's sentence, '' when it has none; of a host that waits, until when and why. */
  readonly reason: string
}

const COLUMNS = 'list\thost\tpages\trelevant\tunfetched\treason'
const MAX_REASON = 500
const MAX_BYTES = 16 * 1024 * 1024

/** The text of hosts.tsv. */
export function hostReportText(lines: readonly HostLine[]): string {
  const rows = lines.map(({ list, host, pages, relevant, unfetched, reason }) =>
    [list, host, pages, relevant, unfetched, reason.slice(0, MAX_REASON).replace(/\s+/g, ' ')].join('\t'),
  )
  return `${[COLUMNS, ...rows].join('\n')}\n`
}

/** In the order of the file: largest first, then those given up, the last one first, then traps. Empty when nothing was written yet. */
export function readHostReport(directory: CrawlDirectory): HostLine[] {
  const parts = logDirectories(directory)
  if (parts.length === 1) return readLines(parts[0])
  const lines = parts.flatMap(readLines)
  const most = [...lines].sort((a, b) => b.pages - a.pages)
  return HOST_LISTS.flatMap(list => most.filter(line => line.list === list))
}

function readLines({ hosts }: CrawlDirectory): HostLine[] {
  let text: string
  try {
    if (statSync(hosts).size > MAX_BYTES) throw damaged(hosts)
    text = readFileSync(hosts, 'utf8')
  } catch (error) {
    if (error instanceof LongtailError) throw error
    return []
  }
  const [head, ...rows] = text.split('\n')
  if (head !== COLUMNS) throw damaged(hosts)
  return rows
    .filter(row => row !== '')
    .map(row => {
      const [name, host, pages, relevant, unfetched, reason] = row.split('\t')
      const list = HOST_LISTS.find(one => one === name)
      const counts = [pages, relevant, unfetched].map(Number)
      if (list === undefined || reason === undefined || !counts.every(Number.isSafeInteger)) throw damaged(hosts)
      return { list, host, pages: counts[0], relevant: counts[1], unfetched: counts[2], reason }
    })
}

function damaged(path: string): LongtailError {
  return new LongtailError('E_CRAWL_DIR', `${path} was not written by a crawl; remove it: the next run writes it again`)
}
