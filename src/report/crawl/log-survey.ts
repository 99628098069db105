/** The log of a crawl, line by line, into numbers. Nothing is kept per page but a few bytes per URL. */
import {
  LogFold,
  RoundTally,
  type AgainEntry,
  type AnswerKind,
  type AnswerNumbers,
  type EmbedEntry,
  type GivenUp,
  type LogEntry,
  type LogVisitor,
  type PageEntry,
  type RoundEntry,
  type RoundNumbers,
  type RunEntry,
  type StopEntry,
} from '../../collection/index.js'
import type { LoggedRendering } from '../../collection/log/rendering-entry.js'
import { hostOf, tldOf } from './addresses.js'
import { BoundedTable } from './bounded-table.js'
import { Course, Pace } from './course.js'
import type { FoundPage, HostCount, LogNumbers, NamedCount } from './crawl-numbers.js'
import { KnownUrls } from './known-urls.js'
import { Runs } from './runs.js'
import { clip, numberIn, textIn } from '../../collection/untrusted-values.js'

const MOST_HOSTS = 500_000
const MOST_NAMES = 10_000
/** Of a list in the numbers; pages show fewer. */
const SHOWN = 100
const SHOWN_HOSTS = 50
const FARTHEST = 64
const LATEST = 12
const STRETCHES = 120
const MOST_SIGNS = 10
/** Rounds that are listed: the last ones. */
const MOST_ROUNDS = 50

interface Counts {
  pages: number
  relevant: number
  bytes: number
}

interface HostCounts extends Counts {
  givenUp: number
  why: string
}

export class LogSurvey implements LogVisitor {
  private readonly fold = new LogFold(this)
  /** As they stand in the numbers, in their order; what is 0 until the end is worked out there. */
  private readonly counts = {
    pages: 0,
    relevant: 0,
    harvest: 0,
    recentHarvest: 0,
    redirects: 0,
    sitemaps: 0,
    robots: 0,
    skipped: 0,
    later: 0,
    known: 0,
    waiting: 0,
    bytes: 0,
    relevantBytes: 0,
    archived: 0,
    revisits: 0,
    nearDuplicates: 0,
    truncated: 0,
    unknownLanguage: 0,
    embeds: 0,
    embedsGivenUp: 0,
    embedBytes: 0,
    reused: 0,
    texts: 0,
    rendered: 0,
    renderedRicher: 0,
    renderedRelevant: 0,
  }
  private hostsFetched = 0
  private hostsRelevant = 0
  private readonly urls = new KnownUrls()
  private readonly runs = new Runs()
  private readonly course = new Course()
  private readonly pace = new Pace()
  private readonly hosts: BoundedTable<HostCounts>
  private readonly languages = countTable()
  private readonly topLevelDomains = countTable()
  private readonly mimeTypes = countTable()
  private readonly statuses = countTable()
  private readonly signs = countTable()
  private readonly reasons = new BoundedTable(
    MOST_NAMES,
    () => ({ skipped: 0, later: 0, example: '' }),
    row => row.skipped + row.later,
  )
  private readonly distances: { pages: number; relevant: number }[] = []
  private readonly latest: FoundPage[] = []
  private readonly tally = new RoundTally()
  private readonly rounds: RoundNumbers[] = []

  constructor(mostHosts = MOST_HOSTS) {
    const fresh = (): HostCounts => ({ pages: 0, relevant: 0, bytes: 0, givenUp: 0, why: '' })
    this.hosts = new BoundedTable(mostHosts, fresh, row => row.pages + row.givenUp)
  }

  add(entry: LogEntry): void {
    this.fold.add(entry)
  }

  url(url: string): void {
    this.urls.add(url)
  }

  run({ at, software, strategy }: RunEntry, seeds: readonly number[]): void {
    this.tally.start(textIn(at))
    this.runs.start({
      at: textIn(at),
      software: clip(textIn(software), 100),
      strategy: clip(textIn(strategy), 200),
      seeds: seeds.length,
    })
  }

