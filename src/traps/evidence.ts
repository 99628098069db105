/** What the pages of patterns brought: per pattern a few numbers and the last 32 pages, for so many patterns at most. */
import type { Persistent, StateFields } from '../contracts.js'
import { setBits } from '../set-bits.js'

/** Each fetched page touches four patterns at most, so a hostile server pushes out others at the pace at which it is asked. */
const MOST_PATTERNS = 1 << 16
const FIELDS = 6
/** The months of a year, and some more. */
const MOST_TITLES = 16
export const WINDOW = 32

export interface PatternPages {
  pages: number
  /** Pages that said nothing new. */
  alike: number
  /** Those of them that were found on a page that said nothing new either. */
  fed: number
  /** The last pages, the last one lowest; 1 is one that said something new. */
  window: number
  /** Hash of the payload of the last page, 0 for none. */
  print: number
  /** Hashes of the titles of the last pages without their numbers, each once, the last one at the end. */
  readonly titles: number[]
}

export class PatternEvidence implements Persistent {
  /** The one that was touched last is at the end. */
  private readonly patterns = new Map<string, PatternPages>()

  constructor(private readonly most = MOST_PATTERNS) {}

  find(pattern: string): PatternPages | undefined {
    return this.patterns.get(pattern)
  }

  /** Evidence to write into; what was not touched for longest is forgotten for it. */
  touch(pattern: string): PatternPages {
    const { patterns } = this
    const evidence = patterns.get(pattern) ?? { pages: 0, alike: 0, fed: 0, window: 0, print: 0, titles: [] }
    patterns.delete(pattern)
    patterns.set(pattern, evidence)
    if (patterns.size > this.most) for (const [oldest] of patterns) return (patterns.delete(oldest), evidence)
    return evidence
  }

  forget(pattern: string): void {
    this.patterns.delete(pattern)
  }

  persist(fields: StateFields): void {
    const { patterns } = this
    const names = fields.texts('patterns', [...patterns.keys()])
    const numbers = new Float64Array(names.length * FIELDS)
    let at = 0
    for (const { pages, alike, fed, window, print, titles } of patterns.values()) {
      numbers.set([pages, alike, fed, window, print, titles.length], at)
      at += FIELDS
    }
    const loaded = fields.array('evidence', numbers)
    const loadedTitles = fields.array('titles', Uint32Array.from([...patterns.values()].flatMap(one => one.titles)))
    if (!fields.isLoading) return
    patterns.clear()
    let titlesAt = 0
    names.forEach((name, i) => {
      const [pages, alike, fed, window, print, count] = loaded.subarray(i * FIELDS, (i + 1) * FIELDS)
      const titles = [...loadedTitles.subarray(titlesAt, titlesAt + count)]
      titlesAt += count
      patterns.set(name, { pages, alike, fed, window, print, titles })
    })
  }
}

export function count(evidence: PatternPages, isNews: boolean, isFed: boolean): void {
  evidence.pages++
  if (!isNews) evidence.alike++
  if (!isNews && isFed) evidence.fed++
  evidence.window = ((evidence.window << 1) | (isNews ? 1 : 0)) >>> 0
}

export function addTitle({ titles }: PatternPages, title: number): void {
  const at = titles.indexOf(title)
  if (at !== -1) titles.splice(at, 1)
  if (title !== 0) titles.push(title)
  if (titles.length > MOST_TITLES) titles.shift()
}

/** Pages that say nothing new lead to others of the kind, so that there is no end to them. */
export function feedsItself({ alike, fed }: PatternPages): boolean {
  return 2 * fed >= alike
}

/** How many of the last pages, so many at most, said something new. */
export function newsIn({ window }: PatternPages, last: number): number {
  return setBits(last >= WINDOW ? window : window & ((1 << last) - 1))
}
