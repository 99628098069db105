/** What the demo web says to a request for any URL: pages, detours, robots.txt, sitemaps, calendars, and 404 for the rest. */
import { createPageEncoder } from './encode.js'
import { ENGLISH } from './languages.js'
import type { DemoHost, DemoPage } from './model.js'
import { fileAt } from './pictures.js'
import { escape, renderPage, titleOf, type RenderContext } from './render.js'
import { CALENDAR_ENTRANCE, calendarLinks, nextSession, renderCalendar, splitSession, withSession } from './traps.js'

export interface DemoAnswer {
  readonly status: number
  /** Lower-case names; without content-encoding: the server adds it. */
  readonly headers: Readonly<Record<string, string>>
  /** As it is before gzip. */
  readonly body: Uint8Array
  /** The server compresses it for those who take it. */
  readonly gzip: boolean
  /** The truth about the text, ISO 639-3; 'und' when it has none. */
  readonly language: string
  /** Absolute URLs in the order of the page: a, frame, meta refresh, link rel=alternate, Location; each once. */
  readonly links: readonly string[]
  /** The page behind the URL; null for robots.txt, calendars and what does not exist. */
  readonly page: DemoPage | null
}

const DEAD_END = 'Nothing is here.'

export function answerFor(context: RenderContext): (url: string) => DemoAnswer {
  const encode = createPageEncoder()
  const hosts = new Map(context.hosts.map(host => [host.name, host]))
  const byUrl = new Map(context.pages.map(page => [`${context.hosts[page.host].name}${page.path}`, page]))
  const robots = new Map(context.hosts.map(host => [host.name, robotsText(host)]))

  const html = (page: DemoPage, text: string, links: readonly string[], base: string): DemoAnswer => {
    const { header } = page.encoding
    return {
      status: page.status,
      headers: { 'content-type': header === null ? 'text/html' : `text/html; charset=${header}` },
      body: encode(text, page.encoding),
      gzip: context.hosts[page.host].gzip,
      language: page.language,
      links: [...new Set(links.map(link => new URL(link, base).href))],
      page,
    }
  }

  const textPage = (asked: DemoPage, host: DemoHost, session: string | null): DemoAnswer => {
    // a mirror sends the bytes of its original; what is inside the server is linked by path, so it stays inside the mirror
    const page = host.kind === 'mirror' ? context.pages[asked.twin] : asked
    const origin = context.hosts[page.host]
    const next = origin.sessions ? nextSession(origin, session) : null
    const links: string[] = []
    const address = (id: number): string => {
      const target = context.pages[id]
      const link = target.host !== page.host ? target.url : next === null ? target.path : withSession(target.path, next)
      links.push(link)
      return link
    }
    const extra = origin.calendar !== 'none' && page.index ? [CALENDAR_ENTRANCE] : []
    const alternates = page.versions.map(id => context.pages[id].path)
    const text = page.kind === 'menu' ? renderMenu(page, context, address) : renderPage(page, context, address, extra)
    return html({ ...asked, encoding: page.encoding }, text, [...links, ...extra, ...alternates], asked.url)
  }

  const hop = (page: DemoPage): DemoAnswer => {
    const target = context.pages[page.twin]
    const links = [target.url]
    if (page.kind === 'redirect') {
      const location = target.host === page.host ? target.path : target.url
      const text = `<html><head><title>${page.status}</title></head><body><a href="${escape(target.url)}">${page.status}</a></body></html>\n`
      const answer = html(page, text, links, page.url)
      return { ...answer, headers: { ...answer.headers, location } }
    }
    const title = escape(titleOf(target, context))
    if (page.kind === 'refresh') {
      const text = `<html><head><title>${title}</title>\n<meta http-equiv="refresh" content="0; url=${escape(target.path)}"></head><body></body></html>\n`
      return html(page, text, links, page.url)
    }
    const text =
      `<html><head><title>${title}</title></head>\n<frameset cols="180,*">\n<frame name="menu" src="/menu.html">\n` +
      `<frame name="main" src="${escape(target.path)}">\n<noframes></noframes></frameset></html>\n`
    return html(page, text, ['/menu.html', ...links], page.url)
  }

  return url => {
    const { hostname, pathname, search } = new URL(url)
    const host = hosts.get(hostname)
    if (host === undefined) return plain(404, 'No such server in this web: send its name in the Host header.\n')
    const asked = `${pathname}${search}`
    if (asked === '/robots.txt') {
      const text = robots.get(hostname) ?? ''
      return text === '' ? plain(404, DEAD_END) : plain(200, text)
    }
    if (asked === '/sitemap.xml' && host.sitemap) return sitemap(host, context)
    const { path, id } = host.sessions ? splitSession(asked) : { path: asked, id: null }
    const page = byUrl.get(hostname + path)
    if (page !== undefined) {
      if (page.kind === 'page' || page.kind === 'menu') return textPage(page, host, id)
      if (page.kind === 'missing') return { ...plain(404, DEAD_END), page }
      return hop(page)
    }
    // a mirror has the pictures of its original; a server that moved sends for them to its new name
    const file = host.kind === 'moved' ? null : fileAt(context.hosts[host.twin] ?? host, path, context.seed)
    if (file !== null) return { ...plain(200, ''), headers: { 'content-type': file.mime }, body: file.body }
    const months = calendarLinks(host, path)
    if (months !== null) {
      const answer = plain(200, renderCalendar(path, months))
      return {
        ...answer,
        headers: { 'content-type': 'text/html' },
        links: months.map(month => new URL(month, url).href),
      }
    }
    if (host.kind === 'moved') {
      const location = context.hosts[host.twin].origin + asked
      return { ...plain(301, location), headers: { location }, links: [location] }
    }
    return plain(404, DEAD_END)
  }
}

