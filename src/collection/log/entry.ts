/**
 * The crawl log: one JSON object per line, in the order in which things happened. It is the truth of a crawl; resume,
 * status, reports, graphs and strategy state are rebuilt from it (docs/formats.md).
 *
 * URLs get their ids by order of appearance: `run.seeds` first, then in each line `links`, `leads`, `sitemaps`, where a
 * number is an id seen before and a string is a new URL that takes the next id. So every URL is written once. Embedded
 * objects (`embeds` of pages and of embedded objects) are numbered in the same way, by themselves.
 */
import { LongtailError } from '../../errors.js'
import { parseJson } from '../../json.js'
import type { LoggedRendering } from './rendering-entry.js'
import type { AgainEntry, RoundEntry } from './round-entry.js'

export const LOG_VERSION = 1

/** An id, or the URL itself where it appears for the first time. */
export type LoggedLink = number | string

/** The same for embedded objects, which have numbers of their own: a string takes the next of them. */
export type LoggedEmbed = number | string

/** File name (without `.open`), offset and length of the records of one page. */
export type WarcPlace = readonly [file: string, offset: number, length: number]

export interface RunEntry {
  readonly t: 'run'
  readonly version: number
  readonly at: string
  readonly software: string
  readonly strategy: string
  /** Who identified languages; logs of older versions do not say. */
  readonly identifier?: string
  readonly seeds: readonly LoggedLink[]
}

export interface PageEntry {
  /** A redirect or sitemap leads somewhere, but is no page: it is neither judged nor counted. */
  readonly t: 'page' | 'redirect' | 'sitemap'
  readonly id: number
  readonly url: string
  /** Id of the page that led here; absent for seeds. */
  readonly via?: number
  readonly hops: number
  readonly at: string
  readonly ms: number
  readonly status: number
  readonly mime: string
  /** As declared; absent when the page was decoded by a guess. */
  readonly charset?: string
  readonly bytes: number
  readonly truncated?: string
  readonly relevant: boolean
  readonly score: number
  readonly language: string
  readonly share: number
  readonly unknown?: boolean
  readonly title?: string
  readonly digest?: string
  readonly simhash?: string
  /** Id of an earlier page with (nearly) the same text. */
  readonly near?: number
  readonly warc?: WarcPlace
  /** The payload was archived before: the record is a revisit. */
  readonly revisit?: boolean
  /** Where the records wait until a relevant descendant wants them (archive.keep: path). */
  readonly spool?: readonly [offset: number, length: number]
  /** At which the page was taken, when it leads somewhere: offers that came while it was under way did not count. */
  readonly level?: number
  readonly links: readonly LoggedLink[]
  readonly leads?: readonly LoggedLink[]
  readonly sitemaps?: readonly LoggedLink[]
  readonly anchors?: readonly string[]
  /** By link: what stands before it, a line feed, what stands after it. Only when the strategy learns from words. */
  readonly around?: readonly string[]
  /** Base64 of two bytes per link, where the strategy asks: what the target makes of anchor, and of anchor and context. */
  readonly scores?: string
  /** Base64 of four bytes per link, where the strategy asks: names and words in the text of the link, names and words in its URL. */
  readonly names?: string
  /** Base64 of five bytes per link, where the strategy asks: where in the page it stands (link-places.ts). */
  readonly places?: string
  /** ISO 3166 code of the country of the server's address, where the strategy asks and somebody knows. */
  readonly country?: string
  /** Kinds of signs (PageSign) that the page is of little use to a reader. */
  readonly signs?: readonly string[]
  /** What the page shows and does not link to; only of relevant pages, where embedded objects are fetched. */
  readonly embeds?: readonly LoggedEmbed[]
  /** Another crawl had fetched it: it was analysed and archived here without a request. */
  readonly reused?: boolean
  /** Fetched for its text alone after the quota: nothing of it was followed, and the strategy was not told. */
  readonly frontier?: boolean
  /** How many `learned` entries had a model that judged it; absent for none. */
  readonly learned?: number
  /** Links that were seen and, by rel=nofollow or robots directives, not followed. */
  readonly nofollow?: readonly string[]
  readonly rendered?: LoggedRendering
}

/** An embedded object of a relevant page was fetched, or given up (then there is a `reason`, and no `status`). */
export interface EmbedEntry {
  readonly t: 'embed'
  /** Its number among embedded objects. */
  readonly id: number
  readonly url: string
  /** The page that shows it, first of all. */
  readonly via: number
  readonly at: string
  readonly ms?: number
  readonly status?: number
  readonly mime?: string
  readonly bytes?: number
  readonly truncated?: string
  readonly digest?: string
  readonly warc?: WarcPlace
  readonly revisit?: boolean
  readonly reused?: boolean
  /** Where it redirects to, or what a style sheet refers to. */
  readonly embeds?: readonly LoggedEmbed[]
  readonly reason?: string
}

