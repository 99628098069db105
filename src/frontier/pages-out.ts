import type { PageId } from '../contracts.js'

/**
 * The pages that are out, for checkpoints: a crawl takes millions, and few are out at a time. Nothing is done when a page comes
 * back or is discarded; the list is cleaned when it is full.
 */
export class PagesOut {
  private pages = new Uint32Array(64)
  private count = 0

  /** `isOut` knows which pages are. */
  constructor(private readonly isOut: (page: PageId) => boolean) {}

  add(page: PageId): void {
    if (this.count === this.pages.length) {
      const kept = this.list()
      if (kept.length * 2 > this.pages.length) this.pages = new Uint32Array(this.pages.length * 2)
      this.pages.set(kept)
      this.count = kept.length
    }
    this.pages[this.count++] = page
  }

  /** Each once, whether it was taken again in the meantime or not. */
  list(): Uint32Array<ArrayBuffer> {
    return Uint32Array.from(new Set(this.pages.subarray(0, this.count).filter(this.isOut)))
  }
}
