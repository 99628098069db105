import { getOrMakeUpTo } from '../../get-or-make.js'
import type { FingerprintKey } from '../../frontier/index.js'
import { hostOf } from '../../page/url/parts.js'
import { getDomain } from '../../page/url/registrable-domain.js'
import { partitionsBy } from '../partition-of.js'

/** Hosts whose partition is remembered: it is asked for with every link, and a page has links to few hosts. */
const MOST_HOSTS = 20_000

/** The partition of a canonical URL. An address in numbers, or a name that nobody can register, is its own domain. */
export function partitionOfUrl(key: FingerprintKey, partitions: number): (url: string) => number {
  const partitionOf = partitionsBy(key, partitions)
  const ofHost = (host: string): number => partitionOf(getDomain(host, { allowPrivateDomains: true }) ?? host)
  const known = new Map<string, number>()
  // links come in runs of one host
  let last = ''
  let lastPartition = 0
  return url => {
    const host = hostOf(url)
    if (host !== last) {
      last = host
      lastPartition = getOrMakeUpTo(MOST_HOSTS, known, host, ofHost)
    }
    return lastPartition
  }
}
