/** syllabus.json: the topics of a syllabus and how far each has come (docs/formats.md). Each topic is a crawl in a directory of its own. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { LongtailError, systemReason } from '../errors.js'
import { writeAtomically } from '../disk/write-atomically.js'

const FORMAT = 'longtail-syllabus'
const VERSION = 1
const text = v.string()
const number = v.number()
export const NO_PAGES = { topics: 0, background: 0, given: 0 }
const topicSchema = v.object({
  name: text,
  /** Of a directory in this one, whoever wrote the file. */
  slug: v.pipe(text, v.regex(/^[\p{L}\p{M}\p{N}-]+$/u)),
  /** Missing in files of earlier versions: that of the file. */
  subject: v.optional(text),
  query: text,
  /** Of its model: fingerprint of what it was learned from; '' as long as there is none. */
  learnedFrom: text,
  /** Of cross-validation; null when there were too few pages. */
  gMean: v.nullable(number),
  /** Pages that it was told from: of other topics, about anything, given by the user. */
  against: v.optional(v.object({ topics: number, background: number, given: number }), NO_PAGES),
  isVague: v.boolean(),
  /** Fingerprint of the seeds and the strategy of its last crawl. */
  crawledFrom: text,
  pages: number,
  relevant: number,
  bytes: number,
  hosts: number,
  embeds: number,
  reused: number,
  texts: number,
  /** Why the last crawl stopped; '' when there was none. */
  stopped: text,
  warnings: v.array(text),
})
const stateSchema = v.object({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  name: text,
  subject: text,
  language: text,
  updated: text,
  topics: v.array(topicSchema),
})

export type TopicState = v.InferOutput<typeof topicSchema>

export type SyllabusState = v.InferOutput<typeof stateSchema>

export function writeSyllabusFile(path: string, state: Omit<SyllabusState, 'format' | 'version'>): void {
  writeAtomically(path, `${JSON.stringify({ format: FORMAT, version: VERSION, ...state }, null, 1)}\n`)
}

/** What is in the directory of a syllabus; null when it is none. Touches nothing. */
export function readSyllabus(path: string): SyllabusState | null {
  const state = join(path, 'syllabus.json')
  return existsSync(state) ? parseSyllabus(state) : null
}

export function parseSyllabus(path: string): SyllabusState {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = systemReason(error)
    throw new LongtailError('E_CRAWL_DIR', `${path} cannot be read (${reason}); restore it from a copy`)
  }
  const result = v.safeParse(stateSchema, value)
  if (result.success) return result.output
  throw new LongtailError(
    'E_CRAWL_DIR',
    `${path} was not written by this version of Longtail for a syllabus; give another directory`,
  )
}
