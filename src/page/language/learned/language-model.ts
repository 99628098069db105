/**
 * A learned language at rest: JSON of at most 1 MB, checked before anything is believed, because models are handed around.
 * docs/formats.md describes it.
 *
 * It holds what tells the language from each of its rivals, which are the languages that it is taken for most easily: a weight for each
 * part of a word and rival, and how high texts of either side score.
 */
import { readFileSync, statSync } from 'node:fs'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as v from 'valibot'
import { writeAtomically } from '../../../disk/write-atomically.js'
import { LongtailError, systemReason } from '../../../errors.js'
import { parseJson } from '../../../json.js'
import { SCRIPTS } from '../scripts.js'

export const MAX_MODEL_BYTES = 1_000_000
export const MAX_RIVALS = 32
/** Of neighbours that are given. */
export const MAX_NEIGHBOURS = 30
export const MAX_GRAMS = 60_000
const MAX_UNPACKED = 4 + MAX_GRAMS * (5 + MAX_RIVALS + 1)
const CODE = /^(?:[a-z]{2,8}|x)(?:-[a-z0-9]{1,8}){0,4}$/
/** No character that steers a terminal. */
const NAME = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]{1,100}$/

const number = v.pipe(v.number(), v.finite())
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
const name = v.pipe(v.string(), v.regex(NAME, 'not a name of at most 100 characters'))
const quality = v.object({ precision: share, recall: share })

const HeaderSchema = v.object({
  code: v.pipe(v.string(), v.regex(CODE, 'not a language code')),
  name,
  /** ISO 15924, as SCRIPTS names it. */
  script: v.pipe(
    v.string(),
    v.check(script => SCRIPTS.some(known => known.name === script), 'no script'),
  ),
  rivals: v.pipe(
    v.array(
      v.object({
        code: v.pipe(v.string(), v.maxLength(100)),
        name,
        /** Mean score per part of a word: of text of the language, and of the rival's. */
        own: number,
        theirs: number,
      }),
    ),
    v.maxLength(MAX_RIVALS),
  ),
  /** Mean score of its own text by how frequent its parts of words are in the language. */
  typical: v.pipe(number, v.minValue(0)),
  /** A text that stands there or higher between its rivals (0) and its own text (1) is in the language. */
  border: share,
  /** What the identifier takes the language for: shares of the text that it is sure of. */
  answers: v.object({ identifier: v.pipe(v.string(), v.maxLength(20)), shares: v.record(v.string(), share) }),
  /** Frequent words that the rivals do not have, the most telling ones first. */
  words: v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.maxLength(500)),
  trainedOn: v.object({ characters: number, paragraphs: number }),
  /** On text that was held back, of 2,000 and of 200 characters; null where there was too little. */
  quality: v.nullable(v.object({ page: quality, passage: quality })),
  /** What it was learned from (kept-texts.ts); absent in models of earlier versions and of declarations. */
  texts: v.optional(v.pipe(v.string(), v.base64('no base64'))),
})
const StoredSchema = v.object({
  format: v.literal('longtail language model'),
  version: v.literal(1),
  ...HeaderSchema.entries,
  /** Packed by packGrams. */
  grams: v.pipe(v.string(), v.base64('no base64')),
})

type Stored = v.InferOutput<typeof StoredSchema>
type Header = Readonly<v.InferOutput<typeof HeaderSchema>>

export interface LanguageModel extends Header {
  /** Hashes of parts of words (word-grams.ts), ascending as unsigned numbers. */
  readonly grams: Int32Array
  /** A column for each rival and one for how typical a part is; `weights[column * grams.length + i]`, 16 to a nat. */
  readonly weights: Int8Array
}

export function parseLanguageModel(text: string, where: string): LanguageModel {
  const wrong = (what: string): LongtailError =>
    new LongtailError('E_MODEL', `${where}: ${what}; make the model again with "longtail train language"`)
  if (text.length > MAX_MODEL_BYTES)
    throw wrong(`is larger than ${MAX_MODEL_BYTES} bytes, the limit for a language model`)
  const value = parseJson(text)
  if (value === undefined) throw wrong('is not a language model (not JSON)')
  if (typeof value === 'object' && value !== null && 'version' in value && Number(value.version) > 1)
    throw wrong(`is version ${Number(value.version)} of a language model, this build reads 1`)
  const result = v.safeParse(StoredSchema, value)
  if (!result.success) {
    const [issue] = result.issues
    const path = v.getDotPath(issue)
    throw wrong(`is not a language model (${path === null ? '' : `${path}: `}${issue.message.slice(0, 200)})`)
  }
  const header = v.parse(HeaderSchema, result.output)
  const unpacked = unpackGrams(result.output.grams, header.rivals.length + 1)
  if (unpacked === null) throw wrong('its word parts are damaged')
  return { ...header, ...unpacked }
}

export function readLanguageModel(path: string): LanguageModel {
  let text: string
  try {
    if (statSync(path).size > MAX_MODEL_BYTES)
      throw new LongtailError(
        'E_MODEL',
        `${path}: is larger than ${MAX_MODEL_BYTES} bytes, the limit for a language model`,
      )
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof LongtailError) throw error
    throw new LongtailError(
      'E_MODEL',
      `${path}: the language model cannot be read (${systemReason(error)}); "longtail train language" makes one`,
    )
  }
  return parseLanguageModel(text, path)
}

export function languageModelText({ grams, weights, ...header }: LanguageModel): string {
  const stored: Stored = {
    format: 'longtail language model',
    version: 1,
    ...header,
    grams: packGrams(grams, weights).toString('base64'),
  }
  return `${JSON.stringify(stored)}\n`
}

export function writeLanguageModel(path: string, model: LanguageModel): void {
  writeAtomically(path, languageModelText(model), { isShared: true })
}

/** Count, then the steps between the hashes as LEB128, then the columns of weights; deflated. */
function packGrams(grams: Int32Array, weights: Int8Array): Buffer {
  const steps: number[] = []
  let before = 0
  for (const gram of grams) {
    let step = (gram >>> 0) - before
    before = gram >>> 0
    for (; step > 127; step = Math.floor(step / 128)) steps.push((step % 128) | 128)
    steps.push(step)
  }
  const count = Buffer.alloc(4)
  count.writeUInt32LE(grams.length)
  return deflateRawSync(Buffer.concat([count, Buffer.from(steps), Buffer.from(weights.buffer, 0, weights.length)]), {
    level: 9,
  })
}

function unpackGrams(packed: string, columns: number): Pick<LanguageModel, 'grams' | 'weights'> | null {
  let bytes: Buffer
  try {
    bytes = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: MAX_UNPACKED })
  } catch {
    return null
  }
  if (bytes.length < 4) return null
  const count = bytes.readUInt32LE()
  if (count > MAX_GRAMS) return null
  const grams = new Int32Array(count)
  let at = 4
  for (let i = 0, gram = -1; i < count; i++) {
    let step = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++]
      if (byte === undefined || scale > 2 ** 32) return null
      step += (byte & 127) * scale
      if (byte < 128) break
    }
    if (step === 0 && i > 0) return null
    gram = Math.max(gram, 0) + step
    if (gram > 0xffffffff) return null
    grams[i] = gram | 0
  }
  if (bytes.length !== at + count * columns) return null
  return { grams, weights: new Int8Array(bytes.subarray(at)) }
}
