/**
 * Lines on their way to the log, as bytes. A line is encoded when it comes, in one pass: to ask for its length first, and to join
 * lines before they are encoded, takes three times as long.
 */

const FIRST_BYTES = 1 << 16
/** One page of a million links must not cost memory for ever. */
const MAX_RESERVED_BYTES = 1 << 22
const LINE_FEED = 10
/** That a code unit may become. */
const MOST_BYTES_PER_UNIT = 3

export class LineBuffer {
  private bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  private spare: Buffer<ArrayBuffer> | null = null
  private size = 0

  get isEmpty(): boolean {
    return this.size === 0
  }

  /** Returns how many bytes the line takes, with its line feed. */
  add(line: string): number {
    const room = this.size + MOST_BYTES_PER_UNIT * line.length + 1
    if (room > this.bytes.length) this.grow(room)
    const written = this.bytes.write(line, this.size)
    this.bytes[this.size + written] = LINE_FEED
    this.size += written + 1
    return written + 1
  }

  /** All lines since the last call. They stay as they are until the next one. */
  take(): Uint8Array {
    const { bytes, size } = this
    this.bytes = this.spare ?? Buffer.allocUnsafeSlow(FIRST_BYTES)
    this.spare = bytes.length <= MAX_RESERVED_BYTES ? bytes : null
    this.size = 0
    return bytes.subarray(0, size)
  }

  private grow(room: number): void {
    const bytes = Buffer.allocUnsafeSlow(Math.max(room, 2 * this.bytes.length))
    bytes.set(this.bytes.subarray(0, this.size))
    this.bytes = bytes
  }
}