export interface RobotsEntry {
  readonly t: 'robots'
  readonly url: string
  readonly at: string
  readonly status: number
  readonly warc?: WarcPlace
}

/** Sitemaps that robots.txt names, and the page for whose sake it was read. */
export interface SitemapsEntry {
  readonly t: 'sitemaps'
  readonly for: number
  readonly sitemaps: readonly LoggedLink[]
}

/** `skip`: given up for good. `later`: given up for this run; the next one tries again. */
export interface SkipEntry {
  readonly t: 'skip' | 'later'
  readonly id: number
  readonly url: string
  readonly at: string
  readonly reason: string
}

/** A page that led to a relevant one is moved from the spool into the archive. */
export interface ArchivedEntry {
  readonly t: 'archived'
  readonly id: number
  readonly warc: WarcPlace
}

/** The run before died while these were under way: pages, robots.txt files, embedded objects. */
export interface CrashEntry {
  readonly t: 'crash'
  readonly at: string
  readonly urls: readonly string[]
  /** That of them which a process of its own asked for. */
  readonly alone?: readonly string[]
}

/** A process of its own asked for what may have ended the crawler, and did not die. */
export interface SurvivedEntry {
  readonly t: 'survived'
  readonly at: string
  readonly url: string
}

/** URLs of a pattern are held back from now on, since its pages say nothing new; or they are asked for again (src/traps/). */
export interface TrapEntry {
  readonly t: 'trap'
  readonly at: string
  /** One of TRAP_KINDS in src/traps/; a log may name others. */
  readonly kind: string
  readonly pattern: string
  readonly open?: boolean
  /** Pages that were compared, and those that said nothing new. */
  readonly pages: number
  readonly alike: number
}

/** A URL is held back by a trap, or because its twin was fetched: it stays known, and is asked for when the trap is opened. */
export interface HeldEntry {
  readonly t: 'held'
  readonly id: number
  readonly url: string
  readonly at: string
  readonly pattern: string
  /** Of the twin. */
  readonly of?: number
}

/**
 * Links of a page of another partition to pages of this one, as they came. URLs are numbered as everywhere: `page`, `links`, `leads`,
 * `sitemaps`. What the fields of a page mean, they mean here, for these links alone.
 */
export interface LinksEntry extends Pick<
  PageEntry,
  | 'hops'
  | 'relevant'
  | 'score'
  | 'language'
  | 'charset'
  | 'links'
  | 'leads'
  | 'sitemaps'
  | 'level'
  | 'anchors'
  | 'around'
  | 'scores'
  | 'names'
  | 'places'
> {
  readonly t: 'links'
  /** The partition of the page, its epoch then, and the line of its log that speaks of the page. */
  readonly from: number
  readonly epoch: number
  readonly line: number
  readonly page: LoggedLink
  /** The page says nearly the same as an earlier one. */
  readonly duplicate?: boolean
  /** Redirects in a row that lead to `leads`. */
  readonly chain?: number
  /** What the strategy of the other partition says about the page. */
  readonly note?: readonly number[]
  /** By link: how many links to the target its partition has seen; absent where each is the first. */
  readonly counts?: readonly number[]
  /** By link: the level that the other partition gave it, where strategies price links at their source. */
  readonly levels?: readonly number[]
}

/** What pages of other partitions taught, in the order in which this one learned it. What it says of this partition's own pages is known. */
export interface AbsorbedEntry {
  readonly t: 'absorbed'
  /** By example: the partition that it comes from. */
  readonly from: readonly number[]
  readonly examples: readonly (readonly number[])[]
}

/** The same, written down in another place once for all partitions of a worker (collection/lessons.ts). */
export interface LessonsEntry {
  readonly t: 'lessons'
  /** In `lessons/` of the crawl. */
  readonly place: WarcPlace
}

/** A crawl has learned its language on, or tried to (crawl/crawl-learning.ts). */
export interface LearnedEntry {
  readonly t: 'learned'
  readonly at: string
  /** The copy in models/ that is learned on. */
  readonly model: string
  /** What judges from now on, in models/; absent when the model stays as it is. */
  readonly file?: string
  readonly sha256?: string
  /** What it was learned from, beside the first examples. */
  readonly pages?: number
  readonly hosts?: number
  /** Why the model stays. */
  readonly reason?: string
}

export interface StopEntry {
  readonly t: 'stop'
  readonly at: string
  /** One of StopReason (run-end.ts). */
  readonly reason: string
  /** Of a crawl that finished: one of Leftover. Logs of older versions do not say. */
  readonly left?: string
}

/** Failures that the next run may not meet: a name that cannot be resolved, a host that takes no connection or does not answer. */
const PASSING = /^E_FETCH_(DNS|CONNECT|TIMEOUT)\b/

