/**
 * Makes a table of background counts: from lines of `word count` and `word word count` (tab or space before the count), or
 * from plain text, one paragraph per line, whose words and pairs of words are counted here.
 */
import { foldWords, scanWords, wordsOf } from '../page/words/words.js'
import { LongtailError } from '../errors.js'
import {
  MAX_TABLE_PAIRS,
  MAX_TABLE_WORDS,
  MAX_WORD_BYTES,
  writeCountTable,
  type CountTable,
} from './background-file.js'

/** The count of the sentence marker of Web 1T, its largest: every table is scaled to it, so that the thresholds mean the same. */
export const WEB_1T_MAX = 95_119_665_584
const COUNT_LINE = /^(\S{1,120})(?: (\S{1,120}))?[\t ]+(\d{1,15})\s*$/u
/** When more different words or pairs than this were met, those met once so far are forgotten. */
const CROWDED = 4_000_000
const PROBE = 100

export interface BackgroundSource {
  /** What the counts are of, for reports. */
  readonly name: string
  /** The counts are Web-1T's own and want no scaling. */
  readonly isWeb1T?: boolean
}

/** Writes the table to `out` and says how much went into it. */
export function buildBackground(
  lines: Iterable<string>,
  out: string,
  source: BackgroundSource = { name: 'your own counts' },
): { words: number; pairs: number } {
  const table = countTableOf(lines, out, source)
  writeCountTable(out, table)
  return { words: table.counts.length, pairs: table.seconds.length }
}

export function countTableOf(lines: Iterable<string>, out: string, { name, isWeb1T }: BackgroundSource): CountTable {
  const words = new Map<string, number>()
  const pairs = new Map<string, number>()
  const head: string[] = []
  let isTable: boolean | null = null
  const take = (line: string): void => {
    if (isTable === true) readCount(line, words, pairs)
    else readText(line, words, pairs)
    if (words.size > CROWDED) forgetRare(words)
    if (pairs.size > CROWDED) forgetRare(pairs)
  }
  const settle = (): void => {
    isTable = head.filter(line => COUNT_LINE.test(line)).length > head.length / 2
    head.forEach(take)
  }
  for (const line of lines) {
    if (line.trim() === '') continue
    if (isTable !== null) take(line)
    else if (head.push(line) === PROBE) settle()
  }
  if (isTable === null) settle()
  if (words.size === 0)
    throw new LongtailError(
      'E_MODEL',
      `${out}: nothing to count: give lines of "word count" (a tab or space between them), or plain text`,
    )
  return tableOf(words, pairs, name, isWeb1T === true)
}

function readCount(line: string, words: Map<string, number>, pairs: Map<string, number>): void {
  const match = COUNT_LINE.exec(line)
  if (match === null) return
  const count = Number(match[3])
  if (count < 1) return
  const first = foldWords(match[1])
  if (match[2] !== undefined) add(pairs, `${first} ${foldWords(match[2])}`, count)
  else if (wordsOf(first, 2).length > 0 || first.length === 1) add(words, first, count)
}

function readText(line: string, words: Map<string, number>, pairs: Map<string, number>): void {
  const folded = foldWords(line)
  let before = ''
  scanWords(folded, Infinity, (start, end, follows) => {
    const word = folded.slice(start, end)
    add(words, word, 1)
    if (follows && before !== '') add(pairs, `${before} ${word}`, 1)
    before = word
  })
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

function forgetRare(counts: Map<string, number>): void {
  for (const [key, count] of counts) if (count === 1) counts.delete(key)
  // a flood of pairs met twice: the newest go
  if (counts.size > CROWDED) for (const key of [...counts.keys()].slice(CROWDED / 2)) counts.delete(key)
}

function tableOf(words: Map<string, number>, pairs: Map<string, number>, name: string, isWeb1T: boolean): CountTable {
  const kept = most(words, MAX_TABLE_WORDS)
    .map(([word, count]) => ({ bytes: Buffer.from(word), word, count }))
    .filter(({ bytes }) => bytes.length <= MAX_WORD_BYTES)
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
  const places = new Map(kept.map(({ word }, place) => [word, place]))
  const largest = kept.reduce((max, { count }) => Math.max(max, count), 1)
  const scale = isWeb1T ? 1 : WEB_1T_MAX / largest
  const starts = new Uint32Array(kept.length + 1)
  kept.forEach(({ bytes }, i) => (starts[i + 1] = starts[i] + bytes.length))
  const placed = most(pairs, MAX_TABLE_PAIRS)
    .map(([pair, count]) => {
      const [first, second] = pair.split(' ')
      return { first: places.get(first) ?? -1, second: places.get(second) ?? -1, count }
    })
    .filter(({ first, second }) => first !== -1 && second !== -1)
    .sort((a, b) => a.first - b.first || a.second - b.second)
  const pairStarts = new Uint32Array(kept.length + 1)
  for (const { first } of placed) pairStarts[first + 1]++
  for (let i = 0; i < kept.length; i++) pairStarts[i + 1] += pairStarts[i]
  const rarest = placed.reduce((least, { count }) => Math.min(least, count), Infinity)
  return {
    name,
    max: WEB_1T_MAX,
    missingWord: 0,
    missingPair: placed.length === 0 ? 0xffff_ffff : Math.min(rarest * scale, 0xffff_ffff),
    text: Buffer.concat(kept.map(({ bytes }) => bytes)),
    starts,
    counts: Float64Array.from(kept, ({ count }) => count * scale),
    pairStarts,
    seconds: Uint32Array.from(placed, ({ second }) => second),
    pairCounts: Float64Array.from(placed, ({ count }) => count * scale),
  }
}

function most(counts: Map<string, number>, limit: number): [string, number][] {
  const all = [...counts]
  return all.length <= limit ? all : all.sort((a, b) => b[1] - a[1]).slice(0, limit)
}
