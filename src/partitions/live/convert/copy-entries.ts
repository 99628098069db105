/**
 * Writes entries of one crawl into the logs of another that has other partitions: each into the log of the partition that its URL belongs
 * to, with the numbers that URLs have there. Links to other partitions and what pages taught travel as they do in a crawl that runs, only
 * at once; what partitions told each other before is left out, since it is said by the pages themselves.
 */
import type {
  EmbedEntry,
  LinksEntry,
  LogEntry,
  LoggedEmbed,
  LoggedLink,
  PageEntry,
  RunEntry,
  SkipEntry,
} from '../../../collection/log/entry.js'
import { LOG_VERSION } from '../../../collection/log/entry.js'
import { WholeRuns, type OrderedLine } from '../../../collection/whole-log.js'
import { EntryNumbers } from '../../../crawl/entry-numbers.js'
import type { Records } from '../../../crawl/recorder.js'
import { LongtailError } from '../../../errors.js'
import { SOFTWARE } from '../../../version.js'
import type { TaughtExample } from '../../engine.js'
import { Homes } from './homes.js'
import type { NewPartition } from './new-partition.js'

/** What others learn of is one line in each log for so many examples, as a crawl that runs has it. */
const LESSONS = 500

export interface CopyOptions {
  readonly targets: readonly NewPartition[]
  /** The partition of a URL. */
  readonly of: (url: string) => number
  /** Logs that are read. */
  readonly logs: number
  /** Of the first run, in all logs. */
  readonly seeds: readonly string[]
}

export class EntryCopier {
  private readonly urls: readonly Homes[]
  private readonly embeds: readonly Homes[]
  /** By log and number: URLs that no partition knows, since the page that named them was lost. */
  private readonly strays = new Map<string, string>()
  private readonly runs = new WholeRuns()
  private isFirstRun = true
  private lessons: TaughtExample[] = []

  constructor(private readonly options: CopyOptions) {
    const homes = (): Homes[] => Array.from({ length: options.logs }, () => new Homes())
    this.urls = homes()
    this.embeds = homes()
    const { targets } = options
    if (targets.length === 1) return
    targets.forEach((target, from) =>
      target.connect(
        parcel => targets[parcel.to].receive(parcel),
        example => {
          this.lessons.push({ from, example })
        },
      ),
    )
  }

  /** `records`: what the entry speaks of. */
  copy({ log, entry }: OrderedLine, records: Records | null): void {
    switch (entry.t) {
      case 'run':
        return this.copyRun(log, entry)
      case 'stop':
        if (!this.runs.end(log)) return
        // the last line of a run says why it ended
        this.teach(1)
        for (const target of this.options.targets) target.add(entry)
        return
      case 'page':
      case 'redirect':
      case 'sitemap':
        this.copyPage(log, entry, records)
        return this.teach(LESSONS)
      case 'embed':
        return this.copyEmbed(log, entry, records)
      case 'links':
        return this.learnNumbers(log, entry)
      case 'sitemaps': {
        const page = this.urlOf(log, entry.for)
        const part = this.options.of(page)
        const numbers = this.numbers(log, part)
        const id = this.find(part, page)
        if (id !== -1) this.add(part, { ...entry, for: id, sitemaps: numbers.list(entry.sitemaps) })
        return numbers.done()
      }
      case 'skip':
      case 'later':
      case 'held':
        return this.copyOfUrl(entry)
      case 'archived': {
        const url = this.urlOf(log, entry.id)
        const part = this.options.of(url)
        const id = this.find(part, url)
        if (id !== -1) this.add(part, { ...entry, id }, records)
        return
      }
      case 'robots':
      case 'survived':
        return this.add(this.options.of(entry.url), entry, records)
      case 'crash':
        return this.options.targets.forEach((_target, part) => {
          const own = (urls: readonly string[]): string[] => urls.filter(url => this.options.of(url) === part)
          const urls = own(entry.urls)
          if (urls.length === 0) return
          this.add(part, { ...entry, urls, ...(entry.alone === undefined ? {} : { alone: own(entry.alone) }) })
        })
      case 'trap':
        return this.add(this.options.of(urlLike(entry.pattern)), entry)
      case 'absorbed':
      case 'lessons':
        return
    }
  }

