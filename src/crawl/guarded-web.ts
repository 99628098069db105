/** The web of a crawl that has died before: what is asked for is written down first, and what it may have died of is asked for elsewhere. */
import type { FetchFailure, FetchOutcome, Web } from '../contracts.js'
import { steadyNow } from '../steady-clock.js'
import type { HttpWeb } from '../web/index.js'
import type { Crashes } from './crashes.js'
import type { Isolation } from './isolation.js'
import type { UnderWay } from './under-way.js'

const BUSY_MS = 200
const NOT_TRIED = new Set(['E_FETCH_CRASHED', 'E_FETCH_ABORTED', 'E_FETCH_LATER'])

export class GuardedWeb implements Web {
  constructor(
    private readonly web: HttpWeb,
    private readonly crashes: Crashes,
    private readonly underWay: UnderWay,
    private readonly isolation: Isolation,
    private readonly onSurvived: (url: string) => void,
  ) {}

  async fetch(url: string, signal: AbortSignal): Promise<FetchOutcome> {
    const { web, underWay, isolation } = this
    switch (this.crashes.verdictOn(url)) {
      case 'usual':
        return underWay.during(url, () => web.fetch(url, signal))
      case 'suspect':
        if (!isolation.isReady)
          return failure(url, 'E_FETCH_LATER', 'it waits for a process of its own', 'retry', steadyNow() + BUSY_MS)
        return web.fetchBy(url, signal, address => underWay.during(url, () => this.alone(url, address), true))
      case 'hopeless':
        return failure(url, 'E_FETCH_CRASHED', 'the crawler died again and again while it was under way', 'skip')
    }
  }

  private async alone(url: string, address: string | null): Promise<FetchOutcome> {
    const outcome = await this.isolation.fetch(url, address)
    if (outcome.ok || !NOT_TRIED.has(outcome.code)) this.onSurvived(url)
    return outcome
  }

  async close(): Promise<void> {
    this.isolation.close()
    await this.web.close()
    this.underWay.close()
  }
}

function failure(
  url: string,
  code: string,
  message: string,
  consequence: FetchFailure['consequence'],
  notBefore?: number,
): FetchFailure {
  return { ok: false, url, startedAt: Date.now(), fetchMs: 0, code, message, consequence, notBefore }
}