  robots(): void {
    this.counts.robots++
  }

  archived(): void {
    this.counts.archived++
  }

  stop({ at, reason, left }: StopEntry): void {
    this.runs.stop(textIn(at), { reason: clip(textIn(reason), 100), left })
  }

  embed(entry: EmbedEntry): void {
    this.counts.embeds++
    this.counts.embedBytes += numberIn(entry.bytes)
    this.fetched(entry)
  }

  answer(entry: PageEntry, kind: AnswerKind, { links, leads }: AnswerNumbers): void {
    const bytes = numberIn(entry.bytes)
    const status = numberIn(entry.status)
    const isPage = entry.t === 'page'
    const isRelevant = isPage && entry.relevant === true
    const isGood = status >= 200 && status < 300
    this.fetched(entry)
    if (entry.truncated !== undefined) this.counts.truncated++
    count(this.statuses.row(String(status)), isRelevant, bytes)
    const isFirst = this.urls.finish(entry.id, isPage && isGood, isRelevant)
    if (kind === 'redirect') {
      this.counts.redirects++
      if (isFirst && leads.length > 0) this.urls.redirect(entry.id, leads[0])
      this.runs.time(textIn(entry.at))
    } else if (kind === 'sitemap') this.counts.sitemaps++
    else if (kind === 'text') this.counts.texts++
    else {
      const url = textIn(entry.url)
      if (isFirst && isGood) {
        this.urls.link(url, isRelevant, leads)
        this.urls.link(url, isRelevant, links)
      }
      this.page(entry, url, isRelevant, bytes)
      if (entry.rendered !== undefined) this.rendered(entry.rendered, isRelevant)
    }
  }

  private rendered({ brought, was }: LoggedRendering, isRelevant: boolean): void {
    this.counts.rendered++
    if (brought === true) this.counts.renderedRicher++
    if (isRelevant && was === false) this.counts.renderedRelevant++
  }

  round(entry: RoundEntry): void {
    if (entry.round !== this.tally.round) this.rounds.push(this.tally.numbers)
    if (this.rounds.length >= MOST_ROUNDS) this.rounds.shift()
    this.tally.begin(entry)
  }

  /** The page is counted with its first answer; relevant is what stands for it now. */
  again(entry: AgainEntry): void {
    this.tally.again(entry)
    this.fetched(entry)
    this.counts.relevant += Number(entry.relevant) - Number(entry.was)
    this.runs.time(textIn(entry.at))
  }

  private fetched({ bytes, warc, revisit, reused }: PageEntry | EmbedEntry | AgainEntry): void {
    this.counts.bytes += numberIn(bytes)
    if (warc !== undefined) this.counts.archived++
    if (revisit === true) this.counts.revisits++
    if (reused === true) this.counts.reused++
  }

  private page(entry: PageEntry, url: string, isRelevant: boolean, bytes: number): void {
    this.counts.pages++
    this.tally.newPage(isRelevant)
    if (isRelevant) {
      this.counts.relevant++
      this.counts.relevantBytes += bytes
    }
    if (entry.near !== undefined) this.counts.nearDuplicates++
    if (entry.unknown === true) this.counts.unknownLanguage++
    const signs: readonly unknown[] = Array.isArray(entry.signs) ? entry.signs.slice(0, MOST_SIGNS) : []
    for (const sign of signs) count(this.signs.row(clip(textIn(sign), 40)), isRelevant, bytes)
    const name = hostOf(url)
    const host = this.hosts.row(name)
    if (host.pages === 0) this.hostsFetched++
    if (isRelevant && host.relevant === 0) this.hostsRelevant++
    count(host, isRelevant, bytes)
    count(this.languages.row(textIn(entry.language) || 'und'), isRelevant, bytes)
    count(this.topLevelDomains.row(tldOf(name)), isRelevant, bytes)
    count(this.mimeTypes.row(textIn(entry.mime)), isRelevant, bytes)
    this.distance(numberIn(entry.hops), isRelevant)
    if (isRelevant) this.remember(entry, url)
    const second = this.runs.page(textIn(entry.at), isRelevant)
    this.pace.add(second, isRelevant)
    this.course.add(isRelevant, {
      pages: this.counts.pages,
      relevant: this.counts.relevant,
      waiting: this.urls.count - this.urls.done,
      hosts: this.hostsFetched,
      relevantHosts: this.hostsRelevant,
      seconds: this.runs.seconds,
    })
  }

