/** index.db, read: cards, shelves, and where answers are archived. Opened read-only; a build puts another file in its place (`changed`). */
import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { fileStamp } from '../../disk/file-stamp.js'
import { LongtailError } from '../../errors.js'
import { canonicalUrl } from '../../page/index.js'
import type { Library, LibraryFacts, Named, PageCard, Site, Topic } from '../contracts.js'
import { createCaptures } from './captures.js'
import { HAS_RUNNING_TEXT } from '../search/prose-share.js'
import { hasProse } from '../search/search-schema.js'
import { createCards, NO_COPIES } from './cards.js'
import { createHidden } from './hidden.js'
import { portalDirectory } from '../../collection/portal-directory.js'
import { COUNT, rowReader } from '../../disk/sqlite-rows.js'
import { SCHEMA_VERSION } from './schema.js'
import { openDatabase, type Database, type Statement } from '../../disk/sqlite.js'
import { unpackText } from './packed-text.js'
import { rowsInRange } from './rows-in-range.js'

/** `isForMany`: for whoever asks where very many addresses lead (captures.ts). */
export function openLibrary(directory: string, { isForMany = false } = {}): Library {
  const { path, index } = portalDirectory(directory)
  if (!existsSync(index)) {
    throw new LongtailError(
      'E_PORTAL',
      `${path} is not a portal: make one with "longtail portal build DIR --out ${directory}"`,
    )
  }
  const opened = fileStamp(index)
  const database: Database = openDatabase(index, { readOnly: true })
  checkVersion(database, index)
  const hidden = createHidden(database)
  const cards = createCards(database, hidden)
  const captures = createCaptures(database, path, isForMany)
  const facts = readFacts(database)
  const text = database.prepare('SELECT p.url, t.packed FROM texts t JOIN pages p ON p.id = t.page WHERE t.page = ?')
  const topicList = database.prepare(
    `SELECT t.slug, t.name, coalesce(u.slug, '') AS parent, t.pages FROM topics t LEFT JOIN topics u ON u.id = t.parent
     ORDER BY t.position, t.name`,
  )
  // asked for by name for each result and filter; a build opens the library anew
  let bySlug: ReadonlyMap<string, Topic> | null = null
  const topics = (): ReadonlyMap<string, Topic> =>
    (bySlug ??= new Map(readTopics(topicList).map(topic => [topic.slug, topic])))
  const ofTopic = cards.list(
    `FROM page_topics pt JOIN topics t ON t.id = pt.topic JOIN pages p ON p.id = pt.page
     WHERE t.slug = ? AND ${NO_COPIES} ORDER BY pt.score DESC, p.url`,
  )
  const ofSite = cards.list(
    `FROM pages p WHERE p.site = (SELECT id FROM sites WHERE host = ?) AND ${NO_COPIES} ORDER BY p.authority DESC, p.url`,
  )
  const bestOf = (condition: string): ReturnType<typeof cards.list> =>
    cards.list(
      `FROM pages p WHERE ${NO_COPIES} AND p.relevant = 1 AND p.type = 'page' AND ${condition} ORDER BY p.authority DESC, p.url`,
    )
  const bestTexts = bestOf(hasProse(database) ? HAS_RUNNING_TEXT : 'TRUE')
  const bestOfAll = bestOf('TRUE')
  const newest = cards.list(
    `FROM pages p WHERE ${NO_COPIES} AND p.relevant = 1 AND p.type = 'page' ORDER BY p.at DESC, p.authority DESC, p.url`,
  )
  // a portal of before has no index by time: sorted once, and looked up by address from then on
  let newestUrls: readonly string[] | null = null
  // of a page that everybody links to some thousand are enough to choose from
  const linking = cards.list(
    `FROM (SELECT source FROM links WHERE target = ? LIMIT 5000) l JOIN pages p ON p.id = l.source
     WHERE ${NO_COPIES} ORDER BY p.authority DESC, p.url`,
  )
  const siteList = database.prepare('SELECT host, pages FROM sites ORDER BY pages DESC, host')
  const sitesFrom = database.prepare(
    'SELECT host, pages FROM sites WHERE host >= ? AND host < ? ORDER BY pages DESC, host',
  )
  const oneSite = database.prepare('SELECT host, pages FROM sites WHERE host = ?')
  const named = ({ host, pages }: Omit<Site, 'title'>): Site => {
    const [best] = ofSite({ offset: 0, limit: 1 }, host)
    return { host, pages, title: best?.title ?? host }
  }

  return {
    facts: () => ({
      ...facts,
      pages: Math.max(0, facts.pages - hidden.pages()),
      sites: Math.max(0, facts.sites - hidden.sites()),
    }),
    page: url => cards.byUrl(canonicalUrl(url) ?? url),
    textOf(id) {
      const row = Number.isSafeInteger(id) ? TEXTS.first(text.get(id)) : undefined
      return row === undefined || hidden.isUrl(row.url) ? '' : unpackText(row.packed)
    },
    topics: () => readTopics(topicList),
    topic: slug => topics().get(slug) ?? null,
    topicPages: (slug, range) => ofTopic(range, slug),
    sites({ startsWith = '', offset, limit }) {
      const start = startsWith.toLowerCase()
      const rows = SITES.each(start === '' ? siteList.iterate() : sitesFrom.iterate(start, `${start}\u{10ffff}`))
      return rowsInRange(rows, { offset, limit }, ({ host }) => !hidden.isHost(host)).map(named)
    },
    site(host) {
      const row = hidden.isHost(host) ? undefined : SITES.first(oneSite.get(host))
      return row === undefined ? null : named(row)
    },
    sitePages: (host, range) => (hidden.isHost(host) ? [] : ofSite(range, host)),
    bestPages(range) {
      const texts = bestTexts(range)
      if (texts.length === range.limit) return texts
      // lists of links are better than nothing
      const known = new Set(texts.map(({ id }) => id))
      return [...texts, ...bestOfAll(range).filter(({ id }) => !known.has(id))].slice(0, range.limit)
    },
    newPages(limit) {
      newestUrls ??= newest({ offset: 0, limit: MOST_NEW }).map(({ url }) => url)
      const perSite = new Map<string, number>()
      const chosen: PageCard[] = []
      for (const url of newestUrls) {
        if (chosen.length >= limit) break
        const card = cards.byUrl(url)
        const before = perSite.get(card?.site ?? '') ?? 0
        if (card === null || before >= NEW_PER_SITE) continue
        perSite.set(card.site, before + 1)
        chosen.push(card)
      }
      return chosen
    },
    linkedFrom: (id, limit) => linking({ offset: 0, limit }, id),
    capture(url, at) {
      const found = hidden.isUrl(url) ? null : captures.find(url, at)
      // asked for with another scheme or slash than it is hidden under
      return found === null || hidden.isUrl(found.url) ? null : found
    },
    versions: url => (hidden.isUrl(url) ? [] : captures.versions(url)),
    has: urls => urls.map(url => !hidden.isUrl(url) && captures.leadsSomewhere(url, target => !hidden.isUrl(target))),
    hide: patterns => hidden.set(patterns),
    isHidden: url => hidden.isUrl(url),
    changed: () => fileStamp(index) !== opened,
    close: () => database.close(),
  }
}

