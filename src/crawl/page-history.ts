/**
 * What the log says about pages that were fetched, as the columns that recrawl policies see: how often each was visited, how often it
 * had changed, and where it lies. Only numbers are kept for each page; the URLs stay in the log.
 */
import type { AnswerKind, AnswerNumbers, LogVisitor } from '../collection/log-fold.js'
import type { PageEntry } from '../collection/log/entry.js'
import type { AgainEntry } from '../collection/log/round-entry.js'
import { grownBytes, grownDoubles, grownWords } from '../growing-arrays.js'
import { directoryOf, serverKeyOf } from '../page/url/parts.js'
import { parseSimhash } from '../page/text/simhash.js'
import type { KnownPages } from '../recrawl/contracts.js'

type Kind = KnownPages['kind'][number]

export const DAY_MS = 86_400_000
/** Found gone so often in a row, a page is not asked for any more. */
const GIVEN_UP_AFTER = 2
/** Of the dates of a server that can be checked. */
const MOST_WRONG = 0.1
/** Pages with dates, from which on a server can be seen to claim too much. */
const FEW = 5
const KINDS: readonly Kind[] = ['home', 'list', 'article', 'other']
/** A page with so many links is a list of something. */
const LINKS_OF_LIST = 60
/** A list, one of its pages, or the list of a subject; not what stands in it (/news/a-long-story). */
const LIST_PATH =
  /\/(?:(?:category|categories|tags?|topics?)\/[^/]+|(?:page|archives?|news|blog)\/\d{1,3}|(?:category|categories|tags?|topics?|archives?|news|blog|page|index)(?:[_-]?\d{1,3})?(?:\.[a-z]{2,5})?)\/?$/i
/** A long name of many words, or a number behind a date: what one writes once. */
const ARTICLE_PATH = /\/(?:[^/]*-[^/]*-[^/]*|\d{4,}[^/]*|[^/]*\d{5,}[^/]*)\/?$/

/** What kind of page a URL names: with few visits that says more than the page's own history. */
export function pageKindOf(url: string, links: number, isSitemap: boolean): Kind {
  const path = url.slice(url.indexOf('/', 8))
  if (isSitemap) return 'list'
  if (path === '/' || /^\/(?:index|default|home)\.[a-z]{2,5}$/i.test(path)) return 'home'
  if (LIST_PATH.test(path.split('?')[0])) return 'list'
  if (ARTICLE_PATH.test(path.split('?')[0])) return 'article'
  return links >= LINKS_OF_LIST ? 'list' : 'other'
}

export interface ChosenFrom {
  readonly pages: KnownPages
  /** By row of the columns: the number of the page in the log. */
  readonly ids: Uint32Array
  /** Rows of pages whose server has shown that its validators say nothing. */
  isDistrusted(row: number): boolean
  /** Rows of pages whose server has sitemaps with dates that say nothing. */
  isMisdated(row: number): boolean
  /** A sitemap that is believed says that the page has changed since it was visited last. */
  hasChanged(row: number): boolean
}

/** Reads the log from its first line. */
export class PageHistory implements LogVisitor {
  // by number of the page in the log
  private visits = new Uint32Array(1024)
  private changes = new Uint32Array(1024)
  private found = new Uint32Array(1024)
  private server = new Uint32Array(1024)
  private directory = new Uint32Array(1024)
  private simhash = new Uint32Array(2048)
  private firstVisit = new Float64Array(1024)
  private lastVisit = new Float64Array(1024)
  private lastChange = new Float64Array(1024)
  private worth = new Float64Array(1024)
  private kind = new Uint8Array(1024)
  private gone = new Uint8Array(1024)
  private count = 0
  /** When its text is known not to have changed before: the visit before the one that found it changed. */
  private changedAfter = new Float64Array(1024)
  /** What sitemaps and feeds say: when the page changed last (0: nothing), and when they were read. */
  private saidChanged = new Float64Array(1024)
  private saidAt = new Float64Array(1024)
  /** Days on which pages were opened in portals, by page; and by the most read of all that are known. */
  private days = new Uint32Array(1024)
  private mostDays = 0
  private readonly servers = new Map<string, number>()
  private readonly directories = new Map<string, number>()
  private readonly liars = new Set<number>()
  /** Pages that were first named when another one was asked for again: which one that was. */
  private readonly foundBy = new Map<number, number>()

