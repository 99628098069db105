/**
 * For `archive.keep: path`: the records of irrelevant pages wait here until a page that they led to proves relevant.
 * Bytes are in a scratch file; which of them still wait is rebuilt from the log.
 */
import { closeSync, existsSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs'
import type { PageId } from '../contracts.js'
import { diskError } from '../disk/disk-error.js'

export class Spool {
  private readonly waiting = new Map<PageId, readonly [offset: number, length: number]>()
  private readonly fd: number
  private end = 0

  constructor(private readonly path: string) {
    this.fd = openSync(path, existsSync(path) ? 'r+' : 'w+')
  }

  /** From the log: this page's records wait at this place. */
  remember(page: PageId, offset: number, length: number): void {
    this.waiting.set(page, [offset, length])
    this.end = Math.max(this.end, offset + length)
  }

  forget(page: PageId): void {
    this.waiting.delete(page)
  }

  put(page: PageId, records: Uint8Array): readonly [offset: number, length: number] {
    const place = [this.end, records.length] as const
    try {
      for (let done = 0; done < records.length;) {
        done += writeSync(this.fd, records, done, records.length - done, this.end + done)
      }
    } catch (error) {
      throw diskError(this.path, error)
    }
    this.end += records.length
    this.waiting.set(page, place)
    return place
  }

  /** Takes a page's records out of the spool; null when it has none there. */
  take(page: PageId): Uint8Array<ArrayBuffer> | null {
    const place = this.waiting.get(page)
    if (place === undefined) return null
    this.waiting.delete(page)
    const bytes = new Uint8Array(place[1])
    return readSync(this.fd, bytes, 0, bytes.length, place[0]) === bytes.length ? bytes : null
  }

  sync(): void {
    fdatasyncSync(this.fd)
  }

  close(): void {
    closeSync(this.fd)
  }
}
