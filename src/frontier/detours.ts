/**
 * How strictly a crawl keeps to the strategy's order. While the hosts of the best links are busy or waiting for their
 * delay, connections are idle. Filling all of them with worse links would be fast and would spoil the harvest (five good
 * hosts at one page every two seconds against fifty idle connections), filling none would leave the crawl to one slow host.
 * So a bounded share of the downloads may go out of order.
 */
export class Detours {
  private taken = 0
  private detours = 0
  private lastAt = -Infinity

  /** `share`: 0 keeps the order strictly, 1 never waits. `tolerance`: levels that do not count as worse. */
  constructor(
    private readonly share: number,
    private readonly tolerance: number,
  ) {}

  /** Whether a page may be taken now, `skipped` levels before better ones. */
  allows(skipped: number, nowMs: number): boolean {
    if (skipped <= this.tolerance) return true
    // a host that hangs must not stop everything else
    if (nowMs - this.lastAt > STANDSTILL_MS && this.share > 0) return true
    return this.detours < this.share * this.taken
  }

  /** Until then `allows` may say no; Infinity when it may go on to. */
  get patientUntil(): number {
    return this.share > 0 ? this.lastAt + STANDSTILL_MS : Infinity
  }

  count(skipped: number, nowMs: number): void {
    this.taken++
    this.lastAt = nowMs
    if (skipped > this.tolerance) this.detours++
  }
}

const STANDSTILL_MS = 5000

/** A learned strategy has a thousand levels: a few of them are no difference. */
export function detourTolerance(levels: number): number {
  return Math.floor(levels / 16)
}
