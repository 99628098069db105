/** The numbers of a crawl's status, as a list of terms and values. What is nothing is left out. */
import { writtenAt, type Status } from '../../collection/index.js'
import { markup, NOTHING, type Markup } from '../../markup.js'
import { RECENT } from '../../report/crawl/course.js'
import { fill, type Messages } from '../ui/messages.js'
import type { Glance } from './glance.js'
import type { Units } from './units.js'

const SIGNS = { 'needs-script': 'signScript', paywall: 'signPaywall', shop: 'signShop' } as const

/** The few that say most, in large type. */
export function drawFigures({ live, process }: Glance, texts: Messages['dashboard'], units: Units): Markup {
  if (live === null) return NOTHING
  const rows: Row[] = [
    ...mainNumbers(live, texts, units),
    ...(process > 0 ? [[texts.speed, units.decimal(live.pagesPerSecond)] as const] : []),
  ]
  return markup`<dl class="figures">${rows.map(row)}</dl>`
}

export function drawNumbers({ live, process }: Glance, texts: Messages['dashboard'], units: Units): Markup {
  if (live === null) return markup`<p>${texts.nothingYet}</p>`
  const rows = [
    ...moreNumbers(live, texts, units),
    ...(process > 0 ? nowNumbers(live, texts, units) : []),
    ...otherNumbers(live, texts, units),
  ]
  return markup`<dl class="numbers">${rows.map(row)}</dl>
<p class="quiet">${texts.lastChange}: ${units.moment(writtenAt(live))}${live.strategy === '' ? NOTHING : markup` · ${texts.strategy}: <span lang="en">${live.strategy}</span>`}</p>`
}

type Row = readonly [label: string, value: string | Markup]

function row([label, value]: Row): Markup {
  return markup`<div><dt>${label}</dt><dd>${value}</dd></div>`
}

function mainNumbers(live: Status, texts: Messages['dashboard'], { count, share, bytes }: Units): Row[] {
  return [
    [texts.pages, count(live.pages)],
    [texts.relevant, count(live.relevant)],
    [texts.harvest, share(live.harvest)],
    [texts.queue, count(live.queue)],
    [texts.hosts, count(live.hosts)],
    [texts.bytes, bytes(live.bytes)],
  ]
}

function moreNumbers(live: Status, texts: Messages['dashboard'], { count, share }: Units): Row[] {
  return [
    // of a crawl that is no longer than that it would be the same number again
    ...(live.pages <= RECENT
      ? []
      : [[fill(texts.recentHarvest, { count: count(RECENT) }), share(live.recentHarvest)] as const]),
    ...estimateRows(live, texts, { count, share }),
  ]
}

function estimateRows(
  { estimate }: Status,
  texts: Messages['dashboard'],
  units: Pick<Units, 'count' | 'share'>,
): Row[] {
  if (estimate === null) return []
  const { coverage, coverageLow, coverageHigh, remaining, low, high } = estimate
  const range = (format: (value: number) => string, value: number, from: number, to: number): string =>
    fill(texts.range, { value: format(value), low: format(from), high: format(to) })
  return [
    [texts.coverage, range(units.share, coverage, coverageLow, coverageHigh)],
    [texts.remaining, range(units.count, remaining, low, high)],
  ]
}

/** Only of a crawl that runs. */
function nowNumbers(live: Status, texts: Messages['dashboard'], units: Units): Row[] {
  return [
    [texts.underWay, units.count(live.underWay)],
    [texts.runTime, units.duration(live.seconds)],
    ...(live.left === '' ? [] : [[texts.left, markup`<span lang="en">${live.left}</span>`] as const]),
  ]
}

function otherNumbers(live: Status, texts: Messages['dashboard'], { count }: Units): Row[] {
  const counts: (readonly [string, number])[] = [
    [texts.parked, live.parked],
    [texts.known, live.known],
    [texts.redirects, live.redirects],
    [texts.failures, live.failures],
    [texts.skipped, live.skipped],
    [texts.revisits, live.revisits],
    [texts.nearDuplicates, live.nearDuplicates],
    [texts.embeds, live.embeds],
    [texts.embedsWaiting, live.embedsWaiting],
    [texts.reused, live.reused],
    [texts.texts, live.texts],
    ...Object.entries(live.signs).map(([sign, pages]) => [signName(sign, texts), pages] as const),
  ]
  return counts.filter(([, value]) => value > 0).map(([label, value]) => [label, count(value)])
}

function signName(kind: string, texts: Messages['dashboard']): string {
  for (const [known, message] of Object.entries(SIGNS)) if (known === kind) return texts[message]
  return kind
}
