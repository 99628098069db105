/** What a strategy has learned, as a file: saved with every crawl, and where another crawl may begin (docs/formats.md). */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { StrategyModel } from '../contracts.js'
import { LongtailError, systemReason, type ErrorCode } from '../errors.js'
import { isRecord, parseJson } from '../json.js'

const FORMAT = 'longtail-model'
const VERSION = 1
/** A million numbers are about 20 MB of JSON. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_LISTS = 1000
const LIST_NAME = /^[a-z][a-z0-9.-]{0,63}$/i

export interface SavedModel {
  /** Name without parameters: what is learned with one set of parameters is good for another. */
  readonly strategy: string
  readonly model: StrategyModel
}

/** Null when the model holds numbers that cannot be written. */
export function modelText({ strategy, model }: SavedModel, pages: number): string | null {
  for (const numbers of Object.values(model)) if (!numbers.every(Number.isFinite)) return null
  const head = { format: FORMAT, version: VERSION, strategy, saved: new Date().toISOString(), pages }
  return `${JSON.stringify({ ...head, numbers: model })}\n`
}

/** The text of a model file, or of the one in a crawl directory. */
export function readModelText(path: string, code: ErrorCode): string {
  const refuse = (what: string): LongtailError =>
    new LongtailError(
      code,
      `${path}: ${what}; give a crawl directory, the model.json in it, or a model of "longtail train links" or "segments"`,
    )
  try {
    const file = statSync(path).isDirectory() ? join(path, 'model.json') : path
    if (!existsSync(file)) throw refuse('contains no model.json: no crawl ended there, or its strategy learns nothing')
    const stat = statSync(file)
    if (!stat.isFile()) throw refuse('is not a file')
    if (stat.size > MAX_BYTES) throw refuse(`is larger than ${MAX_BYTES >> 20} MiB`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof LongtailError) throw error
    throw refuse(`cannot be read (${systemReason(error)})`)
  }
}

/** Files come from anywhere: only named lists of finite numbers pass. */
export function parseModel(text: string, path: string, code: ErrorCode): SavedModel {
  const refuse = (what: string): LongtailError =>
    new LongtailError(
      code,
      `${path}: ${what}; give a crawl directory, the model.json in it, or a model of "longtail train links" or "segments"`,
    )
  const value = parseJson(text)
  if (value === undefined) throw refuse('is not JSON')
  if (!isRecord(value) || value.format !== FORMAT) throw refuse('is not a model')
  if (value.version !== VERSION) {
    throw new LongtailError(
      code,
      `${path} is a model of version ${JSON.stringify(value.version)?.slice(0, 20)}, this build reads ${VERSION}; make a new one`,
    )
  }
  const { strategy, numbers } = value
  if (typeof strategy !== 'string' || !LIST_NAME.test(strategy)) throw refuse('does not name its strategy')
  if (!isRecord(numbers)) throw refuse('holds no numbers')
  const lists = Object.entries(numbers)
  if (lists.length > MAX_LISTS) throw refuse(`holds more than ${MAX_LISTS} lists`)
  const checked = lists.map(([name, list]): [string, readonly number[]] => {
    if (!LIST_NAME.test(name)) throw refuse('holds a list without a proper name')
    if (!isNumbers(list)) throw refuse(`"${name}" is not a list of numbers`)
    return [name, list]
  })
  return { strategy, model: Object.fromEntries(checked) }
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(Number.isFinite)
}
