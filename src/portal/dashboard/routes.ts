/** The addresses of the dashboard. Whoever may look is decided by `dashboard.open`; changes are the administrator's. */
import { askToGoOn, askToPause } from '../../collection/index.js'
import { LongtailError } from '../../errors.js'
import { markup, type Markup } from '../../markup.js'
import { isLoopback } from '../server/limiter.js'
import { Refusal } from '../server/refusal.js'
import { get, htmlAnswer, jsonAnswer, post, seeOther } from '../server/route.js'
import type { Answer, Portal, PortalRequest, Route } from '../server/route.js'
import { layout } from '../ui/layout.js'
import { fill } from '../ui/messages.js'
import { startCrawl, stopCrawl } from './crawl-control.js'
import { crawlBlocks, drawBlocks, type Blocks } from './crawl-page.js'
import type { Dashboard } from './dashboard.js'
import { drawDoubts, saveDoubts } from './doubts-form.js'
import {
  excludeMistakes,
  MOST_EXCLUDE_BYTES,
  MOST_EXCLUDE_LINES,
  readExcludes,
  versionOf,
  writeExcludes,
} from './exclude-file.js'
import { drawExcludes, type ExcludesForm } from './excludes-form.js'
import type { Glance } from './glance.js'
import { crawlList, crawlPath } from './list-page.js'
import { metricsText } from './metrics.js'
import type { WatchedCrawl } from './watched-crawl.js'

/** How often dashboard.js asks while something runs; a browser without scripts may refresh by itself. */
const ASK_EVERY_MS = 2000
const REFRESH_SECONDS = 10
const NO_FORM: ExcludesForm = { file: '', sent: null, mistakes: [], outcome: null, problem: '' }

export function dashboardRoutes(dashboard: Dashboard): readonly Route[] {
  const viewing = dashboard.open ? {} : { admin: true }
  const crawlOf = (request: PortalRequest): WatchedCrawl => {
    const crawl = dashboard.crawl(request.params.name ?? '')
    if (crawl === null) throw new Refusal('not found')
    return crawl
  }
  return [
    get('/crawls', (request, portal) => listAnswer(request, portal, dashboard), viewing),
    get('/crawls/:name', (request, portal) => crawlAnswer(request, portal, crawlOf(request)), viewing),
    post('/crawls/:name/pause', (request, portal) => pauseAnswer(request, portal, crawlOf(request)), { admin: true }),
    post('/crawls/:name/run', (request, portal) => runAnswer(request, portal, crawlOf(request)), { admin: true }),
    post('/crawls/:name/excludes', (request, portal) => excludesAnswer(request, portal, crawlOf(request)), {
      admin: true,
    }),
    post('/crawls/:name/doubts', (request, portal) => doubtsAnswer(request, portal, crawlOf(request)), { admin: true }),
    get('/metrics', async (request, portal) => {
      // a collector of measurements has no password; on the same computer it needs none
      if (!dashboard.open && !request.isAdmin && !isLoopback(request.address)) throw new Refusal('not admin')
      const body = metricsText(await dashboard.glances(), portal)
      return { status: 200, headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }, body }
    }),
  ]
}

async function listAnswer(request: PortalRequest, portal: Portal, dashboard: Dashboard): Promise<Answer> {
  const glances = await dashboard.glances()
  const blocks = { 'crawl-list': crawlList(request, portal, glances) }
  const isLive = glances.some(isChanging)
  if (request.query.get('part') === 'live') return liveAnswer(blocks, isLive)
  const { dashboard: texts } = request.messages
  const content = markup`<div class="top"><h1>${texts.title}</h1>${refreshing(request, '/crawls', isLive)}</div><div id="crawl-list">${blocks['crawl-list']}</div>${portal.offers.library ? markup`` : logOut(request)}`
  return pageAnswer(request, portal, texts.title, content, isLive)
}

/** Where there is no page of the administrator that has this button. */
function logOut(request: PortalRequest): Markup {
  if (!request.isAdmin) return markup``
  return markup`<form method="post" action="/admin/logout"><input type="hidden" name="token" value="${request.token}"><button>${request.messages.admin.logOut}</button></form>`
}

async function crawlAnswer(
  request: PortalRequest,
  portal: Portal,
  crawl: WatchedCrawl,
  form: ExcludesForm | null = null,
  status = 200,
  doubtsProblem = '',
  runProblem = '',
): Promise<Answer> {
  const view = await crawl.view()
  const blocks = crawlBlocks(request, portal, view)
  const isLive = isChanging(view) || view.logShare < 1
  if (request.method === 'GET' && request.query.get('part') === 'live') return liveAnswer(blocks, isLive)
  const { dashboard: texts } = request.messages
  const shown = form ?? {
    ...NO_FORM,
    file: readExcludes(crawl.crawl.directory),
    outcome: request.query.get('saved') === 'excludes' ? ('saved' as const) : null,
  }
  const content = markup`<nav aria-label="${texts.allCrawls}"><a href="/crawls">${texts.allCrawls}</a></nav>
<div class="top"><h1>${view.title}</h1>${refreshing(request, crawlPath(view), isLive)}</div>
${runProblem === '' ? markup`` : markup`<p class="note" role="alert">${fill(texts.notPossible, { message: runProblem })}</p>`}${drawBlocks(blocks, texts)}
${request.isAdmin ? markup`${drawDoubts(request, view, crawl.crawl.directory, doubtsProblem)}${drawExcludes(request, view, shown)}` : markup``}`
  return pageAnswer(request, portal, view.title, content, isLive && form === null, status)
}

