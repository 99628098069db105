/** Wishes as files that the crawler reads: addresses as seeds, searches as topics of a syllabus. */
import { stringify } from 'yaml'
import type { Wish } from './wishes.js'

/** One URL per line, as for `--seed-file` and `seeds: {file: …}`. */
export function seedFile(pages: readonly Wish[]): string {
  const lines = pages.map(({ text, count }) => `${text} # wanted ${count} ${count === 1 ? 'time' : 'times'}\n`)
  return `# Pages that readers wanted and did not find.\n${lines.join('')}`
}

/** As for `target.syllabus`. Everything is quoted: a search may look like anything. */
export function syllabusFile(searches: readonly Wish[]): string {
  const topics = searches.map(({ text }) => ({ name: text, query: text }))
  const header = '# Searches of readers that found nothing. Before the crawl, remove what does not belong here.\n'
  return `${header}${stringify({ topics }, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 })}`
}
