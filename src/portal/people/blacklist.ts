/** The blacklist as the administrator writes it (docs/blacklists.md): checked by line, changed by buttons, put into effect at once. */
import {
  formatBlacklist,
  mergeBlacklists,
  parseBlacklist,
  readableEntries,
  type BlacklistEntry,
} from '../../page/index.js'
import type { Library, People, Searcher } from '../contracts.js'

export interface LineProblem {
  readonly line: number
  readonly text: string
  readonly reason: string
}

/** More would not help anybody. */
const MAX_PROBLEMS = 20
const MAX_LENGTH = 4_000_000

/** What is wrong with it, by line; empty when it can be used. */
export function problemsOf(text: string): readonly LineProblem[] {
  if (text.length > MAX_LENGTH) return [{ line: 1, text: '', reason: `longer than ${MAX_LENGTH} characters` }]
  const entries = entriesOrNull(text)
  if (entries !== null) return slowProblem(entries)
  const problems: LineProblem[] = []
  text.split(/\r\n|\n|\r/).every((line, at) => {
    try {
      parseBlacklist(line, 'line')
    } catch (error) {
      const reason = error instanceof Error ? error.message.replace(/^line:1: /, '') : String(error)
      problems.push({ line: at + 1, text: line.slice(0, 200), reason })
    }
    return problems.length < MAX_PROBLEMS
  })
  return problems
}

/**
 * Patterns with no four characters in a row are tried one by one for every URL (page/url-patterns.ts): 47,000 of them, which fit into
 * one uploaded file, take 10 ms for each link of each page.
 */
const MAX_SHORT = 500

function slowProblem(entries: readonly BlacklistEntry[]): readonly LineProblem[] {
  const short = entries.filter(
    ({ pattern, kind }) => kind !== 'host' && pattern.split('*').every(part => part.length < 4),
  )
  if (short.length <= MAX_SHORT) return []
  const reason = `more than ${MAX_SHORT} patterns without four characters in a row: such a list would make every page slow`
  return [{ line: 1, text: short[0].pattern, reason }]
}

function entriesOrNull(text: string): BlacklistEntry[] | null {
  try {
    return parseBlacklist(text, 'blacklist')
  } catch {
    return null
  }
}

/** Called at the start and after each change. */
export function applyBlacklist(
  people: People,
  portal: { readonly library: Library; readonly searcher: Searcher },
): void {
  const patterns = patternsOf(people)
  portal.library.hide(patterns)
  portal.searcher.hide(patterns)
}

/** As `Library.hide` takes them. */
export function patternsOf(people: People): string[] {
  return readableEntries(people.rules().blacklist).map(({ pattern, allows }) => `${allows ? '!' : ''}${pattern}`)
}

/** Null: `what` is neither a host nor a URL. A line that said the contrary goes. */
export function withBlocked(text: string, what: string, today: string): string | null {
  const [entry, ...more] = entriesOrNull(what) ?? []
  if (entry === undefined || more.length > 0 || entry.allows || what.length > 2_000) return null
  const kept = withoutPattern(text, entry.pattern)
  const line = formatBlacklist([{ ...entry, reason: '', date: today, comments: [] }])
    .trimEnd()
    .split('\n')
    .at(-1)
  return `${kept === '' ? '' : `${kept.trimEnd()}\n`}${line}\n`
}

/** Everything else stays as it was written, comments and empty lines too. */
export function withoutPattern(text: string, pattern: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .filter(line => !(entriesOrNull(line) ?? []).some(entry => entry.pattern === pattern))
    .join('\n')
}

/** The union of both, sorted; null: the other one cannot be read. */
export function mergedWith(text: string, other: string): string | null {
  const added = entriesOrNull(other)
  return added === null ? null : formatBlacklist(mergeBlacklists([readableEntries(text), added]))
}
