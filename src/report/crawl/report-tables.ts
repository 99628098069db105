/** The tables of a crawl's report. */
import { markup, NOTHING, type Markup, type Piece } from '../../markup.js'
import { bytes, count } from '../numbers.js'
import { drawTable, shareCell, type Cell, type Column } from '../page/table.js'
import type { CrawlNumbers, HostCount, NamedCount, ReasonCount } from './crawl-numbers.js'
import type { RunNumbers } from './runs.js'
import { languageName } from '../../page/language/english-name.js'
import { dateInWords, durationInWords, reasonInWords } from './words.js'

const MOST_ROWS = 25
/** As high as the figure beside it. */
const MOST_DOMAINS = 14
const MOST_HOSTS = 20
const MOST_RUNS = 30

interface Tally {
  readonly pages: number
  readonly relevant: number
}

const PAGES = { head: 'pages', cell: (row: Tally) => count(row.pages) }
const RELEVANT = { head: 'relevant', cell: (row: Tally) => count(row.relevant) }
const HARVEST = { head: 'harvest', cell: (row: Tally) => share(row.relevant, row.pages) }
const BYTES = { head: 'bytes', cell: (row: { readonly bytes: number }) => bytes(row.bytes) }
const VERDICT = {
  head: 'the strategy says',
  kind: 'text',
  cell: (row: { readonly verdict: string }) => ({ text: row.verdict, muted: true }),
} as const

export function languageTable(numbers: CrawlNumbers): Markup {
  return countTable('Languages', 'language', numbers.languages, numbers, ({ name }) =>
    languageName(name) === name ? name : markup`${languageName(name)} <span class="muted">${name}</span>`,
  )
}

export function domainTable(numbers: CrawlNumbers): Markup {
  const head = ({ name }: NamedCount): string => name || 'addresses in numbers'
  const options = { most: MOST_DOMAINS, withBytes: false }
  return countTable('Top-level domains', 'domain', numbers.topLevelDomains, numbers, head, options)
}

export function mimeTable(numbers: CrawlNumbers): Markup {
  return countTable('MIME types of pages', 'type', numbers.mimeTypes, numbers, ({ name }) => name || 'not said')
}

function countTable(
  caption: string,
  first: string,
  all: readonly NamedCount[],
  { pages, relevant }: CrawlNumbers,
  name: (row: NamedCount) => Piece,
  { most, withBytes } = { most: MOST_ROWS, withBytes: true },
): Markup {
  return firstRows(caption, first, all, name, most, [
    PAGES,
    { head: 'share', hint: 'of all pages', cell: row => share(row.pages, pages) },
    RELEVANT,
    { ...HARVEST, hint: 'share of relevant pages among the pages in this row' },
    {
      head: 'of all relevant',
      hint: 'share of the relevant pages of the crawl',
      cell: row => share(row.relevant, relevant),
    },
    ...(withBytes ? [BYTES] : []),
  ])
}

export function hostTables({ hosts, pages, relevant }: CrawlNumbers): Markup {
  const { byPages, byRelevant, byGivenUp } = hosts
  const saysWhy = [...byPages, ...byRelevant, ...byGivenUp].some(({ verdict }) => verdict !== '')
  const verdicts = saysWhy ? [VERDICT] : []
  const table = (caption: string, rows: readonly HostCount[], columns: readonly Column<HostCount>[]): Markup =>
    firstRows(caption, 'host', rows, ({ name }) => name, MOST_HOSTS, [...columns, ...verdicts])
  const largest = (caption: string, rows: readonly HostCount[], column: Column<HostCount>): Markup =>
    table(caption, rows, [PAGES, RELEVANT, HARVEST, column, BYTES])
  const ofPages = { head: 'of all pages', cell: (row: HostCount) => share(row.pages, pages) }
  const ofRelevant = { head: 'of all relevant', cell: (row: HostCount) => share(row.relevant, relevant) }
  const givenUp: readonly Column<HostCount>[] = [
    { head: 'URLs given up', cell: row => count(row.givenUp) },
    PAGES,
    RELEVANT,
    { head: 'last reason', kind: 'text', cell: row => reasonInWords(row.why) || row.why },
  ]
  return markup`${largest('Hosts with the most pages', byPages, ofPages)}${
    byRelevant.length === 0 ? NOTHING : largest('Hosts with the most relevant pages', byRelevant, ofRelevant)
  }${byGivenUp.length === 0 ? NOTHING : table('Hosts with the most URLs given up', byGivenUp, givenUp)}`
}

export function droppedTable({ droppedHosts }: CrawlNumbers): Markup {
  if (droppedHosts.length === 0) return NOTHING
  const caption = 'Hosts that the strategy gave up, latest first'
  return firstRows(caption, 'host', droppedHosts, ({ name }) => name, MOST_HOSTS, [
    PAGES,
    RELEVANT,
    { head: 'URLs not fetched', cell: row => count(row.unfetched) },
    VERDICT,
  ])
}

