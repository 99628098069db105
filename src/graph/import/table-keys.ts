/** What tables call their pages (numbers, names, URLs) → ids of the builder. */
import { canonicalUrl } from '../../page/index.js'
import { grow, Words } from '../builder-columns.js'
import { UrlKeyTable } from '../builder-keys.js'
import type { GraphBuilder } from '../builder.js'
import { cellType } from './table-shape.js'

export const UNKNOWN = -1

export class TableKeys {
  private readonly table = new UrlKeyTable()
  private readonly ids = new Words()
  private numbers = new Float64Array(1024)

  /** `isBare`: nothing but numbers is known of the pages. `stem`: what the host of made-up URLs is called. */
  constructor(
    private readonly builder: GraphBuilder,
    readonly isBare: boolean,
    private readonly stem: string,
  ) {}

  get size(): number {
    return this.table.size
  }

  /** The id of a page that a table lists, or UNKNOWN. */
  find(key: string): number {
    const index = this.table.find(key)
    return index === -1 ? UNKNOWN : this.ids.values[index]
  }

  /** The id of a page wherever it is mentioned: a URL or a name makes a page; a number only where pages are bare. */
  mention(key: string): number {
    if (this.isBare) return this.bare(key)
    const known = this.find(key)
    if (known !== UNKNOWN) return known
    const type = cellType(key)
    if (type === 'number') return UNKNOWN
    const url = type === 'url' ? canonicalUrl(key) : this.urlOfName(key)
    return url === null ? UNKNOWN : this.builder.page(url)
  }

  private bare(key: string): number {
    if (cellType(key) !== 'number') return UNKNOWN
    const { builder, ids } = this
    const index = this.table.add(key)
    if (index === ids.length) {
      ids.push(index)
      if (index === this.numbers.length) this.numbers = grow(this.numbers, index + 1)
      this.numbers[index] = Number(key)
      builder.reserve(index)
      builder.describe(index, {})
    }
    return index
  }

  /** A key of a page; false when another page has it. */
  set(key: string, id: number): boolean {
    const index = this.table.add(key)
    if (index < this.ids.length) return this.ids.values[index] === id
    this.ids.push(id)
    return true
  }

  /** The URL of a page that has a name instead; null when it is too long. */
  urlOfName(name: string): string | null {
    // names that are percent-encoded already stay as they are
    const path = /%[0-9a-f]{2}/i.test(name) ? name : name.replaceAll('%', '%25')
    const escaped = path.replace(/[/?#\\;]/g, encodeURIComponent)
    return canonicalUrl(`http://${this.stem}.example/${escaped === '.' || escaped === '..' ? `_${escaped}` : escaped}`)
  }

  /** Ids by increasing number, where pages are bare; undefined where they are so already. */
  order(): Uint32Array | undefined {
    const { numbers } = this
    const count = this.ids.length
    let isSorted = true
    for (let i = 1; i < count && isSorted; i++) isSorted = numbers[i - 1] < numbers[i]
    if (!this.isBare || isSorted) return undefined
    const order = new Uint32Array(count)
    for (let i = 0; i < count; i++) order[i] = i
    return order.sort((a, b) => numbers[a] - numbers[b])
  }
}

/** What the names of the files have in common: `wikispeedia-links.tsv.gz`, `wikispeedia-articles.tsv.gz` → `wikispeedia`. */
export function commonStem(fileNames: readonly string[]): string {
  const stems = fileNames.map(name => name.toLowerCase().split('.', 1)[0])
  let common = stems[0] ?? ''
  for (const stem of stems) while (!stem.startsWith(common)) common = common.slice(0, -1)
  const host = common.replace(/[^a-z\d-]+/g, '-').replace(/^-+|-+$/g, '')
  return /[a-z]/.test(host) ? host.slice(0, 60) : 'graph'
}
