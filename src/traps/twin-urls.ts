/** The ways in which one page is written on many sites: http or https, with or without `www.`, with or without the last slash. */
import { serverKeyOf } from '../page/url/parts.js'

export const TWIN_KINDS = ['scheme', 'www', 'slash'] as const
export type TwinKind = (typeof TWIN_KINDS)[number]

export interface TwinUrl {
  readonly url: string
  /** In what it differs. */
  readonly kinds: readonly TwinKind[]
}

/** Host and port without `www.`: what twins have in common. */
export function siteOf(url: string): string {
  const server = serverKeyOf(url)
  return server.startsWith('www.') ? server.slice(4) : server
}

/** For people, and as a key: two ways of writing a URL that bring the same pages on a site. */
export function twinRule(kind: TwinKind, site: string): string {
  switch (kind) {
    case 'scheme':
      return `http://${site}/ = https://${site}/`
    case 'www':
      return `${site}/ = www.${site}/`
    case 'slash':
      return `${site}/x = ${site}/x/`
  }
}

/** `url`: canonical. The nearest first; a URL with a port of its own has no twin under the other scheme. */
export function twinsOf(url: string): TwinUrl[] {
  const start = url.charCodeAt(4) === 115 ? 8 : 7
  const end = url.indexOf('/', 8)
  const server = url.slice(start, end)
  const scheme = url.slice(0, start)
  const path = url.slice(end)
  const schemes = server.includes(':') ? [scheme] : [scheme, start === 8 ? 'http://' : 'https://']
  const servers = hasTwinName(server)
    ? [server, server.startsWith('www.') ? server.slice(4) : `www.${server}`]
    : [server]
  const paths = hasTwinPath(path) ? [path, path.endsWith('/') ? path.slice(0, -1) : `${path}/`] : [path]
  const twins: TwinUrl[] = []
  for (const [s, otherScheme] of schemes.entries())
    for (const [w, otherServer] of servers.entries())
      for (const [p, otherPath] of paths.entries()) {
        const kinds: TwinKind[] = []
        if (s === 1) kinds.push('scheme')
        if (w === 1) kinds.push('www')
        if (p === 1) kinds.push('slash')
        if (kinds.length > 0) twins.push({ url: `${otherScheme}${otherServer}${otherPath}`, kinds })
      }
  return twins.sort((a, b) => a.kinds.length - b.kinds.length)
}

/** Addresses in numbers, and names without a dot, have no `www.` before them. */
function hasTwinName(server: string): boolean {
  return server.includes('.') && !/^[\d.:]+$|^\[/.test(server)
}

function hasTwinPath(path: string): boolean {
  return path.length > 1 && !path.includes('?') && !path.endsWith('//') && !/\.[a-z\d]{1,6}$/i.test(path)
}
