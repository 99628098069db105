/** Each article of wikischools names its subjects by links to their index pages at its head. */
import type { PageId } from '../../src/contracts.js'
import { urlOf, type WebGraph } from '../../src/graph/index.js'

const SUBJECT_INDEX = /\/wp\/index\/subject\.(.+)\.htm$/

/** Index pages are lists. */
export const isSubjectIndex = (url: string): boolean => url.includes('/wp/index/')

/** Those whose index pages it links to: `Science.Biology.Birds`. */
export function subjectsOf(graph: WebGraph, page: PageId): string[] {
  const subjects: string[] = []
  for (let i = graph.offsets[page]; i < graph.offsets[page + 1]; i++) {
    const subject = SUBJECT_INDEX.exec(urlOf(graph, graph.to[i]))?.[1]
    if (subject !== undefined) subjects.push(subject)
  }
  return subjects
}
