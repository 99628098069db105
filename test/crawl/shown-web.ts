/** A small web of pages that show things: images, style sheets that refer to more, a host for images, for tests. */
import { parseCampaign } from '../../src/campaign/index.js'
import { crawlDirectory, readLog } from '../../src/collection/index.js'
import { runCrawl, type CrawlSummary, type RunOptions } from '../../src/crawl/index.js'
import type { LogEntry } from '../../src/collection/index.js'
import { html, serveSmallWeb, status, type SmallRequest, type SmallWeb } from './small-web.js'

export const THAI =
  'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ '
const ENGLISH = 'All human beings are born free and equal in dignity and rights. They are endowed with reason. '

/** Pages of host `a.test`: even ones are Thai and show five images each, odd ones are English and show one. */
export async function serveShownWeb(pages: number): Promise<SmallWeb> {
  return serveSmallWeb((request, response) => {
    const { host, path } = request
    if (path === '/robots.txt') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /private/\n')
    } else if (path.endsWith('.css')) {
      const styles =
        path === '/main.css' ? '@import "more.css"; body { background: url(back.png) }' : 'p { color: red }'
      response.writeHead(200, { 'content-type': 'text/css' }).end(`${styles}\n/* ${path} */`)
    } else if (path === '/moved.png') status(response, 302, { location: 'http://cdn.test/arrived.png' })
    else if (path.endsWith('.png')) image(request, response)
    else if (/^\/p\d+$/.test(path) && Number(path.slice(2)) < pages)
      html(response, pageOf(Number(path.slice(2)), pages))
    else status(response, host === 'a.test' ? 404 : 410)
  })
}

function image({ host, path }: SmallRequest, response: Parameters<typeof html>[0]): void {
  response.writeHead(200, { 'content-type': 'image/png' }).end(`PNG ${host}${path} ${'x'.repeat(100)}`)
}

function pageOf(n: number, pages: number): string {
  const links = [2 * n + 1, 2 * n + 2].filter(to => to < pages).map(to => `<a href="/p${to}">page ${to}</a>`)
  const isThai = n % 2 === 0
  const shown = isThai
    ? `<link rel="stylesheet" href="/main.css"><img src="/logo.png"><img src="/i${n}.png"><img src="http://cdn.test/c${n}.png">
       <img src="/moved.png"><img src="/private/secret.png">`
    : `<img src="/english${n}.png">`
  return `<html><body>${shown}<p>${(isThai ? THAI : ENGLISH).repeat(4)} ${n}</p>${links.join(' ')}</body></html>`
}

export function shownCampaign(web: SmallWeb, parts: Record<string, unknown> = {}): Record<string, unknown> {
  const { network, politeness, archive, ...rest } = parts
  return {
    name: 'shown',
    contact: 'https://longtail.example/crawler',
    target: { language: 'tha' },
    seeds: ['http://a.test/p0'],
    strategy: 'breadth-first',
    politeness: { delay: '0s', 'max-crawl-delay': '0s', ...(politeness as object) },
    network: { hosts: { '*': web.origin }, ...(network as object) },
    archive: { embeds: 'relevant', ...(archive as object) },
    workers: 1,
    ...rest,
  }
}

export function crawlShown(
  web: SmallWeb,
  out: string,
  parts: Record<string, unknown> = {},
  options: Partial<RunOptions> = {},
): Promise<CrawlSummary> {
  const campaign = parseCampaign(JSON.stringify(shownCampaign(web, parts)), 'test campaign')
  return runCrawl({
    campaign,
    campaignPath: null,
    seeds: Array.isArray(campaign.seeds) ? campaign.seeds : [],
    out,
    warn: () => {},
    onProgress: () => {},
    ...options,
  })
}

export async function logged(out: string): Promise<LogEntry[]> {
  const entries: LogEntry[] = []
  for await (const { entry } of readLog(crawlDirectory(out))) entries.push(entry)
  return entries
}

/** What a page with the Thai text shows, with all that its style sheets refer to. */
export function shownBy(n: number): string[] {
  return [
    'http://a.test/main.css',
    'http://a.test/more.css',
    'http://a.test/back.png',
    'http://a.test/logo.png',
    `http://a.test/i${n}.png`,
    `http://cdn.test/c${n}.png`,
    'http://a.test/moved.png',
    'http://cdn.test/arrived.png',
  ]
}
