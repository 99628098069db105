/**
 * Hosts whose last strict reading failed: they are read leniently for a while, and without HTTP/2, which costs a connection per
 * page. `no-h2` are those whose HTTP/2 was the trouble.
 */

export type Strictness = 'strict' | 'lenient' | 'no-h2'

export function createLenientHosts(pages = 50, maxHosts = 10_000) {
  const left = new Map<string, { pages: number; readonly strictness: Strictness }>()
  return {
    add(host: string, strictness: Strictness): void {
      left.set(host, { pages, strictness })
      if (left.size > maxHosts) for (const oldest of left.keys()) return void left.delete(oldest)
    },
    /** How to read the next page of the host. */
    take(host: string): Strictness {
      const entry = left.get(host)
      if (entry === undefined) return 'strict'
      if (--entry.pages === 0) left.delete(host)
      return entry.strictness
    },
  }
}
