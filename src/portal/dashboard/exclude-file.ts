/** exclude.txt of a crawl, edited by the administrator: read, checked line by line, written. */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { parseUrlRule } from '../../page/url/url-rules.js'
import type { CrawlDirectory } from '../../collection/index.js'
import { writeAtomically } from '../../disk/write-atomically.js'

/** Why a line cannot be meant: names of messages. */
export type ExcludeProblem = 'excludeSpace' | 'excludeAll' | 'excludeStart' | 'excludeLetters' | 'excludeLong'

export interface ExcludeMistake {
  readonly line: number
  readonly text: string
  readonly problem: ExcludeProblem
}

/** Every URL is compared with every line. */
export const MOST_EXCLUDE_LINES = 5000
export const MOST_EXCLUDE_BYTES = 512 * 1024
const LONGEST_PATTERN = 2000

/** Null when it is too large to be edited here. */
export function readExcludes({ excludes }: Pick<CrawlDirectory, 'excludes'>): string | null {
  try {
    if (statSync(excludes).size > MOST_EXCLUDE_BYTES) return null
    return readFileSync(excludes, 'utf8')
  } catch {
    return ''
  }
}

/** Throws E_DISK. */
export function writeExcludes({ excludes }: Pick<CrawlDirectory, 'excludes'>, text: string): void {
  writeAtomically(excludes, text === '' || text.endsWith('\n') ? text : `${text}\n`)
}

/** By which a form tells whether the file is still the one that it shows. */
export function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

export function excludeMistakes(text: string): ExcludeMistake[] {
  const mistakes: ExcludeMistake[] = []
  text.split(/\r?\n/).forEach((written, index) => {
    // as the crawl reads it (readSeedFile)
    const pattern = written
      .replace(/^\uFEFF/, '')
      .replace(/(^|\s)#.*$/, '')
      .trim()
    const problem = pattern === '' ? null : problemOf(pattern)
    if (problem !== null) mistakes.push({ line: index + 1, text: pattern.slice(0, 100), problem })
  })
  return mistakes
}

function problemOf(pattern: string): ExcludeProblem | null {
  if (pattern.length > LONGEST_PATTERN) return 'excludeLong'
  if (/\s/.test(pattern)) return 'excludeSpace'
  if (/^[*./:]*$/.test(pattern) || /^https?:\/\/\*+$/.test(pattern)) return 'excludeAll'
  // canonical URLs have no other letters
  if (!/^[\x21-\x7e]+$/.test(pattern)) return 'excludeLetters'
  try {
    parseUrlRule(pattern, '')
    return null
  } catch {
    return 'excludeStart'
  }
}
