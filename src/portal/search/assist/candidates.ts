/**
 * Which phrases might name what pages are about. Two sources: what people chose as a name (titles, headings, texts of
 * links), and words that stand side by side more often than chance would have it, in a sample of the texts. Whether a
 * candidate is a phrase is decided later, by how the collection uses it (phrase-reader.ts).
 */
import type { Database } from '../../../disk/sqlite.js'
import { Grams } from './grams.js'
import { Line } from './forms.js'
import { textOf } from './page-texts.js'
import { PhraseTrie } from './phrase-trie.js'
import { prepared } from './assist-schema.js'
import { titledPages } from './titles.js'
import type { Vocabulary } from './vocabulary.js'

/** A label has room for no more words. */
export const MAX_PHRASE = 5
/** Longer texts of links and headings are sentences. */
const MAX_NAME_LETTERS = 60
/** Texts that are read for words side by side: enough for any phrase that a fair share of the pages has. */
const SAMPLED_PAGES = 2000
const SAMPLED_LETTERS = 3000
const LINKS_OF_PAGE = 200
const MAX_CANDIDATES = 250_000
/** A line that this many sampled pages repeat is furniture. */
const FURNITURE = 3
const LINES = 2 ** 20

/** Nobody chose it, and it is a phrase only where it is written as a name. */
export const WRITTEN_AS_NAME = -1

export function findCandidates(database: Database, vocabulary: Vocabulary) {
  const grams = new Grams(vocabulary)
  const names = new Names(vocabulary)
  const lineCounts = new Uint8Array(LINES)
  const pages = samplePages(database)
  for (const { id, language } of pages) {
    vocabulary.beginPage(language)
    for (const written of textOf(database, id).slice(0, SAMPLED_LETTERS).split('\n')) {
      const slot = lineSlot(written)
      if (lineCounts[slot] < 255) lineCounts[slot]++
      grams.read(written, id, language)
    }
  }
  vocabulary.findCommonWords()
  for (const { id, language } of pages) {
    for (const { anchor } of prepared(database, 'SELECT anchor FROM links WHERE source = ? LIMIT ?').iterate(
      id,
      LINKS_OF_PAGE,
    ))
      names.add(String(anchor), id, language, 1)
    const headings = prepared(database, 'SELECT headings FROM outlines WHERE page = ?').get(id)?.headings
    // one word as a heading is "History": what many pages speak of, and none is about
    for (const heading of String(headings ?? '').split('\n')) names.add(heading, id, language, 1, 2)
  }
  // a title names at least one page; a link or heading has to be found twice
  for (const { id, title, language } of titledPages(database)) names.add(title, -id, language, 2)

  const trie = new PhraseTrie(MAX_CANDIDATES * 3)
  const chosen = new Map<number, number>()
  for (const [stems, count] of names.frequent(2)) chosen.set(trie.add(stems), count)
  for (const { stems, isName } of grams.phrases()) {
    const node = trie.add(stems)
    if (!chosen.has(node)) chosen.set(node, isName ? WRITTEN_AS_NAME : 0)
  }
  chosen.delete(0)
  return {
    trie,
    /** How often people chose a candidate; node of the trie → count. Nodes without one are mere beginnings. */
    chosen,
    /** Is a word by itself, in this form, a name that people chose? "Physics" is, and "physical", of the same stem, is none. */
    isSingle: (hash: number): boolean => names.singles.has(hash),
    isFurniture: (line: string): boolean => lineCounts[lineSlot(line)] >= FURNITURE,
  }
}

interface SampledPage {
  readonly id: number
  readonly language: string
}

/** Pages all over the collection, and the best of each topic. */
function samplePages(database: Database): SampledPage[] {
  const count = Number(prepared(database, 'SELECT count(*) AS count FROM pages WHERE original = 0').get()?.count)
  const step = Math.max(1, Math.floor(count / SAMPLED_PAGES))
  const pages = new Map<number, string>()
  let i = 0
  for (const { id, language } of prepared(database, 'SELECT id, language FROM pages WHERE original = 0').iterate())
    if (i++ % step === 0 && pages.size < SAMPLED_PAGES) pages.set(Number(id), String(language))
  const topics = prepared(database, 'SELECT id FROM topics').all()
  const each = Math.min(50, Math.ceil(SAMPLED_PAGES / Math.max(1, topics.length)))
  const best = prepared(
    database,
    `SELECT p.id, p.language FROM page_topics t JOIN pages p ON p.id = t.page
     WHERE t.topic = ? AND p.original = 0 ORDER BY t.score DESC LIMIT ?`,
  )
  for (const topic of topics) {
    if (pages.size >= 2 * SAMPLED_PAGES) break
    for (const { id, language } of best.iterate(Number(topic.id), each)) pages.set(Number(id), String(language))
  }
  return Array.from(pages, ([id, language]) => ({ id, language }))
}

/** Texts that people chose as names: counted once per page. */
class Names {
  private readonly counts = new Map<string, { stems: number[]; count: number; last: number }>()
  /** Hashes of the words that are names by themselves. */
  readonly singles = new Set<number>()
  private readonly line = new Line()

  constructor(private readonly vocabulary: Vocabulary) {}

  add(written: string, page: number, language: string, weight: number, leastWords = 1): void {
    if (written.length > MAX_NAME_LETTERS || written.length < 2) return
    const { line, vocabulary } = this
    line.read(written, MAX_PHRASE + 3)
    if (line.count === 0 || line.count > MAX_PHRASE + 1) return
    let stems = Array.from({ length: line.count }, (_, i) => vocabulary.stemAt(line, i))
    // "Tides (sea)" is no sequence of words
    for (let i = 1; i < line.count; i++) if (!line.follows[i]) return
    if (stems.length > 1 && vocabulary.isStop(stems[0], language)) stems = stems.slice(1)
    if (stems.length > MAX_PHRASE || stems.length < leastWords || vocabulary.isStop(stems[0], language)) return
    if (vocabulary.isStop(stems[stems.length - 1], language)) return
    if (stems.length === 1) this.singles.add(line.hash(line.count - 1))
    const key = stems.join(' ')
    const known = this.counts.get(key)
    if (known === undefined) {
      if (this.counts.size < MAX_CANDIDATES) this.counts.set(key, { stems, count: weight, last: page })
    } else if (known.last !== page) {
      known.count += weight
      known.last = page
    }
  }

  *frequent(least: number): Generator<[number[], number]> {
    for (const { stems, count } of this.counts.values()) if (count >= least) yield [stems, count]
  }
}

function lineSlot(line: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < line.length && i < 300; i++) hash = Math.imul(hash ^ line.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) & (LINES - 1)
}
