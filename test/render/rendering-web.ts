/** The sites of cases.ts as a web on one loopback port, and a crawl of it. */
import { parseCampaign } from '../../src/campaign/index.js'
import { runCrawl, type CrawlSummary, type RunOptions } from '../../src/crawl/index.js'
import { html, serveSmallWeb, status, type SmallWeb } from '../crawl/small-web.js'
import { CASES, PAGES, siteData, type RenderingCase } from './cases.js'

export interface RenderingWebOptions {
  readonly cases?: readonly RenderingCase[]
  /** Sites beside them that need nothing. */
  readonly plainSites?: number
}

const PLAIN: RenderingCase = CASES.find(({ name }) => name === 'no-script') ?? CASES[0]

export function sitesOf({ cases = CASES, plainSites = 0 }: RenderingWebOptions): ReadonlyMap<string, RenderingCase> {
  const sites = new Map(cases.map(one => [`${one.name}.test`, one]))
  for (let i = 0; i < plainSites; i++) sites.set(`plain-${i}.test`, PLAIN)
  return sites
}

export async function serveRenderingWeb(options: RenderingWebOptions = {}): Promise<SmallWeb> {
  const sites = sitesOf(options)
  return serveSmallWeb(async ({ host, path }, response) => {
    const site = sites.get(host.replace(/^api\./, ''))
    const name = host.replace(/^api\.|\.test$/g, '')
    const asked = path.replace(/\?.*$/, '')
    const page = asked === '/' ? 0 : Number(/^\/p(\d)$/.exec(asked)?.[1] ?? NaN)
    if (site === undefined || path === '/robots.txt') return status(response, 404)
    if (page < PAGES) return html(response, await site.page(siteData(name, page), page))
    const file = site.file?.(asked, n => siteData(name, n)) ?? null
    if (file === null) return status(response, 404)
    response.writeHead(200, { 'content-type': file.type, ...file.headers }).end(file.body)
  })
}

export function renderingCampaign(
  web: SmallWeb,
  options: RenderingWebOptions = {},
  parts: Record<string, unknown> = {},
) {
  return {
    name: 'rendering',
    contact: 'https://longtail.example/crawler',
    target: { language: 'tha' },
    seeds: [...sitesOf(options).keys()].map(host => `http://${host}/`),
    strategy: 'breadth-first',
    politeness: { delay: '0s' },
    network: { hosts: { '*': web.origin }, retries: 0 },
    traps: false,
    workers: 1,
    ...parts,
  }
}

export function crawlRendering(
  campaign: Record<string, unknown>,
  out: string,
  options: Partial<RunOptions> = {},
): Promise<CrawlSummary> {
  const parsed = parseCampaign(JSON.stringify(campaign), 'test campaign')
  return runCrawl({
    campaign: parsed,
    campaignPath: null,
    seeds: Array.isArray(parsed.seeds) ? parsed.seeds : [],
    out,
    warn: () => {},
    onProgress: () => {},
    ...options,
  })
}
