/**
 * One crawl of a TextWeb: the frontier, the groups and the strategy of the live crawl, with a label in the place of the
 * judge. Downloads are pages of the archive; what the archive does not have is told to the strategy as lost and costs nothing.
 */
import {
  CHARSET,
  LANGUAGE,
  NO_FEATURES,
  type Features,
  type PageId,
  type PlaceControl,
  type StrategyNeed,
} from '../../src/contracts.js'
import { Groups } from '../../src/crawl/groups.js'
import { createMemoryFrontier } from '../../src/frontier/index.js'
import { NearDuplicates } from '../../src/page/index.js'
import { createStrategy } from '../../src/strategy/index.js'
import type { TextWeb } from './text-web.js'

/** What a target makes of the pages of a web, and of the links between them. */
export interface Judged {
  /** By page: 1 when it is wanted, and how surely, 0…1. */
  readonly relevant: Uint8Array
  readonly score: Float64Array | Uint8Array
  /** By link of `web.to`: what Features.anchorScore and contextScore say, for both kinds of context; null when nobody knows. */
  readonly links: LinkScores | null
}

export interface LinkScores {
  readonly anchor: Uint8Array
  readonly elements: Uint8Array
  readonly words: Uint8Array
}

/** `found[k]`: relevant pages among the first k downloads. */
export function crawlTextWeb(web: TextWeb, spec: string, relevant: Uint8Array, starts: readonly PageId[]): Uint32Array {
  const found = [0]
  const judged = { relevant, score: relevant, links: null }
  walkTextWeb(web, spec, judged, starts, page => found.push(found[found.length - 1] + relevant[page]) > 0)
  return Uint32Array.from(found)
}

/** Calls `onFetch` for every download, which says whether to go on. */
export function walkTextWeb(
  web: TextWeb,
  spec: string,
  { relevant, score, links: scores }: Judged,
  starts: readonly PageId[],
  onFetch: (page: PageId) => boolean,
): void {
  const strategy = createStrategy(spec)
  const asked = new Set([...strategy.needs, ...(strategy.wants ?? [])])
  const frontier = createMemoryFrontier()
  const groups = new Groups(strategy.groupBy, (group, host) => frontier.addGroup(group, host), asked)
  const group = Uint32Array.from(web.urls, url => groups.groupOf(url))
  const texts = new NearDuplicates(1 << 16)
  const fetched = new Uint8Array(web.urls.length)
  const out = new Uint16Array(web.to.length + 1)
  const offer = (page: PageId, level: number): void => {
    if (level > 0 && fetched[page] === 0) frontier.offer(page, group[page], level)
  }
  const control: PlaceControl = {
    bias: (one, levels) => frontier.bias(one, levels),
    park: one => frontier.park(one),
    readmit: one => frontier.readmit(one),
    cutoff: place => frontier.cutoff(place),
    spare: (host, isSpared) => frontier.spare(host, isSpared),
    move: (page, level) => {
      if (frontier.levelOf(page) !== 0) offer(page, level)
    },
  }
  strategy.reserve(web.urls.length, groups.groupCount)
  for (const start of starts) offer(start, strategy.seed(start))
  const distance = new Uint16Array(web.urls.length)
  for (let page = frontier.take(0); page !== -1; page = frontier.take(0)) {
    const host = groups.hostOfGroup(group[page])
    const level = frontier.levelOf(page)
    frontier.release(host, 0)
    fetched[page] = 1
    if (web.archived[page] === 0) {
      strategy.lost?.(page)
      continue
    }
    const isRelevant = relevant[page] === 1
    if (!onFetch(page)) break
    const start = web.offsets[page]
    const end = web.offsets[page + 1]
    const [high, low] = web.simhash[page]
    const visit = {
      page,
      host,
      relevant: isRelevant,
      score: score[page],
      language: isRelevant ? LANGUAGE.target : LANGUAGE.other,
      charset: CHARSET.none,
      duplicate: asked.has('duplicate') && texts.findOrAdd(high, low, page) !== -1,
      distance: distance[page],
    }
    const { tld, domain, host: hosts } = groups
    const features = {
      ...NO_FEATURES,
      tld,
      domain,
      host: hosts,
      words: asked.has('words') ? web.words[page] : null,
      ...linkColumns(scores, asked, start, end),
    }
    for (let i = start; i < end; i++) if (distance[web.to[i]] === 0) distance[web.to[i]] = distance[page] + 1
    strategy.score(visit, { to: web.to, start, end, group, features }, out, control)
    for (let i = start; i < end; i++) offer(web.to[i], out[i - start])
    for (const to of web.hops[page]) {
      const before = frontier.levelOf(to)
      if (before !== 0 && before <= level) continue
      strategy.hop?.(page, to)
      offer(to, level)
    }
  }
  frontier.close()
}

function linkColumns(
  scores: LinkScores | null,
  asked: ReadonlySet<StrategyNeed>,
  start: number,
  end: number,
): Pick<Features, 'anchorScore' | 'contextScore'> {
  const context = asked.has('link-score') ? scores?.elements : asked.has('link-score-words') ? scores?.words : undefined
  if (scores === null || context === undefined) return { anchorScore: null, contextScore: null }
  return { anchorScore: scores.anchor.subarray(start, end), contextScore: context.subarray(start, end) }
}

/** All pages of the archive that any crawl from these can fetch. */
export function reachable(web: TextWeb, starts: readonly PageId[]): PageId[] {
  const seen = new Uint8Array(web.urls.length)
  const queue: PageId[] = []
  const add = (page: PageId): void => {
    if (seen[page] === 1 || web.archived[page] === 0) return
    seen[page] = 1
    queue.push(page)
  }
  starts.forEach(add)
  for (const page of queue) {
    for (let i = web.offsets[page]; i < web.offsets[page + 1]; i++) add(web.to[i])
    web.hops[page].forEach(add)
  }
  return queue
}
