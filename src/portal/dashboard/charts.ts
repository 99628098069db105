/** The charts of a crawl's page: harvest over the pages, queue and speed over the time that somebody looks. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import { seriesOf, type Chart } from '../../report/charts/chart.js'
import { chartInPage } from '../../report/charts/draw.js'
import { ALL, OTHER, RELEVANT } from '../../report/charts/style.js'
import { RECENT } from '../../report/crawl/course.js'
import { fill, type Messages } from '../ui/messages.js'
import type { Moment } from './history.js'
import type { Units } from './units.js'
import type { CrawlView } from './watched-crawl.js'

export function harvestChart({ samples }: CrawlView, texts: Messages['dashboard'], units: Units): Markup {
  const last = samples.at(-1)
  if (last === undefined) return markup`<p>${texts.nothingYet}</p>`
  const count = units.count(RECENT)
  const harvest = units.share(last.relevant / last.pages)
  const recent = units.share(last.recentHarvest)
  // of a crawl that is no longer than that both lines would be the same
  const hasRecent = last.pages > RECENT
  const said = fill(hasRecent ? texts.harvestSaid : texts.harvestSaidShort, {
    pages: units.count(last.pages),
    harvest,
    count,
    recent,
  })
  const all = seriesOf(texts.allSoFar, ALL, samples, ({ pages, relevant }) => [pages, relevant / pages], harvest)
  const lastOnes = fill(texts.lastOnes, { count })
  const latest = seriesOf(lastOnes, RELEVANT, samples, one => [one.pages, one.recentHarvest], recent)
  const chart: Chart = {
    id: 'harvest-chart',
    title: texts.harvestChart,
    description: said,
    x: { label: texts.pages, unit: 'count', wholeNumbers: true, max: Math.max(1, last.pages) },
    y: { label: texts.harvest, unit: 'share', max: 1 },
    series: hasRecent ? [all, latest] : [all],
    kind: 'line',
    legend: true,
  }
  return markup`<figure>${chartInPage(chart, 'course')}<figcaption>${said}</figcaption></figure>`
}

/** Nothing as long as there is no line to be drawn. */
export function watchCharts({ moments }: CrawlView, texts: Messages['dashboard'], units: Units): Markup {
  if (moments.length < 2) return NOTHING
  const [first] = moments
  const last = moments[moments.length - 1]
  const drawn = (id: string, title: string, said: string, value: (moment: Moment) => number): Markup => {
    const chart: Chart = {
      id,
      title,
      description: said,
      x: { label: texts.minutes, unit: 'count' },
      y: { label: title, unit: 'count' },
      series: [seriesOf(title, OTHER, moments, moment => [(moment.at - first.at) / 60_000, value(moment)])],
      kind: 'line',
      legend: false,
    }
    return markup`<figure>${chartInPage(chart, 'watch')}<figcaption>${said}</figcaption></figure>`
  }
  const said = (value: (moment: Moment) => string): string =>
    fill(texts.queueSaid, { first: value(first), last: value(last) })
  const queue = said(moment => units.count(moment.queue))
  const speed = said(moment => units.decimal(moment.pagesPerSecond))
  return markup`<div class="pane pair">${drawn('queue-chart', texts.queueChart, queue, moment => moment.queue)}${drawn('speed-chart', texts.speedChart, speed, moment => moment.pagesPerSecond)}</div>`
}
