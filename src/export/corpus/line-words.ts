/** The words of a text by line, in columns: read in one go, since a text has dozens of lines. */
import { foldWords, scanWords } from '../../page/words/words.js'
import { hashWord } from './min-hash.js'
import type { WordColumns } from './quality.js'

export interface LineWords extends WordColumns {
  /** Of each line, the place behind its last word. */
  readonly ends: readonly number[]
}

/** Runs of letters; in scripts without spaces, words of a dictionary. Neither numbers nor single letters. No line has a line feed in it. */
export function wordsByLine(lines: readonly string[]): LineWords {
  const folded = foldWords(lines.join('\n'))
  const hashes: number[] = []
  const lengths: number[] = []
  const ends: number[] = []
  let lineEnd = folded.indexOf('\n')
  scanWords(folded, Infinity, (start, end) => {
    for (; lineEnd !== -1 && start > lineEnd; lineEnd = folded.indexOf('\n', lineEnd + 1)) ends.push(hashes.length)
    hashes.push(hashWord(folded, start, end))
    lengths.push(end - start)
  })
  while (ends.length < lines.length) ends.push(hashes.length)
  return { hashes, lengths, ends }
}

export function wordCounts({ ends }: LineWords): number[] {
  return ends.map((end, line) => end - firstOf(ends, line))
}

export function hashesOf({ hashes, ends }: LineWords, line: number): readonly number[] {
  return hashes.slice(firstOf(ends, line), ends[line])
}

/** Where the words of a line begin. */
export function firstOf(ends: readonly number[], line: number): number {
  return line === 0 ? 0 : ends[line - 1]
}

export function onlyLines({ hashes, lengths, ends }: LineWords, isKept: (line: number) => boolean): LineWords {
  const kept = { hashes: [] as number[], lengths: [] as number[], ends: [] as number[] }
  ends.forEach((end, line) => {
    if (!isKept(line)) return
    for (let i = firstOf(ends, line); i < end; i++) {
      kept.hashes.push(hashes[i])
      kept.lengths.push(lengths[i])
    }
    kept.ends.push(kept.hashes.length)
  })
  return kept
}
