/** Pages of a round's plan that still wait, by host, each host's best first, and which host may be asked next. Of one run. */
import type { HostId } from '../contracts.js'
import { IndexedHeap } from '../frontier/indexed-heap.js'
import type { PlannedPage } from './plan-file.js'

interface HostLine {
  readonly pages: PlannedPage[]
  head: number
}

export class RevisitQueue {
  private readonly lines = new Map<HostId, HostLine>()
  /** Hosts by the time from which it is worth a try; of equals the one with the better page. */
  private readonly hosts = new IndexedHeap()
  private turn = 0
  waiting = 0

  /** `pages`: best first. */
  constructor(pages: readonly PlannedPage[], hostOf: (page: PlannedPage) => HostId) {
    for (const page of pages) this.add(page, hostOf(page), 0)
  }

  /** When it is worth the while to look; Infinity when nothing waits. */
  nextAt(): number {
    return this.hosts.bestKey
  }

  /** -1 when none is worth a try now. `defer` or `take` moves it on. */
  bestHost(nowMs: number): HostId {
    return this.hosts.bestKey <= nowMs ? this.hosts.best : -1
  }

  defer(host: HostId, untilMs: number): void {
    if (this.lines.has(host)) this.hosts.set(host, untilMs, this.turn++)
  }

  take(host: HostId): PlannedPage | null {
    const line = this.lines.get(host)
    if (line === undefined) return null
    const page = line.pages[line.head++]
    this.waiting--
    if (line.head === line.pages.length) this.forget(host)
    return page
  }

  /** To be tried once more, not before then. */
  putBack(page: PlannedPage, host: HostId, notBeforeMs: number): void {
    this.add(page, host, notBeforeMs)
    this.defer(host, notBeforeMs)
  }

  /** All that waits for a host, which is not asked any more. */
  takeAll(host: HostId): PlannedPage[] {
    const line = this.lines.get(host)
    if (line === undefined) return []
    const left = line.pages.slice(line.head)
    this.waiting -= left.length
    this.forget(host)
    return left
  }

  private forget(host: HostId): void {
    this.lines.delete(host)
    this.hosts.remove(host)
  }

  private add(page: PlannedPage, host: HostId, atMs: number): void {
    this.waiting++
    const line = this.lines.get(host)
    if (line !== undefined) line.pages.push(page)
    else {
      this.lines.set(host, { pages: [page], head: 0 })
      this.hosts.set(host, atMs, this.turn++)
    }
  }
}
