import type { FingerprintKey } from '../../frontier/index.js'
import { hostOf } from '../../page/url/parts.js'
import { getDomain } from '../../page/url/registrable-domain.js'
import { partitionsBy } from '../partition-of.js'

/** The partition of a canonical URL. An address in numbers, or a name that nobody can register, is its own domain. */
export function partitionOfUrl(key: FingerprintKey, partitions: number): (url: string) => number {
  const partitionOf = partitionsBy(key, partitions)
  // links come in runs of one host
  let last = ''
  let lastPartition = 0
  return url => {
    const host = hostOf(url)
    if (host !== last) {
      last = host
      lastPartition = partitionOf(getDomain(host, { allowPrivateDomains: true }) ?? host)
    }
    return lastPartition
  }
}
