/** A thread of measure-all.ts: measures the strategies it is sent, one at a time, on the web it was started with. */
import type { WebGraph } from '../../src/graph/index.js'
import { openUrls, type UrlParts } from '../../src/graph/url-column.js'
import { checked, hasFields } from '../../src/threads/messages.js'
import { serveJobs } from '../../src/threads/serve-jobs.js'
import { measure, type Measured } from './measure.js'
import type { TestWeb, Truth } from './truth.js'

export interface MeasureData {
  /** Without URLs, which are functions and cannot be sent: their parts go along, for the traps that look at them. */
  readonly graph: WebGraph
  readonly urls: UrlParts | null
  readonly truth: Truth
  readonly judgeErrors: TestWeb['judgeErrors']
  /** The web's checksum, counted once. */
  readonly sum: string
}

await serveJobs<string, Measured>(data => {
  const { graph, urls, truth, judgeErrors, sum } = checked(
    data,
    hasFields<MeasureData>('graph', 'urls', 'truth', 'sum'),
  )
  const web = { graph: { ...graph, urls: urls === null ? null : openUrls(urls) }, truth, judgeErrors }
  return { isJob: value => typeof value === 'string', handle: spec => measure(web, spec, sum) }
})