  private distance(hops: number, isRelevant: boolean): void {
    const at = Math.min(FARTHEST, Math.max(0, Math.floor(hops)))
    while (this.distances.length <= at) this.distances.push({ pages: 0, relevant: 0 })
    this.distances[at].pages++
    if (isRelevant) this.distances[at].relevant++
  }

  private remember(entry: PageEntry, url: string): void {
    if (this.latest.length === LATEST) this.latest.shift()
    const title = clip(textIn(entry.title), 200)
    const language = clip(textIn(entry.language), 20)
    this.latest.push({ url: clip(url, 300), title, language, score: numberIn(entry.score) })
  }

  givenUp({ what, id, url, at, reason: text, kind, isForGood }: GivenUp): void {
    if (what === 'embed') {
      this.counts.embedsGivenUp++
      return
    }
    if (isForGood) this.counts.skipped++
    else this.counts.later++
    if (isForGood) this.urls.finish(id)
    this.runs.time(textIn(at))
    const reason = this.reasons.row(kind)
    if (reason.example === '') reason.example = clip(text, 200)
    if (isForGood) reason.skipped++
    else reason.later++
    const host = this.hosts.row(hostOf(textIn(url)))
    host.givenUp++
    host.why = kind
  }

  numbers(): LogNumbers {
    const { counts, runs, urls, hosts } = this
    const { pages, relevant } = counts
    return {
      ...counts,
      harvest: pages === 0 ? 0 : relevant / pages,
      recentHarvest: this.course.recentHarvest,
      known: urls.count,
      waiting: urls.count - urls.done,
      signs: this.signs.top(SHOWN).map(namedCount),
      seconds: runs.seconds,
      timed: runs.undated * 2 <= pages,
      lastAt: runs.lastAt,
      hosts: {
        fetched: this.hostsFetched,
        relevant: this.hostsRelevant,
        exact: hosts.dropped === 0,
        byPages: hosts.top(SHOWN_HOSTS, row => row.pages).map(hostCount),
        byRelevant: hosts.top(SHOWN_HOSTS, row => row.relevant).map(hostCount),
        byGivenUp: hosts.top(SHOWN_HOSTS, row => row.givenUp).map(hostCount),
      },
      languages: this.languages.top(SHOWN).map(namedCount),
      topLevelDomains: this.topLevelDomains.top(SHOWN).map(namedCount),
      mimeTypes: this.mimeTypes.top(SHOWN).map(namedCount),
      statuses: this.statuses.top(SHOWN).map(namedCount),
      reasons: this.reasons.top(SHOWN).map(([reason, row]) => ({ reason, ...row })),
      distances: this.distances.map((row, hops) => ({ hops, ...row })),
      locality: urls.locality(),
      latest: this.latest.toReversed(),
      runs: runs.list(),
      totalRuns: runs.total,
      rounds: [...this.rounds, this.tally.numbers],
      course: this.course.points(),
      pace: this.pace.stretches(runs.seconds, STRETCHES),
    }
  }
}

function countTable(): BoundedTable<Counts> {
  return new BoundedTable(
    MOST_NAMES,
    () => ({ pages: 0, relevant: 0, bytes: 0 }),
    row => row.pages,
  )
}

function count(row: Counts, isRelevant: boolean, bytes: number): void {
  row.pages++
  row.bytes += bytes
  if (isRelevant) row.relevant++
}

function namedCount([name, { pages, relevant, bytes }]: [string, Counts]): NamedCount {
  return { name, pages, relevant, bytes }
}

function hostCount([name, row]: [string, HostCounts]): HostCount {
  return { name, ...row, verdict: '' }
}
