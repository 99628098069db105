/**
 * The index as `portal build` writes it. Pages are collected in memory and written as segments; a page that changed is removed
 * and added again, and its old segment no longer speaks for it (search_pages). What was added is found after `finish`.
 */
import { rollBack, type Database } from '../../disk/sqlite.js'
import { assistSteps } from './assist/finish.js'
import { flushSegment } from './index-flush.js'
import { mergeSegments } from './index-merge.js'
import { MemorySegment } from './index-segment.js'
import { packedProse } from './prose-share.js'
import { createSearchTables, nextGeneration } from './search-schema.js'

export interface IndexedPage {
  /** pages.id: positive, below 2^31. */
  readonly id: number
  readonly url: string
  readonly title: string
  readonly headings: readonly string[]
  /** What links to this page say, each by line, the one that most of them say first. */
  readonly anchors: string
  /** As it is kept in `texts`. */
  readonly text: string
  /** ISO 639-3. */
  readonly language: string
  readonly description?: string
}

export type IndexProgress = (step: string, done: number, of: number) => void

export type IndexWriter = ReturnType<typeof createIndexWriter>

/** Words in memory before a segment is written: 9 bytes each, the words themselves, and as much again while they are sorted. */
const MAX_POSTINGS = 4_000_000
const MAX_TERMS = 500_000

// What a word weighs outside of the text, in occurrences inside of it. By reasoning: a title is about its page as a whole, an
// anchor is what others call it, a heading speaks for a part. Checked on the even pages of wikischools-dev, not fitted.
const TITLE = 6
const TITLE_MAX = 9
const HEADING = 2.5
const HEADINGS_MAX = 5
const ANCHOR = 3
const OTHER_ANCHOR = 1
const OTHER_ANCHORS_MAX = 2
const ADDRESS = 1.5
const DESCRIPTION = 1
const LEAD = 0.5

export function createIndexWriter(database: Database) {
  createSearchTables(database)
  let memory = new MemorySegment()
  const kill = database.prepare('DELETE FROM search_pages WHERE page = ?')

  function flush(): void {
    atomically(database, () => flushSegment(database, memory))
    memory = new MemorySegment()
  }

  function add(page: IndexedPage): void {
    if (!Number.isInteger(page.id) || page.id < 1 || page.id > 0x7fffffff)
      throw new RangeError(`page ${page.id} cannot be indexed: its number must be from 1 to 2^31 − 1`)
    if (memory.pageIds.has(page.id)) flush()
    memory.begin(page.language)
    memory.addFields([page.title], TITLE_MAX, words => TITLE / within(0.7, 0.5 + words / 12, 2), true)
    memory.addFields(page.headings, HEADINGS_MAX, words => HEADING / within(0.8, 0.6 + words / 10, 3), true)
    const [name, ...others] = page.anchors.slice(0, 20_000).split('\n')
    memory.addFields([name], ANCHOR, words => ANCHOR / within(0.8, 0.6 + words / 10, 3), false)
    memory.addFields(others, OTHER_ANCHORS_MAX, () => OTHER_ANCHOR, false)
    memory.addFields([addressWords(page.url)], ADDRESS, () => ADDRESS, false)
    if (page.description !== undefined) memory.addFields([page.description], DESCRIPTION, () => DESCRIPTION, true)
    const words = memory.addText(page.text, LEAD)
    memory.end(page.id, words, packedProse(page.text))
    if (memory.size > MAX_POSTINGS || memory.terms.length > MAX_TERMS) flush()
  }

  function remove(id: number): void {
    if (memory.pageIds.has(id)) flush()
    kill.run(id)
  }

  function* finishInSteps(onProgress: IndexProgress): Generator<undefined> {
    onProgress('words', 0, 3)
    flush()
    onProgress('words', 1, 3)
    yield
    atomically(database, () => mergeSegments(database))
    onProgress('words', 2, 3)
    nextGeneration(database)
    onProgress('words', 3, 3)
    yield
    yield* assistSteps(database, (done, total) => onProgress('phrases', done, total))
  }

  function finish(onProgress: IndexProgress = () => undefined): void {
    const steps = finishInSteps(onProgress)
    while (steps.next().done !== true);
  }

  return {
    add,
    remove,
    finish,
    /** The same in steps, for those who have to listen meanwhile. */
    finishInSteps,
  }
}

function within(low: number, value: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

/** The parts of an address that people might type: no scheme, no www, no file ending, escapes undone. */
export function addressWords(url: string): string {
  const bare = url.replace(/^[a-z]+:\/\/(?:www\.)?/i, '').replace(/\.(?:html?|php|aspx?|jsp|cgi)\b.*$/i, '')
  try {
    return decodeURIComponent(bare).slice(0, 400)
  } catch {
    return bare.slice(0, 400)
  }
}

/** All or nothing, also inside of somebody else's transaction. */
function atomically(database: Database, work: () => void): void {
  database.exec('SAVEPOINT search_index')
  try {
    work()
  } catch (error) {
    rollBack(database, 'ROLLBACK TO search_index; RELEASE search_index')
    throw error
  }
  database.exec('RELEASE search_index')
}
