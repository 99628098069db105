/** Reports are written under temporary names and renamed, so that a reader never sees half of one. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LongtailError } from '../errors.js'
import { makeDirectory } from '../disk/make-directory.js'

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
      makeDirectory(dirname(target))
      writeFileSync(temporary, content)
      renameSync(temporary, target)
    } catch (error) {
      discard(temporary)
      const reason = error instanceof Error ? error.message : String(error)
      throw new LongtailError(
        'E_DISK',
        `${target} could not be written: ${reason}. Choose another directory with --out, or make room there, and run it again`,
      )
    }
    return target
  })
}

/** Those that are there. */
export function removeFiles(directory: string, paths: readonly string[]): void {
  for (const path of paths) discard(join(directory, path))
}

function discard(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // it is not there, or stays for the reason that writing will report
  }
}
