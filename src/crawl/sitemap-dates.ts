/**
 * What sitemaps and feeds say about when pages changed, for the plan of a round (docs/rounds.md). They are read from the archives as they
 * were when they were last visited; the log has only what was archived where.
 */
import { join } from 'node:path'
import { exchangeOf, headerValue, targetUri } from '../archive/index.js'
import { RecordReader } from '../archive/record-reader.js'
import type { CrawlDirectory } from '../collection/crawl-directory.js'
import { placedFile } from '../collection/file-place.js'
import type { AnswerKind } from '../collection/log-fold.js'
import type { ArchivedEntry, PageEntry, WarcPlace } from '../collection/log/entry.js'
import type { AgainEntry } from '../collection/log/round-entry.js'
import { LongtailError } from '../errors.js'
import { canonicalUrl, decodeContent } from '../page/index.js'
import { parseSitemap } from '../web/index.js'

interface SitemapVisit {
  readonly url: string
  /** Of its content; null: it cannot be read. */
  place: WarcPlace | null
  /** When it was last seen to say so, milliseconds since the epoch. */
  seenAt: number
  /** It has dates of pages, as far as is known. */
  hasDates: boolean
}

/** More than this are not read: a plan must not take longer than the round. */
const MOST_SITEMAPS = 10_000

/** When each sitemap was visited, and where its content is. */
export class SitemapVisits {
  private readonly visits = new Map<number, SitemapVisit>()

  answer({ id, url, at, status, warc, revisit }: PageEntry, kind: AnswerKind): void {
    if (kind !== 'sitemap' || status !== 200 || this.visits.size >= MOST_SITEMAPS) return
    this.visits.set(id, {
      url,
      place: revisit === true ? null : (warc ?? null),
      seenAt: Date.parse(at) || 0,
      hasDates: false,
    })
  }

  again({ id, found, at, warc, revisit }: AgainEntry): void {
    const visit = this.visits.get(id)
    if (visit === undefined) return
    if (found === 'changed') visit.place = revisit === true ? null : (warc ?? null)
    if (found === 'changed' || found === 'same' || found === 'not-modified') visit.seenAt = Date.parse(at) || 0
    else if (found !== 'failed') visit.place = null
  }

  archived({ id, warc }: ArchivedEntry): void {
    const visit = this.visits.get(id)
    if (visit !== undefined) visit.place ??= warc
  }

  /** Whether this is a sitemap whose pages have dates. */
  hasDates(id: number): boolean {
    return this.visits.get(id)?.hasDates === true
  }

  values(): Iterable<SitemapVisit> {
    return this.visits.values()
  }
}

/** `onDate`: for each page that has a date. Dates that lie behind the visit of the sitemap are nonsense, and left out. */
export async function readDates(
  { warc }: CrawlDirectory,
  sitemaps: SitemapVisits,
  onDate: (url: string, changedMs: number, seenMs: number) => void,
): Promise<void> {
  const reader = new RecordReader()
  try {
    for (const visit of sitemaps.values()) {
      const { url, place, seenAt } = visit
      if (place === null) continue
      const bytes = await contentAt(reader, warc, place, url)
      if (bytes === null) continue
      for (const [written, changedAt] of parseSitemap(bytes).dates) {
        const page = changedAt <= seenAt + DAY_MS ? canonicalUrl(written, url) : null
        // a site speaks for its own pages
        if (page === null || serverOf(page) !== serverOf(url)) continue
        visit.hasDates = true
        onDate(page, Math.min(changedAt, seenAt), seenAt)
      }
    }
  } finally {
    await reader.close()
  }
}

/** A date without a time is the end of its day (web/sitemaps.ts). */
const DAY_MS = 86_400_000

function serverOf(url: string): string {
  return url.slice(url.indexOf('//') + 2).split('/')[0]
}

async function contentAt(
  reader: RecordReader,
  directory: string,
  [name, offset, length]: WarcPlace,
  url: string,
): Promise<Uint8Array | null> {
  try {
    const file = placedFile(directory, join(directory, name))
    const record = await reader.record({ file, member: '', offset, length })
    const exchange = canonicalUrl(targetUri(record)) === url ? exchangeOf(record) : null
    if (exchange === null) return null
    return decodeContent(exchange.body, headerValue(exchange.headers, 'content-encoding'))
  } catch (error) {
    if (error instanceof LongtailError) return null
    throw error
  }
}
