/**
 * /crawls/:name. The page is made of blocks; those with an id are drawn anew by themselves while the crawl runs (dashboard.js asks for
 * them with ?part=live), the form for excludes is not: nobody's typing is taken away.
 */
import { runEnd } from '../../collection/index.js'
import { loadText, sharingLines } from '../../collection/worker-status.js'
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { Portal, PortalRequest } from '../server/route.js'
import { fill, type Messages } from '../ui/messages.js'
import { harvestChart, watchCharts } from './charts.js'
import { resumeCommand } from './command.js'
import { mayStart } from './crawl-control.js'
import { hostTables, languageTable, recentTable, troubleTable } from './crawl-tables.js'
import type { Glance } from './glance.js'
import { crawlPath, stateMark } from './list-page.js'
import { drawFigures, drawNumbers } from './numbers.js'
import { unitsOf } from './units.js'
import type { CrawlView } from './watched-crawl.js'

export type Blocks = Readonly<Record<string, Markup>>

/** By id of the element. */
export function crawlBlocks(request: PortalRequest, portal: Portal, view: CrawlView): Blocks {
  const { dashboard: texts } = request.messages
  const units = unitsOf(request.language)
  return {
    'crawl-state': stateBlock(request, portal, view),
    'crawl-figures': drawFigures(view, texts, units),
    'crawl-numbers': drawNumbers(view, texts, units),
    'crawl-harvest': markup`${logNotes(view, texts, request)}${harvestChart(view, texts, units)}`,
    'crawl-watch': watchCharts(view, texts, units),
    'crawl-recent': recentTable(request, portal, view),
    'crawl-languages': languageTable(request, view),
    'crawl-hosts': hostTables(request, view),
    'crawl-trouble': troubleTable(request, view),
  }
}

/** A board of boxes, most important first. */
export function drawBlocks(blocks: Blocks, texts: Messages['dashboard']): Markup {
  const block = (id: keyof typeof blocks): Markup => markup`<div id="${id}">${blocks[id]}</div>\n`
  const box = (kind: string, title: string, id: keyof typeof blocks): Markup =>
    markup`<section class="pane ${kind}"><h2>${title}</h2>${block(id)}</section>\n`
  return markup`${block('crawl-state')}${block('crawl-figures')}
<div class="board">
${box('two-thirds', texts.harvestChart, 'crawl-harvest')}${box('third', texts.numbers, 'crawl-numbers')}
${block('crawl-watch')}
${box('two-thirds', texts.recent, 'crawl-recent')}${box('third', texts.languages, 'crawl-languages')}
${box('', texts.hosts, 'crawl-hosts')}${box('', texts.trouble, 'crawl-trouble')}
</div>`
}

function stateBlock(request: PortalRequest, { offers }: Portal, view: CrawlView): Markup {
  const { dashboard: texts, common } = request.messages
  const { state, process, problem } = view
  const why = stateReason(view, request.messages)
  const hint = !offers.administration
    ? NOTHING
    : markup`<p class="quiet">${texts.forAdministrator} <a href="/admin">${common.administration}</a></p>`
  const howToGoOn =
    process > 0 || state === 'unreadable'
      ? NOTHING
      : markup`<p>${texts.goOnWith}</p><pre class="command"><code>${resumeCommand(view)}</code></pre>${view.isPauseAsked ? markup`<p>${texts.startsPaused}</p>` : NOTHING}`
  return markup`<p>${stateMark(state, texts)} ${why}</p>${problem === '' ? NOTHING : markup`<p lang="en">${problem}</p>`}
${request.isAdmin ? markup`${pauseForm(request, view)}${runForm(request, view)}` : hint}${howToGoOn}${workerList(view)}`
}

/** Of a crawl of many partitions; as `longtail status` says it. */
function workerList({ workers }: Glance): Markup {
  if (workers.length === 0) return NOTHING
  const lines = [
    ...workers.map(({ name, status, load }) => `worker ${name}: ${status.pages} pages; ${loadText(load)}`),
    ...sharingLines(workers),
  ]
  return markup`<ul class="quiet" lang="en">${lines.map(line => markup`<li>${line}</li>`)}</ul>`
}

function stateReason({ state, ending, isPauseAsked, live }: Glance, { dashboard: texts, ends }: Messages): string {
  if (state === 'pausing') return texts.whyPausing
  if (state === 'paused') return isPauseAsked ? texts.whyPaused : (live?.waitsFor ?? '')
  if (state === 'brokenOff') return texts.whyBrokenOff
  if (state === 'never') return texts.whyNever
  if (ending === null) return ''
  const end = runEnd(ending)
  return end === null ? ending.reason : ends[end]
}

/** A crawl that does not run can only be told to go on, where somebody paused it. */
function pauseForm(request: PortalRequest, view: CrawlView): Markup {
  const { dashboard: texts } = request.messages
  if (view.process === 0 && !view.isPauseAsked) return NOTHING
  const [want, label] = view.isPauseAsked ? ['resume', texts.resume] : ['pause', texts.pause]
  return markup`<form method="post" action="${crawlPath(view)}/pause"><input type="hidden" name="token" value="${request.token}"><button name="want" value="${want}">${label}</button></form>`
}

/** Starts and stops it. */
function runForm(request: PortalRequest, view: CrawlView): Markup {
  const { dashboard: texts } = request.messages
  const isRunning = view.process > 0
  if (isRunning ? !view.crawl.isNamed : !mayStart(view)) return NOTHING
  const [want, label] = isRunning ? ['stop', texts.stop] : ['start', texts.start]
  return markup`<form method="post" action="${crawlPath(view)}/run"><input type="hidden" name="token" value="${request.token}"><button name="want" value="${want}">${label}</button></form>`
}

function logNotes({ logShare, damage }: CrawlView, texts: Messages['dashboard'], request: PortalRequest): Markup {
  const { share } = unitsOf(request.language)
  // never 100 % while something is left
  const read = share(Math.min(logShare, 0.99))
  const reading = logShare < 1 ? markup`<p class="note">${fill(texts.readingLog, { share: read })}</p>` : NOTHING
  return markup`${reading}${damage === '' ? NOTHING : markup`<p class="note" lang="en">${damage}</p>`}`
}
