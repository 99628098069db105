/** Addresses of archived pages, as readers type them, as pages write them and as the library knows them. */
import { canonicalUrl } from '../../page/url/canonical.js'
import type { Library } from '../contracts.js'

/** What a rewriter asks the library. */
export type ArchivedUrls = Pick<Library, 'has'>

const LONGEST = 4_000

/** What stands behind /web/ or /raw/, as it was sent → canonical URL; null when it is no address. */
export function addressIn(rest: string): string | null {
  const written = rest.trim()
  // too long for any address: `canonicalUrl` says so, too, and the expression below need not look for its dots
  if (written.length > LONGEST) return null
  const url = canonicalUrl(written)
  // "www.example.org/page", typed by hand
  if (url === null && /^[^\s/?#:@]+\.[^\s/?#:@]+(?::\d+)?(?:[/?]|$)/.test(written))
    return canonicalUrl(`http://${written}`)
  return url
}

/** For browsers that reach the archive through a proxy, which cannot look into https. */
export function asHttp(url: string): string {
  return url.startsWith('https:') ? `http:${url.slice(6)}` : url
}
