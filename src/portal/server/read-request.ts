/** An HTTP request as handlers see it. Headers are hostile: what does not look right counts as not sent. */
import type { IncomingMessage } from 'node:http'
import { chooseLanguage } from '../ui/choose-language.js'
import { INTERFACE_LANGUAGES } from '../ui/messages.js'
import { isRandomId, LANGUAGE_COOKIE, parseCookies, SESSION_COOKIE, SHELF_COOKIE } from './cookies.js'
import type { FormTokens } from './forgery.js'
import { isLoopback } from './limiter.js'
import type { PortalRequest } from './route.js'
import type { Sessions } from './sessions.js'

const HOST = /^(?:[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){0,30}\.?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** `host:port` as the browser knows us; where it says nonsense, the address it reached us at. */
export function hostOfRequest(request: IncomingMessage): string {
  const said = request.headers.host ?? ''
  return said.length <= 300 && HOST.test(said) ? said.toLowerCase() : hostReached(request)
}

/** Where the portal is for somebody who uses it as a proxy, and names other hosts. */
export function originReached(request: IncomingMessage): string {
  return `http://${hostReached(request)}`
}

function hostReached({ socket: { localAddress = '127.0.0.1', localPort = 80 } }: IncomingMessage): string {
  const address = localAddress.replace(/^::ffff:/, '')
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`
}

/** Names by which only this machine reaches itself. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/\.$/, '')
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name.replace(/^\[|\]$/g, ''))
}

/** Bytes that are not ASCII come as Latin-1; browsers mean UTF-8. */
export function targetOf(request: IncomingMessage): string {
  const target = request.url ?? '/'
  return /[\u0080-\u00ff]/.test(target) ? Buffer.from(target, 'latin1').toString('utf8') : target
}

/** Everything but the route's own values and the form. */
export function readRequest(
  message: IncomingMessage,
  target: string,
  { sessions, tokens }: { readonly sessions: Sessions; readonly tokens: FormTokens },
): PortalRequest {
  const cookies = parseCookies(message.headers.cookie)
  const language = chooseLanguage(cookies.get(LANGUAGE_COOKIE), message.headers['accept-language'])
  const session = cookies.get(SESSION_COOKIE) ?? ''
  const isAdmin = sessions.isOpen(session)
  const shelf = cookies.get(SHELF_COOKIE) ?? ''
  const holder = { session: isAdmin ? session : '', shelf: isRandomId(shelf) ? shelf : '' }
  const question = target.indexOf('?')
  return {
    method: message.method === 'POST' ? 'POST' : 'GET',
    path: question < 0 ? target : target.slice(0, question),
    params: {},
    rest: '',
    query: new URLSearchParams(question < 0 ? '' : target.slice(question + 1)),
    form: new URLSearchParams(),
    files: new Map(),
    cookies,
    origin: `http://${hostOfRequest(message)}`,
    address: (message.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
    language,
    messages: INTERFACE_LANGUAGES[language],
    isAdmin,
    shelf: holder.shelf,
    token: tokens.tokenFor(holder),
  }
}
