/** What the pages that were fetched last hold, as a few hashes, so that a page can be compared with one of them. */
import type { PageId, Persistent, StateFields } from '../contracts.js'
import { setBits } from '../set-bits.js'

const MOST_PAGES = 1 << 16
const FIELDS = 7

export interface Content {
  /** Hashes of the payload, and of the title without its numbers; 0 when nobody knows them. */
  readonly print: number
  readonly title: number
  /** The first page with nearly the same text, perhaps itself; -1 for too little text. */
  readonly text: PageId
  /** Simhash of the text. */
  readonly high: number
  readonly low: number
}

interface Remembered extends Content {
  readonly saidNothing: boolean
  /** Later pages with nearly the same text. */
  repeats: number
}

export class RecentPages implements Persistent {
  private readonly pages = new Map<PageId, Remembered>()

  add(page: PageId, content: Content, saidNothing: boolean): void {
    const { pages } = this
    pages.set(page, { ...content, saidNothing, repeats: 0 })
    if (pages.size > MOST_PAGES) for (const [oldest] of pages) return void pages.delete(oldest)
  }

  /** Whether an earlier page has the same content; null when nobody can say. */
  isSame(page: PageId, { print, text }: Content): boolean | null {
    const earlier = this.pages.get(page)
    if (earlier === undefined) return null
    if (print !== 0 && print === earlier.print) return true
    return text === -1 || earlier.text === -1 ? null : text === earlier.text
  }

  /** In bits of the simhash; Infinity when the earlier page is not remembered. */
  distance(page: PageId, { high, low }: Content): number {
    const earlier = this.pages.get(page)
    return earlier === undefined ? Infinity : setBits(high ^ earlier.high) + setBits(low ^ earlier.low)
  }

  /** How often a page was repeated, this time included; 0 when it is not remembered. */
  repeat(page: PageId): number {
    const earlier = this.pages.get(page)
    return earlier === undefined ? 0 : ++earlier.repeats
  }

  /** False also for a page that is not remembered. */
  saidNothing(page: PageId): boolean {
    return this.pages.get(page)?.saidNothing === true
  }

  /** 0 when it has none, or is not remembered. */
  titleOf(page: PageId): number {
    return this.pages.get(page)?.title ?? 0
  }

  persist(fields: StateFields): void {
    const { pages } = this
    const ids = fields.array('pages', Uint32Array.from(pages.keys()))
    const numbers = new Float64Array(pages.size * FIELDS)
    let at = 0
    for (const { print, title, text, high, low, saidNothing, repeats } of pages.values()) {
      numbers.set([print, title, text, high, low, Number(saidNothing), repeats], at)
      at += FIELDS
    }
    const loaded = fields.array('contents', numbers)
    if (!fields.isLoading) return
    pages.clear()
    ids.forEach((page, i) => {
      const [print, title, text, high, low, nothing, repeats] = loaded.subarray(i * FIELDS, (i + 1) * FIELDS)
      pages.set(page, { print, title, text, high, low, saidNothing: nothing === 1, repeats })
    })
  }
}
