/** Links of all pages resolved against the collection as it is now: `links`, `inlinks`, `authority`. */
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inLongTransaction, type Database } from '../../disk/sqlite.js'
import { countOf, rowReader } from '../../disk/sqlite-rows.js'
import { grownWords } from '../../growing-arrays.js'
import { authorities, type Edges } from './authority.js'
import type { BuildContext } from './context.js'
import { KeyTable } from './key-table.js'
import { linkKey, unpackLinks } from './packed-links.js'
import { getFact, setFact } from './shelves.js'

const MAX_HOPS = 5
const PAGES = rowReader({ id: 'number', url: 'text', site: 'number' })
const URLS = rowReader({ url: 'text' })
const HOPS = rowReader({ url: 'text', location: 'text' })
const LINKS = rowReader({ page: 'number', links: 'bytes' })
const OUTLINED = rowReader({ id: 'number', url: 'text', site: 'number', links: 'bytes or null' })

interface PageColumns {
  /** Numbers of pages, ascending. */
  readonly ids: Uint32Array
  readonly sites: Uint32Array
  /** Key of a URL to the index of its page. */
  readonly byKey: KeyTable
}

/** False: nothing that links are made of has changed since the last build. */
export async function linkPages(context: BuildContext): Promise<boolean> {
  const { database } = context
  const print = fingerprint(database)
  if (print === getFact(database, LINKED)) return false
  const pages = loadPages(database)
  const hops = loadHops(database)
  await inLongTransaction(database, async () => {
    const edges = await writeLinks(context, pages, hops)
    const inlinks = new Uint32Array(pages.ids.length)
    for (const target of edges.to) inlinks[target]++
    writeRanks(database, pages.ids, inlinks, authorities(edges, pages.sites))
    setFact(database, LINKED, print)
  })
  return true
}

/** The fact by which the next build knows that links need not be resolved again. */
const LINKED = 'linked'

/** Of all that links are made of: which pages there are, what each says, where redirects lead. */
function fingerprint(database: Database): string {
  const sum = createHash('sha1')
  const pages = database.prepare(
    'SELECT p.id, p.url, p.site, o.links FROM pages p LEFT JOIN outlines o ON o.page = p.id ORDER BY p.id',
  )
  for (const { id, url, site, links } of OUTLINED.each(pages.iterate())) {
    sum.update(`${id} ${site} ${url} ${links?.length ?? -1}\n`)
    if (links !== null) sum.update(links)
  }
  const hops = database.prepare(
    "SELECT url, location FROM captures WHERE kind = 'hop' GROUP BY url, location ORDER BY url, max(at) DESC",
  )
  for (const { url, location } of HOPS.each(hops.iterate())) sum.update(`${url} ${location}\n`)
  return sum.digest('base64')
}

function loadPages(database: Database): PageColumns {
  const count = countOf(database, 'SELECT count(*) AS count FROM pages')
  const ids = new Uint32Array(count)
  const sites = new Uint32Array(count)
  const byKey = new KeyTable()
  let index = 0
  // of two pages with one key (http and https) the one whose URL comes first stands for both, whatever their numbers
  const rows = PAGES.each(database.prepare('SELECT id, url, site FROM pages ORDER BY id').iterate())
  const clashes: { readonly key: number; readonly url: string; readonly index: number }[] = []
  for (const { id, url, site } of rows) {
    ids[index] = id
    sites[index] = site
    const key = linkKey(url)
    if (byKey.find(key) !== -1) clashes.push({ key, url, index })
    else byKey.add(key, index)
    index++
  }
  settleClashes(database, ids, byKey, clashes)
  return { ids, sites, byKey }
}

function settleClashes(
  database: Database,
  ids: Uint32Array,
  byKey: KeyTable,
  clashes: readonly { readonly key: number; readonly url: string; readonly index: number }[],
): void {
  const urlOf = database.prepare('SELECT url FROM pages WHERE id = ?')
  for (const { key, url, index } of clashes) {
    if (url < URLS.only(urlOf.get(ids[byKey.find(key)])).url) byKey.set(key, index)
  }
}

/** Where redirects lead, by key. */
function loadHops(database: Database): KeyTable {
  const hops = new KeyTable()
  const rows = database.prepare("SELECT url, location FROM captures WHERE kind = 'hop' ORDER BY url, at DESC")
  for (const { url, location } of HOPS.each(rows.iterate())) {
    const key = linkKey(url)
    const target = linkKey(location)
    if (key !== target) hops.add(key, target)
  }
  return hops
}

async function writeLinks(
  { database, signal, progress }: BuildContext,
  { ids, byKey }: PageColumns,
  hops: KeyTable,
): Promise<Edges> {
  const resolve = (key: number): number => {
    let at = key
    for (let hop = 0; hop <= MAX_HOPS; hop++) {
      const page = byKey.find(at)
      if (page !== -1) return page
      at = hops.find(at)
      if (at === -1) return -1
    }
    return -1
  }
  const from = new NumberList()
  const to = new NumberList()
  const out = new Uint32Array(ids.length)
  // an index is faster made at once than row by row
  database.exec('DROP INDEX IF EXISTS links_to; DELETE FROM links')
  const insert = database.prepare('INSERT INTO links VALUES (?, ?, ?)')
  const rows = database.prepare('SELECT page, links FROM outlines WHERE length(links) > 0 ORDER BY page')
  let source = 0
  for (const { page, links } of LINKS.each(rows.iterate())) {
    while (ids[source] < page) source++
    if (ids[source] !== page) continue
    // two addresses may lead to one page
    const targets = new Map<number, string>()
    const unpacked = unpackLinks(links)
    out[source] = unpacked.length
    for (const { key, anchor } of unpacked) {
      const target = resolve(key)
      if (target === -1 || target === source) continue
      const known = targets.get(target)
      if (known === undefined || known === '') targets.set(target, anchor)
    }
    for (const [target, anchor] of [...targets].sort(([a], [b]) => a - b)) {
      insert.run(page, ids[target], anchor)
      from.push(source)
      to.push(target)
    }
    if (source % 1000 === 0) {
      progress({ stage: 'linking', done: source, total: ids.length, name: '' })
      await nextTurn()
      signal?.throwIfAborted()
    }
  }
  database.exec('CREATE INDEX links_to ON links (target)')
  return { from: from.values(), to: to.values(), out }
}

function writeRanks(database: Database, ids: Uint32Array, inlinks: Uint32Array, authority: Float64Array): void {
  const update = database.prepare(
    'UPDATE pages SET inlinks = ?, authority = ? WHERE id = ? AND (inlinks <> ? OR authority <> ?)',
  )
  for (let i = 0; i < ids.length; i++) update.run(inlinks[i], authority[i], ids[i], inlinks[i], authority[i])
}

class NumberList {
  private items = new Uint32Array(4096)
  private length = 0

  push(value: number): void {
    this.items = grownWords(this.items, this.length + 1)
    this.items[this.length++] = value
  }

  values(): Uint32Array {
    return this.items.subarray(0, this.length)
  }
}
