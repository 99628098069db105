/** Reports are written under temporary names and renamed, so that a reader never sees half of one. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LongtailError } from '../errors.js'

export interface FileToWrite {
  readonly path: string
  readonly content: string
}

/** Returns the paths, in order. */
export function writeFiles(directory: string, files: readonly FileToWrite[]): string[] {
  return files.map(({ path, content }) => {
    const target = join(directory, path)
    const temporary = `${target}.${process.pid}.tmp`
    try {
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(temporary, content)
      renameSync(temporary, target)
    } catch (error) {
      rmSync(temporary, { force: true })
      const reason = error instanceof Error ? error.message : String(error)
      throw new LongtailError(
        'E_DISK',
        `${target} could not be written: ${reason}. Choose another directory with --out, or make room there, and run it again`,
      )
    }
    return target
  })
}