  /** At the end: what pages taught and nobody has learned yet. */
  finish(): void {
    this.teach(1)
  }

  private copyRun(log: number, entry: RunEntry): void {
    const { targets, of, seeds } = this.options
    const isBegun = this.runs.begin(log)
    const named = entry.seeds.map(seed => this.urlOf(log, seed))
    const all = this.isFirstRun ? [...seeds] : named
    if (isBegun || all.some(url => this.find(of(url), url) === -1))
      targets.forEach((target, part) => {
        const { state } = target.memory
        const numbers = new EntryNumbers(url => state.find(url), state.urls.size)
        const own = all.filter(url => of(url) === part)
        this.add(part, { ...entry, seeds: own.map(url => numbers.of(url)) })
      })
    this.isFirstRun = false
    for (const seed of entry.seeds) if (typeof seed === 'string') this.settle(log, of(seed), seed)
  }

  private copyPage(log: number, entry: PageEntry, records: Records | null): void {
    const { url, via, near } = entry
    const part = this.options.of(url)
    this.makeKnown(log, part, entry)
    // what another partition has need not be known here
    const known = (number: number | undefined): number | undefined => {
      const named = number === undefined ? '' : this.urlOf(log, number)
      const id = named === '' ? -1 : this.find(part, named)
      return id === -1 ? undefined : id
    }
    const kept = { via: known(via), near: known(near), spool: undefined }
    const { links, leads, sitemaps, embeds } = entry
    const numbers = this.numbers(log, part)
    // numbers are given in this order
    const lists = {
      links: numbers.list(links),
      ...(leads === undefined ? {} : { leads: numbers.list(leads) }),
      ...(sitemaps === undefined ? {} : { sitemaps: numbers.list(sitemaps) }),
    }
    const shown = embeds === undefined ? null : this.shown(log, part, embeds)
    const copy: PageEntry = {
      ...{ ...entry, ...kept, ...lists },
      id: this.find(part, url),
      ...(shown === null ? {} : { embeds: shown.list }),
    }
    this.add(part, copy, records)
    numbers.done()
    shown?.done()
  }

  private copyEmbed(log: number, entry: EmbedEntry, records: Records | null): void {
    const home = this.embeds[log].of(entry.id)
    if (home === null) throw damaged(entry.url)
    const { part, id } = home
    const via = this.find(part, this.urlOf(log, entry.via))
    if (id === -1 || via === -1) return
    const shown = entry.embeds === undefined ? null : this.shown(log, part, entry.embeds)
    this.add(part, { ...entry, id, via, ...(shown === null ? {} : { embeds: shown.list }) }, records)
    shown?.done()
  }

  /** Of a URL that its partition does not know there is nothing to say. */
  private copyOfUrl(entry: SkipEntry | Extract<LogEntry, { readonly t: 'held' }>): void {
    const part = this.options.of(entry.url)
    const id = this.find(part, entry.url)
    if (id === -1) return
    // the number of a twin is for people
    this.add(part, entry.t === 'held' ? { ...entry, id, of: undefined } : { ...entry, id })
  }

  /** A page was fetched, and nothing that was copied says how its partition came to know it. */
  private makeKnown(log: number, part: number, { url, via, at, hops }: PageEntry): void {
    if (this.find(part, url) !== -1) return
    const { targets, of } = this.options
    const page = via === undefined ? '' : this.urlOf(log, via)
    const from = page === '' ? part : of(page)
    if (from === part) {
      const run = { t: 'run', version: LOG_VERSION, at, software: SOFTWARE, strategy: '', seeds: [url] } as const
      return this.add(part, run)
    }
    const { line } = targets[from]
    const said = { hops, chain: 0, relevant: false, score: 0, language: 'und', links: [], leads: [url], level: 1 }
    targets[part].receive({ to: part, entry: { t: 'links', from, epoch: 1, line, page, ...said } })
  }

