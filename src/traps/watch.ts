/**
 * Watches what fetched pages bring, and says which URLs are not worth asking for: traps (patterns.ts) and twins (twin-urls.ts).
 *
 *   note (a page came back) → due: decisions to be written down → decide → against (a URL is to be asked for) → hold, or a try
 *
 * Nothing here depends on a clock or on chance: crawl and simulation tell it the same and get the same answers. Deciding is apart
 * from noticing, so that a crawl can write its decisions to the log, and a replay repeats those instead of deciding anew.
 *
 * A page says nothing new when an earlier page has nearly the same text, and the same title or, where many pages repeat it or it is
 * of the same pattern, almost every word. Where the text is nearly the same and the title is another one, nobody can say: entries of a dictionary are like that, and are left to the strategy.
 * Pages with too little text to compare are alike when they are the same to the byte, or, where nobody wants them and the shape of
 * their URLs is suspect, when their titles differ in numbers only. A page that repeats its own twin says nothing about its pattern, and neither do errors.
 *
 * Traps are tried again and again, ever more seldom, and opened when that pays.
 */
import type { PageId, Persistent, StateFields } from '../contracts.js'
import { addTitle, count, feedsItself, newsIn, PatternEvidence, type PatternPages } from './evidence.js'
import { patternsOf, type Pattern } from './patterns.js'
import { RecentPages, type Content } from './recent-pages.js'
import { countTry, MOST_HELD, TRAP_KINDS, Traps, type Trap, type TrapKind } from './trap.js'
import { TwinRules, type FindGood } from './twin-rules.js'

/** A page that was fetched, answered well, and was looked at. */
export interface SeenPage {
  readonly page: PageId
  readonly url: string
  /** The page on which it was found, itself for a seed. */
  readonly via: PageId
  /** An earlier page with nearly the same text, or -1; and its URL, or ''. */
  readonly near: PageId
  readonly nearUrl: string
  /** Both 0 when there is too little text to compare. */
  readonly simhash: readonly [high: number, low: number]
  /** Of its payload; '' when nobody knows it. */
  readonly digest: string
  readonly title: string
  readonly relevant: boolean
}

/** A pattern is closed, or opened again. */
export interface TrapDecision {
  readonly kind: TrapKind
  readonly pattern: string
  readonly open: boolean
  readonly pages: number
  readonly alike: number
}

export interface Objection {
  readonly trap: Trap
  /** The page that the URL would repeat, -1 where it is not known. */
  readonly of: PageId
  /** It is time to try the trap again. */
  readonly isTry: boolean
  /** So many URLs wait that this one may be given up for good. */
  readonly isFull: boolean
}

/** The first pages of a pattern count for its server, and the first ones of a server for its domain. */
const FIRST_PAGES = 2
/**
 * So many pages are needed of a pattern that feeds itself, and one of the last ones (half as many more) may have said something
 * new. A pattern that others lead to ends by itself some day: it needs three times as many. Servers and domains must feed
 * themselves: many servers may well show one page. Measured in docs/traps.md.
 */
const NEEDED: Record<Pattern['kind'], number> = {
  'repeated-path': 8,
  calendar: 8,
  session: 8,
  parameters: 8,
  numbers: 16,
  template: 16,
  host: 16,
  wildcard: 16,
}
const MAY_BE_NEW = 1
/** A text that so many pages repeat is not that of a page and its lists. */
const OFTEN = 4
const FED_BY_OTHERS = 3
const WIDE: ReadonlySet<TrapKind> = new Set<TrapKind>(['host', 'wildcard'])
const SUSPECT: ReadonlySet<TrapKind> = new Set<TrapKind>(['repeated-path', 'calendar', 'session'])
/** Texts that differ in so many bits of their simhash differ in a few words, such as a name or a date. */
const SAME_WORDS = 2

export class TrapWatch implements Persistent {
  readonly traps = new Traps()
  private readonly evidence = new PatternEvidence()
  private readonly recent = new RecentPages()
  /** Patterns about which a decision is to be made. */
  private readonly pending = new Map<string, TrapKind>()

  private readonly twins: TwinRules

  constructor(findGood: FindGood) {
    this.twins = new TwinRules(findGood, this.traps, this.evidence, this.recent, this.pending)
  }

  note(seen: SeenPage): void {
    const { page, url, near, simhash } = seen
    const [high, low] = simhash
    const text = near !== -1 ? near : high === 0 && low === 0 ? -1 : page
    const content = { print: hash(seen.digest), title: hash(withoutNumbers(seen.title)), text, high, low }
    const isTwin = this.twins.note(url, content)
    const saidNothing = !isTwin && this.notePatterns(seen, content)
    this.recent.add(page, content, saidNothing)
  }

  noteRedirect(from: string, to: string): void {
    this.twins.noteRedirect(from, to)
  }

  /** What is to be decided, and written down, now. */
  due(): TrapDecision[] {
    return [...this.pending].map(([pattern, kind]) => {
      const trap = this.traps.find(pattern)
      if (trap !== undefined) return { kind, pattern, open: true, pages: trap.tries, alike: trap.tries - trap.news }
      const { pages = 0, alike = 0 } = this.evidence.find(pattern) ?? {}
      return { kind, pattern, open: false, pages, alike }
    })
  }

