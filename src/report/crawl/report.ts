/**
 * The report of a crawl: one page that needs no other file.
 *
 *   crawl.json, crawl.log.jsonl, status.json, hosts.tsv ─▶ read-crawl (log-survey) ─▶ CrawlNumbers
 *   CrawlNumbers ─▶ summary · tables · figures ─▶ page/ ─▶ report.html, and figures/*.svg where they are wanted
 */
import { shellWord } from '../../shell-word.js'
import { SOFTWARE } from '../../version.js'
import { markup, NOTHING, type Markup, type Piece } from '../../markup.js'
import { bytes, count, percent } from '../numbers.js'
import { drawPage, type Section } from '../page/shell.js'
import { drawFacts } from '../page/table.js'
import type { CrawlNumbers } from './crawl-numbers.js'
import { courseFigures, distanceFigures, drawCrawlFigure, languageFigure, type CrawlFigure } from './figures.js'
import { crawlSummary, stateInWords } from './summary.js'
import {
  answerTables,
  domainTable,
  droppedTable,
  hostTables,
  languageTable,
  latestTable,
  localityTable,
  mimeTable,
  roundTable,
  runTable,
} from './report-tables.js'
import { dateInWords, durationInWords, signInWords, targetInWords } from './words.js'

/** By this a report is known as ours, and may be replaced by a newer one. */
export const REPORT_MARK = '<!-- longtail report of a crawl -->'

/** `figuresFolder`: where the SVG files will lie, seen from the page; null when there will be none. */
export function crawlReport(numbers: CrawlNumbers, figuresFolder: string | null) {
  const course = courseFigures(numbers)
  const language = languageFigure(numbers)
  const distance = distanceFigures(numbers)
  const all = [...course, language, ...distance]
  const draw = (figures: readonly CrawlFigure[]): Markup => {
    const drawn = figures.map(figure => drawCrawlFigure(figure, all.indexOf(figure) + 1, figuresFolder))
    return markup`<div class="figures">\n${drawn}</div>`
  }
  const html = drawPage({
    title: `Crawl: ${numbers.name}`,
    subtitle: numbers.directory,
    sections: numbers.pages === 0 ? emptySections(numbers) : sections(numbers, draw, { course, language, distance }),
    footer: markup`Made by ${SOFTWARE} from the log of the crawl. This file needs no other files.`,
  })
  return {
    html: html.replace('\n', `\n${REPORT_MARK}\n`),
    figures: numbers.pages === 0 ? [] : all.map(({ id, file }) => ({ path: `${id}.svg`, content: file })),
  }
}

interface Figures {
  readonly course: readonly CrawlFigure[]
  readonly language: CrawlFigure
  readonly distance: readonly CrawlFigure[]
}

function sections(
  numbers: CrawlNumbers,
  draw: (figures: readonly CrawlFigure[]) => Markup,
  { course, language, distance }: Figures,
): Section[] {
  const { locality } = numbers
  return [
    summarySection(numbers),
    { id: 'course', title: 'Course of the crawl', content: draw(course) },
    {
      id: 'findings',
      title: 'What the crawl found',
      content: markup`<div class="figures">${draw([language])}${domainTable(numbers)}</div>${languageTable(numbers)}${mimeTable(numbers)}${latestTable(numbers)}`,
    },
    { id: 'hosts', title: 'Hosts', content: markup`${hostTables(numbers)}${droppedTable(numbers)}` },
    { id: 'answers', title: 'Responses and failures', content: answerTables(numbers) },
    {
      id: 'links',
      title: 'Distance and links',
      content: markup`${draw(distance)}<h3>Locality</h3><p class="muted">${locality === null ? '' : 'A focused crawl works best where relevant pages link to relevant pages, and other pages do not. Links to pages that were not fetched are left out, so the table shows only the part of the Web that this crawl chose.'}</p>${localityTable(numbers)}`,
    },
    { id: 'runs', title: 'Runs', content: markup`${roundTable(numbers)}${runTable(numbers)}` },
    { id: 'on', title: 'Next steps', content: goOn(numbers) },
  ]
}

function emptySections(numbers: CrawlNumbers): Section[] {
  const runs: Section[] = numbers.totalRuns === 0 ? [] : [{ id: 'runs', title: 'Runs', content: runTable(numbers) }]
  const answers: Section[] =
    numbers.reasons.length + numbers.statuses.length === 0
      ? []
      : [{ id: 'answers', title: 'Responses and failures', content: answerTables(numbers) }]
  return [summarySection(numbers), ...answers, ...runs, { id: 'on', title: 'Next steps', content: goOn(numbers) }]
}

