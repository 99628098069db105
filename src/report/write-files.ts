/** The files of a report. A reader never sees half of one. */
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { diskError } from '../disk/disk-error.js'
import { makeDirectory } from '../disk/make-directory.js'
import { writeAtomically } from '../disk/write-atomically.js'

export interface FileToWrite {
  readonly path: string
  readonly content: string | Uint8Array
}

/** Returns the paths, in order. */
export function writeFiles(directory: string, files: readonly FileToWrite[]): string[] {
  return files.map(({ path, content }) => {
    const target = join(directory, path)
    try {
      makeDirectory(dirname(target))
      writeAtomically(target, content, { isShared: true })
    } catch (error) {
      throw diskError(target, error)
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
