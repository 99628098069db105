/**
 * Forged requests. A form that changes something carries a token that only pages of this server can know, and says, by the
 * browser's own headers, that it comes from a page of this server.
 *
 * The token belongs to the session, to the shelf, or, for readers who have neither yet, to the server. A reader may have opened
 * the page before the shelf or the session began, so the weaker tokens stay good for what needs no password, as long as the
 * browser vouches for the origin.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface TokenHolder {
  readonly session: string
  readonly shelf: string
}

export type FormTokens = ReturnType<typeof createTokens>

export function createTokens(secret: Buffer = randomBytes(32)) {
  const tokenOf = (kind: string, id: string) =>
    createHmac('sha256', secret).update(`${kind}\n${id}`).digest('base64url').slice(0, 32)
  const holders = ({ session, shelf }: TokenHolder): string[] => [
    ...(session === '' ? [] : [tokenOf('session', session)]),
    ...(shelf === '' ? [] : [tokenOf('shelf', shelf)]),
    tokenOf('reader', ''),
  ]
  return {
    tokenFor: (holder: TokenHolder): string => holders(holder)[0],
    isGood(token: string, holder: TokenHolder, vouched: boolean): boolean {
      const [own, ...weaker] = holders(holder)
      return isSame(token, own) || (vouched && weaker.some(other => isSame(token, other)))
    },
  }
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * 'ours': the browser says that a page of this server sent it. 'foreign': another site did, or an archived page, whose origin is
 * `null` in its sandbox. 'silent': nothing is said, as by browsers of 2016 and by programs.
 */
export function senderOf(headers: IncomingHttpHeaders, host: string): 'ours' | 'foreign' | 'silent' {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'foreign'
  const said = headers.origin ?? headers.referer
  if (said === undefined) return 'silent'
  try {
    return new URL(said).host === new URL(`http://${host}`).host ? 'ours' : 'foreign'
  } catch {
    return 'foreign'
  }
}
