/** Token buckets by address: `burst` at once, `perSecond` for as long as one likes. The table is bounded. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

export interface Limiter {
  /** Takes one. Seconds to wait when there is none left; 0: go on. */
  take(key: string): number
}

const MOST_KEYS = 10_000

export function createLimiter({ perSecond, burst }: Rate, now: () => number = Date.now): Limiter {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    take(key) {
      const time = now()
      const bucket = buckets.get(key) ?? { left: burst, at: time }
      bucket.left = Math.min(burst, bucket.left + (Math.max(0, time - bucket.at) / 1000) * perSecond)
      bucket.at = time
      buckets.delete(key)
      buckets.set(key, bucket)
      if (buckets.size > MOST_KEYS) {
        // the first was not used for longest: it is full again, or nobody waits for it
        for (const first of buckets.keys()) {
          buckets.delete(first)
          break
        }
      }
      if (bucket.left < 1) return Math.max(1, Math.ceil((1 - bucket.left) / perSecond))
      bucket.left--
      return 0
    },
  }
}

export function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address)
}

/** Whom an address belongs to, for limits: with IPv6 everybody has 2^64 addresses, so that their network counts. */
export function networkOf(address: string): string {
  if (!address.includes(':') || isLoopback(address)) return address
  const [before, after] = address.replace(/%.*$/, '').split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after === undefined || after === '' ? [] : after.split(':')
  const groups = [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail]
  return `${groups.slice(0, 4).join(':')}::/64`
}
