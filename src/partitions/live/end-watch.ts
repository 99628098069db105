/**
 * When a crawl of many workers is over: all partitions are held and idle, and everything that was sent has come. Reports are of different
 * moments, so one look is not enough: it must be the same after every worker has reported twice more, without a line in any log since.
 */
import type { PartReport, WorkerReport } from '../engine.js'

export class EndWatch {
  private seen: { readonly state: string; readonly numbers: ReadonlyMap<string, number> } | null = null

  constructor(private readonly partitions: number) {}

  isReached(workers: readonly WorkerReport[]): boolean {
    const parts = workers.flatMap(worker => worker.parts)
    if (!isQuiet(parts, this.partitions) || !haveCome(workers)) {
      this.seen = null
      return false
    }
    const state = parts
      .map(({ partition, epoch, line }) => `${partition}:${epoch}:${line}`)
      .sort()
      .join(' ')
    if (this.seen?.state !== state) {
      this.seen = { state, numbers: new Map(workers.map(({ worker, number }) => [worker, number])) }
      return false
    }
    const { numbers } = this.seen
    return workers.every(({ worker, number }) => number >= (numbers.get(worker) ?? Infinity) + 2)
  }
}

function isQuiet(parts: readonly PartReport[], partitions: number): boolean {
  return new Set(parts.map(({ partition }) => partition)).size === partitions && parts.every(({ isIdle }) => isIdle)
}

/** Whether everything that was sent has come. */
function haveCome(workers: readonly WorkerReport[]): boolean {
  const parts = workers.flatMap(({ lines }) => lines())
  const received = new Map<string, number>()
  for (const { partition, received: lines } of parts)
    for (const [from, , line] of lines) received.set(`${from}>${partition}`, line)
  return parts.every(({ partition, sent }) =>
    sent.every(([to, line]) => (received.get(`${partition}>${to}`) ?? 0) >= line),
  )
}
