import type { Chart } from '../../src/report/charts/chart.js'
import { decimate } from '../../src/report/charts/decimate.js'
import type { TopicCrawl } from './measure.js'

/** The first pages of a crawl are luck. */
const FIRST = 20

/** Harvest over the crawl, mean over topics and start pages. A crawl that ended is as one that finds nothing more. */
export function harvestChart(web: string, crawls: readonly TopicCrawl[], specs: readonly string[]): Chart {
  const shown = specs.filter(spec => crawls.some(crawl => crawl.spec === spec))
  const last = Math.min(...crawls.map(({ reach }) => reach))
  return {
    id: `topics-${web}`,
    title: `Harvest of topic crawls: ${web}`,
    description: `Share of wanted pages among those fetched, mean over topics and start pages, for ${shown.join(', ')}.`,
    x: { label: 'pages fetched', unit: 'count' },
    y: { label: 'harvest: wanted among fetched', unit: 'share' },
    series: shown.map((label, style) => ({
      label,
      style,
      points: decimate(
        Array.from({ length: last - FIRST }, (_, i) => [FIRST + i, meanHarvest(crawls, label, FIRST + i)] as const),
        200,
      ),
      halted: false,
    })),
    kind: 'line',
    legend: true,
  }
}

function meanHarvest(crawls: readonly TopicCrawl[], spec: string, pages: number): number {
  const own = crawls.filter(crawl => crawl.spec === spec)
  const sum = own.reduce((total, { found }) => total + found[Math.min(pages, found.length - 1)] / pages, 0)
  return sum / own.length
}
