/**
 * How a Redis is named: `redis://HOST:PORT`, `rediss://…` (TLS), with user and password where there are any, the path of a Unix socket, or
 * some servers of a Cluster, which name the others: `redis+cluster://HOST:PORT,HOST:PORT`, `rediss+cluster://…`.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { LongtailError } from '../errors.js'

export interface ClusterAddress {
  readonly nodes: readonly { readonly host: string; readonly port: number }[]
  readonly username?: string
  readonly password?: string
  readonly isSecure: boolean
}

/** A text is an address as the client itself reads it. */
export type RedisAddress = string | ClusterAddress

const CLUSTER = /^(rediss?)\+cluster:\/\/(?:([^@/]*)@)?([^@/]+)\/?$/
export const USUAL_PORT = 6379

export function parseRedisAddress(address: string): RedisAddress {
  if (/^rediss?:\/\//.test(address)) return address
  // the client takes a text for a path only if it begins with a slash
  if (!address.includes('://') && (address.startsWith('/') || existsSync(address))) return resolve(address)
  const [, scheme, user = '', hosts = ''] = CLUSTER.exec(address) ?? []
  if (scheme === undefined) throw wrong(address)
  const [username, password] = credentials(user, address)
  const nodes = hosts.split(',').map(text => {
    const url = `redis://${text}`
    const { hostname = '', port = '' } = URL.canParse(url) ? new URL(url) : {}
    if (hostname === '') throw wrong(address)
    return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? USUAL_PORT : Number(port) }
  })
  return {
    nodes,
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
    isSecure: scheme === 'rediss',
  }
}

function credentials(user: string, address: string): [name: string, password: string] {
  const colon = user.indexOf(':')
  const parts = colon === -1 ? [user, ''] : [user.slice(0, colon), user.slice(colon + 1)]
  try {
    return [decodeURIComponent(parts[0]), decodeURIComponent(parts[1])]
  } catch {
    throw wrong(address)
  }
}

/** Without the password. */
export function shownAddress(address: string): string {
  return address.replace(/\/\/[^@/]*@/, '//')
}

function wrong(address: string): LongtailError {
  return new LongtailError(
    'E_USAGE',
    `${shownAddress(address)}: a Redis is named by redis://HOST:PORT, rediss://…, the path of its socket, or redis+cluster://HOST:PORT,HOST:PORT`,
  )
}
