/** A web with text as the judge of a topic sees it: every page and every link is judged once, before any crawl of it. */
import type { JudgeErrors, LinkJudge, Page } from '../../src/contracts.js'
import { CRAWLED, RELEVANT, sharedBytes, sharedShorts, type WebGraph } from '../../src/graph/index.js'
import type { ArchiveWeb } from '../strategies/archive-web.js'
import type { Topic } from './topic-webs.js'

export interface PageJudge extends LinkJudge {
  judge(page: Page): { readonly relevant: boolean; readonly score: number }
  /** What it says of itself; absent when it does not know. */
  readonly errors?: JudgeErrors
}

export type Trainer = (examples: Topic['examples'], name: string) => PageJudge

/** The graph that `graph import` makes with this judge. */
export function judgeWeb({ graph, pages, textOf, texts }: ArchiveWeb, judge: PageJudge): WebGraph {
  const flags = sharedBytes(graph.pages)
  const score = sharedShorts(graph.pages)
  for (const [page, text] of pages) {
    const verdict = judge.judge(text)
    flags[page] = verdict.relevant ? CRAWLED | RELEVANT : CRAWLED
    score[page] = Math.round(1000 * verdict.score)
  }
  const known = new Map<string, number>()
  const scoreOf = (words: string): number => {
    const before = known.get(words)
    if (before !== undefined) return before
    const byte = Math.round(255 * judge.score(words))
    known.set(words, byte)
    return byte
  }
  const anchorScore = sharedBytes(graph.links)
  const contextScore = sharedBytes(graph.links)
  textOf.forEach((text, link) => {
    const { anchor, context } = texts[text]
    anchorScore[link] = scoreOf(anchor)
    contextScore[link] = context === '' ? anchorScore[link] : scoreOf(`${anchor} ${context}`.trim())
  })
  const linkText = graph.linkText ?? { context: 'elements', names: null, words: null, places: null }
  return { ...graph, flags, score, linkText: { ...linkText, anchorScore, contextScore } }
}