function plain(status: number, text: string): DemoAnswer {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: Buffer.from(text, 'utf8'),
    gzip: false,
    language: 'und',
    links: [],
    page: null,
  }
}

function renderMenu(page: DemoPage, context: RenderContext, address: (id: number) => string): string {
  const { start, to } = context.links
  const anchors = Array.from(to.subarray(start[page.id], start[page.id + 1]), id => {
    const label = titleOf(context.pages[id], context)
    return `<a target="main" href="${escape(address(id))}">${escape(label)}</a><br>\n`
  })
  const { meta } = page.encoding
  const charset = meta === null ? '' : `<meta http-equiv="Content-Type" content="text/html; charset=${meta}">`
  return `<html><head>${charset}<title></title></head><body>\n${anchors.join('')}</body></html>\n`
}

/** '' when the server has no robots.txt. */
function robotsText(host: DemoHost): string {
  const rules = [
    ...(host.secretive ? ['Disallow: /private/'] : []),
    ...(host.calendar === 'disallowed' ? ['Disallow: /calendar/'] : []),
    ...(host.crawlDelaySeconds === null ? [] : [`Crawl-delay: ${host.crawlDelaySeconds}`]),
  ]
  const sitemap = host.sitemap ? [`Sitemap: ${host.origin}/sitemap.xml`] : []
  if (rules.length + sitemap.length === 0) return ''
  return ['User-agent: *', ...(rules.length === 0 ? ['Disallow:'] : rules), '', ...sitemap, ''].join('\n')
}

function sitemap(host: DemoHost, context: RenderContext): DemoAnswer {
  // what a webmaster would list: the pages that the front page shows, never what is hidden or forbidden
  const listed = context.pages.filter(page => page.host === host.id && page.kind === 'page' && !page.disallowed)
  const shown =
    host.kind === 'hidden' || host.kind === 'pocket' ? listed.filter(page => page.language === ENGLISH) : listed
  const urls = shown.map(page => `<url><loc>${escape(page.url)}</loc></url>\n`)
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
  return { ...plain(200, text), headers: { 'content-type': 'application/xml' }, links: shown.map(page => page.url) }
}
