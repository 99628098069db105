/**
 * The blacklist file (docs/blacklists.md): hosts and URL patterns that nobody wants fetched or shown, one per line. The crawl and
 * the portal read the same file, and lists of many places merge into one.
 *
 *   ads.example              the host and all its subdomains
 *   *.ads.example            hosts by pattern
 *   http://a.example/x/*     URLs by pattern: * is anything, all else is literal
 *   !good.ads.example        not blocked after all
 *
 * Behind a tab or ` # ` may stand a reason and a date. Merging is a union that does not depend on the order of the lists: of two
 * lines about one pattern the later dated one counts, an undated one is the oldest, and between equals the `!` line, because
 * whoever wrote it knew of the other.
 */
import { domainToASCII } from 'node:url'
import { LongtailError } from '../../errors.js'

export interface BlacklistEntry {
  /** As it is matched: hosts in lower case and ASCII, patterns of URLs with a scheme or `*` in front. */
  readonly pattern: string
  readonly kind: 'host' | 'host-pattern' | 'url'
  /** An `!` line: what matches is not blocked. */
  readonly allows: boolean
  readonly reason: string
  /** YYYY-MM-DD, '' when none is given. */
  readonly date: string
  /** Comment lines right above the entry, without `#`. */
  readonly comments: readonly string[]
}

/** Everything is bounded, since lists come from others. */
const MAX_ENTRIES = 1_000_000
const MAX_PATTERN = 2_000
const MAX_REASON = 500
const MAX_COMMENTS = 20

/** `where` names the file in messages. */
export function parseBlacklist(text: string, where: string): BlacklistEntry[] {
  const entries: BlacklistEntry[] = []
  let comments: string[] = []
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((line, index) => {
      const place = `${where}:${index + 1}`
      const content = line.trim()
      if (content === '') comments = []
      else if (content.startsWith('#')) {
        if (comments.length < MAX_COMMENTS) comments.push(clean(content.slice(1)))
      } else {
        if (entries.length >= MAX_ENTRIES)
          throw new LongtailError(
            'E_CAMPAIGN',
            `${place}: more than ${MAX_ENTRIES} entries; block whole hosts or patterns instead`,
          )
        entries.push(parseEntry(content, comments, place))
        comments = []
      }
    })
  return entries
}

/** The same, lines that cannot be read left out: what a list blocks, it goes on blocking. */
export function readableEntries(text: string): BlacklistEntry[] {
  try {
    return parseBlacklist(text, 'blacklist')
  } catch {
    return text.split(/\r\n|\n|\r/).flatMap(entryOf)
  }
}

function entryOf(line: string): BlacklistEntry[] {
  try {
    return parseBlacklist(line, 'blacklist')
  } catch {
    return []
  }
}

/** One entry without a note, for lists that are no files. */
export function parseEntryText(written: string, place: string): BlacklistEntry {
  const allows = written.startsWith('!')
  const { pattern, kind } = parsePattern(allows ? written.slice(1).trimStart() : written, place)
  return { pattern, kind, allows, reason: '', date: '', comments: [] }
}

