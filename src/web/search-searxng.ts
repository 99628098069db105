/**
 * SearXNG by its JSON API: `/search?q=…&format=json&pageno=…`. The instance is the user's own, so that it may be on this
 * machine or in the same network; it is asked slowly all the same, because it asks other engines that count requests.
 */
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange, FetchFailure, Web } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { decodeContent } from '../page/http/content-coding.js'
import { findHeader, redirectTarget } from './headers.js'
import { createHttpWeb } from './http-web.js'
import { fetchInTurn } from './fetch-in-turn.js'
import { createPoliteness } from './politeness.js'
import { parseRetryAfter } from './retry-after.js'
import { ResultList, type SearchEngine, type SearchOptions } from './search.js'

export interface SearxngOptions {
  /** Where the instance is, e.g. http://localhost:8888 or https://search.example/searxng/. */
  readonly url: string
  readonly userAgent: string
  readonly delayMs?: number
  readonly proxy?: string | null
  readonly hosts?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  readonly warn?: (message: string) => void
}

const DEFAULT_DELAY_MS = 1000
const MAX_BODY = 8 * 1024 * 1024
/** Engines give ten to thirty results a page and some repeat themselves for ever. */
const MAX_PAGES = 50
/** A busy instance is asked again this often, if it does not want more patience than this. */
const RETRIES = 2
const MAX_WAIT_MS = 30_000
const WITHOUT = 'or give example pages or seeds instead (docs/training.md)'

export function createSearxng(options: SearxngOptions): SearchEngine {
  const base = baseOf(options.url)
  const warn = options.warn ?? (() => {})
  const isDirect = isAddress(base.hostname)
  const delayMs = options.delayMs ?? DEFAULT_DELAY_MS
  const web = createHttpWeb({
    userAgent: options.userAgent,
    politeness: createPoliteness({ delayMs, adaptive: false }),
    // an address of this machine or network is meant as it is written: neither proxy nor override can know it better
    proxy: isDirect ? null : options.proxy,
    hosts: isDirect ? {} : options.hosts,
    allowPrivate: true,
    limits: { maxBodyBytes: MAX_BODY, totalTimeoutMs: options.timeoutMs ?? 60_000 },
  })

  async function ask(query: string, page: number, { language, isSafe, signal }: SearchOptions): Promise<SearxngAnswer> {
    const url = new URL('search', base)
    url.searchParams.set('q', query)
    url.searchParams.set('format', 'json')
    url.searchParams.set('pageno', String(page))
    if (language !== undefined) url.searchParams.set('language', language)
    if (isSafe === true) url.searchParams.set('safesearch', '2')
    for (let attempt = 0; ; attempt++) {
      const outcome = await fetchFollowing(web, url.href, signal)
      if (!outcome.ok) throw unreachable(base.href, outcome, signal)
      const waitMs = patienceWanted(outcome)
      if (waitMs === null || attempt === RETRIES || waitMs > MAX_WAIT_MS) return readAnswer(outcome, base.href)
      await sleep(waitMs, undefined, { signal })
    }
  }

  return {
    name: `SearXNG at ${base.href}`,
    async search(query, wanted) {
      const list = new ResultList(wanted.results)
      for (let page = 1; page <= MAX_PAGES && !list.isFull; page++) {
        const { results, silent } = await ask(query, page, wanted)
        let fresh = 0
        for (const { url, title, content } of results) if (list.add(url, title, content)) fresh++
        if (page === 1 && results.length === 0 && silent.length > 0)
          warn(`search for "${query}": found nothing, and these engines did not answer: ${silent.join(', ')}`)
        if (fresh === 0) break
      }
      return list.results
    },
    close: () => web.close(),
  }
}

function baseOf(text: string): URL {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new LongtailError('E_SEARCH', `${text}: not the address of a search engine; write http://localhost:8888/`)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new LongtailError('E_SEARCH', `${text}: expected the http or https address of a search engine`)
  // people paste the address of the search itself
  url.search = ''
  url.hash = ''
  url.pathname = url.pathname.replace(/\/search\/?$/, '/').replace(/\/?$/, '/')
  return url
}

function isAddress(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

/** One redirect, from http to https or to a trailing slash, is usual. */
async function fetchFollowing(web: Web, url: string, signal: AbortSignal): Promise<Exchange | FetchFailure> {
  let at = url
  for (let hop = 0; ; hop++) {
    const outcome = await fetchInTurn(web, at, signal)
    const target = outcome.ok ? redirectTarget(outcome) : null
    if (target === null || hop === 2) return outcome
    at = target
  }
}

function patienceWanted({ status, headers }: Exchange): number | null {
  if (status !== 429 && status !== 503) return null
  return parseRetryAfter(findHeader(headers, 'retry-after'), Date.now()) ?? 2000
}

function unreachable(where: string, failure: FetchFailure, signal: AbortSignal): Error {
  if (signal.aborted) return new LongtailError('E_FETCH_ABORTED', 'the search was stopped', 'retry')
  return new LongtailError(
    'E_SEARCH',
    `${where}: the search engine does not answer (${failure.message}). Check that it runs and can be reached from here, ${WITHOUT}`,
  )
}

interface SearxngAnswer {
  readonly results: readonly { readonly url?: unknown; readonly title?: unknown; readonly content?: unknown }[]
  /** Engines behind it that did not answer. */
  readonly silent: readonly string[]
}

function readAnswer(exchange: Exchange, where: string): SearxngAnswer {
  const { status } = exchange
  const refuse = (what: string): LongtailError => new LongtailError('E_SEARCH', `${where}: ${what}, ${WITHOUT}`)
  if (status === 403 || status === 406)
    throw refuse(
      `the search engine refuses (${status}): its JSON format is not enabled. Add "json" to search.formats in its settings.yml`,
    )
  if (status === 429 || status === 503)
    throw refuse(
      `the search engine limits requests (${status}). Wait, or allow this machine in the limiter of the instance`,
    )
  if (status < 200 || status >= 300) throw refuse(`the search engine answers with status ${status}. Check the address`)
  const contentEncoding = findHeader(exchange.headers, 'content-encoding') ?? ''
  const body = Buffer.from(decodeContent(exchange.body, contentEncoding)).toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw refuse(
      /^\s*</.test(body)
        ? 'the answer is a web page instead of JSON. Check that this is a SearXNG instance and that search.formats in its settings.yml lists json'
        : 'the answer is not JSON. Check that this is a SearXNG instance',
    )
  }
  if (!isRecord(value) || !Array.isArray(value.results))
    throw refuse('the answer has no list of results. Check that this is a SearXNG instance')
  return { results: value.results.filter(isRecord), silent: silentEngines(value.unresponsive_engines) }
}

function silentEngines(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value
    .slice(0, 20)
    .map(one => (Array.isArray(one) ? one : [one]).map(part => String(part).slice(0, 60)).join(': '))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
