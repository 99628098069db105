import type { CountryColumn } from '../graph/index.js'
import { rowsBy, type RowsByKey } from '../rows-by.js'

/**
 * The countries of servers as a crawl learns them: by the address that answers, so not before the first page of a server was
 * fetched.
 */
export class Countries {
  /** By group: index into the graph's codes, 0 as long as no page of its server was visited. */
  readonly byGroup: Uint16Array
  private readonly isKnown: Uint8Array
  private readonly groupsOf: RowsByKey | null

  /** `serverOf` is by group; null where a server is its own group. */
  constructor(
    private readonly countries: CountryColumn,
    serverOf: Uint32Array | null,
    servers: number,
  ) {
    this.byGroup = new Uint16Array(serverOf?.length ?? servers)
    this.isKnown = new Uint8Array(servers)
    this.groupsOf = serverOf === null ? null : rowsBy(serverOf, servers)
  }

  /** A page of this server is being visited. */
  visit(server: number): void {
    const { byGroup, groupsOf } = this
    if (this.isKnown[server] === 1) return
    this.isKnown[server] = 1
    const country = this.countries.server[server]
    if (groupsOf === null) byGroup[server] = country
    else for (let i = groupsOf.starts[server]; i < groupsOf.starts[server + 1]; i++) byGroup[groupsOf.rows[i]] = country
  }
}
