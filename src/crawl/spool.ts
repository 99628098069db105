/**
 * For `archive.keep: path`: the records of irrelevant pages wait here until a page that they led to proves relevant.
 * Bytes are in a scratch file; which of them still wait is rebuilt from the log.
 */
import { closeSync, existsSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs'
import type { PageId, Persistent, StateFields } from '../contracts.js'
import { diskError } from '../disk/disk-error.js'

export class Spool implements Persistent {
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

  persist(fields: StateFields): void {
    const places = fields.array(
      'places',
      Float64Array.from([...this.waiting].flatMap(([page, [offset, length]]) => [page, offset, length])),
    )
    this.end = fields.number('end', this.end)
    if (fields.isLoading)
      for (let i = 0; i < places.length; i += 3) this.waiting.set(places[i], [places[i + 1], places[i + 2]])
  }

  /** Where the records are now. They wait there once the log says so (`remember`). */
  put(records: Uint8Array): readonly [offset: number, length: number] {
    const place = [this.end, records.length] as const
    try {
      for (let done = 0; done < records.length;) {
        done += writeSync(this.fd, records, done, records.length - done, this.end + done)
      }
    } catch (error) {
      throw diskError(this.path, error)
    }
    this.end += records.length
    return place
  }

  /** A page's records; null when it has none here. */
  read(page: PageId): Uint8Array<ArrayBuffer> | null {
    const place = this.waiting.get(page)
    if (place === undefined) return null
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
