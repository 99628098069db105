/** A file that is written from beginning to end, and what the datasheet says about it. */
import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { writeAll } from '../../disk/write-all.js'
import type { CorpusPage } from './contracts.js'

export interface WrittenFile {
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
}

/** One form of the corpus. After `finish` or a failure, `close`. */
export interface CorpusWriter {
  /** `recordId`: of the archive's record; '' where it has none. */
  write(page: CorpusPage, recordId: string): void
  finish(): WrittenFile
  close(): void
}

export class CorpusFile {
  private readonly file: number
  private readonly hash = createHash('sha256')
  private bytes = 0
  private isOpen = true

  constructor(path: string) {
    this.file = openSync(path, 'wx')
  }

  write(bytes: Uint8Array): void {
    writeAll(this.file, bytes)
    this.hash.update(bytes)
    this.bytes += bytes.length
  }

  finish(): WrittenFile {
    this.close()
    return { bytes: this.bytes, sha256: this.hash.digest('hex') }
  }

  close(): void {
    if (this.isOpen) closeSync(this.file)
    this.isOpen = false
  }
}
