/** Keeps what the strategy has learned readable while the crawl runs: `model.json` and `hosts.tsv`. Neither is needed to go on. */
import { writeAtomically } from '../disk/write-atomically.js'
import { systemReason } from '../errors.js'
import { hostReport } from './host-report.js'
import { modelText } from '../strategy/model-file.js'
import type { CrawlMemory } from './crawl-memory.js'
import type { CrawlSession } from './session.js'

const HOSTS_EVERY_MS = 60_000
const MODEL_EVERY_MS = 5 * 60_000

export class LearnedFiles {
  private hostsAt: number
  private modelAt: number

  constructor(
    private readonly session: Pick<CrawlSession, 'directory' | 'warn'> & {
      readonly gate: Pick<CrawlSession['gate'], 'waiting'>
      readonly memory: Pick<CrawlMemory, 'state' | 'traps'>
    },
    startedAt: number,
  ) {
    this.hostsAt = startedAt + HOSTS_EVERY_MS
    this.modelAt = startedAt + MODEL_EVERY_MS
  }

  /** Writes what is due; everything when the crawl is at its end. */
  write(nowMs: number, isEnd: boolean): void {
    const { directory, memory } = this.session
    const { state } = memory
    const { strategy } = state
    if (isEnd || nowMs >= this.hostsAt) {
      this.hostsAt = nowMs + HOSTS_EVERY_MS
      this.keep(directory.hosts, hostReport(memory, isEnd ? [] : this.session.gate.waiting(nowMs)))
    }
    if (strategy.model !== undefined && (isEnd || nowMs >= this.modelAt)) {
      this.modelAt = nowMs + MODEL_EVERY_MS
      const text = modelText({ strategy: strategy.name, model: strategy.model() }, state.fetched)
      if (text === null)
        this.session.warn('model.json not written: the strategy has learned values that are not numbers')
      else this.keep(directory.model, text)
    }
  }

  private keep(path: string, text: string): void {
    try {
      writeAtomically(path, text, { isDurable: false })
    } catch (error) {
      // the recorder meets the same disk and stops the crawl properly
      this.session.warn(`${path} not written: ${systemReason(error)}`)
    }
  }
}
