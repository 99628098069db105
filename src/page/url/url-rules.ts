/**
 * Which URLs a campaign wants or leaves out (`include:`, `exclude:`, exclude.txt): the syntax of blacklists (blacklist.ts), and two
 * things that people write here. A URL that ends in a slash stands for all below it, and a pattern that begins with a star may be
 * one of hosts (`*.example.org`) or of URLs (`*.pdf`): it is both.
 */
import { LongtailError } from '../../errors.js'
import { asciiPath, parseEntryText, type BlacklistEntry } from './blacklist.js'
import { createUrlFilter, type UrlFilter } from './patterns.js'

/** Throws E_CAMPAIGN that says what to write instead. `where` begins the message. */
export function parseUrlRule(written: string, where: string): BlacklistEntry[] {
  const text = written.trim()
  const bare = text.replace(/^!\s*/, '')
  if (/^[\w-]+$/.test(bare) && bare !== 'localhost')
    throw new LongtailError(
      'E_CAMPAIGN',
      `${where}: "${bare}" is not a host: write a host (${bare}.example), or *${bare}* for all URLs that contain it`,
    )
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(bare) && !/^https?:/i.test(bare))
    throw new LongtailError(
      'E_CAMPAIGN',
      `${where}: "${bare.slice(0, 80)}" matches no page: only http and https URLs are fetched`,
    )
  const allows = bare !== text
  // a star more: entries with one pattern are one entry
  const asUrls = { pattern: `*${asciiPath(bare)}`, kind: 'url', allows, reason: text, date: '', comments: [] } as const
  // *?sort=* has letters that no host has
  if (/^\*[^/]*[^\w.*:/-][^/]*$/.test(bare) && !/[\s\p{Cc}]/u.test(bare)) return [asUrls]
  const entry = { ...parseEntryText(text, where), reason: text }
  if (entry.kind === 'host-pattern' && bare.startsWith('*')) return [entry, asUrls]
  const isPrefix = entry.kind === 'url' && bare.endsWith('/') && !bare.includes('*')
  return [isPrefix ? { ...entry, pattern: `${entry.pattern}*` } : entry]
}

/** The filter finds the entry that decides; its `reason` is the rule as it was written. Null when there are no rules. */
export function createUrlRules(written: readonly string[], where: string): UrlFilter | null {
  return written.length === 0 ? null : createUrlFilter(written.flatMap(text => parseUrlRule(text, where)))
}
