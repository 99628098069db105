/** /crawls: all crawls in one table. */
import { writtenAt } from '../../collection/index.js'
import { markup, type Markup } from '../../markup.js'
import type { PortalRequest } from '../server/route.js'
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

export function crawlList(request: PortalRequest, glances: readonly Glance[]): Markup {
  const { dashboard: texts } = request.messages
  if (glances.length === 0) return markup`<p>${texts.none}</p>`
  const units = unitsOf(request.language)
  const rows = glances.map(glance => {
    const { live, state, title } = glance
    const number = (value: ((live: NonNullable<Glance['live']>) => string) | null): string =>
      live === null || value === null ? '–' : value(live)
    return [
      markup`<a href="${crawlPath(glance)}">${title}</a>`,
      stateMark(state, texts),
      number(({ pages }) => units.count(pages)),
      number(({ relevant }) => units.count(relevant)),
      number(({ harvest }) => units.share(harvest)),
      number(({ queue }) => units.count(queue)),
      // of a crawl that does not run the last speed says nothing
      number(glance.process > 0 ? ({ pagesPerSecond }) => units.decimal(pagesPerSecond) : null),
      number(status => units.moment(writtenAt(status))),
    ]
  })
  const columns = [
    { label: texts.name },
    { label: texts.state },
    { label: texts.pages, isNumber: true },
    { label: texts.relevant, isNumber: true },
    { label: texts.harvest, isNumber: true },
    { label: texts.queue, isNumber: true },
    { label: texts.speed, isNumber: true },
    { label: texts.lastChange },
  ]
  return drawTable('crawls', texts.list, columns, rows)
}
