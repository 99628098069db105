/** What a simulated crawl knows of its pages: the columns that a policy sees, with rows that come and go. */
import { growAll } from '../../growing-arrays.js'
import type { KnownPages, PageKind } from '../../recrawl/index.js'

export class KnownColumns {
  count = 0
  readonly kind: PageKind[] = []
  /** By page of the living web; -1 for those that are gone. */
  readonly rowOf: number[] = []
  columns = {
    /** Of the living web. */
    page: new Uint32Array(0),
    visits: new Uint32Array(0),
    changes: new Uint32Array(0),
    firstVisit: new Float64Array(0),
    lastVisit: new Float64Array(0),
    lastChange: new Float64Array(0),
    server: new Uint32Array(0),
    directory: new Uint32Array(0),
    worth: new Float32Array(0),
    foundNew: new Uint32Array(0),
  }

  /** For a policy. Valid until rows are added or removed. */
  view(): KnownPages {
    return { count: this.count, kind: this.kind, ...this.columns }
  }

  /** A page that was just fetched for the first time. */
  add(page: number, at: number, kind: PageKind, server: number, directory: number, worth: number): void {
    const row = this.count++
    if (row >= this.columns.page.length) growAll(this.columns, Math.max(row + 1, 1024))
    const { columns } = this
    columns.page[row] = page
    columns.visits[row] = 1
    columns.changes[row] = 0
    columns.firstVisit[row] = at
    columns.lastVisit[row] = at
    columns.lastChange[row] = at
    columns.server[row] = server
    columns.directory[row] = directory
    columns.worth[row] = worth
    columns.foundNew[row] = 0
    this.kind[row] = kind
    this.rowOf[page] = row
  }

  /** Takes out rows of pages that are gone; the last ones take their places. */
  remove(rows: readonly number[]): void {
    for (const row of [...rows].sort((a, b) => b - a)) {
      const last = --this.count
      const { page } = this.columns
      this.rowOf[page[last]] = row
      this.rowOf[page[row]] = -1
      this.kind[row] = this.kind[last]
      this.kind.pop()
      if (row === last) continue
      for (const column of Object.values(this.columns)) column[row] = column[last]
    }
  }
}
