/** Bytes that are consumed from the front, whether they lie in memory, in a file, or come out of a gzip member. */

export interface ByteSource {
  /** Bytes that follow at `offset`; empty at the end. Sources that cannot seek are only asked for what comes next. */
  pull(offset: number): Promise<Buffer>
  /** Total length where seeking is possible, else null. */
  readonly size: number | null
  /** A few bytes from anywhere, without moving; only where seeking is possible. */
  glance?(offset: number, count: number): Promise<Buffer>
}

export class Cursor {
  private at = 0

  /** `offset` is that of the first byte. */
  constructor(
    private bytes: Buffer,
    private base: number,
    private readonly source: ByteSource | null,
  ) {}

  get offset(): number {
    return this.base + this.at
  }

  /** Everything held, from here on. */
  get held(): Buffer {
    return this.bytes.subarray(this.at)
  }

  /** Length of the whole, when it is known. */
  get size(): number | null {
    return this.source === null ? this.base + this.bytes.length : this.source.size
  }

  /** Makes `held` at least `count` bytes long; false when there are not as many. */
  async need(count: number): Promise<boolean> {
    const missing = count - (this.bytes.length - this.at)
    if (missing <= 0) return true
    if (this.source === null) return false
    const pieces = [this.bytes.subarray(this.at)]
    let end = this.base + this.bytes.length
    let got = 0
    while (got < missing) {
      const piece = await this.source.pull(end)
      if (piece.length === 0) break
      pieces.push(piece)
      got += piece.length
      end += piece.length
    }
    this.base += this.at
    this.at = 0
    this.bytes = pieces[0].length === 0 && pieces.length === 2 ? pieces[1] : Buffer.concat(pieces)
    return got >= missing
  }

  /** Bytes further on; null when they cannot be seen from here. */
  async glance(offset: number, count: number): Promise<Buffer | null> {
    const at = offset - this.base
    if (at + count <= this.bytes.length || this.source === null) return this.bytes.subarray(at, at + count)
    return (await this.source.glance?.(offset, count)) ?? null
  }

  /** Steps over bytes that are held. */
  advance(count: number): void {
    this.at += count
  }

  /** Steps over bytes that need not be held; false when there are not as many. */
  async skip(count: number): Promise<boolean> {
    const held = this.bytes.length - this.at
    if (count <= held) {
      this.at += count
      return true
    }
    if (this.source === null) return false
    if (this.source.size !== null) {
      this.seek(this.offset + count)
      return this.offset <= this.source.size
    }
    let rest = count - held
    let end = this.base + this.bytes.length
    for (;;) {
      const piece = await this.source.pull(end)
      this.base = end
      this.bytes = piece
      this.at = Math.min(rest, piece.length)
      if (piece.length === 0) return false
      if (rest <= piece.length) return true
      rest -= piece.length
      end += piece.length
    }
  }

  /** Only where seeking is possible. */
  seek(offset: number): void {
    const at = offset - this.base
    if (at >= 0 && at <= this.bytes.length) {
      this.at = at
    } else {
      this.base = offset
      this.at = 0
      this.bytes = Buffer.alloc(0)
    }
  }
}
