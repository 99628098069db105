/** The wall clock as a bad one shows it: wrong from the start, and set forwards and backwards while the program runs. */

export interface ClockJump {
  /** Since `letClockJump` was called. */
  readonly afterMs: number
  readonly byMs: number
}

/** For the rest of the process. Timers go on as they are: they follow a clock that nobody sets. */
export function letClockJump(jumps: readonly ClockJump[]): void {
  const trueNow = Date.now
  const started = performance.now()
  const now = (): number => {
    const passedMs = performance.now() - started
    let at = trueNow()
    for (const { afterMs, byMs } of jumps) if (passedMs >= afterMs) at += byMs
    return Math.round(at)
  }
  Date.now = now
  globalThis.Date = new Proxy(Date, {
    construct: (target, given: unknown[], newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date,
  })
}
