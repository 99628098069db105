/** /crawls: all crawls in one table. */
import { writtenAt, type Status } from '../../collection/index.js'
import { markup, type Markup } from '../../markup.js'
import type { Portal, PortalRequest } from '../server/route.js'
import type { Messages } from '../ui/messages.js'
import type { CrawlCondition, Glance } from './glance.js'
import { drawTable } from './draw-table.js'
import { unitsOf } from './units.js'

export function crawlPath({ crawl }: Pick<Glance, 'crawl'>): string {
  return `/crawls/${encodeURIComponent(crawl.name)}`
}

/** Shape and colour say the same as the word. */
export function stateMark(state: CrawlCondition, texts: Messages['dashboard']): Markup {
  return markup`<span class="state ${state}">${texts[state]}</span>`
}

export function crawlList(request: PortalRequest, { offers }: Portal, glances: readonly Glance[]): Markup {
  const { dashboard: texts } = request.messages
  if (glances.length === 0) return markup`<p>${texts.none}</p>`
  const units = unitsOf(request.language)
  const column = (label: string, value: (live: Status) => string) => ({
    label,
    isNumber: true,
    cell: ({ live }: Glance) => (live === null ? '–' : value(live)),
  })
  return drawTable('crawls', offers.library ? texts.list : texts.title, glances, [
    { label: texts.name, cell: glance => markup`<a href="${crawlPath(glance)}">${glance.title}</a>` },
    { label: texts.state, cell: ({ state }) => stateMark(state, texts) },
    column(texts.pages, ({ pages }) => units.count(pages)),
    column(texts.relevant, ({ relevant }) => units.count(relevant)),
    column(texts.harvest, ({ harvest }) => units.share(harvest)),
    column(texts.queue, ({ queue }) => units.count(queue)),
    {
      label: texts.speed,
      isNumber: true,
      // of a crawl that does not run the last speed says nothing
      cell: ({ live, process }) => (live === null || process === 0 ? '–' : units.decimal(live.pagesPerSecond)),
    },
    { label: texts.lastChange, cell: ({ live }) => (live === null ? '–' : units.moment(writtenAt(live))) },
  ])
}
