/**
 * The system's own answer to "which addresses has this name?".
 *
 * Names are asked over the network by c-ares, not by getaddrinfo: that one blocks a thread of libuv's pool, of which it may
 * use two at a time, so that a few dead name servers would stop every other lookup. What c-ares leaves out, the hosts file
 * and names without a dot, is added here. AAAA is asked only when there is no A: a second question per host would double
 * the load for the few hosts that live on IPv6 alone.
 */
import { promises as dns } from 'node:dns'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'

export interface Address {
  readonly address: string
  readonly family: 4 | 6
}

/** Addresses in the order in which to try them; rejects with LookupFailure. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>

/** `code` as c-ares names it: ENOTFOUND and ENODATA mean that there is no such host, others may pass. */
export class LookupFailure extends Error {
  constructor(
    readonly code: string,
    hostname: string,
    cause?: unknown,
  ) {
    super(`${code} for ${hostname}`, { cause })
    this.name = 'LookupFailure'
  }

  get permanent(): boolean {
    return this.code === 'ENOTFOUND' || this.code === 'ENODATA' || this.code === 'EBADNAME'
  }
}

export function createSystemResolver(timeoutMs = 5_000, tries = 2): Resolve {
  const resolver = new dns.Resolver({ timeout: timeoutMs, tries })
  let hostsFile: ReadonlyMap<string, readonly Address[]> | null = null

  return async hostname => {
    hostsFile ??= readHostsFile()
    const known = hostsFile.get(hostname.toLowerCase())
    if (known !== undefined) return known
    if (!hostname.includes('.')) return lookupByLibc(hostname)
    try {
      return (await resolver.resolve4(hostname)).map(address => ({ address, family: 4 }))
    } catch (error) {
      const code = codeOf(error)
      if (code === 'ENODATA') return resolveV6(resolver, hostname)
      // no name server configured or reachable by c-ares: the C library may know another way
      if (code === 'ECONNREFUSED' || code === 'EREFUSED') return lookupByLibc(hostname)
      throw new LookupFailure(code, hostname, error)
    }
  }
}

async function resolveV6(resolver: dns.Resolver, hostname: string): Promise<readonly Address[]> {
  try {
    return (await resolver.resolve6(hostname)).map(address => ({ address, family: 6 }))
  } catch (error) {
    throw new LookupFailure(codeOf(error), hostname, error)
  }
}

async function lookupByLibc(hostname: string): Promise<readonly Address[]> {
  try {
    const found = await dns.lookup(hostname, { all: true, verbatim: true })
    return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
  } catch (error) {
    throw new LookupFailure(codeOf(error), hostname, error)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'EUNKNOWN'
}

function readHostsFile(): Map<string, readonly Address[]> {
  const path =
    process.platform === 'win32'
      ? `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
      : '/etc/hosts'
  try {
    return parseHostsFile(readFileSync(path, 'utf8'))
  } catch {
    return new Map() // none, or not readable: the name server knows the rest
  }
}

/** IPv4 lines of a name come before its IPv6 lines. */
export function parseHostsFile(text: string): Map<string, readonly Address[]> {
  const hosts = new Map<string, Address[]>()
  for (const line of text.split(/\r?\n/)) {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    const family = isIP(address)
    if (family !== 4 && family !== 6) continue
    for (const name of names) {
      const key = name.toLowerCase()
      const addresses = hosts.get(key) ?? []
      addresses.push({ address, family })
      hosts.set(
        key,
        addresses.sort((a, b) => a.family - b.family),
      )
    }
  }
  return hosts
}
