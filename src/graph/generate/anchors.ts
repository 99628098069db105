/** The bits that say which anchors are in the target language, drawn by the sort of page at each end of the link. */
import { RELEVANT } from '../web-graph.js'
import type { GeneratedRows } from './columns.js'
import type { Plan } from './plan.js'
import { keyOf, PURPOSE, Stream } from './random.js'

const ALL_BITS = 4294967296

export class AnchorWriter {
  private readonly random: Stream
  /** Bits of the links that do not fill a byte yet. */
  private byte = 0

  constructor(
    private readonly plan: Plan,
    private readonly flags: Uint8Array,
    private readonly rows: GeneratedRows,
  ) {
    this.random = new Stream(keyOf(plan.seed, PURPOSE.anchors))
  }

  /** Links must come in order. Other threads write beside ours, perhaps into the same byte at both ends of our range. */
  write(page: number, begin: number, end: number): void {
    const { flags, random } = this
    const { to, anchors } = this.rows
    const { parameters } = this.plan
    const relevant = (flags[page] & RELEVANT) !== 0
    const toRelevant = parameters[relevant ? 'anchor-rr' : 'anchor-ir'] * ALL_BITS
    const toIrrelevant = parameters[relevant ? 'anchor-ri' : 'anchor-ii'] * ALL_BITS
    random.start(page)
    let byte = this.byte
    for (let link = begin; link < end; link++) {
      const limit = (flags[to[link]] & RELEVANT) !== 0 ? toRelevant : toIrrelevant
      if (random.bits() < limit) byte |= 1 << (link & 7)
      if ((link & 7) === 7) {
        Atomics.or(anchors, link >>> 3, byte)
        byte = 0
      }
    }
    this.byte = byte
  }

  /** After the last link of a range. */
  end(link: number): void {
    if ((link & 7) !== 0) Atomics.or(this.rows.anchors, link >>> 3, this.byte)
    this.byte = 0
  }
}
