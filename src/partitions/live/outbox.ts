/**
 * Links of one partition on their way to others. They wait until the line that speaks of their page is safe on the disk, and leave in
 * batches. What a receiver has is what it says it has: when that is less than what was sent, and nothing is on its way any more, the rest
 * is sent again from the log (resend.ts). So an engine that loses everything loses no link.
 */
import type { LinksEntry } from '../../collection/log/entry.js'
import type { Parcel } from '../../crawl/parcel.js'
import type { Engine, LinkBatch } from '../engine.js'

/** Larger ones save no more (SCALE: one link per message costs six times as much as a hundred). */
const LINKS_PER_BATCH = 100
/** More than this waits for the engine: then no more pages are asked for. */
const MOST_WAITING_LINKS = 20_000

/** How often a receiver has reported, and how often it has looked for what came. */
export interface ReceiverGlance {
  readonly report: number
  readonly round: number
}

/** What a receiver has of the sender's log: up to which line that counts, and up to which line everything counts that it ever got. */
export interface Receipt {
  readonly line: number
  readonly base: number
}

interface Route {
  readonly waiting: LinksEntry[]
  /** See LinkBatch. */
  base: number
  /** What the receiver has. */
  received: number
  /** The last line that was sent; -1 while nobody has said what the receiver has. */
  sent: number
  /** A line that was sent and has not come, and what the receiver had done when that was noticed. */
  watch: { readonly line: number; readonly report: number; round: number } | null
  isResending: boolean
}

export class Outbox {
  /** Links that wait. */
  links = 0
  /** Batches that a full stream kept from leaving, so far. */
  held = 0
  /** Links that have left, and the batches that they left in. */
  sentLinks = 0
  sentBatches = 0
  private readonly routes = new Map<number, Route>()
  private sending: Promise<void> | null = null

  constructor(
    private readonly engine: Pick<Engine, 'send'>,
    private readonly from: { readonly partition: number; readonly epoch: number; readonly base: number },
  ) {}

  get isEmpty(): boolean {
    return this.links === 0 && this.sending === null && ![...this.routes.values()].some(route => route.isResending)
  }

  get isFull(): boolean {
    return this.links > MOST_WAITING_LINKS
  }

  /** The first line whose links wait; Infinity when none do. */
  get firstLine(): number {
    let first = Infinity
    for (const { waiting } of this.routes.values()) if (waiting.length > 0) first = Math.min(first, waiting[0].line)
    return first
  }

  post({ to, entry }: Parcel): void {
    this.route(to).waiting.push(entry)
    this.links += linksIn(entry)
  }

  /** Sends what is safe, one batch after the other. */
  send(syncedLine: number): Promise<void> {
    this.sending ??= this.sendAll(syncedLine).finally(() => {
      this.sending = null
    })
    return this.sending
  }

  /** To all receivers at once: what leaves in one moment travels together. */
  private async sendAll(syncedLine: number): Promise<void> {
    await Promise.all([...this.routes].map(([to, route]) => this.sendTo(to, route, syncedLine)))
  }

  private async sendTo(to: number, route: Route, syncedLine: number): Promise<void> {
    while (route.sent !== -1 && !route.isResending && route.waiting.length > 0 && route.waiting[0].line <= syncedLine) {
      const entries = firstBatch(route.waiting, syncedLine)
      const { partition, epoch } = this.from
      const batch: LinkBatch = { from: partition, epoch, base: route.base, after: route.sent, entries }
      if (!(await this.engine.send(to, batch))) {
        this.held++
        return
      }
      // meanwhile it may have turned out that the receiver has less, and what waits is read anew
      if (route.isResending || route.waiting[0] !== entries[0]) continue
      route.waiting.splice(0, entries.length)
      route.sent = Math.max(route.sent, entries[entries.length - 1].line)
      const count = entries.reduce((sum, entry) => sum + linksIn(entry), 0)
      this.links -= count
      this.sentLinks += count
      this.sentBatches++
    }
  }

  /**
   * What a receiver has. `due`: the last line before this epoch with something for it. True: the log is to be sent again from there;
   * otherwise nothing is missing, or it may still be on its way.
   */
  isMissing(to: number, { line: received, base }: Receipt, due: number, { report, round }: ReceiverGlance): boolean {
    const route = this.route(to)
    route.base = base
    route.received = received
    if (route.isResending) return false
    if (route.sent === -1) {
      route.sent = received
      // nobody else will send what was left before this epoch
      return received < due
    }
    const { watch } = route
    if (received >= route.sent) route.watch = null
    else if (watch === null || received >= watch.line || round < watch.round)
      route.watch = { line: route.sent, report, round: -1 }
    // what it reported first may have been older than what was sent
    else if (watch.round === -1) watch.round = report >= watch.report + 2 ? round : -1
    else return round >= watch.round + 2
    return false
  }

  /** Whether a receiver has said that it has everything up to this line. */
  hasArrived(to: number, line: number): boolean {
    return this.route(to).received >= line
  }

  /** The log is read again behind the line `after`: nothing else is sent meanwhile, and what waits from there is replaced. */
  async resend(to: number, after: number, read: () => Promise<readonly LinksEntry[]>): Promise<void> {
    const route = this.route(to)
    route.isResending = true
    try {
      const entries = await read()
      const last = entries.at(-1)?.line ?? after
      const rest = route.waiting.filter(({ line }) => line > last)
      this.links -= route.waiting.reduce((sum, entry) => sum + linksIn(entry), 0)
      route.waiting.splice(0, Infinity, ...entries, ...rest)
      this.links += route.waiting.reduce((sum, entry) => sum + linksIn(entry), 0)
      route.sent = after
      route.watch = null
    } finally {
      route.isResending = false
    }
  }

  private route(to: number): Route {
    const known = this.routes.get(to)
    if (known !== undefined) return known
    const { base } = this.from
    const route: Route = { waiting: [], base, received: 0, sent: -1, watch: null, isResending: false }
    this.routes.set(to, route)
    return route
  }
}

function linksIn({ links, leads, sitemaps }: LinksEntry): number {
  return links.length + (leads?.length ?? 0) + (sitemaps?.length ?? 0)
}

/** Whole pages: a receiver knows by the line of a page whether it has its links. */
function firstBatch(waiting: readonly LinksEntry[], syncedLine: number): LinksEntry[] {
  const batch: LinksEntry[] = []
  let links = 0
  for (const entry of waiting) {
    if (entry.line > syncedLine || links >= LINKS_PER_BATCH) break
    batch.push(entry)
    links += linksIn(entry)
  }
  return batch
}
