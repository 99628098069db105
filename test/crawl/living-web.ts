/** A small web on the loopback that lives: pages are born, change, move and go, with all kinds of validators. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseCampaign } from '../../src/campaign/index.js'
import { runCrawl, type CrawlSummary, type RunOptions } from '../../src/crawl/index.js'

/**
 * How a page says which version it is. `none`: not at all. `lies`: Last-Modified never changes, and conditions are answered by it.
 * `always-new`: Last-Modified is another one in every answer. `ignored`: an ETag, but conditions are not looked at.
 */
export type Validators = 'etag' | 'modified' | 'both' | 'none' | 'lies' | 'always-new' | 'ignored'

export interface LivingPage {
  version: number
  readonly validators: Validators
  /** What the page is now: a page, gone, or a redirect to another path. */
  state: 'here' | 'gone' | { readonly to: string }
  /** Pages that it links to, by path. */
  links: string[]
  /** Markup of its own: images, style sheets. */
  extra: string
}

export interface Asked {
  readonly host: string
  readonly path: string
  readonly conditions: readonly string[]
  readonly status: number
}

const THAI =
  'ประเทศไทยเป็นประเทศที่ตั้งอยู่ในภูมิภาคเอเชียตะวันออกเฉียงใต้ มีพรมแดนติดกับประเทศลาวและกัมพูชา ผู้คนพูดภาษาไทยและอ่านหนังสือภาษาไทยทุกวัน '
const FIRST_DATE = Date.UTC(2020, 0, 1)

export class ChangingWeb {
  /** By `host/path`. */
  readonly pages = new Map<string, LivingPage>()
  /** Images and style sheets, by `host/path`. */
  readonly objects = new Map<string, { readonly type: string; readonly body: string | Buffer }>()
  /** Of all hosts; '' for none. */
  robots = ''
  readonly asked: Asked[] = []
  /** Words that nobody can compress much, in every page: so many. */
  fillerWords = 0
  /** Every answer but robots.txt is 304, whatever was asked. */
  isAlwaysUnmodified = false
  /** Called before each answer to a page; a promise holds it up. */
  onRequest: (path: string) => void | Promise<void> = () => {}
  private answers = 0
  private readonly server = createServer((request, response) => void this.answer(request, response))
  origin = ''

  static async start(): Promise<ChangingWeb> {
    const web = new ChangingWeb()
    await new Promise<void>(listening => web.server.listen(0, '127.0.0.1', listening))
    web.origin = `http://127.0.0.1:${(web.server.address() as AddressInfo).port}`
    return web
  }

  /** `place`: `host/path`. */
  add(place: string, validators: Validators, links: readonly string[] = []): LivingPage {
    const page: LivingPage = { version: 1, validators, state: 'here', links: [...links], extra: '' }
    this.pages.set(place, page)
    return page
  }

  page(place: string): LivingPage {
    const page = this.pages.get(place)
    if (page === undefined) throw new Error(`no page ${place}`)
    return page
  }

  change(...places: string[]): void {
    for (const place of places) this.page(place).version++
  }

  /** What a reader would see there now. */
  body(place: string): string {
    const { version, links, extra } = this.page(place)
    const anchors = links.map(to => `<a href="http://${to}">หน้า ${to}</a>`).join(' ')
    return `<html><head><title>${place} ${version}</title></head><body><p>${THAI.repeat(3)}ฉบับที่ ${version} ของ ${place}</p><pre>${this.filler(place, version)}</pre>${extra}${anchors}</body></html>`
  }

  private filler(place: string, version: number): string {
    let text = ''
    for (let i = 0; i < this.fillerWords; i++) {
      const seed = `${place} ${version} ${i}`
      text += `${createHash('sha1').update(seed).digest('base64url')} `
    }
    return text
  }

  close(): Promise<void> {
    return new Promise(closed => {
      this.server.closeAllConnections()
      this.server.close(() => closed())
    })
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const path = request.url ?? ''
    const conditions = ['if-none-match', 'if-modified-since'].filter(name => request.headers[name] !== undefined)
    const send = (status: number, headers: Record<string, string> = {}, body = ''): void => {
      this.asked.push({ host, path, conditions, status })
      response.writeHead(status, headers).end(body)
    }
    if (path === '/robots.txt')
      return this.robots === '' ? send(404) : send(200, { 'content-type': 'text/plain' }, this.robots)
    await this.onRequest(`${host}${path}`)
    if (this.isAlwaysUnmodified) return send(304)
    const object = this.objects.get(`${host}${path}`)
    if (object !== undefined) return void response.writeHead(200, { 'content-type': object.type }).end(object.body)
    const page = this.pages.get(`${host}${path}`)
    if (page === undefined || page.state === 'gone') return send(404, { 'content-type': 'text/html' }, 'not here')
    if (page.state !== 'here') return send(301, { location: `http://${page.state.to}` })
    const headers = this.validatorsOf(page)
    if (page.validators !== 'ignored' && isUnmodified(request, headers)) return send(304, headers)
    send(200, { 'content-type': 'text/html; charset=utf-8', ...headers }, this.body(`${host}${path}`))
  }

  private validatorsOf({ version, validators }: LivingPage): Record<string, string> {
    const date = (day: number): string => new Date(FIRST_DATE + day * 86_400_000).toUTCString()
    const etag = { etag: `"v${version}"` }
    const modified = { 'last-modified': date(version) }
    if (validators === 'none') return {}
    if (validators === 'etag' || validators === 'ignored') return etag
    if (validators === 'both') return { ...etag, ...modified }
    if (validators === 'modified') return modified
    return { 'last-modified': date(validators === 'lies' ? 0 : 1000 + this.answers++) }
  }
}

function isUnmodified({ headers: asked }: IncomingMessage, headers: Record<string, string>): boolean {
  if (asked['if-none-match'] !== undefined) return asked['if-none-match'] === headers.etag
  return asked['if-modified-since'] !== undefined && asked['if-modified-since'] === headers['last-modified']
}

/** A crawl of it in this process: the first round, or the next one with `again`. */
export function crawlLiving(
  web: ChangingWeb,
  out: string,
  seeds: readonly string[],
  options: Partial<RunOptions> = {},
  parts: Record<string, unknown> = {},
): Promise<CrawlSummary> {
  const campaign = parseCampaign(JSON.stringify(livingCampaign(web, seeds, parts)), 'test campaign')
  return runCrawl({
    campaign,
    campaignPath: null,
    seeds,
    out,
    warn: () => {},
    onProgress: () => {},
    ...options,
  })
}

export function livingCampaign(
  web: ChangingWeb,
  seeds: readonly string[],
  parts: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    name: 'test',
    contact: 'https://longtail.example/crawler',
    target: { language: 'tha' },
    seeds,
    strategy: 'breadth-first',
    politeness: { delay: '0s', 'max-crawl-delay': '0s' },
    network: { hosts: { '*': web.origin }, retries: 0 },
    workers: 1,
    ...parts,
  }
}
