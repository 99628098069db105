/**
 * Which URLs are blocked? Patterns of URLs and hosts, and a filter over thousands of them that looks at each URL once: hosts by
 * their endings in a table, patterns by their host, or by four characters that any URL must hold to match them.
 */
import { mergeBlacklists, type BlacklistEntry } from './blacklist.js'
import { hostOf } from './parts.js'

export { formatBlacklist, mergeBlacklists, parseBlacklist, readableEntries, type BlacklistEntry } from './blacklist.js'

/** `*` is anything, all else is literal, the whole URL must match. */
export function matchesPattern(pattern: string, url: string): boolean {
  return matchesParts(pattern.split('*'), url)
}

/** The text between the stars of a pattern, in order: each at the first place where it can be. */
function matchesParts(parts: readonly string[], text: string): boolean {
  const last = parts.length - 1
  const first = parts[0]
  if (last === 0) return text === first
  if (!text.startsWith(first)) return false
  const end = text.length - parts[last].length
  let at = first.length
  for (let k = 1; k < last; k++) {
    const found = text.indexOf(parts[k], at)
    if (found === -1) return false
    at = found + parts[k].length
  }
  return at <= end && text.endsWith(parts[last])
}

/** Patterns of one host that are tried one by one; more are looked up like those of all hosts. */
const MAX_OF_HOST = 20

/** The entry that blocks a canonical URL, null when none does. */
export type UrlFilter = (url: string) => BlacklistEntry | null

/**
 * The most specific entry decides: a URL pattern before a host, more letters before fewer, `!` before its equal. The entries may
 * come from several lists: they are merged first.
 */
