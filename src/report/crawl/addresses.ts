/** Parts of the URLs in a log, by position. The log may have been changed by anybody, so no form is relied upon. */

/** `http://a.example:8080/x` → 7 and 21: where host and port begin and end. */
function authority(url: string): readonly [start: number, end: number] {
  const scheme = url.indexOf('://')
  const start = scheme === -1 ? 0 : scheme + 3
  const slash = url.indexOf('/', start)
  return [start, slash === -1 ? url.length : slash]
}

/** `http://a.example:8080/x` → `a.example:8080`: what the crawl calls a host, and is polite to as one. */
export function hostOf(url: string): string {
  const [start, end] = authority(url)
  return url.slice(start, end)
}

/** `www.a.co.th:8080` → `th`; '' for an address in numbers and for a name without dots. */
export function tldOf(host: string): string {
  const name = host.replace(/:\d+$/, '')
  const tld = name.slice(name.lastIndexOf('.') + 1)
  return tld.length === name.length || /^[\d[]/.test(tld) || name.startsWith('[') ? '' : tld
}

/** Stands for host and port where only equality matters: 4 bytes instead of a string. */
export function serverHash(url: string): number {
  const [start, end] = authority(url)
  let hash = 0x811c9dc5
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ url.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
