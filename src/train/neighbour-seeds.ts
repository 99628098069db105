/**
 * Seeds for a small language from pages that somebody has already, as a rule in neighbouring languages: crawls of them, or archives.
 *
 *   page      its own text is in the language
 *   link      the text of a link to it is, by words that tell the language (several servers: surer)
 *   server    pages in a neighbouring language link to its home page's server, and nobody has looked there
 *
 * Surest first. What was read and is something else is no seed.
 */
import { existsSync, statSync } from 'node:fs'
import { archivedPages, isArchive } from '../archive/stored-pages.js'
import { crawlDirectory, readIdentity } from '../collection/index.js'
import type { Exchange } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { createJudge, type WrittenLanguage } from '../judge/index.js'
import { readPage } from '../documents/read-page.js'
import { anchorTest } from '../page/language/anchor-language.js'
import { codesOf, modelsAmong, wantedLanguages } from '../page/language/wanted-languages.js'
import { hostOf } from '../page/url/parts.js'
import { CrawledCaptures } from './crawled-captures.js'

export interface SeedRequest {
  /** Directories of crawls, and archives (WARC, WACZ). */
  readonly from: readonly string[]
  readonly languages: readonly WrittenLanguage[]
  /** Seeds at most; 100 unless given. */
  readonly most?: number
  readonly signal: AbortSignal
  readonly onProgress: (source: string, pages: number) => void
}

export interface FoundSeed {
  readonly url: string
  readonly by: 'page' | 'link' | 'server'
  /** Servers that link to it; of a page, its score. */
  readonly weight: number
}

export interface FoundSeeds {
  readonly seeds: readonly FoundSeed[]
  /** Pages that were read. */
  readonly pages: number
}

const MOST = 100
/** Of one server, so that a single site does not fill the list. */
const MOST_OF_HOST = 3
/** A million pages may name any number of servers. */
const MOST_REMEMBERED = 200_000
/** A server that one page names may be anybody's. */
const LEAST_SERVERS = 2

export async function findSeeds(request: SeedRequest): Promise<FoundSeeds> {
  const { languages, most = MOST, signal, onProgress } = request
  const found = new Candidates(languages)
  let pages = 0
  for (const source of request.from)
    for await (const exchange of exchangesOf(source)) {
      signal.throwIfAborted()
      onProgress(source, ++pages)
      await found.read(exchange)
    }
  return { seeds: found.list(most), pages }
}

async function* exchangesOf(source: string): AsyncGenerator<Exchange, void> {
  const refused = new LongtailError('E_USAGE', `${source} is neither a crawl nor an archive (WARC, WACZ)`)
  if (!existsSync(source)) throw refused
  if (statSync(source).isFile()) {
    if (!isArchive(source)) throw refused
    yield* archivedPages(source)
    return
  }
  if (readIdentity(crawlDirectory(source)) === null) throw refused
  const captures = new CrawledCaptures()
  const urls = new Set<string>()
  await captures.add(source, {
    answer({ t, url, status }) {
      if (t === 'page' && status === 200) urls.add(url)
    },
  })
  for (const url of urls) {
    const exchange = await captures.find(url)
    if (exchange !== null) yield exchange
  }
}

class Candidates {
  private readonly judge
  private readonly isAnchorInTarget
  private readonly near: ReadonlySet<string>
  /** Read, and whether it is a seed. */
  private readonly seen = new Map<string, number>()
  private readonly seenHosts = new Set<string>()
  /** By URL, and by server: the servers that link to it. */
  private readonly links = new Map<string, Set<string>>()
  private readonly servers = new Map<string, Set<string>>()

  constructor(written: readonly WrittenLanguage[]) {
    const languages = wantedLanguages(written)
    const models = modelsAmong(languages)
    this.judge = createJudge({ kind: 'language', languages: written, policy: 'modern' })
    this.isAnchorInTarget = anchorTest(codesOf(languages), models)
    // rivals, and what the identifier takes the language for
    this.near = new Set(
      models.flatMap(({ rivals, answers }) => [...rivals.map(({ code }) => code), ...Object.keys(answers.shares)]),
    )
  }

  async read(exchange: Exchange): Promise<void> {
    const page = await readPage(exchange)
    if (page.status !== 200 || (page.document === undefined && !/html|text\/plain/.test(page.mime))) return
    const { relevant, score, language } = this.judge.judge(page)
    const host = hostOf(page.url)
    this.seen.set(page.url, relevant ? score : 0)
    this.seenHosts.add(host)
    const isNear = this.near.size === 0 || this.near.has(language)
    for (const { url, anchor, kind } of page.links) {
      if (kind !== 'a' && kind !== 'area') continue
      const to = hostOf(url)
      if (this.isAnchorInTarget?.(anchor) === true) remember(this.links, url, host)
      else if (to !== host && isNear && !relevant) remember(this.servers, to, host)
    }
  }

  list(most: number): FoundSeed[] {
    const byWeight = (a: FoundSeed, b: FoundSeed): number => b.weight - a.weight || (a.url < b.url ? -1 : 1)
    const pages = [...this.seen].flatMap(([url, score]): FoundSeed[] =>
      score > 0 ? [{ url, by: 'page', weight: score }] : [],
    )
    const links = [...this.links].flatMap(([url, from]): FoundSeed[] =>
      this.seen.has(url) ? [] : [{ url, by: 'link', weight: from.size }],
    )
    const servers = [...this.servers].flatMap(([host, from]): FoundSeed[] =>
      this.seenHosts.has(host) || from.size < LEAST_SERVERS
        ? []
        : [{ url: `http://${host}/`, by: 'server', weight: from.size }],
    )
    const perHost = new Map<string, number>()
    return [pages, links, servers]
      .flatMap(list => list.sort(byWeight))
      .filter(({ url }) => {
        const count = (perHost.get(hostOf(url)) ?? 0) + 1
        perHost.set(hostOf(url), count)
        return count <= MOST_OF_HOST
      })
      .slice(0, most)
  }
}

function remember(links: Map<string, Set<string>>, to: string, from: string): void {
  const known = links.get(to)
  if (known !== undefined) known.add(from)
  else if (links.size < MOST_REMEMBERED) links.set(to, new Set([from]))
}
