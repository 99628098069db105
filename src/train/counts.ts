/** Word counts for a language that the built-in table does not cover, from tables of counts or from plain text. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { LongtailError } from '../errors.js'
import { buildBackground } from '../learn/background-build.js'

const CHUNK = 1 << 20
/** A file without line breaks is read in pieces. */
const MAX_LINE = 1 << 20

export interface CountsOptions {
  /** What the counts are of, for reports; the names of the files unless told. */
  readonly name?: string
  readonly onProgress?: (line: string) => void
}

/** All files are tables (`word count` or `word word count` on each line), or all are text. */
export function trainCounts(
  files: readonly string[],
  out: string,
  { name = files.map(file => basename(file)).join(', '), onProgress = () => {} }: CountsOptions = {},
): { words: number; pairs: number } {
  for (const file of files) {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
      throw new LongtailError('E_USAGE', `${file}: no such file; give text, or tables with "word count" on each line`)
  }
  return buildBackground(linesOf(files, onProgress), out, { name: name.slice(0, 200) })
}

function* linesOf(files: readonly string[], onProgress: (line: string) => void): Generator<string> {
  const buffer = Buffer.alloc(CHUNK)
  for (const file of files) {
    const fd = openSync(file, 'r')
    const decoder = new StringDecoder('utf8')
    let rest = ''
    let done = 0
    try {
      for (let bytes = readSync(fd, buffer); bytes > 0; bytes = readSync(fd, buffer)) {
        const lines = (rest + decoder.write(buffer.subarray(0, bytes))).split(/\r?\n/)
        rest = lines.pop() ?? ''
        yield* lines
        if (rest.length > MAX_LINE) {
          yield rest
          rest = ''
        }
        done += bytes
        onProgress(`${file}: ${Math.round(done / CHUNK)} MiB`)
      }
      yield rest + decoder.end()
    } finally {
      closeSync(fd)
    }
  }
}
