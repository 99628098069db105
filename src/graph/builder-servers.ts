/** URLs → numbers of servers, first directories, registrable domains and top-level domains, by order of appearance. */
import { getDomain } from '../page/url/registrable-domain.js'
import { directoryOf, hostOf, serverKeyOf, tldOf } from '../page/url/parts.js'
import { Words } from './builder-columns.js'
import { UrlKeyTable } from './builder-keys.js'
import { sharedShorts, sharedWords, type CountryColumn } from './web-graph.js'

const MAX_TLDS = 65_536

export interface ServerColumns {
  readonly servers: number
  readonly directories: number
  readonly domains: number
  readonly serverTld: Uint16Array
  readonly tlds: readonly string[]
  readonly serverDomain: Uint32Array
}

export class ServerNumbers {
  private readonly servers = new UrlKeyTable()
  private readonly directories = new UrlKeyTable()
  private readonly domains = new UrlKeyTable()
  private readonly tlds = new Map<string, number>([['', 0]])
  private readonly serverTld = new Words()
  private readonly serverDomain = new Words()
  private lastServerKey = ''
  private lastDirectoryKey = ''
  /** Of the URL that `of` was asked about last. */
  server = 0
  directory = 0

  /** Leaves its answer in `server` and `directory`. Neighbours mostly share both, which saves two look-ups. */
  of(url: string): void {
    const serverKey = serverKeyOf(url)
    if (serverKey !== this.lastServerKey) {
      this.lastServerKey = serverKey
      this.server = this.servers.add(serverKey)
      if (this.server === this.serverTld.length) this.describe(url)
    }
    const directoryKey = directoryOf(url)
    if (directoryKey !== this.lastDirectoryKey) {
      this.lastDirectoryKey = directoryKey
      this.directory = this.directories.add(directoryKey)
    }
  }

  private describe(url: string): void {
    const host = hostOf(url)
    const tld = tldOf(url)
    let number = this.tlds.get(tld)
    if (number === undefined) {
      number = this.tlds.size < MAX_TLDS ? this.tlds.size : 0
      if (number > 0) this.tlds.set(tld, number)
    }
    this.serverTld.push(number)
    // an address in numbers, or a name that nobody can register, is its own domain
    this.serverDomain.push(this.domains.add(getDomain(host, { allowPrivateDomains: true }) ?? host))
  }

  columns(): ServerColumns {
    const servers = this.serverTld.length
    const serverTld = sharedShorts(servers)
    serverTld.set(this.serverTld.values.subarray(0, servers))
    const serverDomain = sharedWords(servers)
    serverDomain.set(this.serverDomain.values.subarray(0, servers))
    return {
      servers,
      directories: this.directories.size,
      domains: this.domains.size,
      serverTld,
      tlds: [...this.tlds.keys()],
      serverDomain,
    }
  }
}

/** Pages of which nothing but a number is known are on one server. */
export function oneServer(): ServerColumns {
  return {
    servers: 1,
    directories: 1,
    domains: 1,
    serverTld: sharedShorts(1),
    tlds: [''],
    serverDomain: sharedWords(1),
  }
}

/**
 * The countries of servers, as pages told them; undefined when nobody told any. What was told first stays.
 *
 * @param told Page, index into `codes`, page, index…
 */
export function countriesOf(
  told: Words,
  codes: readonly string[],
  serverOf: (id: number) => number,
  servers: number,
): CountryColumn | undefined {
  if (told.length === 0) return undefined
  const server = sharedShorts(servers)
  for (let i = 0; i < told.length; i += 2) {
    const at = serverOf(told.values[i])
    if (server[at] === 0) server[at] = told.values[i + 1]
  }
  return { server, codes }
}
