/**
 * Which partition of a crawl a page belongs to: by a keyed hash of the registrable domain, so that a domain's servers stay together
 * and nobody can publish names that all fall into one partition. Key and number of partitions belong to the crawl, for good.
 */
import { createFingerprint, type FingerprintKey } from '../frontier/index.js'

/** By the name of the registrable domain (`a.co.th`), or of the host where it has none. */
export function partitionsBy(key: FingerprintKey, partitions: number): (domain: string) => number {
  const fingerprint = createFingerprint(key)
  return domain => {
    if (partitions === 1) return 0
    fingerprint.of(domain)
    return fingerprint.low % partitions
  }
}
