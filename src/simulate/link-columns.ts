/**
 * The text of links as a strategy sees it: columns by link of the whole graph, handed on row by row. Views of the graph's own
 * buffers, so nothing is copied; a few small objects per page, and only for strategies that ask.
 */
import type { Features, Strategy, StrategyNeed, WordRows } from '../contracts.js'
import type { LinkText, WebGraph } from '../graph/index.js'

export type Mutable<T> = { -readonly [K in keyof T]: T[K] }

type LinkColumns = Mutable<Pick<Features, 'anchorScore' | 'contextScore' | 'names' | 'words' | 'tagPath' | 'listPlace'>>

/** What a strategy asks to know, whether it must or would like to. */
export function askedBy({ needs, wants = [] }: Pick<Strategy, 'needs' | 'wants'>): ReadonlySet<StrategyNeed> {
  return new Set([...needs, ...wants])
}

/** Whether the graph's context scores are those that the need asks for. */
export function hasScores({ linkText }: WebGraph, need: 'link-score' | 'link-score-words'): boolean {
  if (linkText === undefined || linkText.anchorScore === null || linkText.contextScore === null) return false
  return linkText.context === (need === 'link-score' ? 'elements' : 'words')
}

/** Points the link columns of `features` at the row `start` … `end - 1`; null when the strategy asks for none that the graph has. */
export function createRows(
  graph: WebGraph,
  asked: ReadonlySet<StrategyNeed>,
  features: LinkColumns,
): ((start: number, end: number) => void) | null {
  const { linkText } = graph
  if (linkText === undefined) return null
  const wantsScores =
    (asked.has('link-score') && hasScores(graph, 'link-score')) ||
    (asked.has('link-score-words') && hasScores(graph, 'link-score-words'))
  const scores = wantsScores ? linkText : null
  const names = asked.has('names') ? linkText.names : null
  const words = asked.has('words') ? linkText.words : null
  const tagPath = (asked.has('tagPath') && linkText.places?.tagPath) || null
  const listPlace = (asked.has('listPlace') && linkText.places?.listPlace) || null
  if ([scores, names, words, tagPath, listPlace].every(column => column === null)) return null
  const wordRow: Mutable<WordRows> | null = words === null ? null : { starts: words.starts, hashes: words.hashes }
  features.words = wordRow
  return (start, end) => {
    if (scores !== null) pointAtScores(scores, start, end, features)
    if (names !== null) {
      features.names = {
        anchorNames: names.anchorNames.subarray(start, end),
        anchorWords: names.anchorWords.subarray(start, end),
        urlNames: names.urlNames.subarray(start, end),
        urlWords: names.urlWords.subarray(start, end),
      }
    }
    if (tagPath !== null) features.tagPath = tagPath.subarray(start, end)
    if (listPlace !== null) features.listPlace = listPlace.subarray(start, end)
    if (wordRow !== null && words !== null) wordRow.starts = words.starts.subarray(start, end + 1)
  }
}

function pointAtScores({ anchorScore, contextScore }: LinkText, start: number, end: number, features: LinkColumns) {
  features.anchorScore = anchorScore?.subarray(start, end) ?? null
  features.contextScore = contextScore?.subarray(start, end) ?? null
}