  /** `readings`: on how many days pages were opened in portals, by URL. */
  constructor(private readonly readings: ReadonlyMap<string, number> = new Map()) {}

  url(_url: string, number: number): void {
    this.count = number + 1
    if (number >= this.visits.length) this.grow(number + 1)
  }

  answer(entry: PageEntry, kind: AnswerKind, { isKnown }: AnswerNumbers): void {
    const { id, url, status, links } = entry
    if (!isKnown || (kind !== 'page' && kind !== 'sitemap') || !isWorthAsking(status)) return
    const at = dayOf(entry.at)
    this.visits[id] = 1
    this.firstVisit[id] = this.lastVisit[id] = this.lastChange[id] = at
    this.server[id] = numberIn(this.servers, serverKeyOf(url))
    this.directory[id] = numberIn(this.directories, directoryOf(url))
    this.kind[id] = KINDS.indexOf(pageKindOf(url, links.length, kind === 'sitemap'))
    this.judge(entry)
    this.remember(entry)
    this.days[id] = this.readings.get(url) ?? 0
    this.mostDays = Math.max(this.mostDays, this.days[id])
    const finder = this.foundBy.get(id)
    if (finder !== undefined && entry.relevant) this.found[finder]++
  }

  again(entry: AgainEntry, { isKnown, links, leads }: AnswerNumbers): void {
    const { id, found } = entry
    if (!isKnown || this.visits[id] === 0) return
    const at = dayOf(entry.at)
    const before = this.lastVisit[id]
    this.lastVisit[id] = at
    // it waits for its turn like others, but nobody saw whether it had changed
    if (found === 'failed' || found === 'refused') return
    this.visits[id]++
    this.gone[id] = found === 'gone' ? this.gone[id] + 1 : 0
    if (found === 'changed' && this.remember(entry)) {
      this.changes[id]++
      this.lastChange[id] = at
      this.changedAfter[id] = before
    }
    if (entry.lied === true) this.liars.add(this.server[id])
    this.judge(entry)
    for (const to of [...links, ...leads]) if (to >= 0 && this.visits[to] === 0) this.foundBy.set(to, id)
  }

  /** A sitemap or feed that was read at `seenMs` says that the page changed last at `changedMs`. After the whole log. */
  said(id: number, changedMs: number, seenMs: number): void {
    const seen = seenMs / DAY_MS
    if (id >= this.count || this.visits[id] === 0 || seen < this.saidAt[id]) return
    this.saidChanged[id] = changedMs / DAY_MS
    this.saidAt[id] = seen
  }

  /**
   * Servers whose dates say nothing. Either they are wrong: the page was seen to have changed after the date, by a visit before the
   * sitemap was read. Or they claim too much: most pages are said to have changed since they were visited last, as where the date is
   * that of the answer.
   */
  private misdated(): Set<number> {
    const tallies = new Map<number, { said: number; newer: number; checked: number; wrong: number }>()
    for (let id = 0; id < this.count; id++) {
      const said = this.saidChanged[id]
      if (said === 0) continue
      const server = this.server[id]
      const tally = tallies.get(server) ?? { said: 0, newer: 0, checked: 0, wrong: 0 }
      tallies.set(server, tally)
      tally.said++
      if (said > this.lastVisit[id]) tally.newer++
      if (this.changes[id] === 0 || this.saidAt[id] < this.lastChange[id]) continue
      tally.checked++
      if (said <= this.changedAfter[id]) tally.wrong++
    }
    const misdated = new Set<number>()
    for (const [server, { said, newer, checked, wrong }] of tallies)
      if (wrong > MOST_WRONG * checked || (said >= FEW && newer > said / 2)) misdated.add(server)
    return misdated
  }