export function createUrlFilter(entries: readonly BlacklistEntry[]): UrlFilter {
  const hosts = new HostIndex()
  const urlsOfHost = new Map<string, IndexedPattern[]>()
  const urls = new PatternIndex()
  for (const entry of mergeBlacklists([entries])) {
    const host = entry.kind === 'url' ? /^(?:https?|\*):\/\/([^/*:]+)(?::\d+)?\//.exec(entry.pattern) : null
    if (entry.kind !== 'url') hosts.add(entry)
    else if (host === null || (urlsOfHost.get(host[1])?.length ?? 0) >= MAX_OF_HOST) urls.add(entry)
    else {
      const known = urlsOfHost.get(host[1])
      if (known === undefined) urlsOfHost.set(host[1], [indexed(entry)])
      else known.push(indexed(entry))
    }
  }
  let lastHost = ''
  let ofHost: BlacklistEntry | null = null
  let patterns: readonly IndexedPattern[] = []
  return url => {
    const host = hostOf(url)
    // the links of a page mostly lead to its own host
    if (host !== lastHost) {
      ofHost = hosts.find(host)
      patterns = urlsOfHost.get(host) ?? []
      lastHost = host
    }
    const ofUrl = better(urls.find(url), patterns, url)
    const entry = ofUrl === null ? ofHost : ofUrl.entry
    return entry === null || entry.allows ? null : entry
  }
}

/** Hosts by name, and by the two kinds of patterns: `*.a.example`, which is looked up like a name, and all others. */
class HostIndex {
  private readonly names = new Map<string, BlacklistEntry>()
  private readonly below = new Map<string, BlacklistEntry>()
  private readonly patterns = new PatternIndex()

  add(entry: BlacklistEntry): void {
    const { pattern } = entry
    if (entry.kind === 'host') this.names.set(pattern, entry)
    else if (pattern.startsWith('*.') && !pattern.includes('*', 2)) this.below.set(pattern.slice(2), entry)
    else this.patterns.add(entry)
  }

  find(host: string): BlacklistEntry | null {
    return moreSpecific(this.patterns.find(host)?.entry ?? null, this.findName(host))
  }

  /** The longest of its endings that is listed; addresses in numbers have none. */
  private findName(host: string): BlacklistEntry | null {
    const { names, below } = this
    const whole = names.get(host)
    if (whole !== undefined) return whole
    const last = host.charCodeAt(host.length - 1)
    if ((last >= 48 && last <= 57) || last === 93) return null
    for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
      const ending = host.slice(dot + 1)
      // "*.a.example" has a dot more than "a.example"
      const entry = below.get(ending) ?? names.get(ending)
      if (entry !== undefined) return entry
    }
    return null
  }
}

function moreSpecific(a: BlacklistEntry | null, b: BlacklistEntry | null): BlacklistEntry | null {
  if (a === null || b === null) return a ?? b
  const letters = lettersOf(a) - lettersOf(b)
  return letters > 0 || (letters === 0 && a.allows) ? a : b
}

function lettersOf({ pattern }: BlacklistEntry): number {
  let letters = 0
  for (let k = 0; k < pattern.length; k++) if (pattern.charCodeAt(k) !== 42) letters++
  return letters
}

/** Four characters, the beginning of a list of patterns. More make the table too thin, fewer meet every URL. */
const GRAM = 4
/** Bits, 64 KB of them: thin enough that a URL meets hardly any pattern by chance, small enough to stay near the processor. */
const SLOTS = 1 << 19
/** Grams of these are in nearly every URL. */
const COMMON = ['http://www.', 'https://www.', '://', '.com/', '.org/', '.net/', '.html', '.php?', '/index.']

interface IndexedPattern {
  readonly entry: BlacklistEntry
  readonly parts: readonly string[]
  readonly letters: number
}

function indexed(entry: BlacklistEntry): IndexedPattern {
  return { entry, parts: entry.pattern.split('*'), letters: lettersOf(entry) }
}

class PatternIndex {
  /** One bit per hash of a gram for which patterns wait. */
  private readonly bits = new Uint32Array(SLOTS >> 5)
  private readonly byGram = new Map<number, IndexedPattern[]>()
  /** Patterns with no four characters in a row. */
  private readonly always: IndexedPattern[] = []
  private isEmpty = true

  add(entry: BlacklistEntry): void {
    this.isEmpty = false
    const pattern = indexed(entry)
    const gram = this.rarestGram(pattern.parts)
    if (gram === null) {
      this.always.push(pattern)
      return
    }
    const hash = hashGram(gram)
    this.bits[hash >> 5] |= 1 << (hash & 31)
    const waiting = this.byGram.get(gram)
    if (waiting === undefined) this.byGram.set(gram, [pattern])
    else waiting.push(pattern)
  }

  /** The most specific match. */
  find(text: string): IndexedPattern | null {
    if (this.isEmpty) return null
    let best = this.always.length === 0 ? null : better(null, this.always, text)
    const { bits } = this
    const { length } = text
    let gram = 0
    for (let k = 0; k < length; k++) {
      gram = nextGram(gram, text.charCodeAt(k))
      if (k < GRAM - 1) continue
      const hash = hashGram(gram)
      if ((bits[hash >> 5] & (1 << (hash & 31))) === 0) continue
      const waiting = this.byGram.get(gram)
      if (waiting !== undefined) best = better(best, waiting, text)
    }
    return best
  }

  /** The gram for which the fewest patterns wait, uncommon ones first; null when there is none. */
  private rarestGram(parts: readonly string[]): number | null {
    let rarest: number | null = null
    let least = Infinity
    for (const part of parts) {
      let gram = 0
      for (let k = 0; k < part.length; k++) {
        gram = nextGram(gram, part.charCodeAt(k))
        if (k < GRAM - 1) continue
        const weight = (this.byGram.get(gram)?.length ?? 0) + (COMMON_GRAMS.has(gram) ? 1_000 : 0)
        // the last of equals: what is special about a URL stands behind its host
        if (weight > least) continue
        least = weight
        rarest = gram
      }
    }
    return rarest
  }
}

/** The last four characters, a byte of each. */
function nextGram(gram: number, code: number): number {
  return (gram << 8) | (code & 255)
}

function hashGram(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> 13
}

const COMMON_GRAMS = new Set<number>()
for (const text of COMMON) {
  let gram = 0
  for (let k = 0; k < text.length; k++) {
    gram = nextGram(gram, text.charCodeAt(k))
    if (k >= GRAM - 1) COMMON_GRAMS.add(gram)
  }
}

function better(best: IndexedPattern | null, patterns: readonly IndexedPattern[], text: string): IndexedPattern | null {
  for (const pattern of patterns) {
    if (best !== null && !beats(pattern, best)) continue
    if (matchesParts(pattern.parts, text)) best = pattern
  }
  return best
}

function beats(a: IndexedPattern, b: IndexedPattern): boolean {
  return a.letters > b.letters || (a.letters === b.letters && a.entry.allows && !b.entry.allows)
}