/** Of the last that were captured; many may be of one site. */
const MOST_NEW = 200
const NEW_PER_SITE = 2

const TEXTS = rowReader({ url: 'text', packed: 'bytes' })
const SITES = rowReader({ host: 'text', pages: 'number' })
const TOPICS = rowReader({ slug: 'text', name: 'text', parent: 'text', pages: 'number' })
const VALUE = rowReader({ value: 'text' })
const FACTS = rowReader({ name: 'text', value: 'text' })
const NAMED: v.GenericSchema<Named> = v.object({ value: v.string(), count: v.number() })

function readTopics(list: Statement): Topic[] {
  return TOPICS.all(list.all()).map(({ slug, name, parent, pages }) => ({ slug, name, parent, pages }))
}

/** A file without tables, or with those of another version: said before anything is read from it. */
function checkVersion(database: Database, index: string): void {
  let version = ''
  try {
    version = VALUE.first(database.prepare(`SELECT value FROM facts WHERE name = 'version'`).get())?.value ?? ''
  } catch {
    // no such table
  }
  if (version.split('.')[0] === String(SCHEMA_VERSION)) return
  database.close()
  throw new LongtailError(
    'E_PORTAL',
    version === ''
      ? `${index} is not the index of a portal: build the portal again`
      : `${index} is of version ${version}, and this program reads version ${SCHEMA_VERSION}: build the portal again, or use the version of Longtail that built it`,
  )
}

function readFacts(database: Database): LibraryFacts {
  const rows = FACTS.all(database.prepare('SELECT name, value FROM facts').all())
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  const { count } = COUNT.only(database.prepare('SELECT count(*) AS count FROM sites').get())
  const list = <T>(schema: v.GenericSchema<T>, name: string): readonly T[] =>
    v.parse(v.array(schema), JSON.parse(values.get(name) ?? '[]'))
  return {
    title: values.get('title') ?? '',
    pages: Number(values.get('pages') ?? 0),
    sites: count,
    captures: Number(values.get('captures') ?? 0),
    builtAt: Number(values.get('builtAt') ?? 0),
    languages: list(NAMED, 'languages'),
    types: list(NAMED, 'types'),
    crawls: list(v.string(), 'crawls'),
  }
}
