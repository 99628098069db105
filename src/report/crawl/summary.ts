/** A crawl in sentences: what was wanted, what was found, how it goes, what is left. Only what the numbers say. */
import type { Expectation } from '../../collection/index.js'
import { markup, type Markup } from '../../markup.js'
import { bytes, count, counted, measured, percent } from '../numbers.js'
import { RECENT } from './course.js'
import type { CrawlNumbers } from './crawl-numbers.js'
import { languageName } from '../../page/language/english-name.js'
import { dateInWords, durationInWords, reasonInWords, wantedInWords } from './words.js'

export function crawlSummary(numbers: CrawlNumbers): readonly Markup[] {
  const sentences: Markup[] = []
  if (numbers.damage !== '')
    sentences.push(markup`<b>The log is damaged</b>, and this report ends at the damage: ${numbers.damage}.`)
  sentences.push(state(numbers))
  if (numbers.pages === 0) {
    const none = numbers.totalRuns === 0 ? 'No run has begun.' : 'No page was fetched yet.'
    return [...sentences, markup`${none}`, ...failures(numbers)]
  }
  sentences.push(harvest(numbers), course(numbers))
  sentences.push(...estimate(numbers.status?.estimate ?? null), waiting(numbers))
  sentences.push(languages(numbers), repeated(numbers), ...failures(numbers))
  return sentences
}

/** Where a crawl stands, as one clause. */
export function stateInWords({ running, stopped, why, totalRuns }: CrawlNumbers): string {
  if (running) return 'is running'
  if (totalRuns === 0) return 'has not begun'
  return stopped === '' ? 'was killed' : `has stopped: ${why}`
}

function state(numbers: CrawlNumbers): Markup {
  const { name, target, lastAt, totalRuns } = numbers
  const what = wantedInWords(target)
  const wanted = what === '' ? '' : `, which looks for pages ${what},`
  const when = lastAt === '' ? '' : ` The log ends at ${dateInWords(lastAt)}, in run ${count(totalRuns)}.`
  return markup`The crawl <b>${name}</b>${wanted} ${stateInWords(numbers)}.${when}`
}

function harvest({ pages, relevant, hosts, ...numbers }: CrawlNumbers): Markup {
  const about = hosts.exact ? '' : 'about '
  const found = `${about}${counted(hosts.fetched, 'host')}`
  if (relevant === 0)
    return markup`${counted(pages, 'page')} from ${found} (${bytes(numbers.bytes)}) were fetched, and <b>none was relevant</b>: check with "longtail judge" on one of the seeds whether seeds and target fit together.`
  const on = `${about}${counted(hosts.relevant, 'host')}`
  return markup`<b>${counted(relevant, 'relevant page')} among ${count(pages)}</b>, a harvest of ${percent(numbers.harvest)}. Pages came from ${found}, relevant ones from ${on}; ${bytes(numbers.bytes)} were transferred.`
}

function course({ pages, recentHarvest, seconds, timed, totalRuns }: CrawlNumbers): Markup {
  const recent = pages > RECENT ? `Of the last ${count(RECENT)} pages ${percent(recentHarvest)} were relevant. ` : ''
  if (!timed) return markup`${recent}The pages came from an archive, so the report says nothing about speed.`
  const speed = seconds > 0 ? `, ${measured((pages / seconds) * 3600)} pages per hour` : ''
  return markup`${recent}Crawling took ${durationInWords(seconds)} in ${counted(totalRuns, 'run')}${speed}.`
}

function estimate(value: Expectation | null): readonly Markup[] {
  if (value === null) return []
  const { remaining, low, high, coverage, coverageLow, coverageHigh } = value
  return [
    markup`<b>Coverage is estimated at ${percent(coverage)}</b> (${percent(coverageLow)} to ${percent(coverageHigh)}): the strategy expects to find ${count(remaining)} more relevant pages (${count(low)} to ${count(high)}).`,
  ]
}

function waiting({ known, waiting: open, status }: CrawlNumbers): Markup {
  const queued =
    status === null || status.at === ''
      ? ''
      : `; at ${dateInWords(status.at)} the queue held ${count(status.queue)}${status.parked === 0 ? '' : ` and ${count(status.parked)} were put aside`}`
  return markup`${counted(known, 'URL is', 'URLs are')} known, ${open === 0 ? 'all of them fetched or given up' : `and ${count(open)} of them are neither fetched nor given up`}${queued}.`
}

function languages({ languages: all, pages }: CrawlNumbers): Markup {
  const first = all.slice(0, 3).map(({ name, pages: of }) => `${languageName(name)} ${percent(of / pages)}`)
  return markup`Languages: ${first.join(', ')}${all.length > 3 ? ` and ${all.length === 100 ? 'many' : count(all.length - 3)} more` : ''}.`
}

function repeated({ pages, nearDuplicates, revisits, redirects }: CrawlNumbers): Markup {
  return markup`${counted(nearDuplicates, 'page')} (${percent(nearDuplicates / pages)}) had nearly the same text as an earlier one, and ${counted(revisits, 'response')} exactly the same bytes. There were also ${counted(redirects, 'redirect')}.`
}

function failures({ skipped, later, reasons }: CrawlNumbers): readonly Markup[] {
  if (skipped + later === 0) return []
  const [most] = reasons
  const why = reasonInWords(most.reason) || most.reason
  return [
    markup`${counted(skipped + later, 'URL was', 'URLs were')} given up, ${count(later)} of them only for one run. The most frequent reason: ${why} (${count(most.skipped + most.later)}).`,
  ]
}
