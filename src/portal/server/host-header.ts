import type { IncomingMessage } from 'node:http'

/** A name, an IPv4 or an IPv6 address, with or without a port. */
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252})|\[[\dA-Fa-f:.]{2,45}\])(?::\d{1,5})?$/

/**
 * One Host header, and one that can be meant. Two of them are how somebody gets past a proxy that reads the other one; HTTP/1.0 may
 * have none, and Node refuses HTTP/1.1 without.
 */
export function hasGoodHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  const hosts: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i].toLowerCase() === 'host') hosts.push(rawHeaders[i + 1])
  return hosts.length === 0 || (hosts.length === 1 && HOST.test(hosts[0]))
}
