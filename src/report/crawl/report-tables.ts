/** The tables of a crawl's report. */
import { markup, NOTHING, type Markup, type Piece } from '../../markup.js'
import { bytes, count, percent } from '../numbers.js'
import { drawTable, type Cell, type Column, type Row } from '../page/table.js'
import type { CrawlNumbers, HostCount, NamedCount } from './crawl-numbers.js'
import type { LinkCounts } from './known-urls.js'
import { languageName } from '../../page/language/english-name.js'
import { dateInWords, durationInWords, reasonInWords, stopInWords } from './words.js'

const MOST_ROWS = 25
/** As high as the figure beside it. */
const MOST_DOMAINS = 14
const MOST_HOSTS = 20
const MOST_RUNS = 30

export function languageTable({ languages, pages, relevant }: CrawlNumbers): Markup {
  return countTable('Languages', 'language', languages, pages, relevant, ({ name }) =>
    languageName(name) === name ? name : markup`${languageName(name)} <span class="muted">${name}</span>`,
  )
}

export function domainTable({ topLevelDomains, pages, relevant }: CrawlNumbers): Markup {
  return countTable(
    'Top-level domains',
    'domain',
    topLevelDomains,
    pages,
    relevant,
    ({ name }) => (name === '' ? 'addresses in numbers' : name),
    { most: MOST_DOMAINS, withBytes: false },
  )
}

export function mimeTable({ mimeTypes, pages, relevant }: CrawlNumbers): Markup {
  return countTable('MIME types of pages', 'type', mimeTypes, pages, relevant, ({ name }) =>
    name === '' ? 'not said' : name,
  )
}

function countTable(
  caption: string,
  first: string,
  all: readonly NamedCount[],
  pages: number,
  relevant: number,
  head: (row: NamedCount) => Piece,
  { most, withBytes } = { most: MOST_ROWS, withBytes: true },
): Markup {
  const columns: Column[] = [
    { head: 'pages' },
    { head: 'share', hint: 'of all pages' },
    { head: 'relevant' },
    { head: 'harvest', hint: 'relevant pages, of the pages in this row' },
    { head: 'of all relevant', hint: 'relevant pages in this row, of all relevant pages' },
    ...(withBytes ? [{ head: 'bytes' }] : []),
  ]
  const rows = all.slice(0, most).map((row): Row => {
    const cells = [
      count(row.pages),
      share(row.pages, pages),
      count(row.relevant),
      share(row.relevant, row.pages),
      share(row.relevant, relevant),
    ]
    return { head: head(row), cells: withBytes ? [...cells, bytes(row.bytes)] : cells }
  })
  return drawTable(cut(caption, all.length, most), first, columns, rows)
}

export function hostTables({ hosts, pages, relevant }: CrawlNumbers): Markup {
  const { byPages, byRelevant, byGivenUp } = hosts
  const saysWhy = [...byPages, ...byRelevant, ...byGivenUp].some(({ verdict }) => verdict !== '')
  const verdicts: Column[] = saysWhy ? [{ head: 'the strategy says', kind: 'text' }] : []
  const verdict = (row: HostCount): Cell[] => (saysWhy ? [{ text: row.verdict, muted: true }] : [])
  const table = (caption: string, rows: readonly HostCount[], of: Column, value: (row: HostCount) => Cell): Markup =>
    drawTable(
      cut(caption, rows.length, MOST_HOSTS),
      'host',
      [{ head: 'pages' }, { head: 'relevant' }, { head: 'harvest' }, of, { head: 'bytes' }, ...verdicts],
      rows.slice(0, MOST_HOSTS).map(row => ({
        head: row.name,
        cells: [
          count(row.pages),
          count(row.relevant),
          share(row.relevant, row.pages),
          value(row),
          bytes(row.bytes),
          ...verdict(row),
        ],
      })),
    )
  const givenUp = drawTable(
    cut('Hosts with most URLs given up', byGivenUp.length, MOST_HOSTS),
    'host',
    [
      { head: 'URLs given up' },
      { head: 'pages' },
      { head: 'relevant' },
      { head: 'the last one because', kind: 'text' },
      ...verdicts,
    ],
    byGivenUp.slice(0, MOST_HOSTS).map(row => ({
      head: row.name,
      cells: [
        count(row.givenUp),
        count(row.pages),
        count(row.relevant),
        reasonInWords(row.why) || row.why,
        ...verdict(row),
      ],
    })),
  )
  return markup`${table('Hosts with most pages', byPages, { head: 'of all pages' }, row => share(row.pages, pages))}${
    byRelevant.length === 0
      ? NOTHING
      : table('Hosts with most relevant pages', byRelevant, { head: 'of all relevant' }, row =>
          share(row.relevant, relevant),
        )
  }${byGivenUp.length === 0 ? NOTHING : givenUp}`
}