/** What only some crawls have. */
function extras(numbers: CrawlNumbers): [string, Piece][] {
  const { embeds, embedsGivenUp, embedBytes, reused, texts, signs, rendered } = numbers
  const facts: [string, Piece][] = []
  if (embeds + embedsGivenUp > 0)
    facts.push(['embedded objects', `${count(embeds)} (${bytes(embedBytes)}), ${count(embedsGivenUp)} given up`])
  if (texts > 0) facts.push(['pages fetched only for their text', count(texts)])
  if (rendered > 0)
    facts.push([
      'rendered in a browser',
      `${count(rendered)}; ${count(numbers.renderedRicher)} gained text, links or another verdict, ${count(numbers.renderedRelevant)} are relevant only because of that`,
    ])
  if (reused > 0) facts.push(['reused from other crawls', count(reused)])
  for (const { name, pages, relevant } of signs)
    facts.push([signInWords(name), `${count(pages)}, ${count(relevant)} of them relevant nevertheless`])
  return facts
}

function summarySection(numbers: CrawlNumbers): Section {
  const sentences = crawlSummary(numbers).map(sentence => markup`<li>${sentence}</li>\n`)
  const { pages, status } = numbers
  const estimate = status?.estimate ?? null
  const facts: (readonly [string, Piece])[] = [
    ['target', targetInWords(numbers.target)],
    ['state', stateInWords(numbers)],
    ['begun', dateInWords(numbers.created)],
    ['pages', count(pages)],
    ['relevant pages', `${count(numbers.relevant)} (${percent(pages > 0 ? numbers.harvest : Number.NaN)})`],
    ...(estimate === null ? [] : [['coverage, estimated', percent(estimate.coverage)] as const]),
    ['without a language', count(numbers.unknownLanguage)],
    ['hosts', `${count(numbers.hosts.fetched)}, ${count(numbers.hosts.relevant)} with relevant pages`],
    ['time of crawling', durationInWords(numbers.seconds)],
    ['transferred', bytes(numbers.bytes)],
    ['in relevant pages', bytes(numbers.relevantBytes)],
    ['responses in the archive', count(numbers.archived)],
    ['near-duplicates', count(numbers.nearDuplicates)],
    ['revisit records', count(numbers.revisits)],
    ['redirects', count(numbers.redirects)],
    ...extras(numbers),
    ['sitemaps, robots.txt', `${count(numbers.sitemaps)}, ${count(numbers.robots)}`],
    ['cut off at a limit of size or time', count(numbers.truncated)],
    ['URLs known', count(numbers.known)],
    ['not fetched, not given up', count(numbers.waiting)],
    ...(status === null
      ? []
      : ([
          ['in the queue', count(status.queue)],
          ['put aside by the strategy', count(status.parked)],
        ] as const)),
  ]
  return {
    id: 'summary',
    title: 'Summary',
    content: markup`<ul class="plain">\n${sentences}</ul>${drawFacts(facts)}`,
  }
}

function goOn(numbers: CrawlNumbers): Markup {
  const { directory, running, stopped, damage } = numbers
  const word = shellWord(directory)
  const crawl = markup`<pre><code>longtail crawl campaign.yaml --out ${word}</code></pre>`
  const advice =
    damage !== ''
      ? markup`<p>The log is damaged. Run the crawl command: its message says how to repair the log.</p>`
      : running
        ? markup`<p>The crawl is running. Run this command again for newer numbers:</p><pre><code>longtail report ${word}</code></pre>`
        : stopped === 'finished'
          ? markup`<p>Everything that the strategy wanted was fetched. More seeds, another strategy or wider limits may find more. The same command tries URLs again that did not answer:</p>${crawl}`
          : stopped === 'pages' || stopped === 'bytes'
            ? markup`<p>Raise the limit in the campaign, or with --max-pages, and run the same command again. The crawl resumes where it stopped:</p>${crawl}`
            : markup`<p>Run the same command again. The crawl ${stopped === '' ? 'repairs what was cut short and resumes' : 'resumes'} where it stopped:</p>${crawl}`
  const others =
    numbers.pages === 0
      ? NOTHING
      : markup`<p>Try other strategies on the web that this crawl has seen:</p><pre><code>longtail graph import ${word} --out crawl.ltg
longtail simulate crawl.ltg --out study</code></pre>`
  return markup`${advice}${others}`
}