/** Not in the archive that is crawled instead of the Web. A seed is tried again: the next run may have another archive. */
export function isMissing(reason: string): boolean {
  return reason.startsWith('E_ARCHIVE')
}

/** Rules or limits of the campaign keep a page out, and may be changed. */
export function isOutside(reason: string): boolean {
  return reason === 'not included' || reason.startsWith('seed: ')
}

/** Logs of older versions have `skip` for some of these, too; they are tried again all the same. */
export function mayPass(reason: string): boolean {
  return PASSING.test(reason)
}

export type LogEntry =
  | RunEntry
  | PageEntry
  | EmbedEntry
  | RobotsEntry
  | SitemapsEntry
  | SkipEntry
  | TrapEntry
  | HeldEntry
  | ArchivedEntry
  | CrashEntry
  | SurvivedEntry
  | LinksEntry
  | AbsorbedEntry
  | LessonsEntry
  | LearnedEntry
  | RoundEntry
  | AgainEntry
  | StopEntry

const KINDS = new Set(
  'run page redirect sitemap embed robots sitemaps skip later trap held archived crash survived links absorbed lessons learned round again stop'.split(
    ' ',
  ),
)

/** One line of a log as what it says; `path` and `line` are where it stands, for the message. */
export function parseEntry(text: string, path: string, line: number): LogEntry {
  const value = parseJson(text)
  if (isEntry(value)) return value
  throw damagedLine(path, line)
}

export function damagedLine(path: string, line: number): LongtailError {
  return new LongtailError(
    'E_CRAWL_DIR',
    `${path}: line ${line} of the log is not a crawl log line. The file was changed after it was written; restore it from a copy`,
  )
}

/** Fields that are used as what they are, by whoever reads logs, and those without which a line says nothing. */
const FIELDS: readonly (readonly [type: 'string' | 'number' | 'boolean', names: readonly string[]])[] = [
  [
    'string',
    'url at mime charset language title digest software strategy identifier reason left pattern kind model file sha256 policy plan found'.split(
      ' ',
    ),
  ],
  ['number', 'id status bytes score share pages hosts alike epoch line learned round budget'.split(' ')],
  ['boolean', 'relevant revisit was lied'.split(' ')],
]
const LISTS = ['seeds', 'links', 'leads', 'sitemaps', 'embeds', 'urls', 'alone', 'examples', 'counts', 'levels', 'note']
const NEEDED = new Map([
  ['run', ['strategy', 'seeds']],
  ['page', ['id', 'url', 'links']],
  ['redirect', ['id', 'url', 'links']],
  ['embed', ['url']],
  ['trap', ['kind', 'pattern', 'pages', 'alike']],
  ['held', ['id', 'url', 'pattern']],
  ['archived', ['warc']],
  ['crash', ['urls']],
  ['links', ['from', 'epoch', 'line', 'page', 'links']],
  ['absorbed', ['from', 'examples']],
  ['lessons', ['place']],
  ['learned', ['model']],
  ['round', ['round', 'at', 'pages', 'plan']],
  ['again', ['round', 'id', 'url', 'at', 'found', 'kind', 'relevant', 'was']],
])

/** A crawl may be somebody else's: what its log says is looked at before it is believed. */
function isEntry(value: unknown): value is LogEntry {
  if (typeof value !== 'object' || value === null) return false
  const field = (name: string): unknown => Reflect.get(value, name) ?? undefined
  const kind = field('t')
  if (typeof kind !== 'string' || !KINDS.has(kind)) return false
  for (const name of NEEDED.get(kind) ?? []) if (field(name) === undefined) return false
  for (const [type, names] of FIELDS)
    for (const name of names) if (field(name) !== undefined && typeof field(name) !== type) return false
  for (const name of LISTS) if (field(name) !== undefined && !Array.isArray(field(name))) return false
  const places = [field('warc'), kind === 'lessons' ? field('place') : undefined]
  return places.every(place => place === undefined || isPlace(place)) && isRendering(field('rendered'))
}

function isPlace(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  const parts: readonly unknown[] = value
  const [file, ...numbers] = parts
  return typeof file === 'string' && numbers.length === 2 && numbers.every(one => Number.isSafeInteger(one))
}

function isRendering(value: unknown): boolean {
  if (value === undefined) return true
  if (typeof value !== 'object' || value === null) return false
  const field = (name: string): unknown => Reflect.get(value, name) ?? undefined
  const isPair = (pair: unknown): boolean =>
    pair === undefined || (Array.isArray(pair) && pair.length === 2 && pair.every(one => Number.isSafeInteger(one)))
  const texts = ['need', 'failed', 'at', 'digest', 'cut'].every(name =>
    ['string', 'undefined'].includes(typeof field(name)),
  )
  return texts && ['place', 'text', 'links'].every(name => isPair(field(name)))
}
