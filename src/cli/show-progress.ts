/** Progress for people: one line that renews itself on a terminal, a plain line now and then elsewhere. */
import { formatBytes, formatDuration } from '../campaign/units.js'
import { fitted, timed } from './terminal-lines.js'
import type { Expectation, Status } from '../collection/index.js'

export type ProgressDisplay = ReturnType<typeof showProgress>

const PLAIN_EVERY_MS = 10_000

export function showProgress(stream: NodeJS.WriteStream) {
  const isTerminal = stream.isTTY === true
  let shownAt = Date.now()
  let pending = ''
  let handler: (() => void) | null = null
  const note = (message: string): void => {
    stream.write(isTerminal ? `\r\x1b[2K${message}\n${pending}` : timed(message))
  }
  return {
    note,
    /** `label` stands before the numbers. */
    update: (progress: Status, label = ''): void => {
      const line = `${label === '' ? '' : `${label}: `}${progressLine(progress)}${waitingText(progress)}`
      if (isTerminal) {
        pending = fitted(line, stream)
        stream.write(`\r\x1b[2K${pending}`)
      } else if (Date.now() - shownAt >= PLAIN_EVERY_MS) {
        shownAt = Date.now()
        stream.write(timed(line))
      }
    },
    /** First Ctrl-C (or SIGTERM) stops gently, the second at once. */
    onInterrupt: (stop: () => void): void => {
      let asked = false
      handler = () => {
        note(
          asked
            ? 'stopping at once; open requests stay in the queue'
            : 'stopping after the open requests (press Ctrl-C again to stop at once)',
        )
        asked = true
        stop()
      }
      process.on('SIGINT', handler)
      process.on('SIGTERM', handler)
    },
    end: (): void => {
      if (handler !== null) process.off('SIGINT', handler).off('SIGTERM', handler)
      if (isTerminal) stream.write('\n')
    },
  }
}

export function progressLine(progress: Status): string {
  const percent = (value: number): string => `${(100 * value).toFixed(1)} %`
  const parts = [
    ...(progress.paused ? ['paused'] : []),
    `${progress.pages} pages`,
    `${progress.pagesPerSecond.toFixed(1)}/s`,
    `harvest ${percent(progress.harvest)} (last 1000: ${percent(progress.recentHarvest)})`,
    ...(progress.estimate ? [coverageText(progress.estimate)] : []),
    `queue ${progress.queue}${progress.parked > 0 ? ` +${progress.parked} parked` : ''}`,
    `${progress.hosts} hosts`,
    ...embedsText(progress),
    formatBytes(progress.bytes),
    formatDuration(progress.seconds * 1000),
  ]
  if (progress.left !== '') parts.push(progress.left)
  return parts.join(' · ')
}

/** Why nothing comes; "longtail status" lists the hosts. */
export function waitingText({ pagesPerSecond, waitingHosts }: Pick<Status, 'pagesPerSecond' | 'waitingHosts'>): string {
  if (waitingHosts === 0 || pagesPerSecond >= 0.05) return ''
  return ` · waits for ${waitingHosts} ${waitingHosts === 1 ? 'host' : 'hosts'}`
}

/** Only of crawls that fetch what pages show. */
function embedsText({ embeds, embedsWaiting }: Status): string[] {
  if (embeds + embedsWaiting === 0) return []
  return [`${embeds} embedded objects${embedsWaiting > 0 ? ` +${embedsWaiting} waiting` : ''}`]
}

/** "coverage about 83 % (71–90)" */
export function coverageText({ coverage, coverageLow, coverageHigh }: Expectation): string {
  // never 100 while something is left
  const percent = (share: number): string => (share < 1 ? Math.min(99, Math.round(100 * share)) : 100).toFixed(0)
  return `coverage about ${percent(coverage)} % (${percent(coverageLow)}–${percent(coverageHigh)})`
}
