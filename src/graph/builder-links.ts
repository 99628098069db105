/**
 * Links while a graph is being built: rows of targets in the order in which they came, 4 bytes per link and 8 per row. A
 * row ends when another page's links begin, so a table sorted by source has one row per page, and an unsorted one is
 * still right.
 */
import { grow, Words } from './builder-columns.js'
import { rowsBy, type RowsByKey } from '../rows-by.js'
import { LinkTextBuilder, type LinkColumns } from './builder-text.js'
import { sharedBytes, sharedWords, type LinkContext, type LinkText } from './web-graph.js'

export const DROPPED = 0xffffffff

export class LinkRows {
  private readonly to = new Words()
  private readonly rowSource = new Words()
  private readonly rowStart = new Words()
  private anchors = new Uint8Array(1024)
  private texts: LinkTextBuilder | null = null
  private lastSource = -1
  /** Every link so far came with word about its anchor. */
  private anchorsKnown = true
  /** Links to ids that do not exist: of rows that are missing in a file that was cut off. Known after `compress`. */
  lost = 0

  get length(): number {
    return this.to.length
  }

  add(from: number, to: number, anchorInTarget: boolean | undefined, columns?: LinkColumns, k = 0): void {
    const at = this.to.length
    if (columns !== undefined) (this.texts ??= new LinkTextBuilder()).add(at, columns, k)
    if (from !== this.lastSource) {
      this.rowSource.push(from)
      this.rowStart.push(at)
      this.lastSource = from
    }
    this.to.push(to)
    if (!this.anchorsKnown) return
    if (anchorInTarget === undefined) {
      this.anchorsKnown = false
      this.anchors = new Uint8Array(0)
      return
    }
    if (at === this.anchors.length) this.anchors = grow(this.anchors, at + 1)
    this.anchors[at] = anchorInTarget ? 1 : 0
  }

  /**
   * The links by page, in order, without links to itself and without duplicates (the first one stays). `place` says which
   * page an id has become, DROPPED when none; `pages` is their number. Rows of ids that are not crawled are left out.
   */
  compress(
    place: Uint32Array,
    pages: number,
    isCrawled: (id: number) => boolean,
    context: LinkContext,
  ): CompressedLinks {
    const rows = this.rowsBySource(place, pages, isCrawled)
    const offsets = sharedWords(pages + 1)
    const stamp = new Uint32Array(pages)
    const nothing = { to: null, anchors: null, kept: null }
    const total = this.walk(rows, place, pages, stamp, nothing, offsets)
    const to = sharedWords(total)
    const anchors = this.anchorsKnown && total > 0 ? sharedBytes(Math.ceil(total / 8)) : null
    const kept = this.texts === null || total === 0 ? null : new Uint32Array(total)
    stamp.fill(0)
    this.walk(rows, place, pages, stamp, { to, anchors, kept }, offsets)
    const linkText = kept === null ? undefined : this.texts?.pick(kept, context)
    return { offsets, to, anchors, linkText }
  }

  /** Once to count, once to fill. */
  private walk(
    { starts: first, rows: order }: RowsByKey,
    place: Uint32Array,
    pages: number,
    stamp: Uint32Array,
    { to, anchors: bits, kept }: Filled,
    offsets: Uint32Array,
  ): number {
    const targets = this.to.values
    const starts = this.rowStart.values
    const { anchors } = this
    const rowCount = this.rowStart.length
    const linkCount = this.to.length
    const ids = place.length
    let total = 0
    let lost = 0
    for (let page = 0; page < pages; page++) {
      offsets[page] = total
      stamp[page] = page + 1
      for (let i = first[page]; i < first[page + 1]; i++) {
        const row = order[i]
        const end = row + 1 < rowCount ? starts[row + 1] : linkCount
        for (let link = starts[row]; link < end; link++) {
          if (targets[link] >= ids) {
            lost++
            continue
          }
          const target = place[targets[link]]
          if (target === DROPPED || stamp[target] === page + 1) continue
          stamp[target] = page + 1
          if (to !== null) to[total] = target
          if (kept !== null) kept[total] = link
          if (bits !== null && anchors[link] === 1) bits[total >>> 3] |= 1 << (total & 7)
          total++
        }
      }
    }
    offsets[pages] = total
    this.lost = lost
    return total
  }

  private rowsBySource(place: Uint32Array, pages: number, isCrawled: (id: number) => boolean): RowsByKey {
    const sources = this.rowSource.values.subarray(0, this.rowSource.length)
    const pageOf = sources.map(id => place[id])
    return rowsBy(pageOf, pages, row => isCrawled(sources[row]))
  }
}

/** What a walk fills; null where nothing is to be. `kept` is the number that each link came with. */
interface Filled {
  readonly to: Uint32Array | null
  readonly anchors: Uint8Array | null
  readonly kept: Uint32Array | null
}

export interface CompressedLinks {
  readonly offsets: Uint32Array
  readonly to: Uint32Array
  readonly anchors: Uint8Array | null
  readonly linkText: LinkText | undefined
}
