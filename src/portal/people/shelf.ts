/**
 * Whose bookmarks and lessons these are, without accounts: a random number in a cookie (server/cookies.ts). It is made when a
 * reader first keeps something; who only reads gets none.
 */
import { createHash } from 'node:crypto'
import { isRandomId, newShelf, shelfCookie } from '../server/cookies.js'
import type { PortalRequest } from '../server/route.js'

/** The shelf of a request that keeps something, and the Set-Cookie that goes with the answer: the year begins anew. */
export function shelfOf(request: PortalRequest): { readonly id: string; readonly cookie: string } {
  return isRandomId(request.shelf) ? { id: request.shelf, cookie: shelfCookie(request.shelf) } : newShelf()
}

/** The name under which local.db knows it. */
export function shelfHash(id: string): string {
  return createHash('sha256').update(`shelf ${id}`).digest('base64url').slice(0, 32)
}
