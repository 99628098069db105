/** What the server and the pages of the portal agree on: a request as handlers see it, and their answers. */
import type { Markup } from '../../markup.js'
import type { Library, People, PageReplay, Searcher } from '../contracts.js'
import type { InterfaceLanguage, Messages } from '../ui/messages.js'
import type { RequestMetrics } from './metrics.js'
import type { Sessions } from './sessions.js'

/** Everything a handler may use. */
export interface Portal {
  readonly library: Library
  readonly searcher: Searcher
  readonly replay: PageReplay
  readonly people: People
  readonly sessions: Sessions
  readonly metrics: RequestMetrics
  /** The address or name that the server was told to listen on: 127.0.0.1, 0.0.0.0, one of this machine. */
  readonly listensOn: string
  /** A dashboard that stands alone has no library, and no administration unless somebody gave a password. */
  readonly offers: { readonly library: boolean; readonly administration: boolean }
}

export interface PortalRequest {
  readonly method: 'GET' | 'POST'
  /** Decoded and without query; the path of /web/ and /raw/ is raw instead, because it holds an address (`rest`). */
  readonly path: string
  /** Values of `:name` in the route's pattern. */
  readonly params: Readonly<Record<string, string>>
  /** What `*` at the end of a pattern stands for: as it was sent, query included. */
  readonly rest: string
  readonly query: URLSearchParams
  /** Fields of a posted form, checked against forgery; empty for GET. */
  readonly form: URLSearchParams
  /** Uploaded files by field, 1 MB at most together. */
  readonly files: ReadonlyMap<string, { readonly name: string; readonly bytes: Uint8Array }>
  readonly cookies: ReadonlyMap<string, string>
  /** Scheme and host as the browser sees them: http://10.0.0.2:8080. */
  readonly origin: string
  readonly address: string
  readonly language: InterfaceLanguage
  readonly messages: Messages
  readonly isAdmin: boolean
  /** Random, in a cookie: whose bookmarks and lessons these are. '' for readers who have none yet. */
  readonly shelf: string
  /** Goes into every form as the hidden field `token`. */
  readonly token: string
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body: string | Uint8Array
}

export interface Route {
  readonly method: 'GET' | 'POST'
  /** `/topics/:slug`, or with `*` at the end for all that follows: `/web/*`. */
  readonly pattern: string
  /** Only for the administrator; others are asked for the password (GET) or refused (POST). */
  readonly admin?: boolean
  readonly handle: (request: PortalRequest, portal: Portal) => Answer | Promise<Answer>
}

export function get(pattern: string, handle: Route['handle'], rest: Pick<Route, 'admin'> = {}): Route {
  return { method: 'GET', pattern, handle, ...rest }
}

export function post(pattern: string, handle: Route['handle'], rest: Pick<Route, 'admin'> = {}): Route {
  return { method: 'POST', pattern, handle, ...rest }
}

export function htmlAnswer(page: Markup, status = 200): Answer {
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: page.text }
}

export function jsonAnswer(value: unknown, status = 200): Answer {
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) }
}

/** After a form: see other. */
export function seeOther(location: string, cookies: readonly string[] = []): Answer {
  const headers: Record<string, string | readonly string[]> = { Location: location }
  if (cookies.length > 0) headers['Set-Cookie'] = cookies
  return { status: 303, headers, body: '' }
}
