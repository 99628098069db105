/** Where a worker writes down what all of its partitions learn, once (collection/lessons.ts). */
import { closeSync, fdatasync, fdatasyncSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { LESSONS } from '../../collection/lessons.js'
import type { WarcPlace } from '../../collection/log/entry.js'
import { diskError } from '../../disk/disk-error.js'
import { writeAll } from '../../disk/write-all.js'
import { syncDirectory } from '../../disk/write-atomically.js'
import { isErrno } from '../../errors.js'

const synced = promisify(fdatasync)

export class LessonBook {
  private file: { readonly name: string; readonly path: string; readonly fd: number } | null = null
  private end = 0
  private syncedEnd = 0
  private syncing: Promise<void> | null = null

  /** `crawl`: its directory; `worker`: a name that no other worker of this moment has. The file is made when there is something to write. */
  constructor(
    private readonly crawl: string,
    private readonly worker: string,
  ) {}

  /** Written when this returns, and safe from a power failure after `sync`. */
  add(text: string): WarcPlace {
    const { name, path, fd } = (this.file ??= this.create())
    const bytes = Buffer.from(`${text}\n`)
    try {
      writeAll(fd, bytes, this.end)
    } catch (error) {
      throw diskError(path, error)
    }
    const place = [name, this.end, bytes.length] as const
    this.end += bytes.length
    return place
  }

  /** Whatever was added before the call. Asked by every partition; most of the time there is nothing new. */
  async sync(): Promise<void> {
    const wanted = this.end
    while (this.syncedEnd < wanted) await (this.syncing ??= this.syncFile().finally(() => (this.syncing = null)))
  }

  close(): void {
    const { file } = this
    if (file === null) return
    this.file = null
    try {
      if (this.syncedEnd < this.end) fdatasyncSync(file.fd)
      closeSync(file.fd)
    } catch (error) {
      throw diskError(file.path, error)
    }
    this.syncedEnd = this.end
  }

  private async syncFile(): Promise<void> {
    const { file, end } = this
    if (file === null) return
    try {
      await synced(file.fd)
    } catch (error) {
      throw diskError(file.path, error)
    }
    this.syncedEnd = end
  }

  /** A worker of an earlier run may have had the same name. */
  private create(): NonNullable<typeof this.file> {
    const directory = join(this.crawl, LESSONS)
    try {
      mkdirSync(directory)
    } catch (error) {
      // not the directories above it: a store that is gone must not seem to be there
      if (!isErrno(error, 'EEXIST')) throw diskError(directory, error)
    }
    for (let again = 0; ; again++) {
      const name = `${this.worker.replace(/[^\w.-]/g, '_')}${again === 0 ? '' : `-${again}`}.jsonl`
      const path = join(directory, name)
      try {
        const fd = openSync(path, 'wx')
        syncDirectory(directory)
        syncDirectory(this.crawl)
        return { name, path, fd }
      } catch (error) {
        if (!isErrno(error, 'EEXIST')) throw diskError(path, error)
      }
    }
  }
}