export function answerTables({ statuses, reasons }: CrawlNumbers): Markup {
  const answers = statuses.reduce((sum, { pages }) => sum + pages, 0)
  const caption = 'Status codes of all responses, including redirects and sitemaps'
  const byStatus = drawTable(caption, 'status', statuses.slice(0, MOST_ROWS), ({ name }) => name, [
    { head: 'answers', cell: row => count(row.pages) },
    { head: 'share', cell: row => share(row.pages, answers) },
    BYTES,
  ])
  if (reasons.length === 0) return markup`${byStatus}<p>No URL was given up.</p>`
  const messages: Column<ReasonCount> = {
    head: 'first message',
    kind: 'text',
    cell: ({ reason, example }) => ({ text: example === reason ? '' : example, muted: true }),
  }
  const byReason = firstRows('URLs given up, by reason', 'reason', reasons, ({ reason }) => reason, MOST_ROWS, [
    { head: 'for good', hint: 'URLs that will not be tried again', cell: row => count(row.skipped) },
    { head: 'for that run', hint: 'URLs that the next run tries again', cell: row => count(row.later) },
    { head: 'in words', kind: 'text', cell: row => reasonInWords(row.reason) },
    ...(reasons.some(({ reason, example }) => example !== reason) ? [messages] : []),
  ])
  return markup`${byStatus}${byReason}`
}

export function localityTable({ locality }: CrawlNumbers): Markup {
  if (locality === null)
    return markup`<p class="muted">There are too many URLs to follow up the links between them here.</p>`
  const rows = [
    { from: 'relevant pages', ...locality.fromRelevant },
    { from: 'other pages', ...locality.fromOther },
  ]
  return drawTable('Where links between fetched pages lead', 'links from', rows, ({ from }) => from, [
    { head: 'links', cell: row => count(row.links) },
    { head: 'to relevant pages', cell: row => share(row.toRelevant, row.links) },
    { head: 'links between hosts', cell: row => count(row.betweenHosts) },
    { head: 'to relevant pages', cell: row => share(row.betweenHostsToRelevant, row.betweenHosts) },
  ])
}

export function runTable({ runs, totalRuns, running }: CrawlNumbers): Markup {
  const shown = runs.slice(-MOST_RUNS)
  const end = ({ stopped, why }: RunNumbers, index: number): string => {
    if (running && index === shown.length - 1) return 'still running'
    return stopped === '' ? 'killed, or the machine stopped' : why
  }
  const caption = totalRuns > shown.length ? `The last ${shown.length} of ${count(totalRuns)} runs` : 'Runs'
  return drawTable(caption, 'start', shown, ({ at }) => dateInWords(at), [
    { head: 'strategy', kind: 'text', cell: run => run.strategy },
    PAGES,
    RELEVANT,
    HARVEST,
    { head: 'time', cell: run => durationInWords(run.seconds) },
    { head: 'stopped because', kind: 'text', cell: end },
    { head: 'software', kind: 'text', cell: run => ({ text: run.software, muted: true }) },
  ])
}

/** Nothing for a crawl that never came back. */
export function roundTable({ rounds }: CrawlNumbers): Markup {
  if (rounds.length < 2) return NOTHING
  return drawTable('Rounds: known pages that were requested again', 'round', rounds, ({ round }) => String(round), [
    { head: 'start', kind: 'text', cell: ({ since }) => dateInWords(since) },
    { head: 'chosen by', kind: 'text', cell: ({ policy }) => policy },
    { head: 'asked again', cell: row => count(row.asked) },
    { head: 'not modified', hint: 'as the server said', cell: row => count(row.notModified) },
    { head: 'the same', hint: 'fetched in full, and the same', cell: row => count(row.same) },
    { head: 'changed', cell: row => count(row.changed) },
    { head: 'moved', cell: row => count(row.moved) },
    { head: 'gone', hint: 'the collected versions stay', cell: row => count(row.gone) },
    { head: 'failed', hint: 'or forbidden by robots.txt or a rule', cell: row => count(row.failed + row.refused) },
    { head: 'new pages', cell: row => count(row.newPages) },
    { head: 'relevant', hint: 'of the new pages', cell: row => count(row.newRelevant) },
  ])
}

export function latestTable({ latest }: CrawlNumbers): Markup {
  if (latest.length === 0) return NOTHING
  return drawTable(
    'The relevant pages found last. Are they what you are looking for?',
    'address',
    latest,
    ({ url }) => url,
    [
      { head: 'title', kind: 'text', cell: page => page.title },
      { head: 'language', kind: 'text', cell: page => languageName(page.language) },
      { head: 'score', cell: page => page.score.toFixed(2) },
    ],
  )
}

function share(part: number, whole: number): Cell {
  return shareCell(whole > 0 ? part / whole : Number.NaN)
}

function firstRows<Item>(
  caption: string,
  first: string,
  items: readonly Item[],
  name: (item: Item) => Piece,
  most: number,
  columns: readonly Column<Item>[],
): Markup {
  const shown = items.length > most ? `${caption} (the first ${most})` : caption
  return drawTable(shown, first, items.slice(0, most), name, columns)
}
