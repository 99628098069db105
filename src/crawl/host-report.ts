/** Hosts and what the strategy says about them, for hosts.tsv (collection/host-report.ts). */
import { hostReportText, type HostLine, type HostList } from '../collection/host-report.js'
import type { HostId } from '../contracts.js'
import { trapSite, trapText } from '../traps/index.js'
import type { Wait } from '../web/index.js'
import type { CrawlMemory } from './crawl-memory.js'

const MOST_LARGEST = 1000
const MOST_WAITING = 1000
const MOST_TRAPS = 1000

/** `waiting`: hosts that are not asked for some time, the longest wait first. */
export function hostReport({ state, traps }: Pick<CrawlMemory, 'state' | 'traps'>, waiting: readonly Wait[]): string {
  const { hosts, groups, strategy } = state
  const line = (list: HostList, host: HostId): HostLine => ({
    list,
    host: groups.hostName(host),
    pages: hosts.fetched(host),
    relevant: hosts.relevant(host),
    unfetched: hosts.unfetched(host),
    reason: strategy.explain?.(host) ?? '',
  })
  const ofTraps = [...traps.traps.all()]
    .sort((a, b) => b.held.length - a.held.length)
    .slice(0, MOST_TRAPS)
    .map((trap): HostLine => {
      const site = trapSite(trap)
      const known = [site, `www.${site}`].map(name => groups.hostNamed(name)).filter(host => host !== -1)
      const sum = (count: (host: HostId) => number): number => known.reduce((total, host) => total + count(host), 0)
      return {
        list: 'trap',
        host: site,
        pages: sum(host => hosts.fetched(host)),
        relevant: sum(host => hosts.relevant(host)),
        unfetched: sum(host => hosts.unfetched(host)),
        reason: trapText(trap),
      }
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
    ...ofTraps,
  ])
}
