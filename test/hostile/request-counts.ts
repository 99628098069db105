/** Servers write down when they were asked; afterwards it shows whether they were asked too fast. */

/** A server that is busy sees requests later than they came: this much is forgiven. */
const STALL_MS = 1_000

export class RequestCounts {
  private readonly times = new Map<string, number[]>()

  add(server: string): void {
    const times = this.times.get(server)
    if (times === undefined) this.times.set(server, [performance.now()])
    else times.push(performance.now())
  }

  get servers(): number {
    return this.times.size
  }

  of(server: string): number {
    return this.times.get(server)?.length ?? 0
  }

  /** Servers that got more requests in some stretch of time than the interval between them allows. */
  tooFast(intervalMs: number): string[] {
    const found: string[] = []
    for (const [server, times] of this.times)
      for (let first = 0; first < times.length; first++) {
        const last = times.findIndex((at, i) => i > first && at - times[first] < (i - first) * intervalMs - STALL_MS)
        if (last === -1) continue
        found.push(`${server}: ${last - first + 1} requests in ${Math.round(times[last] - times[first])} ms`)
        break
      }
    return found
  }
}
