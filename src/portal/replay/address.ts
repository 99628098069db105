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

/** An address behind the date that is wanted, 20260301100000/http://…: as other archives write it. */
export function datedAddressIn(rest: string): { readonly url: string | null; readonly at: number | undefined } {
  const [, stamp, address] = /^(\d{14})\/(.+)$/s.exec(rest) ?? []
  if (stamp === undefined) return { url: addressIn(rest), at: undefined }
  const [year, month, day, hour, minute, second] = (stamp.match(/^\d{4}|\d\d/g) ?? []).map(Number)
  // to the end of that second
  return { url: addressIn(address), at: Date.UTC(year, month - 1, day, hour, minute, second, 999) }
}

/** What stands before an address that is asked for as of then, with a slash; '' for the latest. */
export function dateInPath(at: number | undefined): string {
  if (at === undefined || !(Math.abs(at) < 8.64e15)) return ''
  return `${new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)}/`
}

/** For browsers that reach the archive through a proxy, which cannot look into https. */
export function asHttp(url: string): string {
  return url.startsWith('https:') ? `http:${url.slice(6)}` : url
}
