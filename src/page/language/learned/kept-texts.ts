/**
 * The text that a language was learned from, kept in its model: what is learned on must be learned from the first examples again
 * (train/learn-on.ts), by whoever has the model. Base64 of deflated JSON; at most a third of the model's size is spent on it.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as v from 'valibot'
import { parseJson } from '../../../json.js'

export interface KeptTexts {
  /** Paragraphs on lines. */
  readonly own: string
  /** Of the neighbours that were given, each by its name. */
  readonly neighbours: readonly { readonly name: string; readonly text: string }[]
}

/** As many characters are as good as more; those of neighbours only tell them from the language. */
const MAX_OWN = 100_000
const MAX_OF_NEIGHBOUR = 20_000
const MAX_PACKED = 330_000
const MAX_UNPACKED = 8_000_000

const KeptSchema = v.object({
  own: v.string(),
  neighbours: v.pipe(v.array(v.object({ name: v.string(), text: v.string() })), v.maxLength(30)),
})

/** Where there is too much of it, text of the neighbours is left out first. */
export function packTexts({ own, neighbours }: KeptTexts): string {
  const cut = (text: string, most: number): string =>
    text.length <= most ? text : text.slice(0, Math.max(0, text.lastIndexOf('\n', most)) || most)
  const short = neighbours.map(({ name, text }) => ({ name, text: cut(text, MAX_OF_NEIGHBOUR) }))
  for (let left = short.length; ; left--) {
    const packed = pack({ own: cut(own, MAX_OWN), neighbours: short.slice(0, left) })
    if (packed.length <= MAX_PACKED || left === 0) return packed
  }
}

function pack(texts: KeptTexts): string {
  return deflateRawSync(JSON.stringify(texts), { level: 9 }).toString('base64')
}

/** Null when there are none, or they are damaged: models are handed around. */
export function unpackTexts(packed: string | undefined): KeptTexts | null {
  if (packed === undefined) return null
  try {
    const json = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: MAX_UNPACKED }).toString('utf8')
    const result = v.safeParse(KeptSchema, parseJson(json))
    return result.success && result.output.own !== '' ? result.output : null
  } catch {
    return null
  }
}
