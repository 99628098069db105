/** What the dashboard keeps of a crawl's log, line by line: counts of bounded size, and the last pages. Nothing per URL. */
import type { AgainEntry, AnswerKind, GivenUp, LogVisitor, PageEntry, WarcPlace } from '../../collection/index.js'
import { BoundedTable } from '../../report/crawl/bounded-table.js'
import type { NamedCount, ReasonCount } from '../../report/crawl/crawl-numbers.js'
import { Course, type CourseSample } from '../../report/crawl/course.js'
import { clip, numberIn, textIn } from '../../collection/untrusted-values.js'

export interface RecentPage {
  readonly id: number
  readonly url: string
  readonly title: string
  /** Milliseconds since the epoch; 0 when it does not say. */
  readonly at: number
  readonly status: number
  readonly relevant: boolean
  readonly score: number
  readonly language: string
  /** Where the archive has it, and with it the reasons of the judge; null when it was not kept. */
  readonly place: { readonly file: string; readonly offset: number; readonly length: number } | null
}

/** Of the pages in a language. */
export type LanguageCount = Omit<NamedCount, 'bytes'>

const MOST_RECENT = 50
const MOST_NAMES = 2000
const SHOWN = 20

export class LiveSurvey implements LogVisitor {
  pages = 0
  relevant = 0
  runs = 0
  /** What is wrong with the line behind the last one that counts; '' when nothing is. */
  damage = ''
  private readonly course = new Course()
  private readonly recentPages: RecentPage[] = []
  private readonly byLanguage = new BoundedTable(
    MOST_NAMES,
    () => ({ pages: 0, relevant: 0 }),
    row => row.pages,
  )
  private readonly troubles = new BoundedTable(
    MOST_NAMES,
    () => ({ skipped: 0, later: 0, example: '' }),
    row => row.skipped + row.later,
  )

  run(): void {
    this.runs++
  }

  /** A page that was asked for again is counted once; relevant is what stands for it now. */
  again({ relevant, was }: AgainEntry): void {
    this.relevant += Number(relevant) - Number(was)
  }

  answer(entry: PageEntry, kind: AnswerKind): void {
    if (kind !== 'page') return
    const { relevant, status } = entry
    this.pages++
    if (relevant) this.relevant++
    const language = this.byLanguage.row(entry.language || 'und')
    language.pages++
    if (relevant) language.relevant++
    if (status >= 400) this.count(`HTTP ${Math.floor(status)}`, '', true)
    // what else a sample has is of the frontier, which the log does not know
    const unknown = { waiting: 0, hosts: 0, relevantHosts: 0, seconds: 0 }
    this.course.add(relevant, { pages: this.pages, relevant: this.relevant, ...unknown })
    if (this.recentPages.length === MOST_RECENT) this.recentPages.shift()
    this.recentPages.push({
      id: numberIn(entry.id),
      url: clip(entry.url, 2000),
      title: clip(textIn(entry.title), 200),
      at: Date.parse(textIn(entry.at)) || 0,
      status: numberIn(status),
      relevant,
      score: Math.min(1, numberIn(entry.score)),
      language: clip(textIn(entry.language), 20) || 'und',
      place: placeIn(entry.warc),
    })
  }

  givenUp({ kind, reason, isForGood }: GivenUp): void {
    this.count(kind, reason, isForGood)
  }

  private count(kind: string, reason: string, isForGood: boolean): void {
    const row = this.troubles.row(kind)
    if (row.example === '') row.example = clip(reason || kind, 200)
    if (isForGood) row.skipped++
    else row.later++
  }

  /** Along the pages; the last one is always the end. */
  samples(): readonly CourseSample[] {
    return this.course.points()
  }

  /** The last one first. */
  recent(): readonly RecentPage[] {
    return this.recentPages.toReversed()
  }

  /** Most pages first. */
  languages(): readonly LanguageCount[] {
    return this.byLanguage.top(SHOWN).map(([name, row]) => ({ name, ...row }))
  }

  /** Most frequent first. */
  trouble(): readonly ReasonCount[] {
    return this.troubles.top(SHOWN).map(([reason, row]) => ({ reason, ...row }))
  }
}

function placeIn(place: WarcPlace | undefined): RecentPage['place'] {
  if (place === undefined) return null
  const [file, offset, length] = place
  // only names of files in warc/: whoever changed the log does not choose what is read
  if (!/^[^/\\\0.][^/\\\0]{0,250}\.warc\.gz$/.test(file)) return null
  return { file, offset: numberIn(offset), length: numberIn(length) }
}
