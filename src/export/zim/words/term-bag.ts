/** The terms of one document while they are gathered. */
import type { XapianTerm } from '../../xapian/contracts.js'

interface Gathered {
  wdf: number
  readonly positions: number[]
}

const MAX_BYTES = 245

export class TermBag {
  readonly #terms = new Map<string, Gathered>()

  get terms(): ReadonlyMap<string, XapianTerm> {
    return this.#terms
  }

  /** `position` 0: nowhere in particular. One before the last of the term's is left out. */
  add(term: string, wdf: number, position = 0): void {
    let gathered = this.#terms.get(term)
    if (gathered === undefined) {
      if (term === '' || (term.length * 3 > MAX_BYTES && Buffer.byteLength(term) > MAX_BYTES)) return
      gathered = { wdf: 0, positions: [] }
      this.#terms.set(term, gathered)
    }
    gathered.wdf += wdf
    const { positions } = gathered
    if (position > (positions.at(-1) ?? 0)) positions.push(position)
  }
}
