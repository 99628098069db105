/** Where a corpus comes from: the crawls and archives, as far as they say it themselves. Names only, no paths of a machine. */
import { crawlDirectory, firstRun, readIdentity, wholeCrawl } from '../../collection/index.js'
import { targetWithCodes } from '../../collection/crawl-languages.js'
import type { SourceSpec } from '../../collection/source-list.js'

export interface Origin {
  readonly name: string
  readonly kind: 'crawl' | 'archive'
  /** Of a crawl: when it was begun, how it chose its way, how many seeds it began with, what it was after. */
  readonly begun?: string
  readonly strategy?: string
  readonly seeds?: number
  readonly target?: unknown
  readonly software?: string
}

export async function originsOf(sources: readonly SourceSpec[]): Promise<Origin[]> {
  const origins: Origin[] = []
  // the partitions of a crawl are one origin
  const whole = new Map(sources.map(source => [wholeCrawl(source.path), source]))
  for (const [path, source] of whole) origins.push(await originOf({ ...source, path }))
  return origins
}

async function originOf({ name, kind, path }: SourceSpec): Promise<Origin> {
  if (kind === 'archive') return { name, kind }
  const directory = crawlDirectory(path)
  const identity = readIdentity(directory)
  const about: Origin = { name, kind, begun: identity?.created, target: targetWithCodes(path, identity?.target) }
  const run = await firstRun(directory)
  return run === null ? about : { ...about, strategy: run.strategy, seeds: run.seeds.length, software: run.software }
}
