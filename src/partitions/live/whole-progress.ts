/**
 * The numbers of a whole crawl while it runs, from what its workers report. A worker that leaves takes its numbers with it until others hold
 * its partitions: until then the last numbers stand. The last thousand pages are counted here, because a partition knows only its own.
 */
import { mergeStatus } from '../../collection/merge-status.js'
import type { Status } from '../../collection/status.js'

const RECENT = 1000

export class WholeProgress {
  private seen: Pick<Status, 'pages' | 'relevant'> = { pages: 0, relevant: 0 }
  private readonly samples: Pick<Status, 'pages' | 'relevant'>[] = []

  /** `parts`: of the workers. Null: nothing new is known. */
  see(parts: readonly Status[]): Status | null {
    if (parts.length === 0) return null
    const status = mergeStatus(parts)
    // other workers may have fetched more meanwhile than went missing, but hardly more relevant pages
    if (status.pages < this.seen.pages || status.relevant < this.seen.relevant) return null
    this.seen = status
    return { ...status, recentHarvest: this.recent(status) }
  }

  /** `parts`: all partitions, which have been closed. */
  end(parts: readonly Status[]): Status {
    const status = mergeStatus(parts)
    return { ...status, recentHarvest: this.recent(status) }
  }

  private recent({ pages, relevant, recentHarvest }: Status): number {
    this.samples.push({ pages, relevant })
    // one sample that lies a thousand pages back is enough
    while (this.samples.length > 1 && pages - this.samples[1].pages >= RECENT) this.samples.shift()
    const [from] = this.samples
    if (pages - from.pages < RECENT) return recentHarvest
    return Math.min(1, Math.max(0, (relevant - from.relevant) / (pages - from.pages)))
  }
}
