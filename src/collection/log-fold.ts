/**
 * What the lines of a log mean, said once. Whoever reads logs is an object with the callbacks that it needs:
 *
 *   readLog ─ LogFold.add ─▶ url · run · answer · round · again · embed · capture · givenUp · sitemaps · robots · archived · stop
 *
 * URLs are numbered here for readers that have `url`; they must see the log from its first line.
 */
import { mayPass } from './log/entry.js'
import type {
  ArchivedEntry,
  EmbedEntry,
  LogEntry,
  LoggedLink,
  PageEntry,
  RobotsEntry,
  RunEntry,
  SkipEntry,
  StopEntry,
  WarcPlace,
} from './log/entry.js'
import type { AgainEntry, RoundEntry } from './log/round-entry.js'
import { clip, textIn } from './untrusted-values.js'

/** `page`: fetched, judged and counted. `text`: fetched after the quota, for its text alone. The others lead somewhere. */
export type AnswerKind = 'page' | 'text' | 'redirect' | 'sitemap'

/** What an answer names, by number; -1 for a number that no line gave out. All empty for readers without `url`. */
export interface AnswerNumbers {
  /** False: no line before numbers the URL that answered. */
  readonly isKnown: boolean
  readonly links: readonly number[]
  /** Where a redirect, a refresh or a frame leads, and what a sitemap lists. */
  readonly leads: readonly number[]
}

/** Something lies in the archives: at once, or later, when a page behind it turned out to be relevant. */
export interface LoggedCapture {
  readonly entry: PageEntry | EmbedEntry | AgainEntry
  readonly place: WarcPlace
}

export interface GivenUp {
  readonly what: 'page' | 'embed'
  readonly id: number
  readonly url: string
  readonly at: string
  readonly reason: string
  /** The error code, or the reason itself: what follows a code differs from host to host. */
  readonly kind: string
  /** False: the next run tries again. */
  readonly isForGood: boolean
}

export interface LogVisitor {
  /** A URL is named for the first time, and gets this number. */
  url?(url: string, number: number): void
  /** `seeds`: their numbers. */
  run?(entry: RunEntry, seeds: readonly number[]): void
  /** A URL answered for the first time. */
  answer?(entry: PageEntry, kind: AnswerKind, numbers: AnswerNumbers): void
  round?(entry: RoundEntry): void
  /** A page that answered before was asked for again: it is one page all the same. */
  again?(entry: AgainEntry, numbers: AnswerNumbers): void
  /** An embedded object was fetched. */
  embed?(entry: EmbedEntry): void
  capture?(capture: LoggedCapture): void
  givenUp?(given: GivenUp): void
  robots?(entry: RobotsEntry): void
  /** A page was moved from the spool into the archives. */
  archived?(entry: ArchivedEntry): void
  stop?(entry: StopEntry): void
}

/** Pages that wait in the spool, for readers of captures. A reader that goes on later keeps them on the disk. */
export interface SpooledPages {
  keep(entry: PageEntry): void
  /** Forgets it. */
  take(id: number): PageEntry | undefined
}

const NOTHING: readonly number[] = []
const UNNUMBERED: AnswerNumbers = { isKnown: true, links: NOTHING, leads: NOTHING }
const UNKNOWN = -1
const LONGEST_KIND = 80

export class LogFold {
  /** URLs that have a number. */
  private count = 0

  constructor(
    private readonly visitor: LogVisitor,
    private readonly spooled: SpooledPages = new SpooledInMemory(),
  ) {}

  add(entry: LogEntry): void {
    const { visitor } = this
    switch (entry.t) {
      case 'run': {
        // numbered for readers of URLs that do not care for runs, too
        const seeds = this.number(entry.seeds)
        visitor.run?.(entry, seeds)
        break
      }
      case 'page':
      case 'redirect':
      case 'sitemap':
        this.answer(entry)
        break
      case 'round':
        visitor.round?.(entry)
        break
      case 'again': {
        const numbers = this.numbersOf(entry)
        visitor.again?.(entry, numbers)
        if (entry.warc !== undefined) visitor.capture?.({ entry, place: entry.warc })
        break
      }
      case 'embed':
        if (entry.status === undefined) this.giveUp(entry, true)
        else visitor.embed?.(entry)
        if (entry.warc !== undefined) visitor.capture?.({ entry, place: entry.warc })
        break
      case 'robots':
        visitor.robots?.(entry)
        break
      case 'sitemaps':
        this.number(entry.sitemaps)
        break
      case 'skip':
      case 'later':
        this.giveUp(entry, entry.t === 'skip' && !mayPass(textIn(entry.reason)))
        break
      case 'links':
        // the log of the other partition has the page itself, with all its links
        this.number([entry.page])
        this.number(entry.links)
        this.number(entry.leads)
        this.number(entry.sitemaps)
        break
      case 'absorbed':
      case 'lessons':
      case 'learned':
      case 'trap':
      case 'held':
        // neither fetched nor given up
        break
      case 'archived':
        visitor.archived?.(entry)
        if (visitor.capture !== undefined) {
          const page = this.spooled.take(entry.id)
          if (page !== undefined) visitor.capture({ entry: page, place: entry.warc })
        }
        break
      case 'stop':
        visitor.stop?.(entry)
        break
    }
  }

  private answer(entry: PageEntry): void {
    const { visitor } = this
    const kind = entry.t === 'page' && entry.frontier === true ? 'text' : entry.t
    // numbered for readers of URLs that do not care for answers, too
    const numbers = this.numbersOf(entry)
    visitor.answer?.(entry, kind, numbers)
    if (visitor.capture === undefined) return
    if (entry.warc !== undefined) visitor.capture({ entry, place: entry.warc })
    else if (entry.spool !== undefined) this.spooled.keep(withoutLists(entry))
  }

  private numbersOf(entry: PageEntry | AgainEntry): AnswerNumbers {
    if (this.visitor.url === undefined) return UNNUMBERED
    const isKnown = this.has(entry.id)
    const links = this.number(entry.links)
    const leads = this.number(entry.leads)
    this.number(entry.sitemaps)
    return { isKnown, links, leads }
  }

  private giveUp(entry: SkipEntry | EmbedEntry, isForGood: boolean): void {
    const { id, url, at, t } = entry
    const reason = textIn(entry.reason)
    const kind = clip(/^E_[A-Z_]+/.exec(reason)?.[0] ?? reason, LONGEST_KIND)
    this.visitor.givenUp?.({ what: t === 'embed' ? 'embed' : 'page', id, url, at, reason, kind, isForGood })
  }

  private number(list: readonly LoggedLink[] | undefined): readonly number[] {
    const { visitor } = this
    if (visitor.url === undefined || !Array.isArray(list)) return NOTHING
    return list.map((link: unknown) => {
      if (typeof link !== 'string') return this.has(link) ? link : UNKNOWN
      visitor.url?.(link, this.count)
      return this.count++
    })
  }

  private has(id: unknown): id is number {
    return typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < this.count
  }
}

export class SpooledInMemory implements SpooledPages {
  private readonly pages = new Map<number, PageEntry>()

  keep(entry: PageEntry): void {
    this.pages.set(entry.id, entry)
  }

  take(id: number): PageEntry | undefined {
    const page = this.pages.get(id)
    this.pages.delete(id)
    return page
  }
}

/** The lists are most of a line, and of no use to those who ask what is in the archives. */
function withoutLists(entry: PageEntry): PageEntry {
  return { ...entry, links: [], leads: [], sitemaps: [], anchors: [], around: [], embeds: [], nofollow: [] }
}