function isChanging({ process }: Glance): boolean {
  return process > 0
}

/** For dashboard.js: blocks by id, and when to ask again; 0: not any more. */
function liveAnswer(blocks: Blocks, isLive: boolean): Answer {
  const texts = Object.fromEntries(Object.entries(blocks).map(([id, block]) => [id, block.text]))
  return jsonAnswer({ blocks: texts, againMs: isLive ? ASK_EVERY_MS : 0 })
}

/** For dashboard.js, and links for those who have no scripts. */
function refreshing(request: PortalRequest, path: string, isLive: boolean): Markup {
  const { dashboard: texts } = request.messages
  const live = isLive
    ? markup`<div id="live" data-address="${path}?part=live" data-every="${ASK_EVERY_MS}"></div>`
    : markup``
  const itself = fill(texts.refreshItself, { seconds: REFRESH_SECONDS })
  return markup`${live}<p class="refresh"><a href="${path}">${texts.refresh}</a>${isLive ? markup`<noscript> · <a href="${path}?refresh=1">${itself}</a></noscript>` : markup``}</p>\n`
}

function pageAnswer(
  request: PortalRequest,
  portal: Portal,
  title: string,
  content: Markup,
  isLive: boolean,
  status = 200,
): Answer {
  const page = layout(request, portal, {
    title,
    content: markup`<div class="dashboard">${content}</div>`,
    styles: ['dashboard.css'],
    scripts: ['dashboard.js'],
  })
  const answer = htmlAnswer(page, status)
  const refreshes = isLive && request.method === 'GET' && request.query.get('refresh') === '1'
  return refreshes ? { ...answer, headers: { ...answer.headers, Refresh: String(REFRESH_SECONDS) } } : answer
}

async function pauseAnswer(request: PortalRequest, portal: Portal, watched: WatchedCrawl): Promise<Answer> {
  const { directory } = watched.crawl
  try {
    if (request.form.get('want') === 'resume') askToGoOn(directory)
    else if (request.form.get('want') === 'pause') askToPause(directory)
    else throw new Refusal('bad request')
  } catch (error) {
    if (!(error instanceof LongtailError)) throw error
    const form = { ...NO_FORM, file: readExcludes(directory), problem: error.message }
    return crawlAnswer(request, portal, watched, form, 500)
  } finally {
    watched.forget()
  }
  return seeOther(crawlPath(await watched.glance()))
}

async function runAnswer(request: PortalRequest, portal: Portal, watched: WatchedCrawl): Promise<Answer> {
  const want = request.form.get('want')
  if (want !== 'start' && want !== 'stop') throw new Refusal('bad request')
  watched.forget()
  const glance = await watched.glance()
  try {
    if (want === 'start') await startCrawl(glance)
    else stopCrawl(glance)
  } catch (error) {
    if (!(error instanceof LongtailError)) throw error
    watched.forget()
    return crawlAnswer(request, portal, watched, null, 409, '', error.message)
  }
  watched.forget()
  return seeOther(crawlPath(glance))
}

async function doubtsAnswer(request: PortalRequest, portal: Portal, watched: WatchedCrawl): Promise<Answer> {
  try {
    saveDoubts(request, watched.crawl.directory)
  } catch (error) {
    if (!(error instanceof LongtailError)) throw error
    return crawlAnswer(request, portal, watched, null, 500, error.message)
  }
  return seeOther(`${crawlPath(await watched.glance())}?saved=doubts#doubts`)
}

async function excludesAnswer(request: PortalRequest, portal: Portal, watched: WatchedCrawl): Promise<Answer> {
  const { directory } = watched.crawl
  const sent = (request.form.get('text') ?? '').replace(/\r\n?/g, '\n')
  const file = readExcludes(directory)
  const again = (form: Partial<ExcludesForm>, status: number): Promise<Answer> =>
    crawlAnswer(request, portal, watched, { ...NO_FORM, file, sent, ...form }, status)
  if (file === null || Buffer.byteLength(sent) > MOST_EXCLUDE_BYTES || sent.split('\n').length > MOST_EXCLUDE_LINES)
    return again({ outcome: 'large' }, 413)
  if (request.form.get('version') !== versionOf(file)) return again({ outcome: 'changed' }, 409)
  const mistakes = excludeMistakes(sent)
  if (mistakes.length > 0) return again({ mistakes }, 422)
  try {
    writeExcludes(directory, sent)
  } catch (error) {
    return again({ problem: error instanceof LongtailError ? error.message : String(error) }, 500)
  }
  return seeOther(`${crawlPath(await watched.glance())}?saved=excludes#excludes`)
}
