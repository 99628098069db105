/** Hosts and what the strategy says about them, for hosts.tsv (collection/host-report.ts). */
import { hostReportText, type HostLine, type HostList } from '../collection/host-report.js'
import type { HostId } from '../contracts.js'
import type { Wait } from '../web/index.js'
import type { CrawlState } from './crawl-state.js'

const MOST_LARGEST = 1000
const MOST_WAITING = 1000

/** `waiting`: hosts that are not asked for some time, the longest wait first. */
export function hostReport(state: CrawlState, waiting: readonly Wait[]): string {
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
    ...waiting.slice(0, MOST_WAITING).flatMap(({ host, untilMs, reason }) => {
      const id = groups.findHost(host)
      return id === -1
        ? []
        : [{ ...line('waiting', id), reason: `until ${new Date(untilMs).toISOString()}: ${reason}` }]
    }),
  ])
}
