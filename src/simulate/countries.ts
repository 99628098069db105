/**
 * The countries of servers as a crawl learns them: by the address that answers, so not before the first page of a server was
 * fetched.
 */
import type { CountryColumn } from '../graph/index.js'

export interface Countries {
  /** By group: index into the graph's codes, 0 as long as no page of its server was visited. */
  readonly byGroup: Uint16Array
  /** A page of this server is being visited. */
  visit(server: number): void
}

/** `serverOf` is by group; null where a server is its own group. */
export function createCountries(
  { server: countryOf }: CountryColumn,
  serverOf: Uint32Array | null,
  servers: number,
): Countries {
  const byGroup = new Uint16Array(serverOf?.length ?? servers)
  const isKnown = new Uint8Array(servers)
  const lists = serverOf === null ? null : groupsByServer(serverOf, servers)
  return {
    byGroup,
    visit(server) {
      if (isKnown[server] === 1) return
      isKnown[server] = 1
      const country = countryOf[server]
      if (lists === null) byGroup[server] = country
      else for (let i = lists.starts[server]; i < lists.starts[server + 1]; i++) byGroup[lists.groups[i]] = country
    },
  }
}

/** Groups of server s: `groups[starts[s]] … groups[starts[s + 1] - 1]`. */
function groupsByServer(serverOf: Uint32Array, servers: number): { starts: Uint32Array; groups: Uint32Array } {
  const starts = new Uint32Array(servers + 1)
  for (const server of serverOf) starts[server + 1]++
  for (let server = 0; server < servers; server++) starts[server + 1] += starts[server]
  const next = starts.slice(0, servers)
  const groups = new Uint32Array(serverOf.length)
  for (let group = 0; group < serverOf.length; group++) groups[next[serverOf[group]]++] = group
  return { starts, groups }
}
