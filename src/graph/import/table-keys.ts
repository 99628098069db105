/** What tables call their pages (numbers, names, URLs) → ids of the builder. */
import { canonicalUrl } from '../../page/index.js'
import { grow, Words } from '../builder-columns.js'
import { UrlKeyTable } from '../builder-keys.js'
import type { GraphBuilder } from '../builder.js'
import { cellType } from './table-shape.js'

export const UNKNOWN = -1

export interface TableKeys {
  /** Nothing but numbers is known of the pages. */
  readonly isBare: boolean
  readonly size: number
  /** The id of a page that a table lists, or UNKNOWN. */
  find(key: string): number
  /** The id of a page wherever it is mentioned: a URL or a name makes a page; a number only where pages are bare. */
  mention(key: string): number
  /** A key of a page; false when another page has it. */
  set(key: string, id: number): boolean
  /** The URL of a page that has a name instead; null when it is too long. */
  urlOfName(name: string): string | null
  /** Ids by increasing number, where pages are bare; undefined where they are so already. */
  order(): Uint32Array | undefined
}

/** `stem`: what the host of made-up URLs is called. */
export function createTableKeys(builder: GraphBuilder, isBare: boolean, stem: string): TableKeys {
  const table = new UrlKeyTable()
  const ids = new Words()
  let numbers = new Float64Array(isBare ? 1024 : 0)

  const find = (key: string): number => {
    const index = table.find(key)
    return index === -1 ? UNKNOWN : ids.values[index]
  }
  const urlOfName = (name: string): string | null => {
    // names that are percent-encoded already stay as they are
    const path = /%[0-9a-f]{2}/i.test(name) ? name : name.replaceAll('%', '%25')
    const escaped = path.replace(/[/?#\\;]/g, encodeURIComponent)
    return canonicalUrl(`http://${stem}.example/${escaped === '.' || escaped === '..' ? `_${escaped}` : escaped}`)
  }
  const bare = (key: string): number => {
    if (cellType(key) !== 'number') return UNKNOWN
    const index = table.add(key)
    if (index === ids.length) {
      ids.push(index)
      if (index === numbers.length) numbers = grow(numbers, index + 1)
      numbers[index] = Number(key)
      builder.reserve(index)
      builder.describe(index, {})
    }
    return index
  }
  return {
    isBare,
    get size() {
      return table.size
    },
    find,
    mention(key) {
      if (isBare) return bare(key)
      const known = find(key)
      if (known !== UNKNOWN) return known
      const type = cellType(key)
      if (type === 'number') return UNKNOWN
      const url = type === 'url' ? canonicalUrl(key) : urlOfName(key)
      return url === null ? UNKNOWN : builder.page(url)
    },
    set(key, id) {
      const index = table.add(key)
      if (index < ids.length) return ids.values[index] === id
      ids.push(id)
      return true
    },
    urlOfName,
    order() {
      const count = ids.length
      let isSorted = true
      for (let i = 1; i < count && isSorted; i++) isSorted = numbers[i - 1] < numbers[i]
      if (!isBare || isSorted) return undefined
      const order = new Uint32Array(count)
      for (let i = 0; i < count; i++) order[i] = i
      return order.sort((a, b) => numbers[a] - numbers[b])
    },
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
