/** The arrays that the threads fill together: the columns of the graph, and what they need to agree on. */
import { sharedBytes, sharedWords } from '../web-graph.js'
import type { Plan } from './plan.js'

export type GeneratedColumns = Readonly<ReturnType<typeof makeColumns>>

export function makeColumns(plan: Plan) {
  const pages = plan.firstPage[plan.servers.count]
  return {
    /** During the first pass `offsets[p + 1]` is the number of links of page p; afterwards it is what WebGraph says. */
    offsets: sharedWords(pages + 1),
    server: sharedWords(pages),
    directory: sharedWords(pages),
    flags: sharedBytes(pages),
    language: sharedBytes(pages),
    charset: sharedBytes(pages),
    /** By server: links to pages of unfetched servers that are the first to theirs; later, how many come before it. */
    freshOf: sharedWords(plan.servers.fetched + 1),
  }
}

/** Links that lead to a server's home page for the first time, by the page they are on. */
export interface HomeLinks {
  readonly source: Uint32Array
  readonly target: Uint32Array
  /** First hook on a page of each fetched server, and one more entry. */
  readonly firstOf: Uint32Array
}

/** What the second pass fills. */
export interface GeneratedRows {
  readonly to: Uint32Array
  readonly anchors: Uint8Array
}
