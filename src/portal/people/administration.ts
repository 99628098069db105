/** What the administrator decided: title, colour, logo, blacklist, names of topics, featured pages. Every page asks for it, so it is kept in memory. */
import { canonicalUrl } from '../../page/index.js'
import type { HouseRules, Logo } from '../contracts.js'
import { rowReader } from '../../disk/sqlite-rows.js'
import { inTransaction, type Database } from '../../disk/sqlite.js'
import type { Settings } from '../../collection/portal-settings.js'
import { colourIn } from '../ui/theme.js'
import { readLogo, writeLogo } from './logo.js'
import { oneLine } from './texts.js'

export type Administration = ReturnType<typeof openAdministration>

const NAMES = rowReader({ slug: 'text', name: 'text' })
const FEATURED = rowReader({ slug: 'text', url: 'text' })
const MAX_NAME = 100
const MAX_FEATURED = 24
const MAX_TOPICS = 10_000
const MAX_SLUG = 200

export function openAdministration(database: Database, settings: Settings) {
  let known: HouseRules | null = null
  const read = (): HouseRules => {
    const names = NAMES.all(database.prepare('SELECT slug, name FROM topic_names').all())
    const rows = FEATURED.all(database.prepare('SELECT slug, url FROM featured ORDER BY slug, position').all())
    const featured = new Map<string, string[]>()
    for (const { slug, url } of rows) featured.set(slug, [...(featured.get(slug) ?? []), url])
    return {
      title: settings.get('title'),
      colour: colourIn(settings.get('colour')) ?? '',
      logo: readLogo(settings.get('logo')),
      blacklist: settings.get('blacklist'),
      hasClasses: settings.get('classes') === 'on',
      topicNames: new Map(names.map(({ slug, name }) => [slug, name])),
      featured,
    }
  }
  const changed = <T>(work: () => T): T => {
    known = null
    return inTransaction(database, work)
  }
  return {
    rules: (): HouseRules => (known ??= read()),
    setTitle: (title: string) => changed(() => settings.set('title', oneLine(title, MAX_NAME))),
    /** '' for ours. Checked by whoever calls (colourIn). */
    setColour: (colour: string) => changed(() => settings.set('colour', colour)),
    setLogo: (logo: Logo | null) => changed(() => settings.set('logo', writeLogo(logo))),
    switchClasses: (isOn: boolean) => changed(() => settings.set('classes', isOn ? 'on' : '')),
    /** As it is written by people; whoever calls has seen to it that it can be read. */
    setBlacklist: (text: string) => changed(() => settings.set('blacklist', text)),
    /** An empty name: the one that the topic was built with. */
    nameTopics(names: ReadonlyMap<string, string>): void {
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
    /** `slug`: '' for the front page. */
    feature(slug: string, urls: readonly string[]): void {
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
