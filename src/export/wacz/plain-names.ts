/** Names of archives inside a WACZ: ASCII, without directories, each once, also where capital letters do not count. */

const ARCHIVE_ENDING = /\.w?arc(?:\.gz)?(?:\.open)?$/i
const MAX_NAME = 120

/** `isPacked`: gzip, which its name must say. */
export type PlainNames = (path: string, isPacked: boolean) => string

export function createPlainNames(): PlainNames {
  const taken = new Set<string>()
  return (path, isPacked) => {
    const base = path
      .slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'), path.lastIndexOf('#')) + 1)
      .replace(ARCHIVE_ENDING, '')
      .replace(/[^A-Za-z0-9._-]+/g, '_')
      // no hidden files, and nothing that a shell takes for an option
      .replace(/^[.-]+/, '')
      .slice(0, MAX_NAME)
    const ending = isPacked ? '.warc.gz' : '.warc'
    let name = `${base || 'archive'}${ending}`
    for (let i = 2; taken.has(name.toLowerCase()); i++) name = `${base || 'archive'}-${i}${ending}`
    taken.add(name.toLowerCase())
    return name
  }
}
