import { LongtailError } from '../../errors.js'

/** The engine cannot be reached: a crawl goes on with what it has, and tries again. */
export function isAway(error: unknown): boolean {
  return error instanceof LongtailError && error.code === 'E_ENGINE' && error.consequence === 'retry'
}

export function ignoreAway(error: unknown): void {
  if (!isAway(error)) throw error
}
