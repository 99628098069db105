/** In proxy mode, which absolute addresses mean the portal itself: its own port under any name of this machine. */
import type { IncomingMessage } from 'node:http'
import { hostname, networkInterfaces } from 'node:os'
import { isLoopbackHost } from './read-request.js'

export function isOwnHost(host: string, { socket }: IncomingMessage): boolean {
  const [, name, port = '80'] = /^(.*?)(?::(\d+))?$/s.exec(host.toLowerCase()) ?? []
  if (name === undefined || Number(port) !== socket.localPort) return false
  const bare = name.replace(/^\[|\]$/g, '')
  const own = hostname().toLowerCase()
  return isLoopbackHost(host) || bare === own || bare === `${own}.local` || ownAddresses().has(bare)
}

/** Where browsers may find us, for what we print and for the above. Addresses of a laptop change. */
export function ownAddresses(): ReadonlySet<string> {
  return new Set(
    Object.values(networkInterfaces()).flatMap(addresses => (addresses ?? []).map(({ address }) => address)),
  )
}
