/**
 * The clock of a simulated network: downloads under way, and when the next of them ends.
 *
 *   start ─ wait for the first byte ─ receive ─▶ end
 *
 * All downloads that are receiving get the same speed, min(speed of a connection, bandwidth / downloads receiving). So the
 * bytes that each of them gets from now on are the same number, and the one that needs the fewest is the next to end: a
 * heap by "bytes that every connection has received since the beginning, when this one ends" is exact, though speeds
 * change with every start and end.
 */
import { IndexedHeap } from '../frontier/indexed-heap.js'

export class DownloadClock {
  /** Simulated milliseconds. */
  now = 0
  active = 0
  /** Sum over the connections of the time in which they were used. */
  busyMs = 0
  private readonly waiting = new IndexedHeap() // by time of the first byte
  private readonly receiving = new IndexedHeap() // by `received` at the end
  private receivers = 0
  private received = 0
  private starts = 0
  // by connection
  private readonly bytes: Float64Array
  private readonly order: Uint32Array
  private readonly free: number[] = []

  /** Bytes per millisecond; Infinity without a limit. */
  constructor(
    connections: number,
    private readonly bandwidth: number,
    private readonly speed: number,
  ) {
    this.bytes = new Float64Array(connections)
    this.order = new Uint32Array(connections)
    for (let connection = connections - 1; connection >= 0; connection--) this.free.push(connection)
  }

  /** Returns the connection that is used; -1 when there is none left. */
  start(waitMs: number, bytes: number): number {
    const connection = this.free.pop()
    if (connection === undefined) return -1
    this.active++
    this.bytes[connection] = bytes
    this.order[connection] = ++this.starts
    this.waiting.set(connection, this.now + waitMs, this.starts)
    return connection
  }

  /** Goes on to the end of the next download and returns its connection, or to `untilMs` and returns -1. */
  next(untilMs: number): number {
    const { waiting, receiving } = this
    for (;;) {
      const firstByteAt = waiting.bestKey
      const speed = Math.min(this.speed, this.bandwidth / this.receivers)
      const endAt = this.receivers === 0 ? Infinity : this.now + Math.max(0, receiving.bestKey - this.received) / speed
      if (Math.min(firstByteAt, endAt) > untilMs) {
        this.advance(untilMs, speed)
        return -1
      }
      if (endAt <= firstByteAt) {
        const connection = receiving.best
        const end = receiving.bestKey
        this.advance(endAt, 0)
        this.received = end // exactly, whatever was lost in rounding
        receiving.remove(connection)
        if (--this.receivers === 0) this.received = 0
        return this.end(connection)
      }
      const connection = waiting.best
      this.advance(firstByteAt, speed)
      waiting.remove(connection)
      if (this.bytes[connection] === 0 || this.isUnlimited) return this.end(connection)
      receiving.set(connection, this.received + this.bytes[connection], this.order[connection])
      this.receivers++
    }
  }

  private get isUnlimited(): boolean {
    return this.speed === Infinity && this.bandwidth === Infinity
  }

  private end(connection: number): number {
    this.active--
    this.free.push(connection)
    return connection
  }

  private advance(to: number, speed: number): void {
    const passed = to - this.now
    if (this.receivers > 0) this.received += passed * speed
    this.busyMs += passed * this.active
    this.now = to
  }
}
