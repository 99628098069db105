import { existsSync, readFileSync, statSync } from 'node:fs'
import { LongtailError, systemReason } from '../errors.js'
import { writeAtomically } from '../disk/write-atomically.js'
import { formatBlacklist, mergeBlacklists, parseBlacklist, type BlacklistEntry } from '../page/url/patterns.js'

const MAX_BYTES = 64 * 1024 * 1024

export async function mergeFiles(files: readonly string[], { out }: { out?: string }): Promise<void> {
  const lists = files.map(readBlacklist)
  const merged = mergeBlacklists(lists)
  const text = formatBlacklist(merged)
  if (out === undefined) {
    process.stdout.write(text)
    return
  }
  writeBlacklist(out, text)
  const taken = merged.filter(({ allows }) => allows).length
  const read = lists.reduce((sum, list) => sum + list.length, 0)
  console.log(
    `${out}: ${merged.length} entries, ${taken} of them exceptions (!), from ${read} in ${files.length} files`,
  )
}

function readBlacklist(path: string): BlacklistEntry[] {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const reason = systemReason(error)
    throw new LongtailError('E_USAGE', `${path}: cannot be read (${reason}); name text files with one entry per line`)
  }
  if (bytes.length > MAX_BYTES)
    throw new LongtailError('E_USAGE', `${path}: larger than 64 MiB, the limit for a blacklist`)
  return parseBlacklist(bytes.toString('utf8'), path)
}

/** A file that is no blacklist is somebody's work, not ours to replace. */
function writeBlacklist(path: string, text: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isFile())
      throw new LongtailError('E_OUT_DIR', `${path} is not a file: choose another with --out`)
    try {
      readBlacklist(path)
    } catch {
      throw new LongtailError('E_OUT_DIR', `${path} exists and is not a blacklist: choose another file with --out`)
    }
  }
  writeAtomically(path, text, { isShared: true })
}
