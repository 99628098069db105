/** Phrases that divide the pages of a topic, or of the whole collection. */
import type { Cluster } from '../../contracts.js'
import type { Database } from '../../../disk/sqlite.js'
import { clusterPages } from './clusters.js'
import { prepared } from './assist-schema.js'

const BEST = 200
const OF_TOPIC = `SELECT p.id, p.url FROM page_topics t JOIN topics o ON o.id = t.topic JOIN pages p ON p.id = t.page
  WHERE o.slug = ? AND p.original = 0 ORDER BY t.score DESC LIMIT ?`
const OF_ALL = 'SELECT id, url FROM pages WHERE original = 0 ORDER BY authority DESC, url LIMIT ?'

/** Of the best pages of a topic; with '', of the whole collection. `isHidden`: by URL of a page. */
export function subtopics(
  database: Database,
  slug: string,
  limit: number,
  isHidden: (url: string) => boolean,
): Cluster[] {
  const rows = slug === '' ? prepared(database, OF_ALL).all(BEST * 2) : prepared(database, OF_TOPIC).all(slug, BEST * 2)
  const pages = rows.filter(({ url }) => !isHidden(String(url))).map(({ id }) => Number(id))
  const name = prepared(database, 'SELECT name FROM topics WHERE slug = ?').get(slug)?.name
  return clusterPages(database, pages, typeof name === 'string' ? name : '', limit)
}
