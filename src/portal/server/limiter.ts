/** Token buckets by address: `burst` at once, `perSecond` for as long as one likes. The table is bounded. */
import { forgetOldest } from '../../forget-oldest.js'

export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

const MOST_KEYS = 10_000

export function createLimiter({ perSecond, burst }: Rate, now: () => number = Date.now) {
  const buckets = new Map<string, { left: number; at: number }>()
  const bucketOf = (key: string) => {
    const time = now()
    const bucket = buckets.get(key) ?? { left: burst, at: time }
    bucket.left = Math.min(burst, bucket.left + (Math.max(0, time - bucket.at) / 1000) * perSecond)
    bucket.at = time
    buckets.delete(key)
    buckets.set(key, bucket)
    // the first was not used for longest: it is full again, or nobody waits for it
    forgetOldest(buckets, MOST_KEYS)
    return bucket
  }
  const secondsUntilOne = ({ left }: { left: number }) =>
    left < 1 ? Math.max(1, Math.ceil((1 - left) / perSecond)) : 0
  return {
    /** Takes one. Seconds to wait when there is none left; 0: go on. */
    take(key: string): number {
      const bucket = bucketOf(key)
      const wait = secondsUntilOne(bucket)
      if (wait === 0) bucket.left--
      return wait
    },
    /** The same without taking: whether it is worth while to begin with something whose cost is known at its end. */
    wait: (key: string): number => secondsUntilOne(bucketOf(key)),
    /** Something that has been done already: the next one may have to wait for it. */
    charge(key: string, cost: number): void {
      // not below: a wait of hours would help nobody
      const bucket = bucketOf(key)
      bucket.left = Math.max(-burst, bucket.left - cost)
    },
  }
}

/** How many of one address are at work at the same time. */
export function createCrowd(most: number) {
  const inside = new Map<string, number>()
  return {
    /** Null: there are enough of them. Otherwise to be called when the work is done. */
    enter(key: string): (() => void) | null {
      const count = inside.get(key) ?? 0
      if (count >= most) return null
      inside.set(key, count + 1)
      return () => {
        const left = (inside.get(key) ?? 1) - 1
        if (left > 0) inside.set(key, left)
        else inside.delete(key)
      }
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
