/** Wakes somebody up at the earliest of the times that were asked for. */
export class Alarm {
  private timer: NodeJS.Timeout | null = null
  private at = Infinity

  constructor(private readonly ring: () => void) {}

  get isSet(): boolean {
    return this.at < Infinity
  }

  set(atMs: number, nowMs: number): void {
    if (atMs >= this.at && this.at > nowMs) return
    this.clear()
    this.at = atMs
    this.timer = setTimeout(
      () => {
        this.at = Infinity
        this.ring()
      },
      Math.max(0, Math.ceil(atMs - nowMs)),
    )
  }

  clear(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    this.at = Infinity
  }
}
