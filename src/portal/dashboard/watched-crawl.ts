/** One crawl that somebody looks at. Its files are read once a second at most, however many look. */
import { readHostReport, type HostLine } from '../../collection/index.js'
import { fileStamp } from '../../disk/file-stamp.js'
import { LongtailError } from '../../errors.js'
import type { ReasonCount } from '../../report/crawl/crawl-numbers.js'
import type { CourseSample } from '../../report/crawl/course.js'
import type { KnownCrawl } from './crawls.js'
import { glanceAt, type Glance } from './glance.js'
import { History, type Moment } from './history.js'
import type { LanguageCount, RecentPage } from './live-survey.js'
import { LogTail } from './log-tail.js'
import { Reasons } from './reasons.js'

export interface WatchedPage extends RecentPage {
  /** Strongest first; empty when the archive does not have the page. */
  readonly reasons: readonly string[]
}

/** Everything that the page of a crawl shows. */
export interface CrawlView extends Glance {
  readonly samples: readonly CourseSample[]
  /** The last one first. */
  readonly recent: readonly WatchedPage[]
  readonly languages: readonly LanguageCount[]
  readonly trouble: readonly ReasonCount[]
  readonly largestHosts: readonly HostLine[]
  readonly givenUpHosts: readonly HostLine[]
  /** Why there is no list of hosts; '' when there may be one. */
  readonly hostsProblem: string
  /** Since somebody began to look. */
  readonly moments: readonly Moment[]
  /** How much of the log was read, 0 to 1. */
  readonly logShare: number
  /** Where the log is damaged; '' when it is not. The numbers are those of the lines before. */
  readonly damage: string
}

const FRESH_MS = 1000
/** How long somebody waits for a log that is read for the first time, before the page shows what there is. */
const PATIENCE_MS = 400
const SHOWN_HOSTS = 30

/** The answer of `ask`, at most a second old. */
function remembered<T>(ask: () => Promise<T>): { get(): Promise<T>; forget(): void } {
  let last: Promise<T> | null = null
  let askedAt = -Infinity
  return {
    get() {
      const now = performance.now()
      if (last === null || now - askedAt >= FRESH_MS) {
        askedAt = now
        last = ask()
      }
      return last
    },
    forget: () => (last = null),
  }
}

export class WatchedCrawl {
  private readonly tail: LogTail
  private readonly reasons: Reasons
  private readonly history = new History()
  private hostsStamp = ''
  private hostsRead: HostsRead = { hosts: [], problem: '' }
  private readonly glances = remembered(() => this.readGlance())
  private readonly views = remembered(() => this.readView())

  constructor(readonly crawl: KnownCrawl) {
    this.tail = new LogTail(crawl.directory)
    this.reasons = new Reasons(crawl.directory)
  }

  glance(): Promise<Glance> {
    return this.glances.get()
  }

  view(): Promise<CrawlView> {
    return this.views.get()
  }

  /** Something was changed from here: the next look is a fresh one. */
  forget(): void {
    this.glances.forget()
    this.views.forget()
  }

  private async readGlance(): Promise<Glance> {
    const glance = await glanceAt(this.crawl)
    const { live, process } = glance
    if (live !== null && process > 0) this.history.add(live)
    return glance
  }

  private async readView(): Promise<CrawlView> {
    const glance = await this.glance()
    await this.tail.follow(PATIENCE_MS)
    const { survey } = this.tail
    const recent = survey.recent()
    const reasons = await this.reasons.of(recent)
    const { hosts, problem } = this.hosts()
    const listed = (list: HostLine['list']): HostLine[] =>
      hosts.filter(host => host.list === list).slice(0, SHOWN_HOSTS)
    return {
      ...glance,
      samples: survey.samples(),
      recent: recent.map(page => ({ ...page, reasons: reasons.get(page.id) ?? [] })),
      languages: survey.languages(),
      trouble: survey.trouble(),
      largestHosts: listed('largest'),
      givenUpHosts: listed('given-up'),
      hostsProblem: problem,
      moments: this.history.moments(),
      logShare: this.tail.share,
      damage: survey.damage,
    }
  }

  /** Written once a minute: what was read stays until it changes. */
  private hosts(): HostsRead {
    const stamp = fileStamp(this.crawl.directory.hosts)
    if (stamp !== this.hostsStamp) {
      this.hostsStamp = stamp
      this.hostsRead = readHosts(this.crawl)
    }
    return this.hostsRead
  }
}

interface HostsRead {
  readonly hosts: readonly HostLine[]
  readonly problem: string
}

function readHosts({ directory }: KnownCrawl): HostsRead {
  try {
    return { hosts: readHostReport(directory), problem: '' }
  } catch (error) {
    return { hosts: [], problem: error instanceof LongtailError ? error.message : String(error) }
  }
}
