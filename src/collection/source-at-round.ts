/** `DIR@3`: a crawl as it was at the end of its round 3 (docs/rounds.md). */
import { existsSync } from 'node:fs'

export interface SourceAtRound {
  readonly path: string
  /** The last round that counts; null for all. */
  readonly lastRound: number | null
}

export function sourceAtRound(written: string): SourceAtRound {
  const [, path, round] = /^(.+)@(\d{1,6})$/s.exec(written) ?? []
  // a directory may be called so
  return path === undefined || Number(round) === 0 || existsSync(written)
    ? { path: written, lastRound: null }
    : { path, lastRound: Number(round) }
}

export function atRound(path: string, lastRound: number | null): string {
  return lastRound === null ? path : `${path}@${lastRound}`
}
