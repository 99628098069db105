/**
 * Names to addresses, remembered for a while. A crawl meets hundreds of thousands of hosts and asks each of them many
 * times: answers are kept for some minutes, failures for a shorter time, questions under way are shared, and the
 * least recently used name is forgotten when the cache is full.
 *
 * The record's own TTL is not followed: short ones (load balancers use seconds) would mean one question per page, and
 * the private-address check is made on every connection anyway.
 */
import { LookupFailure } from './resolver.js'
import type { Address, Resolve } from './resolver.js'
import { steadyNow } from '../steady-clock.js'

export interface DnsCacheOptions {
  readonly resolve: Resolve
  readonly positiveMs?: number
  readonly negativeMs?: number
  readonly maxEntries?: number
  readonly now?: () => number
}

export interface DnsCache {
  /** At least one address. Rejects with LookupFailure, and with nothing else. */
  lookup(hostname: string): Promise<readonly Address[]>
  /** Nobody answers at this address: others of the name are tried before it. */
  putLast(hostname: string, address: string): void
  readonly size: number
}

interface Entry {
  expiresAt: number
  answer: Promise<readonly Address[]>
}

export function createDnsCache(options: DnsCacheOptions): DnsCache {
  const { resolve, positiveMs = 600_000, negativeMs = 60_000, maxEntries = 50_000, now = steadyNow } = options
  const entries = new Map<string, Entry>()

  function ask(hostname: string): Entry {
    const entry: Entry = {
      expiresAt: Infinity, // while the question is under way
      answer: resolve(hostname).then(
        addresses => {
          entry.expiresAt = now() + (addresses.length > 0 ? positiveMs : negativeMs)
          if (addresses.length === 0) throw new LookupFailure('ENODATA', hostname)
          return addresses
        },
        (error: unknown) => {
          entry.expiresAt = now() + negativeMs
          throw error instanceof LookupFailure ? error : new LookupFailure('EUNKNOWN', hostname, error)
        },
      ),
    }
    return entry
  }

  return {
    lookup(hostname) {
      let entry = entries.get(hostname)
      if (entry !== undefined) entries.delete(hostname) // put back at the end: a Map keeps the order of insertion
      if (entry === undefined || entry.expiresAt <= now()) entry = ask(hostname)
      entries.set(hostname, entry)
      if (entries.size > maxEntries) {
        const oldest = entries.keys().next()
        if (!oldest.done) entries.delete(oldest.value)
      }
      return entry.answer
    },
    putLast(hostname, address) {
      const entry = entries.get(hostname)
      if (entry === undefined) return
      const isDead = (one: Address): boolean => one.address === address
      entry.answer = entry.answer.then(all => [...all.filter(one => !isDead(one)), ...all.filter(isDead)])
    },
    get size() {
      return entries.size
    },
  }
}
