/**
 * Milliseconds since 1970, as `Date.now()` says them when the process starts, and from then on by a clock that nobody sets. Whatever
 * waits, or measures how long something took, goes by it: a clock that is set back by a day must not keep a crawl waiting for a day,
 * and one that is set forward must not end all pauses at once. What people read (the log, archives) has the time of the day.
 */
export function steadyNow(): number {
  return Math.floor(performance.timeOrigin + performance.now())
}
