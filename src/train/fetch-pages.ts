/**
 * Fetches pages that are known by address, to learn from them: a crawl that follows no link. So robots.txt, delays, the
 * archive and going on after a stop are those of every crawl.
 */
import type { Campaign } from '../campaign/index.js'
import type { Status } from '../collection/index.js'
import { runCrawl, type RunOptions, type StopReason } from '../crawl/index.js'
import { LongtailError } from '../errors.js'
import type { TrainingPage } from '../judge/topic/index.js'
import { CrawledCaptures } from './crawled-captures.js'
import { readablePage, type LeftOut } from './example-pages.js'

export interface FetchOptions extends Pick<RunOptions, 'warn' | 'onProgress' | 'onStart'> {
  /** Whose contact, network and politeness count. */
  readonly campaign: Campaign
  /** Directory of the crawl. */
  readonly out: string
  readonly timeMs?: number
}

/** Directory and addresses may be those of an earlier run: only what is missing is fetched. */
export async function fetchPages(urls: readonly string[], options: FetchOptions): Promise<StopReason> {
  const { campaign, out, timeMs } = options
  const { stopped } = await runCrawl({
    campaign: trainingCampaign(campaign, timeMs),
    campaignPath: null,
    seeds: urls,
    out,
    warn: options.warn,
    onProgress: options.onProgress,
    onStart: options.onStart,
  })
  return stopped
}

function trainingCampaign(campaign: Campaign, timeMs: number | undefined): Campaign {
  return {
    ...campaign,
    name: 'training',
    // nothing is wanted yet: what is, will be learned from these pages
    target: { policy: 'modern', 'inherit-unknown': false, combine: 'all', keywords: [] },
    seeds: [],
    strategy: 'breadth-first',
    'warm-start': undefined,
    limits: { hops: 0, time: timeMs, bytes: campaign.limits.bytes, 'free-disk': campaign.limits['free-disk'] },
    include: [],
    'seed-limits': [],
    politeness: { ...campaign.politeness, sitemaps: false },
    archive: { ...campaign.archive, keep: 'all', embeds: 'none', 'frontier-text': false },
  }
}

/** What is fetched for a model, and by whom. */
export interface ModelFetch {
  /** Says who asks; without it nothing is fetched. */
  readonly campaign: Campaign | null
  /** The model; what is fetched is kept beside it. */
  readonly out: string
  readonly signal: AbortSignal
  readonly warn: (message: string) => void
  readonly onProgress: (progress: Status | string) => void
}

/** Where what is fetched for a model is kept. */
export function pagesDirectory(out: string): string {
  return `${out}.pages`
}

const NOTHING: FetchedPages = { captures: new CrawledCaptures(), pagesOf: new Map(), leftOut: new Map() }

/** Null when it was stopped; the same request goes on. */
export async function fetchForModel(
  urls: readonly string[],
  { campaign, out, signal, warn, onProgress }: ModelFetch,
): Promise<FetchedPages | null> {
  if (urls.length === 0) return NOTHING
  if (campaign === null)
    throw new LongtailError(
      'E_USAGE',
      `${urls[0]}: fetching a page needs --campaign, whose contact tells the site who you are`,
    )
  const directory = pagesDirectory(out)
  const stopped = await fetchPages([...new Set(urls)], {
    campaign,
    out: directory,
    warn,
    onProgress,
    onStart: stop => {
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    },
  })
  return stopped === 'interrupted' ? null : openFetched(directory)
}

export interface FetchedPages {
  readonly captures: CrawledCaptures
  /** By address as it was asked for: where its pages (several in frames, another one after a redirect) are. */
  readonly pagesOf: ReadonlyMap<string, readonly string[]>
  /** By address: what could not be had, and why. */
  readonly leftOut: ReadonlyMap<string, LeftOut>
}

/** What a training crawl has fetched, without reading any page yet. */
export async function openFetched(out: string): Promise<FetchedPages> {
  const captures = new CrawledCaptures()
  const seen = new Map<number, Seen>()
  const pages = new Set<number>()
  const leftOut = new Map<string, LeftOut>()
  await captures.add(out, {
    givenUp({ what, url, reason }) {
      if (what === 'page') leftOut.set(url, { source: url, reason })
    },
    answer({ t, id, url, via, hops }) {
      if (t === 'sitemap') return
      leftOut.delete(url)
      seen.set(id, { url, via, hops })
      if (t === 'page') pages.add(id)
    },
  })
  const pagesOf = new Map<string, string[]>()
  for (const id of pages) {
    const page = seen.get(id)
    if (page === undefined) continue
    for (const asked of waysTo(page, seen)) {
      const places = pagesOf.get(asked)
      if (places === undefined) pagesOf.set(asked, [page.url])
      else places.push(page.url)
    }
  }
  return { captures, pagesOf, leftOut }
}

interface Seen {
  readonly url: string
  readonly via?: number
  readonly hops: number
}

/** Its own address, and back over redirects and frame sets: any of them may have been asked for. */
function waysTo(page: Seen, seen: ReadonlyMap<number, Seen>): Set<string> {
  const ways = new Set([page.url])
  let at = page
  for (let steps = 0; at.via !== undefined && steps < 50; steps++) {
    const before = seen.get(at.via)
    // a link is one hop: a page that was asked for after another one had linked to it is no part of that one
    if (before === undefined || before.hops !== at.hops) break
    ways.add(before.url)
    at = before
  }
  return ways
}

/** The pages of these addresses; those that are none are named with the reason. */
export async function readFetched(
  urls: readonly string[],
  { captures, pagesOf, leftOut }: FetchedPages,
): Promise<{ pages: TrainingPage[]; leftOut: LeftOut[] }> {
  const pages: TrainingPage[] = []
  const without: LeftOut[] = []
  for (const url of urls) {
    const places = pagesOf.get(url) ?? []
    if (places.length === 0) without.push(leftOut.get(url) ?? { source: url, reason: 'was not fetched' })
    for (const place of places) {
      const exchange = await captures.find(place)
      const page = exchange === null ? 'is in no archive' : await readablePage(exchange)
      if (typeof page === 'string') without.push({ source: place, reason: page })
      else pages.push(page)
    }
  }
  return { pages, leftOut: without }
}
