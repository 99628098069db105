/** Looks after the requests under way: ends those whose time is up or whose signal was aborted. */
import type { Transfer, TransferLimits } from './transfer.js'

export interface Watchdog {
  watch(transfer: Transfer, signal: AbortSignal): void
  unwatch(transfer: Transfer, signal: AbortSignal): void
  /** Ends everything. */
  close(): void
}

interface Watched {
  readonly transfers: Set<Transfer>
  readonly onAbort: () => void
}

export function createWatchdog(limits: TransferLimits): Watchdog {
  const active = new Set<Transfer>()
  const bySignal = new Map<AbortSignal, Watched>()

  // one timer for all requests: a timer for each costs more than the look
  const { connectTimeoutMs, headersTimeoutMs, bodyTimeoutMs, totalTimeoutMs } = limits
  const shortestMs = Math.min(connectTimeoutMs, headersTimeoutMs, bodyTimeoutMs, totalTimeoutMs)
  const look = () => {
    const now = performance.now()
    for (const transfer of active) if (transfer.deadline <= now) transfer.expire()
  }
  const timer = setInterval(look, Math.max(5, Math.min(250, shortestMs / 4))).unref()

  return {
    watch(transfer, signal) {
      active.add(transfer)
      // one listener per signal, not per request: a crawl uses one signal for everything
      const watched = bySignal.get(signal)
      if (watched !== undefined) return void watched.transfers.add(transfer)
      const transfers = new Set([transfer])
      const onAbort = () => [...transfers].forEach(each => each.abort())
      bySignal.set(signal, { transfers, onAbort })
      signal.addEventListener('abort', onAbort)
    },

    unwatch(transfer, signal) {
      active.delete(transfer)
      const watched = bySignal.get(signal)
      if (watched === undefined || !watched.transfers.delete(transfer) || watched.transfers.size > 0) return
      signal.removeEventListener('abort', watched.onAbort)
      bySignal.delete(signal)
    },

    close() {
      clearInterval(timer)
      for (const transfer of [...active]) transfer.abort()
    },
  }
}