  /** Those that may be asked for again, `done` being those that were already. */
  known(done: ReadonlySet<number>): ChosenFrom {
    const ids = new Uint32Array(this.count)
    let count = 0
    for (let id = 0; id < this.count; id++)
      if (this.visits[id] > 0 && this.gone[id] < GIVEN_UP_AFTER && !done.has(id)) ids[count++] = id
    const rows = ids.subarray(0, count)
    const words = (of: Uint32Array): Uint32Array => rows.map(id => of[id])
    const doubles = (of: Float64Array): Float64Array => Float64Array.from(rows, id => of[id])
    const misdated = this.misdated()
    const isBelieved = (id: number): boolean => this.saidChanged[id] > 0 && !misdated.has(this.server[id])
    const hasChanged = (id: number): boolean => isBelieved(id) && this.saidChanged[id] > this.lastVisit[id]
    return {
      pages: {
        count,
        visits: words(this.visits),
        changes: words(this.changes),
        firstVisit: doubles(this.firstVisit),
        // a believed sitemap that names no later change is as good as a visit
        lastVisit: Float64Array.from(rows, id =>
          isBelieved(id) && !hasChanged(id) ? Math.max(this.lastVisit[id], this.saidAt[id]) : this.lastVisit[id],
        ),
        lastChange: doubles(this.lastChange),
        server: words(this.server),
        directory: words(this.directory),
        kind: Array.from(rows, id => KINDS[this.kind[id]]),
        worth: Float64Array.from(rows, id => this.worthOf(id)),
        foundNew: words(this.found),
      },
      ids: rows,
      isDistrusted: row => this.liars.has(this.server[rows[row]]),
      isMisdated: row => misdated.has(this.server[rows[row]]),
      hasChanged: row => hasChanged(rows[row]),
    }
  }

  private judge({ id, relevant, score = 0 }: PageEntry | AgainEntry): void {
    const share = Math.min(1, Math.max(0, score))
    this.worth[id] = relevant ? Math.max(0.5, share) : Math.min(0.5, share)
  }

  /**
   * Half by the judge, half by how often the page is read, where that is known. By logarithms: whether a page is read on two days or on
   * ten says more than whether on a hundred or on two hundred.
   */
  private worthOf(id: number): number {
    if (this.mostDays === 0) return this.worth[id]
    return (this.worth[id] + Math.log1p(this.days[id]) / Math.log1p(this.mostDays)) / 2
  }

  /** True: the text is another one, as far as can be told. */
  private remember({ id, simhash }: PageEntry | AgainEntry): boolean {
    const [high, low] = parseSimhash(simhash) ?? [0, 0]
    const at = 2 * id
    const isSame = high + low > 0 && this.simhash[at] === high && this.simhash[at + 1] === low
    this.simhash[at] = high
    this.simhash[at + 1] = low
    return !isSame
  }

  private grow(least: number): void {
    this.visits = grownWords(this.visits, least)
    this.changes = grownWords(this.changes, least)
    this.found = grownWords(this.found, least)
    this.days = grownWords(this.days, least)
    this.server = grownWords(this.server, least)
    this.directory = grownWords(this.directory, least)
    this.simhash = grownWords(this.simhash, 2 * least)
    this.firstVisit = grownDoubles(this.firstVisit, least)
    this.lastVisit = grownDoubles(this.lastVisit, least)
    this.lastChange = grownDoubles(this.lastChange, least)
    this.changedAfter = grownDoubles(this.changedAfter, least)
    this.saidChanged = grownDoubles(this.saidChanged, least)
    this.saidAt = grownDoubles(this.saidAt, least)
    this.worth = grownDoubles(this.worth, least)
    this.kind = grownBytes(this.kind, least)
    this.gone = grownBytes(this.gone, least)
  }
}

/** Content, or a failure that may have passed. */
function isWorthAsking(status: number): boolean {
  return (status >= 200 && status < 300) || status === 429 || status >= 500
}

function dayOf(at: string): number {
  return (Date.parse(at) || 0) / DAY_MS
}

function numberIn(names: Map<string, number>, name: string): number {
  const known = names.get(name)
  if (known !== undefined) return known
  names.set(name, names.size)
  return names.size - 1
}
