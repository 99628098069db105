/** What the dashboard keeps of a crawl's log, line by line: counts of bounded size, and the last pages. Nothing per URL. */
import { BoundedTable } from '../../report/crawl/bounded-table.js'
import { Course, type CourseSample } from '../../report/crawl/course.js'
import { clip, numberIn, textIn } from '../../report/crawl/values.js'

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

export interface LanguageCount {
  readonly language: string
  readonly pages: number
  readonly relevant: number
}

export interface TroubleCount {
  /** An error code, or the reason itself. */
  readonly reason: string
  /** URLs given up for good, and for one run. */
  readonly skipped: number
  readonly later: number
  readonly example: string
}

const MOST_RECENT = 50
const MOST_NAMES = 2000
const SHOWN = 20

export class LiveSurvey {
  pages = 0
  relevant = 0
  runs = 0
  /** Lines that are none of a log's: somebody changed the file. */
  damaged = 0
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

  add(entry: Readonly<Record<string, unknown>>): void {
    switch (entry.t) {
      case 'run':
        this.runs++
        break
      case 'page':
        if (entry.frontier !== true) this.page(entry)
        break
      case 'embed':
        if (entry.reason !== undefined) this.giveUp(textIn(entry.reason), true)
        break
      case 'skip':
      case 'later':
        this.giveUp(textIn(entry.reason), entry.t === 'skip')
        break
    }
  }

  private page(entry: Readonly<Record<string, unknown>>): void {
    const relevant = entry.relevant === true
    const status = numberIn(entry.status)
    this.pages++
    if (relevant) this.relevant++
    const language = this.byLanguage.row(textIn(entry.language) || 'und')
    language.pages++
    if (relevant) language.relevant++
    if (status >= 400) this.giveUp(`HTTP ${Math.floor(status)}`, true)
    // what else a sample has is of the frontier, which the log does not know
    const unknown = { waiting: 0, hosts: 0, relevantHosts: 0, seconds: 0 }
    this.course.add(relevant, { pages: this.pages, relevant: this.relevant, ...unknown })
    if (this.recentPages.length === MOST_RECENT) this.recentPages.shift()
    const at = Date.parse(textIn(entry.at))
    this.recentPages.push({
      id: numberIn(entry.id),
      url: clip(textIn(entry.url), 2000),
      title: clip(textIn(entry.title), 200),
      at: Number.isFinite(at) ? at : 0,
      status,
      relevant,
      score: Math.min(1, numberIn(entry.score)),
      language: clip(textIn(entry.language), 20) || 'und',
      place: placeIn(entry.warc),
    })
  }

  private giveUp(text: string, isForGood: boolean): void {
    // what follows a code differs from host to host
    const kind = clip(/^E_[A-Z_]+/.exec(text)?.[0] ?? text, 80)
    const row = this.troubles.row(kind)
    if (row.example === '') row.example = clip(text, 200)
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
    return this.byLanguage.top(SHOWN).map(([language, row]) => ({ language, ...row }))
  }

  /** Most frequent first. */
  trouble(): readonly TroubleCount[] {
    return this.troubles.top(SHOWN).map(([reason, row]) => ({ reason, ...row }))
  }
}

function placeIn(value: unknown): RecentPage['place'] {
  if (!Array.isArray(value)) return null
  const place: readonly unknown[] = value
  const [file, offset, length] = place
  // only names of files in warc/: whoever changed the log does not choose what is read
  if (typeof file !== 'string' || !/^[^/\\\0.][^/\\\0]{0,250}\.warc\.gz$/.test(file)) return null
  if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(length)) return null
  return { file, offset: numberIn(offset), length: numberIn(length) }
}
