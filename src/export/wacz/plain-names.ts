/** Names of archives inside a WACZ: ASCII, without directories, each once, also where capital letters do not count. */

const ARCHIVE_ENDING = /\.w?arc(?:\.gz)?(?:\.open)?$/i
const MAX_NAME = 120

/** `isPacked`: gzip, which its name must say. */
export type PlainNames = (path: string, isPacked: boolean) => string

export function createPlainNames(): PlainNames {
  const taken = new Set<string>()
  /** By name, the number of the next one that is called so. */
  const next = new Map<string, number>()
  return (path, isPacked) => {
    const base = path
      .slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'), path.lastIndexOf('#')) + 1)
      .replace(ARCHIVE_ENDING, '')
      .replace(/[^A-Za-z0-9._-]+/g, '_')
      // no hidden files, and nothing that a shell takes for an option
      .replace(/^[.-]+/, '')
      .slice(0, MAX_NAME)
    const ending = isPacked ? '.warc.gz' : '.warc'
    const wanted = `${base || 'archive'}${ending}`
    const key = wanted.toLowerCase()
    let name = wanted
    let number = next.get(key) ?? 2
    for (; taken.has(name.toLowerCase()); number++) name = `${base || 'archive'}-${number}${ending}`
    next.set(key, number)
    taken.add(name.toLowerCase())
    return name
  }
}
