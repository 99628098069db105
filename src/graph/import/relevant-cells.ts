import { didYouMean } from '../../did-you-mean.js'
import { LongtailError } from '../../errors.js'
import type { RelevantColumn } from './table-pages.js'

/** Values that are remembered, and those that are told. */
const MOST_VALUES = 10_000
const SHOWN_VALUES = 10

/** The cells of the column that says what is relevant. A value that no cell has is a mistake, and must not end in a graph without relevant pages. */
export class RelevantCells {
  readonly column: string
  private readonly values: readonly string[]
  private readonly seen = new Map<string, number>()
  private hasMatched = false

  constructor({ column, values }: RelevantColumn) {
    this.column = column
    this.values = values
  }

  /** `a` matches the cells `a` and `a.b`. */
  matches(cell: string): boolean {
    const isMatch = this.values.some(value => cell === value || cell.startsWith(`${value}.`))
    if (isMatch) this.hasMatched = true
    else if (!this.hasMatched && (this.seen.size < MOST_VALUES || this.seen.has(cell)))
      this.seen.set(cell, (this.seen.get(cell) ?? 0) + 1)
    return isMatch
  }

  /** Throws E_GRAPH when cells were read and none had one of the values. */
  check(): void {
    if (this.hasMatched || this.seen.size === 0) return
    const common = [...this.seen].sort((a, b) => b[1] - a[1]).map(([value]) => value)
    const shown = common.slice(0, SHOWN_VALUES).map(value => JSON.stringify(value.slice(0, 40)))
    const more = common.length > SHOWN_VALUES ? ' and more' : ''
    const meant = this.values.map(value => didYouMean(value, common)).find(one => one !== '') ?? ''
    throw new LongtailError(
      'E_GRAPH',
      `--relevant: no row has ${this.column}=${this.values.join(',')}; the column has ${shown.join(', ')}${more}${meant}`,
    )
  }
}
