/** Values of rows as bytes: one byte for the kind, then the value. Whole numbers take as few bytes as they need. */
import { LongtailError } from '../../errors.js'
import type { SqlValue } from '../../disk/sqlite.js'

const NULL = 0
const WHOLE = 1
const NEGATIVE = 2
const REAL = 3
const TEXT = 4
const BYTES = 5

/** Collects bytes and hands them on in pieces of `pieceBytes`. */
export class RowEncoder {
  #buffer: Buffer
  #size = 0

  constructor(
    private readonly pieceBytes: number,
    private readonly take: (piece: Buffer) => void,
  ) {
    this.#buffer = Buffer.allocUnsafe(pieceBytes)
  }

  value(value: SqlValue): void {
    if (value === null) this.#byte(NULL)
    else if (typeof value === 'bigint') throw new TypeError('a number in index.db is too large')
    else if (typeof value === 'number') this.#number(value)
    else {
      const bytes = typeof value === 'string' ? Buffer.from(value) : value
      this.#byte(typeof value === 'string' ? TEXT : BYTES)
      this.whole(bytes.length)
      this.#bytes(bytes)
    }
  }

  /** A count or a mask. */
  whole(value: number): void {
    let rest = value
    while (rest >= 128) {
      this.#byte((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    this.#byte(rest)
  }

  end(): void {
    if (this.#size > 0) this.take(Buffer.from(this.#buffer.subarray(0, this.#size)))
    this.#size = 0
  }

  #number(value: number): void {
    if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
      this.#byte(value < 0 ? NEGATIVE : WHOLE)
      this.whole(Math.abs(value))
      return
    }
    const bytes = Buffer.allocUnsafe(8)
    bytes.writeDoubleLE(value)
    this.#byte(REAL)
    this.#bytes(bytes)
  }

  #byte(byte: number): void {
    this.#buffer[this.#size++] = byte
    if (this.#size >= this.pieceBytes) this.end()
  }

  #bytes(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const some = bytes.subarray(at, at + this.pieceBytes - this.#size)
      this.#buffer.set(some, this.#size)
      this.#size += some.length
      at += some.length
      if (this.#size >= this.pieceBytes) this.end()
    }
  }
}

/** The largest text or picture of a row that is believed: a page's text is far smaller. */
const MAX_VALUE_BYTES = 512 * 1024 * 1024

/** Reads what `RowEncoder` wrote. Throws E_UPDATE where the bytes end too early or mean nothing. */
export class RowDecoder {
  #piece: Buffer = Buffer.alloc(0)
  #at = 0

  constructor(private readonly pieces: Iterator<Buffer>) {}

  value(): SqlValue {
    const kind = this.#byte()
    switch (kind) {
      case NULL:
        return null
      case WHOLE:
        return this.whole()
      case NEGATIVE:
        return -this.whole()
      case REAL:
        return this.#bytes(8).readDoubleLE()
      case TEXT:
        return this.#bytes(this.whole()).toString()
      case BYTES:
        return this.#bytes(this.whole())
      default:
        throw damaged()
    }
  }

  whole(): number {
    let value = 0
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const byte = this.#byte()
      value += (byte % 128) * scale
      if (byte < 128) {
        if (!Number.isSafeInteger(value)) break
        return value
      }
    }
    throw damaged()
  }

  /** Throws when something is left. */
  end(): void {
    if (this.#at < this.#piece.length || this.#next()) throw damaged()
  }

  #next(): boolean {
    const next = this.pieces.next()
    if (next.done === true) return false
    this.#piece = next.value
    this.#at = 0
    return true
  }

  #byte(): number {
    if (this.#at >= this.#piece.length && !this.#next()) throw damaged()
    return this.#piece[this.#at++]
  }

  #bytes(length: number): Buffer {
    if (length > MAX_VALUE_BYTES) throw damaged()
    if (this.#at + length <= this.#piece.length) return this.#piece.subarray(this.#at, (this.#at += length))
    // grows with what is there, not with what a length promises
    const parts: Buffer[] = []
    for (let left = length; left > 0;) {
      if (this.#at >= this.#piece.length && !this.#next()) throw damaged()
      const some = this.#piece.subarray(this.#at, this.#at + left)
      parts.push(some)
      this.#at += some.length
      left -= some.length
    }
    return Buffer.concat(parts)
  }
}

function damaged(): LongtailError {
  return new LongtailError('E_UPDATE', 'the rows of the update do not fit together: ask the sender for a new file')
}