  /** Returns the URLs that may be asked for again. */
  decide({ kind, pattern, open, pages, alike }: TrapDecision): readonly PageId[] {
    this.pending.delete(pattern)
    // whatever comes now is judged by itself
    this.evidence.forget(pattern)
    if (open) return this.traps.open(pattern)
    this.traps.close(kind, pattern, pages, alike)
    return []
  }

  /** Whether a URL is not worth asking for; null when it is. */
  against(url: string): Objection | null {
    if (this.traps.size === 0) return null
    const twin = this.twins.find(url)
    if (twin !== null) return askedAgain(twin.rule, twin.of)
    const { own, host, domain } = patternsOf(url)
    for (const { text } of own) {
      const trap = this.traps.find(text)
      if (trap !== undefined) return askedAgain(trap, -1)
    }
    const ofHost = this.traps.find(host.text)
    if (ofHost !== undefined) return askedAgain(ofHost, -1)
    const ofDomain = domain === null ? undefined : this.traps.find(domain.text)
    if (ofDomain === undefined || this.hasNews(host.text)) return null
    return askedAgain(ofDomain, -1)
  }

  hold(pattern: string, page: PageId): void {
    this.traps.hold(pattern, page)
  }

  persist(fields: StateFields): void {
    fields.part('traps', this.traps)
    fields.part('evidence', this.evidence)
    fields.part('recent', this.recent)
    const patterns = fields.texts('pending', [...this.pending.keys()])
    const kinds = fields.array(
      'kinds',
      Uint8Array.from(this.pending.values(), kind => TRAP_KINDS.indexOf(kind)),
    )
    if (fields.isLoading)
      patterns.forEach((pattern, i) => this.pending.set(pattern, TRAP_KINDS[kinds[i]] ?? 'template'))
  }

  private hasNews(pattern: string): boolean {
    const evidence = this.evidence.find(pattern)
    return evidence !== undefined && evidence.pages > evidence.alike
  }

  /** True when the page says nothing new. */
  private notePatterns(seen: SeenPage, content: Content): boolean {
    const { own, host, domain } = patternsOf(seen.url)
    const first = this.evidence.find(own[0].text)
    const { near, nearUrl } = seen
    // a list that shows one article repeats it, and the next list another one: that is no kind of page without an end
    const isOneKind =
      near === -1 || this.recent.repeat(near) >= OFTEN || patternsOf(nearUrl).own[0].text === own[0].text
    const isNews = this.isNews(seen, content, isOneKind, own[0], first)
    const isFirstOfPattern = (first?.pages ?? 0) < FIRST_PAGES && own.every(({ text }) => !this.traps.has(text))
    const isFirstOfHost = (this.evidence.find(host.text)?.pages ?? 0) < FIRST_PAGES
    const isFed = (isOneKind && this.recent.saidNothing(seen.via)) || withoutQuery(seen.url) === withoutQuery(nearUrl)
    for (const pattern of own) {
      if (isNews !== null) this.count(pattern, isNews, isFed)
      if (!this.traps.has(pattern.text)) this.describe(pattern, content)
    }
    if (isNews !== null && isFirstOfPattern) this.count(host, isNews, isFed)
    if (isNews !== null && isFirstOfPattern && isFirstOfHost && domain !== null) this.count(domain, isNews, isFed)
    return isNews === false
  }

  /** Null where nobody can say. */
  private isNews(
    { near, relevant }: SeenPage,
    content: Content,
    isOneKind: boolean,
    { kind }: Pattern,
    before?: PatternPages,
  ): boolean | null {
    const { print, title, text } = content
    const hadTitle = before?.titles.includes(title) === true
    if (near !== -1) {
      if (title !== 0 && this.recent.titleOf(near) === title) return false
      const isAlike = (title !== 0 && hadTitle) || this.recent.distance(near, content) <= SAME_WORDS
      return isOneKind && isAlike ? false : null
    }
    if (text !== -1) return true
    if (print !== 0 && print === before?.print) return false
    return relevant || !(SUSPECT.has(kind) && hadTitle)
  }

  private describe({ text }: Pattern, { print, title }: Content): void {
    const evidence = this.evidence.touch(text)
    evidence.print = print
    addTitle(evidence, title)
  }

  private count({ kind, text }: Pattern, isNews: boolean, isFed: boolean): void {
    const trap = this.traps.find(text)
    if (trap !== undefined) return this.tried(trap, isNews)
    const evidence = this.evidence.touch(text)
    count(evidence, isNews, isFed)
    const needed = feedsItself(evidence) ? NEEDED[kind] : WIDE.has(kind) ? Infinity : FED_BY_OTHERS * NEEDED[kind]
    if (evidence.pages >= needed && newsIn(evidence, 1.5 * needed) <= MAY_BE_NEW) this.pending.set(text, kind)
  }

  private tried(trap: Trap, isNews: boolean): void {
    if (countTry(trap, isNews)) this.pending.set(trap.pattern, trap.kind)
  }
}

function askedAgain(trap: Trap, of: PageId): Objection {
  return { trap, of, isTry: trap.waited >= trap.wait, isFull: trap.held.length >= MOST_HELD }
}

/** Where only the query differs, it does not choose the page. */
function withoutQuery(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? url : url.slice(0, mark)
}

function withoutNumbers(title: string): string {
  return title.replace(/\d+/g, '#')
}

/** 0 for nothing, and for nothing else. */
function hash(text: string): number {
  if (text === '') return 0
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0 || 1
}