export function droppedTable({ droppedHosts }: CrawlNumbers): Markup {
  if (droppedHosts.length === 0) return NOTHING
  return drawTable(
    cut('Hosts that the strategy gave up, the last one first', droppedHosts.length, MOST_HOSTS),
    'host',
    [
      { head: 'pages' },
      { head: 'relevant' },
      { head: 'URLs not fetched' },
      { head: 'the strategy says', kind: 'text' },
    ],
    droppedHosts.slice(0, MOST_HOSTS).map(row => ({
      head: row.name,
      cells: [count(row.pages), count(row.relevant), count(row.unfetched), { text: row.verdict, muted: true }],
    })),
  )
}

export function answerTables(numbers: CrawlNumbers): Markup {
  const { statuses, reasons } = numbers
  const answers = statuses.reduce((sum, { pages }) => sum + pages, 0)
  const byStatus = drawTable(
    'Status codes of all answers, redirects and sitemaps included',
    'status',
    [{ head: 'answers' }, { head: 'share' }, { head: 'bytes' }],
    statuses.slice(0, MOST_ROWS).map(row => ({
      head: row.name,
      cells: [count(row.pages), share(row.pages, answers), bytes(row.bytes)],
    })),
  )
  if (reasons.length === 0) return markup`${byStatus}<p>No URL was given up.</p>`
  const hasMessages = reasons.some(({ reason, example }) => example !== reason)
  const columns: Column[] = [
    { head: 'for good', hint: 'URLs that will not be tried again' },
    { head: 'for that run', hint: 'URLs that the next run tries again' },
    { head: 'in words', kind: 'text' },
    ...(hasMessages ? [{ head: 'first message', kind: 'text' } as const] : []),
  ]
  const byReason = drawTable(
    cut('URLs given up, by reason', reasons.length, MOST_ROWS),
    'reason',
    columns,
    reasons.slice(0, MOST_ROWS).map(({ reason, skipped, later, example }) => {
      const message = { text: example === reason ? '' : example, muted: true }
      const cells = [count(skipped), count(later), reasonInWords(reason)]
      return { head: reason, cells: hasMessages ? [...cells, message] : cells }
    }),
  )
  return markup`${byStatus}${byReason}`
}

export function localityTable({ locality }: CrawlNumbers): Markup {
  if (locality === null)
    return markup`<p class="muted">There are too many URLs to follow up the links between them here.</p>`
  const row = (head: string, counts: LinkCounts): Row => ({
    head,
    cells: [
      count(counts.links),
      share(counts.toRelevant, counts.links),
      count(counts.betweenHosts),
      share(counts.betweenHostsToRelevant, counts.betweenHosts),
    ],
  })
  return drawTable(
    'Where links between fetched pages lead',
    'links from',
    [{ head: 'links' }, { head: 'to relevant pages' }, { head: 'links between hosts' }, { head: 'to relevant pages' }],
    [row('relevant pages', locality.fromRelevant), row('other pages', locality.fromOther)],
  )
}

export function runTable({ runs, totalRuns, running }: CrawlNumbers): Markup {
  const shown = runs.slice(-MOST_RUNS)
  const columns: Column[] = [
    { head: 'strategy', kind: 'text' },
    { head: 'pages' },
    { head: 'relevant' },
    { head: 'harvest' },
    { head: 'time' },
    { head: 'stopped because', kind: 'text' },
    { head: 'software', kind: 'text' },
  ]
  const rows = shown.map((run, index): Row => {
    const isOpen = running && index === shown.length - 1
    const end = isOpen
      ? 'still running'
      : run.stopped === ''
        ? 'killed, or the machine stopped'
        : stopInWords(run.stopped)
    return {
      head: dateInWords(run.at),
      cells: [
        run.strategy,
        count(run.pages),
        count(run.relevant),
        share(run.relevant, run.pages),
        durationInWords(run.seconds),
        end,
        { text: run.software, muted: true },
      ],
    }
  })
  const caption = totalRuns > shown.length ? `The last ${shown.length} of ${count(totalRuns)} runs` : 'Runs'
  return drawTable(caption, 'start', columns, rows)
}

export function latestTable({ latest }: CrawlNumbers): Markup {
  if (latest.length === 0) return NOTHING
  return drawTable(
    'The relevant pages found last: are these what you want?',
    'address',
    [{ head: 'title', kind: 'text' }, { head: 'language', kind: 'text' }, { head: 'score' }],
    latest.map(({ url, title, language, score }) => ({
      head: url,
      cells: [title, languageName(language), score.toFixed(2)],
    })),
  )
}

function share(part: number, whole: number): Cell {
  const value = whole > 0 ? part / whole : Number.NaN
  return { text: percent(value), bar: value }
}

function cut(caption: string, rows: number, most: number): string {
  return rows > most ? `${caption} (the first ${most})` : caption
}
