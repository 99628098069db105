/**
 * What pages taught, of a crawl of many partitions: `lessons/WORKER.jsonl` in its directory. All partitions of a worker learn the same at the
 * same time, so it is written once, and their logs only say which lines of it they learned. A line is `{from, examples}`.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { isErrno, LongtailError } from '../errors.js'
import { parseJson } from '../json.js'
import { diskError } from '../disk/disk-error.js'
import type { AbsorbedEntry, LessonsEntry } from './log/entry.js'

export const LESSONS = 'lessons'
const NAME = /^[\w.-]+\.jsonl$/
/** Workers write lines of about 10 KB; whatever is larger by far was not written by one. */
const MOST_BYTES = 64 << 20

/** Reads the lessons of a crawl, for a partition that replays its log. */
export class LessonReader {
  private file: { readonly name: string; readonly fd: number } | null = null
  private hasWarned = false

  constructor(
    private readonly crawl: string,
    private readonly warn: (message: string) => void,
  ) {}

  /**
   * Null when they are not there (a machine has lost its power, or somebody has removed the file): the crawl goes on with what its log has,
   * in an order that knows a little less.
   */
  read({ place }: LessonsEntry): AbsorbedEntry | null {
    const [name, offset, bytes] = place
    const lessons = lessonsIn(this.text(name, offset, bytes))
    if (lessons === null && !this.hasWarned) {
      this.hasWarned = true
      this.warn(`${join(this.crawl, LESSONS, name)} does not have what the log refers to: its pages taught nothing`)
    }
    return lessons
  }

  close(): void {
    if (this.file !== null) closeSync(this.file.fd)
    this.file = null
  }

  private text(name: string, offset: number, length: number): string {
    if (!NAME.test(name) || offset < 0 || length < 0 || length > MOST_BYTES) return ''
    try {
      const fd = this.open(name)
      if (fd === null || fstatSync(fd).size < offset + length) return ''
      const bytes = Buffer.alloc(length)
      let done = 0
      while (done < length) {
        const read = readSync(fd, bytes, done, length - done, offset + done)
        if (read === 0) return ''
        done += read
      }
      return bytes.toString('utf8')
    } catch (error) {
      // a disk that fails is not a file that is missing
      throw error instanceof LongtailError ? error : diskError(join(this.crawl, LESSONS, name), error)
    }
  }

  private open(name: string): number | null {
    if (this.file?.name === name) return this.file.fd
    this.close()
    try {
      const fd = openSync(join(this.crawl, LESSONS, name), 'r')
      this.file = { name, fd }
      return fd
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return null
      throw error
    }
  }
}

/** Null: somebody has changed the file. */
function lessonsIn(text: string): AbsorbedEntry | null {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || !('from' in value) || !('examples' in value)) return null
  const { from, examples } = value
  if (!isNumbers(from) || !Array.isArray(examples) || examples.length !== from.length) return null
  const lists: readonly unknown[] = examples
  return lists.every(isNumbers) ? { t: 'absorbed', from, examples: lists } : null
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every(one => typeof one === 'number')
}
