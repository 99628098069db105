/**
 * The portal's HTTP server: reads a request, finds its route, sees to it that it may be answered, and sends what the handler says.
 *
 *   request ─▶ own host? ─▶ route ─▶ administrator? ─▶ limits ─▶ form and token ─▶ handler ─▶ headers, compression ─▶ answer
 *
 * Invariants: no handler sees a form whose token was not checked; whatever a handler throws becomes a page and the server lives;
 * requests for other hosts (proxy mode) reach the archive and nothing else.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { presentable } from '../../markup.js'
import { errorPage } from '../ui/error-page.js'
import { isInterfaceLanguage } from '../ui/choose-language.js'
import { addressOf } from '../ui/layout.js'
import { languageCookie, SESSION_COOKIE } from './cookies.js'
import { guardConnections } from './connections.js'
import { createTokens, senderOf } from './forgery.js'
import { readForm } from './forms.js'
import { createCrowd, createLimiter, isLoopback, networkOf, type Rate } from './limiter.js'
import { hasGoodHost } from './host-header.js'
import { hostOfRequest, isLoopbackHost, originReached, readRequest, targetOf } from './read-request.js'
import { createOutgoing, createTurns, LARGE_BODY } from './outgoing.js'
import { Refusal, STATUS_OF } from './refusal.js'
import { createRouter, type Matched } from './router.js'
import { seeOther, type Answer, type Portal, type PortalRequest, type Route } from './route.js'
import { send } from './send.js'

export interface Limits {
  /** Forms sent, by address: a school behind one router shares it. */
  readonly posts: Rate
  /** Searches and suggestions, by address; this machine itself is not counted. */
  readonly searches: Rate
}

export const DEFAULT_LIMITS: Limits = {
  posts: { perSecond: 5, burst: 150 },
  searches: { perSecond: 50, burst: 500 },
}

export interface ServerOptions {
  readonly routes: readonly Route[]
  readonly limits?: Limits
  /** Bound to this machine alone: requests that name another host come from a page that plays tricks with names. */
  readonly loopbackOnly: boolean
  /** Whether an absolute address is one of the portal's own. */
  readonly isOwnHost: (host: string, request: IncomingMessage) => boolean
  /** Answers for a browser that uses the portal as its proxy. The request's origin is the portal's, its path /web/ADDRESS. */
  readonly proxied: (url: string, request: PortalRequest) => Promise<Answer>
  readonly log: (message: string) => void
}

/** They ask the search; a page that is not here does, too, for what comes nearest. */
const LIMITED_SEARCHES: ReadonlySet<string> = new Set(['/search', '/suggest', '/topics/:slug', '/web/*'])

/** Of one address at the same time: a class behind one router. */
const MOST_SEARCHING = 40

/** Archived pages of megabytes are rewritten in the thread that serves everybody: 0.1 s for each. By address, in megabytes. */
const LARGE_PAGES: Rate = { perSecond: 3, burst: 60 }
/** What forms bring, by address, in kilobytes: nobody alone fills what all share (people/local-schema.ts) within a lesson. */
const FORM_KILOBYTES: Rate = { perSecond: 20, burst: 20_000 }

