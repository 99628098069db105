/** What the administrator decided: title, blacklist, names of topics, featured pages. Every page asks for it, so it is kept in memory. */
import { canonicalUrl } from '../../page/index.js'
import type { HouseRules } from '../contracts.js'
import { rowReader } from '../../disk/sqlite-rows.js'
import { inTransaction, type Database } from '../../disk/sqlite.js'
import type { Settings } from '../../collection/portal-settings.js'
import { oneLine } from './texts.js'

export interface Administration {
  rules(): HouseRules
  setTitle(title: string): void
  /** As it is written by people; whoever calls has seen to it that it can be read. */
  setBlacklist(text: string): void
  /** An empty name: the one that the topic was built with. */
  nameTopics(names: ReadonlyMap<string, string>): void
  /** `slug`: '' for the front page. */
  feature(slug: string, urls: readonly string[]): void
}

const NAMES = rowReader({ slug: 'text', name: 'text' })
const FEATURED = rowReader({ slug: 'text', url: 'text' })
const MAX_NAME = 100
const MAX_FEATURED = 24
const MAX_TOPICS = 10_000
const MAX_SLUG = 200

export function openAdministration(database: Database, settings: Settings): Administration {
  let known: HouseRules | null = null
  const read = (): HouseRules => {
    const names = NAMES.all(database.prepare('SELECT slug, name FROM topic_names').all())
    const rows = FEATURED.all(database.prepare('SELECT slug, url FROM featured ORDER BY slug, position').all())
    const featured = new Map<string, string[]>()
    for (const { slug, url } of rows) featured.set(slug, [...(featured.get(slug) ?? []), url])
    return {
      title: settings.get('title'),
      blacklist: settings.get('blacklist'),
      topicNames: new Map(names.map(({ slug, name }) => [slug, name])),
      featured,
    }
  }
  const changed = <T>(work: () => T): T => {
    known = null
    return inTransaction(database, work)
  }
  return {
    rules: () => (known ??= read()),
    setTitle: title => changed(() => settings.set('title', oneLine(title, MAX_NAME))),
    setBlacklist: text => changed(() => settings.set('blacklist', text)),
    nameTopics(names) {
      changed(() => {
        const put = database.prepare('INSERT OR REPLACE INTO topic_names (slug, name) VALUES (?, ?)')
        const drop = database.prepare('DELETE FROM topic_names WHERE slug = ?')
        for (const [slug, written] of [...names].slice(0, MAX_TOPICS)) {
          const name = oneLine(written, MAX_NAME)
          if (name === '' || slug === '' || slug.length > MAX_SLUG) drop.run(slug)
          else put.run(slug, name)
        }
      })
    },
    feature(slug, urls) {
      const addresses = new Set(urls.map(url => canonicalUrl(url)).filter(url => url !== null))
      changed(() => {
        database.prepare('DELETE FROM featured WHERE slug = ?').run(slug)
        const put = database.prepare('INSERT INTO featured (slug, position, url) VALUES (?, ?, ?)')
        if (slug.length <= MAX_SLUG)
          [...addresses].slice(0, MAX_FEATURED).forEach((url, position) => put.run(slug, position, url))
      })
    },
  }
}
