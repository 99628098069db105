/**
 * Makes the plan of a round, once, by reading the log twice: first all pages as numbers, among which the policy chooses; then, for the
 * chosen ones, what they held last. Validators come from the archived heads. Nothing is asked for here.
 */
import { join } from 'node:path'
import { exchangeOf, headerValue, targetUri } from '../archive/index.js'
import { RecordReader } from '../archive/record-reader.js'
import type { Campaign } from '../campaign/index.js'
import type { CrawlDirectory } from '../collection/crawl-directory.js'
import { placedFile } from '../collection/file-place.js'
import type { KnownPayloads } from '../collection/known-payloads.js'
import { addUpReadings } from '../collection/page-readings.js'
import { LogFold, type LogVisitor } from '../collection/log-fold.js'
import type { PageEntry, WarcPlace } from '../collection/log/entry.js'
import { readLog } from '../collection/log/read-log.js'
import type { AgainEntry } from '../collection/log/round-entry.js'
import { LongtailError } from '../errors.js'
import { canonicalUrl } from '../page/url/canonical.js'
import type { CrawlMemory } from './crawl-memory.js'
import { originalOf } from './records-to-keep.js'
import { DAY_MS, PageHistory, type ChosenFrom } from './page-history.js'
import type { PlannedPage } from './plan-file.js'
import { recrawlPolicy } from '../recrawl/index.js'
import { readDates, SitemapVisits } from './sitemap-dates.js'

export interface PlanningParts {
  readonly campaign: Campaign
  readonly directory: CrawlDirectory
  readonly memory: CrawlMemory
  readonly known: Pick<KnownPayloads, 'find'> | null
}

/** A page whose validators were believed so often in a row is asked for in full, to see whether they are true. */
const CHECK_EVERY = 4
const WEEK_MS = 7 * DAY_MS
const LONGEST_ETAG = 512

type Said = Pick<
  AgainEntry,
  'id' | 'url' | 'at' | 'status' | 'mime' | 'score' | 'language' | 'share' | 'truncated' | 'digest' | 'revisit'
>

/** What stands for a page: the last line with content, the last head that came with it, and whether the content is archived. */
interface Standing {
  kind: 'page' | 'sitemap'
  said: Said
  /** Of the last record whose head was sent with content. */
  head: WarcPlace | null
  visits: number
  /** Digest of the document that a browser made of it; '' where none did. */
  rendered: string
}

/** Pages to be asked for again, best first. `budget`: how many at most. `done`: those of the round that were asked for already. */
export async function planRound(
  parts: PlanningParts,
  budget: number,
  done: ReadonlySet<number>,
  nowMs: number,
): Promise<PlannedPage[]> {
  const { campaign, directory } = parts
  const policy = recrawlPolicy(campaign.recrawl.policy)
  const { readings } = campaign.recrawl
  const history = new PageHistory(readings.length === 0 ? undefined : addUpReadings(readings))
  const sitemaps = new SitemapVisits()
  await readAll(directory, both(history, sitemaps))
  await readDates(directory, sitemaps, (url, changed, seen) => {
    const id = parts.memory.state.find(url)
    if (id !== -1) history.said(id, changed, seen)
  })
  const from = history.known(done)
  const { pages, ids, isDistrusted } = from
  const interval = (campaign.recrawl.every ?? WEEK_MS) / DAY_MS
  const most = Math.min(budget, pages.count)
  const best = policy.choose(pages, nowMs / DAY_MS, most, interval)
  const chosen = knownFirst(best, from, row => sitemaps.hasDates(ids[row]), most).subarray(0, most)
  const rows = budget === Infinity ? withRest(chosen, pages.count) : chosen
  const standing = await readStanding(directory, new Set(Array.from(rows, row => ids[row])))
  const reader = new RecordReader()
  try {
    const planned: PlannedPage[] = []
    for (const row of rows) {
      const found = standing.get(ids[row])
      if (found !== undefined) planned.push(await plannedPage(parts, found, isDistrusted(row), reader))
    }
    return planned
  } finally {
    await reader.close()
  }
}

/**
 * Before what the policy chooses: sitemaps with dates that are believed, in at most a tenth of the round, because one of them tells of many
 * pages; then what is known by them to have changed, the most wanted first.
 */
function knownFirst(
  best: Uint32Array,
  { pages: { count, worth, lastVisit }, isMisdated, hasChanged }: ChosenFrom,
  isDatedSitemap: (row: number) => boolean,
  most: number,
): Uint32Array {
  const rows = Array.from({ length: count }, (_, row) => row)
  const sitemaps = rows
    .filter(row => isDatedSitemap(row) && !isMisdated(row))
    .sort((a, b) => lastVisit[a] - lastVisit[b] || a - b)
    .slice(0, Math.min(Math.ceil(most / 10), most - 1))
  const changed = rows.filter(hasChanged).sort((a, b) => worth[b] - worth[a] || a - b)
  const first = new Set([...sitemaps, ...changed])
  return first.size === 0 ? best : Uint32Array.from([...first, ...best.filter(row => !first.has(row))])
}

