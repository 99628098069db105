/**
 * Compares what two collections hold. Both lists of pages are read in the order of their URLs, one beside the other, so that neither
 * has to be in memory. Pages with the same digest are not read again; of others the texts are compared, because much that changes in a page
 * (counters, tokens, advertisements) is not text.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createExtractPool, type ExtractPool, type PlacedPage } from '../collection/extract-pool.js'
import { openHoldings, type Holding, type Holdings } from '../collection/holdings.js'
import { isComparedText, readComparedText, type ComparedText } from './compared-text.js'
import { changedSentences, type SentenceChange } from './sentences.js'

export interface ComparisonOptions {
  /** Sources, as exports take them. */
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** A directory that is made for the comparison and removed behind it. */
  readonly scratch: string
  /** Pages that a crawl found irrelevant, too. */
  readonly all?: boolean
  /** That are listed of each kind; all are counted. */
  readonly most: number
  readonly signal?: AbortSignal
  readonly onProgress?: (stage: string, done: number, total: number) => void
  readonly onWarning?: (message: string) => void
}

export interface ChangedPage {
  readonly url: string
  readonly title: string
  /** In the order of the text; none when only the title changed. */
  readonly changes: readonly SentenceChange[]
}

export interface GonePage {
  readonly url: string
  /** The last answer in the later collection; null: it has none. 200: the page is there, but was not wanted. */
  readonly status: number | null
  /** Where a redirect leads, or ''. */
  readonly location: string
}

export interface ComparisonCounts {
  readonly new: number
  readonly changed: number
  readonly gone: number
  /** Of those that are gone: the later collection has no answer for them. They may be there still. */
  readonly unvisited: number
  readonly unchanged: number
  /** Pages whose bytes changed and whose text did not; they count as unchanged, too. */
  readonly sameText: number
  /** Could not be read. */
  readonly failed: number
}

export interface Comparison {
  readonly counts: ComparisonCounts
  readonly new: readonly string[]
  readonly changed: readonly ChangedPage[]
  readonly gone: readonly GonePage[]
  /** Some are counted and not listed. */
  readonly isCut: boolean
}

type Pair = readonly [before: Holding, after: Holding]

/** Pairs that are read together. */
const BATCH = 16

export async function compareCollections(options: ComparisonOptions): Promise<Comparison> {
  const { before, after, scratch, signal, onWarning } = options
  const open = (sources: readonly string[], name: string): Promise<Holdings> =>
    openHoldings({
      sources,
      scratch: join(scratch, name),
      all: options.all,
      signal,
      onWarning,
      onProgress: ({ done, total }) => options.onProgress?.(`reading ${name}`, done, total),
    })
  const opened: Holdings[] = []
  try {
    opened.push(await open(before, 'before'))
    opened.push(await open(after, 'after'))
    const [earlier, later] = opened
    const pages = earlier.pages + later.pages
    const pool = createExtractPool<PlacedPage, ComparedText>(pages, {
      worker: new URL('./compared-text-worker.js', import.meta.url),
      isAnswer: isComparedText,
      extract: readComparedText,
      batch: BATCH,
    })
    signal?.addEventListener('abort', pool.stop)
    try {
      return await new Comparing(options, pool, earlier, later).run(pairs(earlier.byUrl(), later.byUrl()), pages)
    } finally {
      signal?.removeEventListener('abort', pool.stop)
      await pool.close()
    }
  } finally {
    for (const holdings of opened) holdings.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

class Comparing {
  private readonly counts = { new: 0, changed: 0, gone: 0, unvisited: 0, unchanged: 0, sameText: 0, failed: 0 }
  private readonly found: { new: string[]; changed: ChangedPage[]; gone: GonePage[] } = {
    new: [],
    changed: [],
    gone: [],
  }
  private waiting: Pair[] = []
  private firstError = ''

  constructor(
    private readonly options: ComparisonOptions,
    private readonly pool: ExtractPool<PlacedPage, ComparedText>,
    private readonly earlier: Holdings,
    private readonly later: Holdings,
  ) {}

  async run(both: Iterable<readonly [Holding | null, Holding | null]>, total: number): Promise<Comparison> {
    const { signal, onProgress, onWarning } = this.options
    let done = 0
    for (const [last, next] of both) {
      done += last !== null && next !== null ? 2 : 1
      const before = last !== null && isThere(last, this.earlier) ? last : null
      const after = next !== null && isThere(next, this.later) ? next : null
      if (before === null && after === null) continue
      if (before === null) this.addNew(after)
      else if (after === null) this.addGone(before.url)
      else if (before.digest !== '' && before.digest === after.digest) this.counts.unchanged++
      else {
        this.waiting.push([before, after])
        if (this.waiting.length >= BATCH * this.pool.width) await this.readWaiting()
      }
      signal?.throwIfAborted()
      onProgress?.('comparing pages', done, total)
    }
    await this.readWaiting()
    const { failed } = this.counts
    if (failed > 0) onWarning?.(`${failed} pages could not be read and are not compared, among them ${this.firstError}`)
    const { new: fresh, changed, gone } = this.found
    const { most } = this.options
    const isCut = this.counts.new > most || this.counts.changed > most || this.counts.gone > most
    return { counts: this.counts, new: fresh, changed, gone, isCut }
  }

  private addNew(page: Holding | null): void {
    if (page !== null && this.counts.new++ < this.options.most) this.found.new.push(page.url)
  }

  private addGone(url: string): void {
    const answer = this.later.lastAnswerTo(url)
    if (answer === null) this.counts.unvisited++
    if (this.counts.gone++ < this.options.most)
      this.found.gone.push({ url, status: answer?.status ?? null, location: answer?.location ?? '' })
  }

  private async readWaiting(): Promise<void> {
    const pairsToRead = this.waiting
    this.waiting = []
    const texts = await this.pool.run(pairsToRead.flat())
    this.options.signal?.throwIfAborted()
    for (const [i, [{ url }]] of pairsToRead.entries()) {
      const [before, after] = [texts[2 * i], texts[2 * i + 1]]
      if ('error' in before || 'error' in after) {
        this.counts.failed++
        this.firstError ||= 'error' in before ? before.error : 'error' in after ? after.error : ''
      } else this.compareTexts(url, before, after)
    }
  }

  private compareTexts(url: string, before: ComparedText, after: ComparedText): void {
    const changes = changedSentences(before.text, after.text)
    if (changes.length === 0 && before.title === after.title) {
      this.counts.unchanged++
      this.counts.sameText++
    } else if (this.counts.changed++ < this.options.most) this.found.changed.push({ url, title: after.title, changes })
  }
}

/** What a crawl holds of a page stays when it is gone from the Web: then a later answer says so. */
function isThere({ url, at }: Holding, holdings: Holdings): boolean {
  const last = holdings.lastAnswerTo(url)
  return last === null || last.at <= at || last.status < 300
}

/** Pages with the same URL together; null where one of the lists does not have it. */
function* pairs(
  earlier: Iterator<Holding, void>,
  later: Iterator<Holding, void>,
): Generator<readonly [Holding | null, Holding | null]> {
  const next = (list: Iterator<Holding, void>): Holding | null => {
    const step = list.next()
    return step.done === true ? null : step.value
  }
  let [a, b] = [next(earlier), next(later)]
  while (a !== null || b !== null) {
    const order = a === null ? 1 : b === null ? -1 : Buffer.compare(Buffer.from(a.url), Buffer.from(b.url))
    yield [order <= 0 ? a : null, order >= 0 ? b : null]
    if (order <= 0) a = next(earlier)
    if (order >= 0) b = next(later)
  }
}
