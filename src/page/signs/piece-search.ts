/**
 * Looks for short pieces of text in the markup of a page, in any case: Horspool's search for several pieces at once, which skips most
 * bytes. A regular expression, or `includes` for what begins with a common sign, takes several times as long.
 */
export class PieceSearch {
  private readonly length: number
  /** By byte: how far the next piece can be when this byte is at its end, and the pieces (as bits) that begin or end with it. */
  private readonly skip: Uint8Array
  private readonly ends = new Uint8Array(256)
  private readonly begins = new Uint8Array(256)

  /** In small letters, at most eight of them, all of the same length. */
  constructor(private readonly pieces: readonly string[]) {
    const { length } = pieces[0]
    this.length = length
    this.skip = new Uint8Array(256).fill(length)
    for (const [n, piece] of pieces.entries())
      for (const written of [piece, piece.toUpperCase()]) {
        for (let i = 0; i < length - 1; i++) {
          const byte = written.charCodeAt(i)
          this.skip[byte] = Math.min(this.skip[byte], length - 1 - i)
        }
        this.begins[written.charCodeAt(0)] |= 1 << n
        this.ends[written.charCodeAt(length - 1)] |= 1 << n
      }
  }

  /** Where one begins, at or behind `from`; -1 when there is none. */
  find(markup: Buffer, from = 0): number {
    const { length, skip, ends, begins } = this
    const last = length - 1
    for (let at = from + last; at < markup.length;) {
      const byte = markup[at]
      if ((ends[byte] & begins[markup[at - last]]) !== 0 && this.isAt(markup, at - last)) return at - last
      at += skip[byte]
    }
    return -1
  }

  private isAt(markup: Buffer, start: number): boolean {
    return this.pieces.includes(markup.toString('latin1', start, start + this.length).toLowerCase())
  }
}