/** One reading of the log for two. */
function both(history: PageHistory, sitemaps: SitemapVisits): LogVisitor {
  return {
    url: (url, number) => history.url(url, number),
    answer(entry, kind, numbers) {
      history.answer(entry, kind, numbers)
      sitemaps.answer(entry, kind)
    },
    again(entry, numbers) {
      history.again(entry, numbers)
      sitemaps.again(entry)
    },
    archived: entry => sitemaps.archived(entry),
  }
}

/** Where there is no budget, pages that the policy leaves out come last. */
function withRest(chosen: Uint32Array, count: number): number[] {
  const taken = new Set(chosen)
  return [...chosen, ...Array.from({ length: count }, (_, row) => row).filter(row => !taken.has(row))]
}

async function readAll(directory: CrawlDirectory, visitor: LogVisitor): Promise<void> {
  const fold = new LogFold(visitor)
  for await (const { entry } of readLog(directory)) fold.add(entry)
}

async function readStanding(directory: CrawlDirectory, wanted: ReadonlySet<number>): Promise<Map<number, Standing>> {
  const standing = new Map<number, Standing>()
  await readAll(directory, {
    answer(entry, kind) {
      if (!wanted.has(entry.id) || (kind !== 'page' && kind !== 'sitemap')) return
      const rendered = renderedDigest(entry)
      standing.set(entry.id, { kind, said: inShort(entry), head: entry.warc ?? null, visits: 1, rendered })
    },
    again(entry) {
      const known = standing.get(entry.id)
      if (known === undefined) return
      known.visits++
      if (entry.found === 'changed') known.said = inShort(entry)
      known.rendered = renderedDigest(entry) || known.rendered
      if (entry.found === 'changed' || (entry.found === 'same' && entry.warc !== undefined))
        known.head = entry.warc ?? null
    },
    // of pages that waited in the spool
    archived({ id, warc }) {
      const known = standing.get(id)
      if (known !== undefined) known.head ??= warc
    },
  })
  return standing
}

/** What a plan needs of a line. Lines are long, and a large crawl has millions of them. */
function inShort(entry: PageEntry | AgainEntry): Said {
  const { id, url, at, status, mime, score, language, share, truncated, digest, revisit } = entry
  return { id, url, at, status, mime, score, language, share, truncated, digest, revisit }
}

function renderedDigest({ rendered }: Pick<PageEntry, 'rendered'>): string {
  return rendered?.place === undefined ? '' : (rendered.digest ?? '')
}

async function plannedPage(
  parts: PlanningParts,
  { kind, said, head, visits, rendered }: Standing,
  isDistrusted: boolean,
  reader: RecordReader,
): Promise<PlannedPage> {
  const { id, url, status = 0, mime = '', score = 0, language = 'und', share = 0 } = said
  const hasContent = status === 200 && said.truncated === undefined
  const digest = hasContent ? (said.digest ?? '') : ''
  const common = { id, url, kind, digest, mime, score, language, share, ...(rendered === '' ? {} : { rendered }) }
  if (digest === '' || head === null) return common
  const sent = await headAt(parts.directory, head, url, reader)
  // nobody can read it any more: what comes is stored as if it were new
  if (sent === null) return common
  const original = said.revisit === true ? originalOf(parts, digest) : { url, at: said.at }
  if (original === null) return common
  const etag = validEtag(headerValue(sent, 'etag'))
  const modified = validDate(headerValue(sent, 'last-modified'))
  const isChecked = isDistrusted || visits % CHECK_EVERY === 0
  return {
    ...common,
    original,
    ...(etag === '' ? {} : { etag }),
    ...(modified === '' ? {} : { modified }),
    ...(isChecked && etag + modified !== '' ? { check: true } : {}),
  }
}

/** The headers that came with a record; null when it cannot be read, or is of another page. */
async function headAt(
  { warc }: CrawlDirectory,
  [name, offset, length]: WarcPlace,
  url: string,
  reader: RecordReader,
): Promise<readonly (readonly [string, string])[] | null> {
  try {
    const record = await reader.record({ file: placedFile(warc, join(warc, name)), member: '', offset, length })
    return canonicalUrl(targetUri(record)) === url ? (exchangeOf(record)?.headers ?? null) : null
  } catch (error) {
    if (error instanceof LongtailError) return null
    throw error
  }
}

/** As the standard has it, and short enough to be sent back: a server may send anything. */
export function validEtag(written: string): string {
  const etag = written.trim()
  return etag.length <= LONGEST_ETAG && /^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(etag) ? etag : ''
}

export function validDate(written: string): string {
  const date = written.trim()
  const isDate = /^[A-Za-z]{3}, \d{2} [A-Za-z]{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(date)
  return isDate && !Number.isNaN(Date.parse(date)) ? date : ''
}
