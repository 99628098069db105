/**
 * robots.txt by RFC 9309, with the tolerance that site owners know from Google's parser:
 * - the first matching group for our token and all others for it count as one group; `*` counts only when no group names us;
 * - a group that names us and has no rules allows everything;
 * - the longest matching pattern wins, Allow wins a tie; no match allows;
 * - lines end in LF, CR or CRLF; a byte order mark is skipped; `#` starts a comment anywhere; keys are case-insensitive;
 * - a missing colon is forgiven when the line has exactly two words;
 * - keys may go on after their name ("disallowed") and may be misspelt: useragent, user agent, dissallow, dissalow, disalow,
 *   diasllow, disallaw, site-map, crawldelay;
 * - `User-agent: Longtail/1.0 beta` names the token Longtail, `User-agent: * (all)` is the group for all;
 * - `Allow: /dir/index.html` also allows `/dir/` itself;
 * - other lines (Sitemap, Crawl-delay, unknown) never end a group.
 *
 * Unlike Google's parser, and as the RFC wants, %-encoded unreserved characters equal their plain form on both sides, and
 * %2A and %24 in a pattern mean the characters `*` and `$`. /robots.txt itself is always allowed.
 */
import { compileRule, matchesRule, normalizePath } from './robots-rule.js'
import type { Rule } from './robots-rule.js'

export interface RobotsRules {
  /** Path and query as in the request, beginning with a slash. */
  allows(pathWithQuery: string): boolean
  /** What the file asks for, 0 when it does not; the caller caps it. */
  readonly crawlDelayMs: number
  readonly sitemaps: readonly string[]
  /** Bytes that the rules hold in memory, roughly. */
  readonly size: number
}

/** RFC 9309 wants at least 500 KiB; the rest of a longer file is ignored, and the line that the limit cuts. */
export const MAX_ROBOTS_BYTES = 500 * 1024
/** Google's limit; the rest of a longer line is ignored. */
const MAX_LINE_BYTES = 2083 * 8
const MAX_SITEMAPS = 1_000
const MAX_CRAWL_DELAY_S = 1e6

export const ALLOW_ALL: RobotsRules = { allows: () => true, crawlDelayMs: 0, sitemaps: [], size: 0 }
export const DENY_ALL: RobotsRules = {
  allows: path => path === '/robots.txt',
  crawlDelayMs: 0,
  sitemaps: [],
  size: 0,
}

const USER_AGENT = ['user-agent', 'useragent', 'user agent']
const DISALLOW = ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw']
const ALLOW = ['allow']
const SITEMAP = ['sitemap', 'site-map']
const CRAWL_DELAY = ['crawl-delay', 'crawldelay', 'crawl delay']

interface Group {
  seen: boolean
  readonly rules: Rule[]
  crawlDelayMs: number
}

/** `userAgentToken`: letters, `_` and `-`, without version. */
export function parseRobots(content: Uint8Array | string, userAgentToken: string): RobotsRules {
  const bytes = typeof content === 'string' ? Buffer.from(content) : asBuffer(content)
  const token = userAgentToken.toLowerCase()
  const own: Group = { seen: false, rules: [], crawlDelayMs: 0 }
  const common: Group = { seen: false, rules: [], crawlDelayMs: 0 }
  const sitemaps: string[] = []
  let inOwn = false
  let inCommon = false
  let hadRule = false // the next User-agent line begins a new group

  for (const line of linesOf(bytes)) {
    const { key, value } = splitLine(line)
    if (key === '') continue
    const group = inOwn ? own : inCommon ? common : null
    if (startsWithOneOf(key, USER_AGENT)) {
      if (hadRule) inOwn = inCommon = hadRule = false
      if (/^\*(\s|$)/.test(value)) inCommon = common.seen = true
      else if (value.match(/^[a-z_-]*/i)?.[0].toLowerCase() === token) inOwn = own.seen = true
    } else if (startsWithOneOf(key, ALLOW)) {
      hadRule = true
      addRule(group, true, value)
      const index = value.lastIndexOf('/')
      if (index >= 0 && value.startsWith('/index.htm', index)) addRule(group, true, `${value.slice(0, index)}/$`)
    } else if (startsWithOneOf(key, DISALLOW)) {
      hadRule = true
      addRule(group, false, value)
    } else if (startsWithOneOf(key, CRAWL_DELAY)) {
      if (group !== null) group.crawlDelayMs = Math.max(group.crawlDelayMs, parseDelayMs(value))
    } else if (startsWithOneOf(key, SITEMAP)) {
      if (sitemaps.length < MAX_SITEMAPS && value !== '') sitemaps.push(Buffer.from(value, 'latin1').toString())
    }
  }
  return createRules(own.seen ? own : common, sitemaps)
}

function addRule(group: Group | null, allow: boolean, pattern: string): void {
  const rule = group === null ? null : compileRule(allow, pattern)
  if (rule !== null) group?.rules.push(rule)
}

function createRules(group: Group, sitemaps: readonly string[]): RobotsRules {
  const rules = group.rules.sort((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow))
  const { crawlDelayMs } = group
  const size = rules.reduce(
    (sum, rule) => sum + rule.length + 100,
    sitemaps.reduce((sum, url) => sum + url.length + 20, 100),
  )
  return {
    allows(pathWithQuery) {
      if (rules.length === 0 || pathWithQuery === '/robots.txt') return true
      const path = normalizePath(pathWithQuery)
      for (const rule of rules) if (matchesRule(rule, path)) return rule.allow
      return true
    },
    crawlDelayMs,
    sitemaps,
    size,
  }
}

/** One character per octet. Each line is a string of its own: a slice would keep the whole file in memory. */
function* linesOf(bytes: Buffer): Generator<string> {
  let start = 0
  for (const mark of [0xef, 0xbb, 0xbf]) if (bytes[start] === mark) start++
  const cut = bytes.length > MAX_ROBOTS_BYTES
  const end = cut ? MAX_ROBOTS_BYTES : bytes.length
  for (let i = start; i < end; i++) {
    if (bytes[i] !== 0x0a && bytes[i] !== 0x0d) continue
    if (i > start) yield bytes.toString('latin1', start, Math.min(i, start + MAX_LINE_BYTES))
    start = i + 1
  }
  if (!cut && start < end) yield bytes.toString('latin1', start, Math.min(end, start + MAX_LINE_BYTES))
}

/** An empty key when the line says nothing. */
function splitLine(line: string): { key: string; value: string } {
  const comment = line.indexOf('#')
  const text = trimAscii(comment < 0 ? line : line.slice(0, comment))
  const colon = text.indexOf(':')
  if (colon >= 0) return { key: trimAscii(text.slice(0, colon)).toLowerCase(), value: trimAscii(text.slice(colon + 1)) }
  const words = text.split(/[ \t]+/, 3)
  return words.length === 2 ? { key: words[0].toLowerCase(), value: words[1] } : { key: '', value: '' }
}

/** `trim` would take octet A0 for a no-break space and cut characters in two. */
function trimAscii(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text.charCodeAt(start) <= 0x20) start++
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--
  return text.slice(start, end)
}

function startsWithOneOf(key: string, names: readonly string[]): boolean {
  for (const name of names) if (key.startsWith(name)) return true
  return false
}

function parseDelayMs(value: string): number {
  const seconds = parseFloat(value)
  return seconds > 0 ? Math.min(seconds, MAX_CRAWL_DELAY_S) * 1000 : 0
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
