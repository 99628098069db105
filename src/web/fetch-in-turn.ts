/** For those who have nothing else to do meanwhile: asks, and where it is not the server's turn, waits for it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FetchOutcome, Web } from '../contracts.js'
import { steadyNow } from '../steady-clock.js'

export async function fetchInTurn(web: Web, url: string, signal: AbortSignal): Promise<FetchOutcome> {
  for (;;) {
    const outcome = await web.fetch(url, signal)
    if (outcome.ok || outcome.notBefore === undefined) return outcome
    // an abort shows in the next outcome
    await sleep(Math.max(1, outcome.notBefore - steadyNow()), undefined, { signal }).catch(() => undefined)
  }
}
