/**
 * Paragraphs of which a learned language is not sure, and what a person said about them. A crawl keeps both in its directory:
 * `doubts.jsonl` (whoever learned on from the crawl wrote them, the most telling first) and `answers.jsonl` (the portal's
 * administration adds to it; "longtail train language --from" takes them). Both have the same lines, so that a file of doubts whose
 * answers were filled in is a file of answers.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { writeAtomically } from '../disk/write-atomically.js'
import { LongtailError, systemReason } from '../errors.js'
import { parseJson } from '../json.js'

export interface Doubt {
  /** Code of the learned language. */
  readonly language: string
  /** What the identifier takes it for; `und` where it does not say. */
  readonly taken: string
  readonly url: string
  readonly text: string
}

export interface AnsweredDoubt extends Doubt {
  /** Whether it is in the language. */
  readonly isOwn: boolean
}

const MAX_BYTES = 4_000_000
const MAX_LINES = 5000
const MAX_TEXT = 2000

/** Empty when there is no such file. Throws E_USAGE for one that is something else. */
export function readDoubts(path: string): Doubt[] {
  return readLines(path).map(({ language, taken, url, text }) => ({ language, taken, url, text }))
}

/** Those that were answered; of two answers to one paragraph the last counts. */
export function readAnswers(path: string): AnsweredDoubt[] {
  const answers = new Map<string, AnsweredDoubt>()
  for (const { answer, ...doubt } of readLines(path)) {
    if (/^y(es)?$/i.test(answer)) answers.set(doubt.text, { ...doubt, isOwn: true })
    else if (/^no?$/i.test(answer)) answers.set(doubt.text, { ...doubt, isOwn: false })
    else if (answer !== '')
      throw new LongtailError(
        'E_USAGE',
        `${path}: "${answer.slice(0, 20)}" is not an answer; write y (yes) or n (no), or leave it empty`,
      )
  }
  return [...answers.values()]
}

/** Throws E_DISK. */
export function writeDoubts(path: string, doubts: readonly Doubt[]): void {
  writeAtomically(path, doubts.map(doubt => lineOf('', doubt)).join(''), { isShared: true })
}

/** Beside those that are there. Throws E_DISK. */
export function addAnswers(path: string, given: readonly AnsweredDoubt[]): void {
  const all = new Map([...readAnswers(path), ...given].map(one => [one.text, one]))
  const lines = [...all.values()].slice(-MAX_LINES).map(({ isOwn, ...doubt }) => lineOf(isOwn ? 'y' : 'n', doubt))
  writeAtomically(path, lines.join(''), { isShared: true })
}

function lineOf(answer: string, { language, taken, url, text }: Doubt): string {
  return `${JSON.stringify({ answer, language, taken, url, text: text.slice(0, MAX_TEXT) })}\n`
}

interface Line extends Doubt {
  readonly answer: string
}

function readLines(path: string): Line[] {
  if (!existsSync(path)) return []
  const wrong = (what: string): LongtailError =>
    new LongtailError('E_USAGE', `${path}: ${what}; "longtail train language --doubts" writes such a file`)
  let written: string
  try {
    if (statSync(path).size > MAX_BYTES) throw wrong('is too large for a file of doubtful paragraphs')
    written = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof LongtailError) throw error
    throw wrong(`cannot be read (${systemReason(error)})`)
  }
  const lines = written.split('\n').filter(line => line.trim() !== '')
  return lines.slice(0, MAX_LINES).map((line, i) => {
    const value = parseJson(line)
    if (typeof value !== 'object' || value === null) throw wrong(`line ${i + 1} is not a JSON object`)
    const field = (name: string): string => {
      const one: unknown = Reflect.get(value, name) ?? ''
      if (typeof one !== 'string' || one.length > MAX_TEXT) throw wrong(`line ${i + 1}: "${name}" is not text`)
      return one
    }
    const text = field('text')
    if (text === '') throw wrong(`line ${i + 1} has no "text"`)
    const taken = field('taken')
    return { answer: field('answer').trim(), language: field('language'), taken, url: field('url'), text }
  })
}
