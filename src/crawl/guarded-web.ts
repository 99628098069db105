/** The web of a crawl that has died before: what is asked for is written down first, and what it may have died of is asked for elsewhere. */
import type { FetchFailure, FetchOutcome, HeaderLine, Web } from '../contracts.js'
import { steadyNow } from '../steady-clock.js'
import type { HttpWeb } from '../web/index.js'
import type { Crashes } from './crashes.js'
import type { Isolation } from './isolation.js'
import type { UnderWay } from './under-way.js'

const BUSY_MS = 200
const NOT_TRIED = new Set(['E_FETCH_CRASHED', 'E_FETCH_ABORTED', 'E_FETCH_LATER'])

export class GuardedWeb implements Web {
  private readonly startedAt = steadyNow()

  constructor(
    private readonly web: HttpWeb,
    private readonly crashes: Crashes,
    private readonly underWay: UnderWay,
    private readonly isolation: Isolation,
    private readonly onSurvived: (url: string) => void,
  ) {}

  async fetch(url: string, signal: AbortSignal, conditions: readonly HeaderLine[] = []): Promise<FetchOutcome> {
    const { web, underWay, isolation } = this
    switch (this.crashes.verdictOn(url)) {
      case 'usual':
        return underWay.during(url, () => web.fetch(url, signal, conditions))
      case 'suspect': {
        // asked without conditions: its whole answer is what it is suspected of
        const mayAskAt = this.startedAt + this.crashes.waitMs(url)
        if (steadyNow() < mayAskAt)
          return failure(
            url,
            'E_FETCH_LATER',
            'the crawler crashed often while it fetched this page',
            'retry',
            mayAskAt,
          )
        if (!isolation.isReady)
          return failure(url, 'E_FETCH_LATER', 'it waits for a separate process', 'retry', steadyNow() + BUSY_MS)
        return web.fetchBy(url, signal, address => underWay.during(url, () => this.alone(url, address), true))
      }
      case 'hopeless':
        return failure(url, 'E_FETCH_CRASHED', 'the crawler crashed repeatedly while it fetched this page', 'skip')
    }
  }

  private async alone(url: string, address: string | null): Promise<FetchOutcome> {
    const outcome = await this.isolation.fetch(url, address)
    if (outcome.ok || !NOT_TRIED.has(outcome.code)) this.onSurvived(url)
    return outcome
  }

  /** The web and the process beside it are others', too: who opened them closes them. */
  async close(): Promise<void> {}
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
