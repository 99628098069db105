/** A thousand things that readers might type, drawn from the pages themselves by a seed. */
import { seeded, type MadePage } from './made-pages.js'

/** Of ten: four are words of a title, two are one word of a text, two are two, one is three, one is a phrase of two. */
export function makeQueries(count: number, pages: number, make: (id: number) => MadePage): string[] {
  const random = seeded(20_111)
  const queries: string[] = []
  while (queries.length < count) {
    const { title, text } = make(1 + Math.floor(random() * pages))
    const words = wordsIn(text)
    const titleWords = wordsIn(title)
    if (words.length < 20 || titleWords.length === 0) continue
    const at = Math.floor(random() * (words.length - 4))
    const kind = queries.length % 10
    if (kind < 4) queries.push(titleWords.slice(0, 1 + Math.floor(random() * 3)).join(' '))
    else if (kind < 6) queries.push(words[at])
    else if (kind < 8) queries.push(`${words[at]} ${words[Math.floor(random() * words.length)]}`)
    else if (kind < 9) queries.push([at, at + 1, at + 3].map(i => words[i]).join(' '))
    else queries.push(`"${words[at]} ${words[at + 1]}"`)
  }
  return queries
}

function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]{2,20}/gu) ?? []
}

export interface Latencies {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly mean: number
  readonly worst: number
}

export function latenciesOf(milliseconds: readonly number[]): Latencies {
  const sorted = [...milliseconds].sort((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), mean, worst: at(1) }
}
