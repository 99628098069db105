/** Where the payloads of pages are, by digest: a revisit has none of its own. About 40 bytes for each page. */
import { createArchiveFiles } from '../../archive/archive-files.js'
import { readRecordAt, type ByteFile, type WarcRecord } from '../../archive/index.js'
import { LongtailError } from '../../errors.js'
import { grow, Words } from '../builder-columns.js'
import { UrlKeyTable } from '../builder-keys.js'

/** A file, or one of those in a WACZ. */
interface Place {
  readonly path: string
  readonly name: string
}

export class PayloadPlaces {
  private readonly digests = new UrlKeyTable()
  private readonly placeOf = new Words()
  private offsets = new Float64Array(1024)
  private readonly places: Place[] = []
  private open: ByteFile | null = null

  /** What is added from now on is in this file. */
  enter(path: string, file: ByteFile): void {
    this.places.push({ path, name: file.name })
    this.open = file
  }

  leave(): void {
    this.open = null
  }

  add(record: WarcRecord): void {
    const digest = record.headers.get('warc-payload-digest')
    // a record in the middle of a gzip member cannot be found again by its offset
    if (digest === undefined || record.inner !== 0) return
    const index = this.digests.add(digest)
    if (index < this.placeOf.length) return
    this.placeOf.push(this.places.length - 1)
    if (index >= this.offsets.length) this.offsets = grow(this.offsets, index + 1)
    this.offsets[index] = record.offset
  }

  /** The record whose payload a revisit repeats, or null. */
  async find(revisit: WarcRecord): Promise<WarcRecord | null> {
    const digest = revisit.headers.get('warc-payload-digest')
    const index = digest === undefined ? -1 : this.digests.find(digest)
    if (index === -1) return null
    const place = this.placeOf.values[index]
    try {
      if (place === this.places.length - 1 && this.open !== null)
        return await readRecordAt(this.open, this.offsets[index])
      return await this.readElsewhere(this.places[place], this.offsets[index])
    } catch (error) {
      if (error instanceof LongtailError) return null
      throw error
    }
  }

  private async readElsewhere({ path, name }: Place, offset: number): Promise<WarcRecord | null> {
    const archive = createArchiveFiles(1)
    try {
      const file = (await archive.open(path)).find(one => one.name === name)
      return file === undefined ? null : await readRecordAt(file, offset)
    } finally {
      await archive.close()
    }
  }
}
