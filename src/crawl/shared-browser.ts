/**
 * The browser of a process, for all crawls in it: one, or the partitions that a worker holds (docs/many-machines.md). They share its pages
 * at a time, what it was answered, and the budget. What rendering has brought each crawl learns for itself (rendering-memory.ts).
 */
import type { BrowserRenderer } from '../render/index.js'
import { KnownAnswers } from './known-answers.js'
import type { CrawlMemory } from './crawl-memory.js'

/** As much of a crawl as the budget is made of. */
type Counted = Pick<CrawlMemory, 'rendering'> & { readonly state: Pick<CrawlMemory['state'], 'fetched'> }

/** Pages that wait for the browser: past this no more are asked for. */
const MOST_WAITING = 16
/** Before the share of rendered pages means anything. */
const FREE = 100

export class SharedBrowser {
  readonly answers = new KnownAnswers()
  /** Pages that went to the browser in this run. */
  private pages = 0
  /** Crawls that wait for what a trial brings. */
  private waiting = 0
  private readonly crawls = new Set<Counted>()

  constructor(private readonly renderer: BrowserRenderer) {}

  join(crawl: Counted): CrawlBrowser {
    this.crawls.add(crawl)
    let own = 0
    const { renderer, answers } = this
    return {
      answers,
      render: (page, answer, signal) => {
        own++
        this.pages++
        return renderer.render(page, answer, signal)
      },
      trouble: () => renderer.trouble,
      isFull: () => renderer.load + this.waiting > MOST_WAITING,
      wait: count => (this.waiting += count),
      left: share =>
        FREE + this.sum(({ state }) => share * state.fetched) - this.sum(({ rendering }) => rendering.asked),
      cpuMs: () => (this.pages === 0 ? 0 : (renderer.cpuMs * own) / this.pages),
      leave: () => void this.crawls.delete(crawl),
    }
  }

  async close(): Promise<void> {
    await this.renderer.close()
  }

  private sum(of: (crawl: Counted) => number): number {
    let sum = 0
    for (const crawl of this.crawls) sum += of(crawl)
    return sum
  }
}

/** What one crawl has of it. */
export interface CrawlBrowser {
  readonly answers: KnownAnswers
  readonly render: BrowserRenderer['render']
  /** Why no browser starts; '' when one did, or none was needed yet. */
  trouble(): string
  /** More pages wait for it than should. */
  isFull(): boolean
  /** So many pages more, or fewer, wait for a trial. */
  wait(count: number): void
  /** How many pages may be rendered now, when at most this share of all may. */
  left(share: number): number
  /** This crawl's part of the CPU time: by its pages. */
  cpuMs(): number
  leave(): void
}
