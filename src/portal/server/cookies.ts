/** Cookies: four of them, all of this server alone. */
import { randomBytes } from 'node:crypto'

export const SESSION_COOKIE = 'longtail-session'
export const SHELF_COOKIE = 'longtail-shelf'
export const LANGUAGE_COOKIE = 'longtail-ui'
export const PUPIL_COOKIE = 'longtail-pupil'

const MOST_COOKIES = 50
const YEAR_S = 365 * 24 * 3600

/** The first of each name counts: a second one was put there by somebody else. */
export function parseCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';', MOST_COOKIES)) {
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(0, equals)).trim()
    if (name !== '' && !cookies.has(name)) cookies.set(name, pair.slice(equals + 1).trim())
  }
  return cookies
}

/** 128 random bits, in letters that need no quoting anywhere. */
export function randomId(): string {
  return randomBytes(16).toString('base64url')
}

export function isRandomId(text: string): boolean {
  return /^[\w-]{22}$/.test(text)
}

/**
 * For a reader's first bookmark. Lax, not Strict: whoever opens the portal from a link in a message, or in proxy mode from an
 * archived page of another host, still finds the own bookmarks there; forms of other sites are refused by the token and the
 * origin anyway.
 */
export function newShelf() {
  const id = randomId()
  return {
    id,
    /** Value of Set-Cookie. */
    cookie: shelfCookie(id),
  }
}

/** Said again when the shelf is used, the cookie lives for another year. */
export function shelfCookie(id: string): string {
  return `${SHELF_COOKIE}=${id}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax`
}

/** Strict: no other site, and no link in a message, can act as the administrator. No Max-Age: gone with the browser. */
export function sessionCookie(id: string): string {
  return `${SESSION_COOKIE}=${id}; Path=/; HttpOnly; SameSite=Strict`
}

export const NO_SESSION_COOKIE = `${SESSION_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict`

/** Who this is in a class. Lax, as the shelf: a link to a lesson in a message finds the class. */
export function pupilCookie(id: string): string {
  return `${PUPIL_COOKIE}=${id}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax`
}

export const NO_PUPIL_COOKIE = `${PUPIL_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`

export function languageCookie(language: string): string {
  return `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax`
}