function parseEntry(content: string, comments: readonly string[], place: string): BlacklistEntry {
  const border = content.search(/\t|\s#/)
  const written = (border === -1 ? content : content.slice(0, border)).trimEnd()
  const note = border === -1 ? '' : clean(content.slice(border).replace(/^[\t ]*#?/, ''))
  return { ...parseEntryText(written, place), ...parseNote(note), comments }
}

/** The date is the first or the last word. */
function parseNote(note: string): { readonly reason: string; readonly date: string } {
  const words = note === '' ? [] : note.split(' ')
  const at = isDate(words[0] ?? '') ? 0 : words.length - 1
  if (!isDate(words[at] ?? '')) return { reason: note, date: '' }
  return { reason: words.filter((_, index) => index !== at).join(' '), date: words[at] }
}

function isDate(word: string): boolean {
  return /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(word)
}

function parsePattern(written: string, place: string): Pick<BlacklistEntry, 'pattern' | 'kind'> {
  const refuse = (why: string): LongtailError =>
    new LongtailError('E_CAMPAIGN', `${place}: "${clean(written).slice(0, 80)}" ${why}`)
  if (written === '') throw refuse('is empty: write a host or a URL pattern')
  if (written.length > MAX_PATTERN) throw refuse(`is longer than ${MAX_PATTERN} characters`)
  if (/[\s\p{Cc}]/u.test(written)) throw refuse('contains a space: put a tab or " # " before a reason')
  if (/^[*./:]*$/.test(written)) throw refuse('would block everything: write a host or a part of a URL')
  if (written.startsWith('/')) throw refuse(`begins with a slash, and no URL does: write *${written}`)
  const scheme = /^([a-z*][a-z0-9+.*-]*):\/\//i.exec(written)
  if (scheme === null && !written.includes('/')) return parseHost(written, refuse)
  if (scheme === null && written.startsWith('*')) return { pattern: asciiPath(written), kind: 'url' }
  // a.example/x/* is meant for http and https
  const start = scheme === null ? '*://' : scheme[0].toLowerCase()
  const rest = written.slice(scheme === null ? 0 : scheme[0].length)
  const slash = rest.indexOf('/')
  const server = slash === -1 ? rest : rest.slice(0, slash)
  // canonical URLs have no port that goes without saying
  const host = asciiHost(server.replace(start === 'https://' ? /:443$/ : /:80$/, ''))
  if (host === null) throw refuse('has an impossible host: write, for example, http://a.example/*')
  return { pattern: `${start}${host}${slash === -1 ? '/*' : asciiPath(rest.slice(slash))}`, kind: 'url' }
}

/** As canonical URLs have it: no fragment, other scripts encoded, encodings in capitals. */
export function asciiPath(written: string): string {
  const hash = written.indexOf('#')
  return (hash === -1 ? written : written.slice(0, hash))
    .replace(/[^\0-\x7f]+/g, part => Buffer.from(part, 'utf8').toString('hex').replace(/../g, '%$&'))
    .replace(/%[\da-f]{2}/gi, encoded => encoded.toUpperCase())
}

function parseHost(written: string, refuse: (why: string) => LongtailError): Pick<BlacklistEntry, 'pattern' | 'kind'> {
  const host = asciiHost(written.replace(/\.$/, ''))
  // an address of IPv6 has colons, too
  if (host === null || (host.includes(':') && !host.endsWith(']')))
    throw refuse(
      'is neither a host nor a URL pattern: write, for example, a.example, *.a.example or http://a.example:8080/*',
    )
  return { pattern: host, kind: host.includes('*') ? 'host-pattern' : 'host' }
}

/** Lower case and punycode, also around stars; null when it is no name, with or without a port. */
function asciiHost(written: string): string | null {
  const [, name, port] = /^(.*?)(:[\d*]{1,5})?$/s.exec(written) ?? ['', '', '']
  if (/^\[[\da-f:.]+\]$/i.test(name)) return `${name.toLowerCase()}${port ?? ''}`
  const ascii = name.includes('*')
    ? name
        .split('*')
        .map(part => (/^[\0-\x7f]*$/.test(part) ? part.toLowerCase() : domainToASCII(part)))
        .join('*')
    : domainToASCII(name)
  return /^[\w.*-]+$/.test(ascii) && !/\.\.|^\./.test(ascii) ? `${ascii}${port ?? ''}` : null
}

/** No control characters: the text is printed on terminals and written on one line. */
function clean(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON)
}

/** The union, sorted, one line per pattern. */
export function mergeBlacklists(lists: Iterable<readonly BlacklistEntry[]>): BlacklistEntry[] {
  const byPattern = new Map<string, BlacklistEntry>()
  for (const list of lists) {
    for (const entry of list) {
      const known = byPattern.get(entry.pattern)
      byPattern.set(entry.pattern, known === undefined ? entry : mergeEntries(known, entry))
    }
  }
  return [...byPattern.values()].sort((a, b) => (a.pattern < b.pattern ? -1 : a.pattern > b.pattern ? 1 : 0))
}

function mergeEntries(a: BlacklistEntry, b: BlacklistEntry): BlacklistEntry {
  if (a.date !== b.date) return a.date > b.date ? a : b
  if (a.allows !== b.allows) return a.allows ? a : b
  const reasons = [...new Set([...a.reason.split('; '), ...b.reason.split('; ')])].filter(reason => reason !== '')
  return {
    ...a,
    reason: reasons.sort().join('; ').slice(0, MAX_REASON),
    comments: [...new Set([...a.comments, ...b.comments])].sort().slice(0, MAX_COMMENTS),
  }
}

const HEADER = '# Hosts and URL patterns that are neither fetched nor shown, one per line; "!" makes an exception.\n\n'

/** What `parseBlacklist` reads back as the same entries. */
export function formatBlacklist(entries: readonly BlacklistEntry[]): string {
  const lines = entries.map(({ pattern, allows, reason, date, comments }) => {
    const note = [date, reason].filter(part => part !== '').join(' ')
    const above = comments.map(comment => `# ${comment}\n`).join('')
    return `${above}${allows ? '!' : ''}${pattern}${note === '' ? '' : ` # ${note}`}\n`
  })
  return HEADER + lines.join('')
}
