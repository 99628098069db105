/** Columns for tests of recrawl policies. */
import { Stream } from '../../src/graph/generate/random.js'
import type { KnownPages, PageKind } from '../../src/recrawl/index.js'

/** A row of a test; what is left out is that of a page that was fetched once, on day 0. */
export interface KnownRow {
  readonly visits?: number
  readonly changes?: number
  readonly lastVisit?: number
  readonly server?: number
  readonly directory?: number
  readonly kind?: PageKind
  readonly worth?: number
  readonly foundNew?: number
}

export function knownPages(rows: readonly KnownRow[]): KnownPages {
  return {
    count: rows.length,
    visits: rows.map(row => row.visits ?? 1),
    changes: rows.map(row => row.changes ?? 0),
    firstVisit: rows.map(() => 0),
    lastVisit: rows.map(row => row.lastVisit ?? 0),
    lastChange: rows.map(() => 0),
    server: rows.map(row => row.server ?? 0),
    directory: rows.map(row => row.directory ?? 0),
    kind: rows.map(row => row.kind ?? 'article'),
    worth: rows.map(row => row.worth ?? 1),
    foundNew: rows.map(row => row.foundNew ?? 0),
  }
}

const KINDS: readonly PageKind[] = ['home', 'list', 'article', 'other']

/** Pages of all kinds with histories drawn by chance, that are possible. */
export function drawnPages(count: number, seed: number): KnownPages {
  const random = new Stream(seed)
  return knownPages(
    Array.from({ length: count }, (_, page) => {
      const visits = 1 + random.below(20)
      return {
        visits,
        changes: random.below(visits),
        lastVisit: visits === 1 ? 0 : 99 * random.unit(),
        server: page >> 5,
        directory: page >> 3,
        kind: KINDS[random.below(4)],
        worth: random.unit(),
        foundNew: random.below(20) === 0 ? 1 : 0,
      }
    }),
  )
}