  /** URLs that another log has named before. */
  private learnNumbers(log: number, { page, links, leads = [], sitemaps = [] }: LinksEntry): void {
    for (const link of [page, ...links, ...leads, ...sitemaps])
      if (typeof link === 'string') this.settle(log, this.options.of(link), link)
  }

  private teach(least: number): void {
    if (this.lessons.length < least) return
    const lessons = this.lessons.splice(0)
    this.options.targets.forEach((target, part) => {
      const others = lessons.filter(({ from }) => from !== part)
      if (others.length === 0) return
      target.add({
        t: 'absorbed',
        from: others.map(({ from }) => from),
        examples: others.map(({ example }) => example),
      })
    })
  }

  private add(part: number, entry: LogEntry, records: Records | null = null): void {
    this.options.targets[part].add(entry, records)
  }

  private find(part: number, url: string): number {
    return this.options.targets[part].memory.state.find(url)
  }

  /** The URL that has this number in a log. */
  private urlOf(log: number, link: LoggedLink): string {
    if (typeof link === 'string') return link
    const home = this.urls[log].of(link)
    if (home === null) throw damaged(`number ${link}`)
    return home.id === -1
      ? (this.strays.get(`${log} ${link}`) ?? '')
      : this.options.targets[home.part].memory.state.urls.url(home.id)
  }

  /** The next number of a log is that of this URL, which the partition has named; or nobody, and then it is remembered here. */
  private settle(log: number, part: number, url: string): void {
    const id = this.find(part, url)
    if (id === -1) this.strays.set(`${log} ${this.urls[log].size}`, url)
    this.urls[log].add(part, id)
  }

  /** Lists of one entry, for one partition. */
  private numbers(log: number, part: number) {
    const { state } = this.options.targets[part].memory
    const numbers = new EntryNumbers(url => state.find(url), state.urls.size)
    const named: string[] = []
    const first = this.urls[log].size
    return {
      list: (links: readonly LoggedLink[]): LoggedLink[] =>
        links.map(link => {
          if (typeof link === 'string') named.push(link)
          const isNamedHere = typeof link === 'number' && link >= first
          return numbers.of(isNamedHere ? (named[link - first] ?? '') : this.urlOf(log, link))
        }),
      /** The entry was added. */
      done: (): void => {
        for (const url of named) this.settle(log, part, url)
      },
    }
  }

  /** What is shown, and was not shown before by a page of another partition: that one fetches it. */
  private shown(log: number, part: number, embeds: readonly LoggedEmbed[]) {
    const { embeds: queue } = this.options.targets[part].memory
    const numbers = new EntryNumbers(url => queue.find(url), queue.size)
    const homes = this.embeds[log]
    const named = embeds.filter(embed => typeof embed === 'string')
    const list = embeds.flatMap((embed): LoggedEmbed[] => {
      if (typeof embed === 'string') return [numbers.of(embed)]
      const home = homes.of(embed)
      return home === null || home.part !== part || home.id === -1 ? [] : [home.id]
    })
    return {
      list,
      done: (): void => {
        for (const url of named) homes.add(part, queue.find(url))
      },
    }
  }
}

/** The texts of patterns begin with a server or a domain. */
function urlLike(pattern: string): string {
  const host = /^(?:\*\*\.)?(\[[^\]]*\]|[^/:?\s]+)/.exec(pattern)?.[1] ?? 'localhost'
  return `http://${host}/`
}

function damaged(what: string): LongtailError {
  return new LongtailError(
    'E_CRAWL_DIR',
    `the log of the crawl speaks of ${what} before it names it: lines are missing or were changed; restore it from a copy`,
  )
}
