/** Hosts and what the strategy says about them, for hosts.tsv (collection/host-report.ts). */
import { hostReportText, type HostLine, type HostList } from '../collection/host-report.js'
import type { HostId } from '../contracts.js'
import type { CrawlState } from './crawl-state.js'

const MOST_LARGEST = 1000

export function hostReport(state: CrawlState): string {
  const { hosts, groups, strategy } = state
  const line = (list: HostList, host: HostId): HostLine => ({
    list,
    host: groups.hostName(host),
    pages: hosts.fetched(host),
    relevant: hosts.relevant(host),
    unfetched: hosts.unfetched(host),
    reason: strategy.explain?.(host) ?? '',
  })
  return hostReportText([
    ...hosts.largest(MOST_LARGEST).map(host => line('largest', host)),
    // a strategy that explains itself has the last word: a server that only lost its floor may still be probed
    ...state
      .lastGivenUp()
      .map(host => line('given-up', host))
      .filter(({ reason }) => !reason.startsWith('undecided')),
  ])
}
