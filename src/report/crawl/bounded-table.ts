/**
 * Rows by name where names come from the Web: hosts, MIME types, languages. There is no end to them, so the table has one:
 * when it is full, the half with the least weight goes. What is large is seen often and stays, with its numbers right or,
 * if it was small once and came back, a little low.
 */
const LONGEST_NAME = 253

export class BoundedTable<Row> {
  /** Rows that had to go; while there are none everything is exact. */
  dropped = 0
  private readonly rows = new Map<string, Row>()

  constructor(
    private readonly limit: number,
    private readonly create: () => Row,
    private readonly weight: (row: Row) => number,
  ) {}

  get size(): number {
    return this.rows.size
  }

  /** The row of a name, made if it is new. */
  row(name: string): Row {
    const key = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name
    const known = this.rows.get(key)
    if (known !== undefined) return known
    if (this.rows.size >= this.limit) this.dropLightest()
    const row = this.create()
    this.rows.set(key, row)
    return row
  }

  /** The `count` rows with most of something, of those that have any of it; equal ones by name. */
  top(count: number, value: (row: Row) => number = this.weight): [name: string, row: Row][] {
    let best: [name: string, row: Row][] = []
    const order = (a: [string, Row], b: [string, Row]): number =>
      value(b[1]) - value(a[1]) || (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0)
    for (const entry of this.rows) {
      if (!(value(entry[1]) > 0)) continue
      best.push(entry)
      // sorting now and then instead of keeping a heap: a handful of sorts of a few hundred
      if (best.length >= 4 * count + 64) best = best.sort(order).slice(0, count)
    }
    return best.sort(order).slice(0, count)
  }

  private dropLightest(): void {
    const weights = Float64Array.from(this.rows.values(), this.weight).sort()
    const middle = weights[weights.length >> 1]
    let excess = Math.ceil(this.rows.size / 2)
    for (const [name, row] of this.rows) {
      if (excess === 0) break
      if (this.weight(row) > middle) continue
      this.rows.delete(name)
      this.dropped++
      excess--
    }
  }
}