export function createPortalServer(portal: Portal, options: ServerOptions): Server {
  const { limits = DEFAULT_LIMITS, log } = options
  const router = createRouter(options.routes)
  const tokens = createTokens()
  const posts = createLimiter(limits.posts)
  const searches = createLimiter(limits.searches)
  const searching = createCrowd(MOST_SEARCHING)
  const largePages = createLimiter(LARGE_PAGES)
  const formKilobytes = createLimiter(FORM_KILOBYTES)
  const turns = createTurns()
  const outgoing = createOutgoing()
  let saidWrongHost = false
  const keepers = { sessions: portal.sessions, tokens }

  async function answerTo(message: IncomingMessage, seen: { request: PortalRequest; route: string }): Promise<Answer> {
    const isGet = message.method === 'GET' || message.method === 'HEAD'
    if (!hasGoodHost(message)) throw new Refusal('bad request')
    if (!isGet && message.method !== 'POST') throw new Refusal('bad method')
    let target = targetOf(message)
    if (/^https?:\/\//i.test(target)) {
      const url = absolute(target)
      if (!options.isOwnHost(url.host, message)) {
        seen.route = 'proxy'
        if (!isGet) throw new Refusal('bad method')
        const origin = originReached(message)
        seen.request = { ...seen.request, origin, path: `/web/${target}`, rest: target, query: new URLSearchParams() }
        return limited(seen.request, () => options.proxied(target, seen.request), true)
      }
      target = target.replace(/^[a-z]+:\/\/[^/?]*/i, '').replace(/^(?!\/)/, '/')
      seen.request = readRequest(message, target, keepers)
    } else if (options.loopbackOnly && !isLoopbackHost(hostOfRequest(message))) throw wrongHost(hostOfRequest(message))
    if (!target.startsWith('/')) throw new Refusal('bad request')
    const matched = router.match(isGet ? 'GET' : 'POST', target)
    if (matched === 'no route') throw new Refusal('not found')
    if (matched === 'other method') throw new Refusal('bad method')
    if (matched === 'bad path') throw new Refusal('bad request')
    seen.route = matched.route.pattern
    seen.request = ofRoute(seen.request, matched, target)
    return isGet ? get(matched.route, seen.request) : post(matched.route, message, seen)
  }

  function wrongHost(host: string): Refusal {
    if (!saidWrongHost)
      log(`refused: a browser called this server "${host}"; without --host it answers only to names of this machine`)
    saidWrongHost = true
    return new Refusal('wrong host')
  }

  async function get(route: Route, request: PortalRequest): Promise<Answer> {
    const language = request.rest === '' && route.pattern !== '/language' ? request.query.get('ui') : null
    if (isInterfaceLanguage(language)) {
      const query = new URLSearchParams(request.query)
      query.delete('ui')
      return seeOther(addressOf({ ...request, query }), [languageCookie(language)])
    }
    if (route.admin === true && !request.isAdmin)
      return seeOther(`/admin/login?${new URLSearchParams({ back: addressOf(request) }).toString()}`)
    if (LIMITED_SEARCHES.has(route.pattern) && !isLoopback(request.address))
      return searched(request, () => route.handle(request, portal))
    const isArchived = route.pattern === '/raw/*'
    const answer = isArchived
      ? await limited(request, () => route.handle(request, portal))
      : await route.handle(request, portal)
    return route.admin === true ? { ...answer, headers: { 'Cache-Control': 'no-store', ...answer.headers } } : answer
  }

  /** A queue of thousands in front of the search would make everybody wait, those of other addresses, too. */
  async function searched(request: PortalRequest, work: () => Answer | Promise<Answer>): Promise<Answer> {
    const network = networkOf(request.address)
    const wait = searches.take(network)
    const leave = wait > 0 ? null : searching.enter(network)
    if (leave === null) throw new Refusal('too many', Math.max(1, wait))
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** Archived pages: how much work one was is known behind it. */
  async function limited(
    request: PortalRequest,
    work: () => Answer | Promise<Answer>,
    isProxied = false,
  ): Promise<Answer> {
    if (isLoopback(request.address)) return work()
    const network = networkOf(request.address)
    const wait = Math.max(largePages.wait(network), isProxied ? searches.wait(network) : 0)
    if (wait > 0) throw new Refusal('too many', wait)
    const answer = await work()
    // rewritten ones are text; bytes are only copied
    if (typeof answer.body === 'string' && answer.body.length > LARGE_BODY)
      largePages.charge(network, answer.body.length / LARGE_BODY)
    // the search was asked for what comes nearest
    if (isProxied && answer.status === 404 && answer.body.length > 0) searches.charge(network, 1)
    return answer
  }

  async function post(route: Route, message: IncomingMessage, seen: { request: PortalRequest }): Promise<Answer> {
    const network = networkOf(seen.request.address)
    const wait = posts.take(network) || formKilobytes.wait(network)
    if (wait > 0) throw new Refusal('too many', wait)
    if (route.admin === true && !seen.request.isAdmin) throw new Refusal('not admin')
    const sender = senderOf(message.headers, hostOfRequest(message))
    if (sender === 'foreign') throw new Refusal('forged')
    const { fields, files, bytes } = await readForm(message)
    formKilobytes.charge(network, bytes / 1024)
    const { cookies, isAdmin, shelf } = seen.request
    const holder = { session: isAdmin ? (cookies.get(SESSION_COOKIE) ?? '') : '', shelf }
    // what needs the password needs the token of that session, nothing weaker
    const vouched = sender === 'ours' && route.admin !== true
    if (!tokens.isGood(fields.get('token') ?? '', holder, vouched)) throw new Refusal('forged')
    seen.request = { ...seen.request, form: fields, files }
    return route.handle(seen.request, portal)
  }

  async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now()
    if (!(await turns.wait(message.socket, response))) return
    const seen = { request: readRequest(message, targetOf(message), keepers), route: 'none' }
    let answer: Answer
    try {
      answer = await answerTo(message, seen)
      if (typeof answer.body !== 'string' && !outgoing.hold(answer.body, response)) throw new Refusal('too many', 10)
    } catch (error) {
      answer = refused(error, seen.request)
      if (hasBody(message) && !message.complete) endAfter(message, response)
    }
    try {
      await send(message, response, answer)
    } catch (error) {
      // a header that cannot be sent, for instance
      log(`${message.method} ${seen.route}: ${messageOf(error)}`)
      if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' })
      response.end()
    }
    portal.metrics.observe(seen.route, response.statusCode, performance.now() - started)
  }

  function refused(error: unknown, request: PortalRequest): Answer {
    const refusal = error instanceof Refusal ? error : new Refusal('failed')
    if (!(error instanceof Refusal) && !isGone(error))
      log(presentable(`${request.method} ${request.path.slice(0, 200)}: ${messageOf(error)}`))
    try {
      return errorPage(request, portal, refusal.reason, refusal.waitSeconds)
    } catch (second) {
      log(`no page for the error: ${messageOf(second)}`)
      return { status: STATUS_OF[refusal.reason], body: `${refusal.reason}\n` }
    }
  }

  const server = createServer(
    { maxHeaderSize: 32 * 1024, headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 5000 },
    (message, response) => {
      // `handle` never rejects; should it, one request is lost and not the portal
      handle(message, response).catch(error => log(`unexpected: ${messageOf(error)}`))
    },
  )
  guardConnections(server)
  return server
}

function ofRoute(request: PortalRequest, { params, rest, route }: Matched, target: string): PortalRequest {
  if (route.pattern.endsWith('*')) return { ...request, path: target, rest }
  return { ...request, params, path: decodeURIComponent(request.path) }
}

function absolute(target: string): URL {
  try {
    return new URL(target)
  } catch {
    throw new Refusal('bad request')
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** The rest of the body is not wanted: the answer goes out first, then the connection ends. */
function endAfter(message: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close')
  message.resume()
  response.once('finish', () => setTimeout(() => message.destroy(), 1000).unref())
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return process.env.LONGTAIL_DEBUG === undefined ? error.message : (error.stack ?? error.message)
}

/** The browser went away while it sent. */
function isGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')
  )
}
