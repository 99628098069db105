/** Crawled pages by language and top-level domain. */
import { CRAWLED, RELEVANT, type WebGraph } from '../web-graph.js'
import type { LanguageRow, LanguagesByTld } from './graph-stats.js'
import { share } from './tally.js'

const MOST_COLUMNS = 8
/** Columns kept for the domains that have the most relevant pages: a small country's own is not among the largest. */
const COLUMNS_OF_TARGET = 4

export function surveyLanguages(graph: WebGraph) {
  const { tlds, languages } = graph
  const pages = new Float64Array(languages.length * tlds.length)
  const relevant = new Float64Array(languages.length * tlds.length)
  countPages(graph, pages, relevant)

  const byTld = tlds.map((tld, id) => ({
    id,
    tld: tld === '' ? '(none)' : tld,
    pages: sumColumn(pages, id, tlds.length),
    relevant: sumColumn(relevant, id, tlds.length),
  }))
  const crawled = byTld.reduce((sum, one) => sum + one.pages, 0)
  const allRelevant = byTld.reduce((sum, one) => sum + one.relevant, 0)
  const bySize = byTld.filter(one => one.pages > 0).sort((a, b) => b.pages - a.pages || a.id - b.id)
  const topLevelDomains = bySize.map(one => ({
    tld: one.tld,
    pages: one.pages,
    share: share(one.pages, crawled),
    relevant: one.relevant,
    relevantShare: share(one.relevant, one.pages),
    shareOfRelevant: share(one.relevant, allRelevant),
  }))

  const shown = chooseColumns(bySize)
  const columns = [...shown.map(({ tld }) => tld), '(other)']
  const shownIds = shown.map(({ id }) => id)
  const rest = tlds.map((_, id) => id).filter(id => !shownIds.includes(id))
  /** A number for each column: of the cells of some languages. */
  const spread = (counts: Float64Array, of: readonly number[]) =>
    [...shownIds.map(id => [id]), rest].map(ids =>
      of.reduce((sum, language) => sum + ids.reduce((part, id) => part + counts[language * tlds.length + id], 0), 0),
    )
  const row = (language: string, cells: readonly number[], relevantPages: number): LanguageRow => {
    const total = sumOf(cells)
    return { language, pages: cells, total, share: share(total, crawled), relevant: relevantPages }
  }
  const minus = (a: readonly number[], b: readonly number[]) => a.map((count, i) => count - b[i])
  const irrelevantIn = (name: string, of: readonly number[]) =>
    row(name, minus(spread(pages, of), spread(relevant, of)), 0)

  const everyId = languages.map((_, id) => id)
  const isEnglish = (id: number) => languages[id] === 'eng'
  const relevantCells = spread(relevant, everyId)
  const totals = spread(pages, everyId)
  const languagesByTld: LanguagesByTld = {
    columns,
    groups: [
      row('target', relevantCells, allRelevant),
      irrelevantIn('english', everyId.filter(isEnglish)),
      irrelevantIn(
        'other',
        everyId.filter(id => id > 0 && !isEnglish(id)),
      ),
      irrelevantIn('unknown', [0]),
    ],
    total: row('total', totals, allRelevant),
    relevantShare: totals.map((count, column) => share(relevantCells[column], count)),
    languages: everyId
      .map(id => row(languages[id], spread(pages, [id]), sumOf(spread(relevant, [id]))))
      .filter(({ total }) => total > 0)
      .sort((a, b) => b.total - a.total),
  }
  return { topLevelDomains, languagesByTld }
}

function countPages(graph: WebGraph, counts: Float64Array, relevant: Float64Array): void {
  const { pages, flags, language, server, serverTld } = graph
  const width = graph.tlds.length
  for (let page = 0; page < pages; page++) {
    const flag = flags[page]
    if ((flag & CRAWLED) === 0) continue
    const cell = language[page] * width + serverTld[server[page]]
    counts[cell]++
    if ((flag & RELEVANT) !== 0) relevant[cell]++
  }
}

interface Sized {
  readonly id: number
  readonly tld: string
  readonly pages: number
  readonly relevant: number
}

function chooseColumns(bySize: readonly Sized[]): Sized[] {
  const ofTarget = bySize
    .filter(({ relevant }) => relevant > 0)
    .toSorted((a, b) => b.relevant - a.relevant || a.id - b.id)
    .slice(0, COLUMNS_OF_TARGET)
  const others = bySize.filter(one => !ofTarget.includes(one)).slice(0, MOST_COLUMNS - ofTarget.length)
  return bySize.filter(one => ofTarget.includes(one) || others.includes(one))
}

function sumColumn(counts: Float64Array, column: number, width: number): number {
  let sum = 0
  for (let i = column; i < counts.length; i += width) sum += counts[i]
  return sum
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
