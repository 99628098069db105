/**
 * Pages between two passes, in a scratch file: drafts as JSON, some together in a Zstandard frame. Which paragraphs are repeated is
 * known only when all have been read; nobody should have to read the archives twice for it.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { LongtailError } from '../../errors.js'
import { checked } from '../../threads/messages.js'
import { writeAll } from '../../disk/write-all.js'
import type { Zstd } from '../zstd.js'
import { isDraft, type Draft } from './draft.js'

const FRAME_BYTES = 1 << 20
/** A page's text is a million characters at most; JSON may write six bytes for one. */
const MAX_FRAME_BYTES = 1 << 26

export class TextSpool {
  private readonly file: number
  private lines: string[] = []
  private size = 0

  constructor(
    private readonly path: string,
    private readonly zstd: Zstd,
  ) {
    this.file = openSync(path, 'w+')
  }

  add(draft: Draft): void {
    const line = JSON.stringify(draft)
    this.lines.push(line)
    this.size += line.length
    if (this.size >= FRAME_BYTES) this.flush()
  }

  *read(): Generator<Draft> {
    this.flush()
    const head = Buffer.alloc(4)
    for (let at = 0; readSync(this.file, head, 0, 4, at) === 4;) {
      const frame = Buffer.alloc(head.readUInt32LE(0))
      if (readSync(this.file, frame, 0, frame.length, at + 4) < frame.length)
        throw new LongtailError('E_DISK', `${this.path} was cut while it was used: run the same command again`)
      at += 4 + frame.length
      const json = Buffer.from(this.zstd.decompress(frame, MAX_FRAME_BYTES)).toString()
      yield* checked(JSON.parse(json), isDrafts)
    }
  }

  close(): void {
    closeSync(this.file)
  }

  private flush(): void {
    if (this.lines.length === 0) return
    const frame = this.zstd.compress(Buffer.from(`[${this.lines.join(',')}]`), 1)
    const head = Buffer.alloc(4)
    head.writeUInt32LE(frame.length)
    writeAll(this.file, head)
    writeAll(this.file, frame)
    this.lines = []
    this.size = 0
  }
}

function isDrafts(value: unknown): value is readonly Draft[] {
  return Array.isArray(value) && value.every(isDraft)
}
