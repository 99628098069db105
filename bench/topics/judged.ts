/** What a topic's judge makes of a web: every page and every link once, before any crawl of it. */
import type { LinkJudge, Page } from '../../src/contracts.js'
import type { Judged } from '../strategies/text-replay.js'
import type { LinkTexts, Topic, TopicWeb } from './topic-webs.js'

export interface PageJudge extends LinkJudge {
  judge(page: Page): { readonly relevant: boolean; readonly score: number }
}

export type Trainer = (examples: Topic['examples'], name: string) => PageJudge

export function judgeWeb({ web, pages, links }: TopicWeb, judge: PageJudge): Judged {
  const relevant = new Uint8Array(web.urls.length)
  const score = new Float64Array(web.urls.length)
  pages.forEach((page, id) => {
    const verdict = judge.judge(page)
    relevant[id] = Number(verdict.relevant)
    score[id] = verdict.score
  })
  return { relevant, score, links: linkScores(links, judge) }
}

function linkScores({ anchors, elements, words }: LinkTexts, judge: LinkJudge): NonNullable<Judged['links']> {
  const known = new Map<string, number>()
  const scoreOf = (text: string): number => {
    const before = known.get(text)
    if (before !== undefined) return before
    const score = Math.round(255 * judge.score(text))
    known.set(text, score)
    return score
  }
  return {
    anchor: Uint8Array.from(anchors, scoreOf),
    elements: Uint8Array.from(elements, scoreOf),
    words: Uint8Array.from(words, scoreOf),
  }
}
