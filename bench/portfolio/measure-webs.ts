/** Opens the webs of families one after the other and measures strategies on each. */
import { measureAll } from '../strategies/measure-all.js'
import type { ResultsCache } from '../strategies/results-cache.js'
import type { WebResults } from './results.js'
import type { Family, PortfolioWeb } from './web.js'

export interface MeasureWebsOptions {
  /** On every web, in this order: published ones, then ours. */
  readonly theirs: readonly string[]
  readonly ours: readonly string[]
  /** Also those that a family names. */
  readonly runsFamilyOnes: boolean
  /** Takes webs whose name contains this. */
  readonly named: string
  readonly workers: number
  readonly cache: ResultsCache
  /** Names of strategies that are run although they were before. */
  readonly again: ReadonlySet<string>
  readonly onProgress: (web: string, text: string) => void
}

export async function measureWebs(families: readonly Family[], options: MeasureWebsOptions): Promise<WebResults[]> {
  const all: WebResults[] = []
  for (const family of families) {
    for (const web of family.webs)
      if (web.name.includes(options.named)) all.push(await measureWeb(family, web, options))
  }
  return all
}

async function measureWeb(family: Family, web: PortfolioWeb, options: MeasureWebsOptions): Promise<WebResults> {
  const { theirs, ours, runsFamilyOnes, workers, cache, again, onProgress } = options
  const name = `${family.name}: ${web.name}`
  const opened = await web.open()
  const { pagesInReach, wantedInReach } = opened.truth
  onProgress(name, `${pagesInReach} pages in reach, ${wantedInReach} wanted`)
  const runs = await measureAll(opened, {
    name,
    specs: [...new Set([...theirs, ...(runsFamilyOnes ? family.alsoRun : []), ...ours])],
    workers,
    cache,
    again,
    onResult: ({ spec, area, pages, cpuSeconds }) =>
      onProgress(name, `${spec}: area ${(100 * area).toFixed(2)}, ${pages} pages, ${cpuSeconds.toFixed(1)} s`),
    onFailure: (spec, why) => onProgress(name, `${spec} left out: ${why}`),
  })
  return { family: family.name, web: web.name, pagesInReach, wantedInReach, runs }
}
