/** Earlier crawls and graphs, as those who learn from visits want them. */
import { statSync } from 'node:fs'
import { importGraph } from '../graph/import/index.js'
import { createTextReader } from '../graph/import/text-reader.js'
import { LongtailError } from '../errors.js'
import { readGraph, type WebGraph } from '../graph/index.js'
import { graphVisits, type VisitSource } from './segments.js'

/** One graph file, or crawl directories, whose logs are made one graph of. */
export async function openGraph(inputs: readonly string[], signal?: AbortSignal): Promise<WebGraph> {
  const areCrawls = inputs.map(isDirectory)
  if (inputs.length === 1 && !areCrawls[0]) return readGraph(inputs[0])
  const file = inputs.find((_, i) => !areCrawls[i])
  if (file !== undefined)
    throw new LongtailError(
      'E_USAGE',
      `${file}: several graphs cannot be read as one; give one graph, or crawl directories`,
    )
  const text = createTextReader(null, 'elements')
  return (await importGraph(inputs, signal === undefined ? { text } : { text, signal })).graph
}

export async function openVisits(inputs: readonly string[], signal: AbortSignal): Promise<VisitSource> {
  return graphVisits(await openGraph(inputs, signal))
}

function isDirectory(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined)
    throw new LongtailError('E_USAGE', `${path}: no such file; give crawl directories or graph files`)
  return stat.isDirectory()
}
