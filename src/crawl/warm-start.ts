/**
 * Which model a crawl begins with. It is copied into the directory of a new crawl, and a resumed one uses the copy: what the
 * strategy knew at the beginning is part of what the log is replayed into.
 */
import { existsSync } from 'node:fs'
import type { Campaign } from '../campaign/index.js'
import type { Strategy, StrategyModel } from '../contracts.js'
import { LongtailError } from '../errors.js'
import type { CrawlDirectory } from '../collection/crawl-directory.js'
import { parseModel, readModelText } from '../strategy/model-file.js'

export interface WarmStart {
  readonly model: StrategyModel
  /** To be kept in the crawl's directory. */
  readonly text: string
}

/** Touches nothing. `strategy` is the one without a model: it tells whether it can use one. */
export function findWarmStart(
  campaign: Campaign,
  directory: CrawlDirectory,
  isNew: boolean,
  strategy: Strategy,
  warn: (message: string) => void,
): WarmStart | null {
  return isNew ? given(campaign['warm-start'], strategy) : kept(campaign['warm-start'], directory, strategy, warn)
}

function given(path: string | undefined, strategy: Strategy): WarmStart | null {
  if (path === undefined) return null
  if (strategy.model === undefined) {
    throw new LongtailError(
      'E_STRATEGY',
      `strategy ${strategy.name} learns nothing that another crawl could use; remove warm-start, or choose another strategy`,
    )
  }
  const text = readModelText(path, 'E_CAMPAIGN')
  const saved = parseModel(text, path, 'E_CAMPAIGN')
  if (saved.strategy !== strategy.name) {
    throw new LongtailError(
      'E_STRATEGY',
      `${path} was learned by strategy ${saved.strategy} and does not fit ${strategy.name}; choose that strategy, or another model`,
    )
  }
  return { model: saved.model, text }
}

function kept(
  path: string | undefined,
  { warmStart }: CrawlDirectory,
  strategy: Strategy,
  warn: (message: string) => void,
): WarmStart | null {
  if (!existsSync(warmStart)) {
    if (path !== undefined) warn('warm-start is ignored: it works only for new crawls, and this one has begun')
    return null
  }
  const text = readModelText(warmStart, 'E_CRAWL_DIR')
  const saved = parseModel(text, warmStart, 'E_CRAWL_DIR')
  if (saved.strategy === strategy.name) return { model: saved.model, text }
  warn(`warm-start.json was learned by strategy ${saved.strategy}; ${strategy.name} begins without it`)
  return null
}
