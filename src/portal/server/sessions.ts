/**
 * The administrator's sessions and how often a password may be tried. Kept in memory: who was logged in logs in again after a
 * restart. Ids are random and reach nobody but the browser that holds the cookie.
 */
import { forgetOldest } from '../../forget-oldest.js'
import { isRandomId, NO_SESSION_COOKIE, randomId, sessionCookie } from './cookies.js'
import { createLimiter, isLoopback, networkOf } from './limiter.js'

export type Sessions = ReturnType<typeof createSessions>

const IDLE_MS = 12 * 3600_000
const MOST_SESSIONS = 100

// three tries are free, then the wait doubles from 2 s to 15 min; a quiet hour forgives
const FREE_TRIES = 3
const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 15 * 60_000
const FORGIVEN_AFTER_MS = 3600_000
const MOST_ADDRESSES = 5000

/** Of all addresses together: 30 at once, then one every 2 s. From this machine itself a teacher gets in whatever others try. */
const ALL_TRIES = { perSecond: 0.5, burst: 30 }

interface Tries {
  failures: number
  readonly until: number
  readonly last: number
}

export function createSessions(now: () => number = Date.now) {
  const sessions = new Map<string, number>()
  const tries = new Map<string, Tries>()
  const all = createLimiter(ALL_TRIES, now)

  function attempt(from: string): number {
    const address = networkOf(from)
    const time = now()
    const before = tries.get(address)
    const known = before !== undefined && time - before.last < FORGIVEN_AFTER_MS ? before : undefined
    if (known !== undefined && time < known.until) return Math.ceil((known.until - time) / 1000)
    if (!isLoopback(address)) {
      const wait = all.take('')
      if (wait > 0) return wait
    }
    const failures = (known?.failures ?? 0) + 1
    const waitMs =
      failures < FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(20, failures - FREE_TRIES))
    tries.delete(address)
    tries.set(address, { failures, until: time + waitMs, last: time })
    forgetOldest(tries, MOST_ADDRESSES)
    return 0
  }

  return {
    /** Called before a password is verified, and counted. Seconds to wait; 0: it may be verified now. */
    attempt,
    /** After the right password. Returns the Set-Cookie of a new session. */
    open(address: string): string {
      tries.delete(networkOf(address))
      const id = randomId()
      sessions.set(id, now())
      forgetOldest(sessions, MOST_SESSIONS)
      return sessionCookie(id)
    },
    isOpen(id: string): boolean {
      const used = isRandomId(id) ? sessions.get(id) : undefined
      if (used === undefined) return false
      sessions.delete(id)
      if (now() - used > IDLE_MS) return false
      // at the end again: the first is the one that was idle for longest
      sessions.set(id, now())
      return true
    },
    /** Log out: `id` is the value of SESSION_COOKIE. Returns the Set-Cookie that makes the browser forget. */
    close(id: string): string {
      sessions.delete(id)
      return NO_SESSION_COOKIE
    },
    /** After a change of the password: everybody logs in again. */
    closeAll: () => sessions.clear(),
  }
}
