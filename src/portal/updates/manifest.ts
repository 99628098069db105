/**
 * What an update file says about itself, before its content (docs/formats.md#update-files). Everything that is done with an update is in
 * here, and the signature is of this text: blocks count only if they have the digests that stand here.
 */
import * as v from 'valibot'
import { LongtailError } from '../../errors.js'

/** Unpacked bytes of one block: what a reader holds in memory. */
export const BLOCK_BYTES = 1024 * 1024
/** A portal of some terabytes has a manifest of this size. */
export const MAX_MANIFEST_BYTES = 256 * 1024 * 1024

const DIGEST = /^[0-9a-f]{64}$/
const STATE = /^[0-9a-f]{16}$/
/** As build/copy-archives.ts names copies, so that it can tidy up: a file name and nothing else. */
const ARCHIVE = /^[0-9a-f]{10}-(?!\.)[^/\\\u0000-\u001f\u007f]{1,200}$/

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const digest = v.pipe(v.string(), v.regex(DIGEST))
const state = v.pipe(v.string(), v.regex(STATE))
const text = v.pipe(v.string(), v.maxLength(1000))

/** [bytes in the file, bytes when unpacked, SHA-256 of the bytes in the file]; equal numbers: stored as they are. */
const block = v.tuple([
  v.pipe(count, v.minValue(1), v.maxValue(BLOCK_BYTES)),
  v.pipe(count, v.minValue(1), v.maxValue(BLOCK_BYTES)),
  digest,
])

const part = v.object({
  /** index: the whole index.db; rows: changes to it; archive: bytes of an archive file from `from` on; wishes: a wish list. */
  kind: v.picklist(['index', 'rows', 'archive', 'wishes']),
  name: text,
  from: count,
  bytes: count,
  blocks: v.array(block),
})

const tableChange = v.object({
  table: text,
  columns: v.pipe(v.array(text), v.maxLength(50)),
  removed: count,
  changed: count,
  added: count,
  /** Rows of the table before and after. */
  before: count,
  after: count,
})

const manifestSchema = v.object({
  format: v.literal('longtail-update'),
  version: v.literal(1),
  kind: v.picklist(['library', 'wishes']),
  /** Public key of who signed it. */
  key: text,
  madeAt: count,
  title: text,
  /** The state that a portal has afterwards, and what it must have before; null: nothing, this is a whole portal. */
  state: v.nullable(state),
  base: v.nullable(v.object({ state, madeAt: count })),
  /** Version of the tables of index.db. */
  schema: text,
  parts: v.array(part),
  tables: v.array(tableChange),
  /** All archive files of the portal afterwards. */
  archives: v.array(v.object({ name: v.pipe(v.string(), v.regex(ARCHIVE)), bytes: count })),
})

export type UpdateManifest = v.InferOutput<typeof manifestSchema>
export type UpdatePart = UpdateManifest['parts'][number]
export type TableChange = UpdateManifest['tables'][number]

/** Throws E_UPDATE for what does not fit together, however it was signed. */
export function manifestIn(json: string, file: string): UpdateManifest {
  let manifest: UpdateManifest
  try {
    manifest = v.parse(manifestSchema, JSON.parse(json))
  } catch (error) {
    const version = /"version":(\d+)/.exec(json.slice(0, 100))?.[1]
    if (version !== undefined && version !== '1')
      throw new LongtailError('E_UPDATE', `${file} was made by a newer version of Longtail: install that version first`)
    throw new LongtailError('E_UPDATE', `${file} is not an update of Longtail, or is damaged: copy it again`, 'abort', {
      cause: error,
    })
  }
  const wrong = contradictionIn(manifest)
  if (wrong !== null) throw new LongtailError('E_UPDATE', `${file} is refused: ${wrong}`)
  return manifest
}

function contradictionIn({ kind, parts, archives, state, base }: UpdateManifest): string | null {
  const sizes = new Map(archives.map(({ name, bytes }) => [name.toLowerCase(), bytes]))
  if (sizes.size < archives.length) return 'it names an archive file twice'
  const names = new Set(parts.map(part => `${part.kind} ${part.name}`.toLowerCase()))
  if (names.size < parts.length) return 'it has a part twice'
  for (const part of parts) {
    if (part.blocks.reduce((sum, [, size]) => sum + size, 0) !== part.bytes)
      return `sizes in ${part.kind} do not add up`
    if (part.kind === 'archive' && sizes.get(part.name.toLowerCase()) !== part.from + part.bytes)
      return `it has a file that it does not list (${JSON.stringify(part.name.slice(0, 80))})`
    if (part.kind !== 'archive' && (part.name !== '' || part.from !== 0)) return `its ${part.kind} has a name`
  }
  const has = (one: UpdatePart['kind']): boolean => parts.some(part => part.kind === one)
  if (kind === 'wishes') return parts.length === 1 && has('wishes') ? null : 'it is not a wish list'
  if (state === null || has('wishes') || has('index') === has('rows')) return 'it does not say which library it needs'
  if (base === null && (!has('index') || parts.some(({ from }) => from > 0)))
    return 'it does not say which state it applies to'
  return null
}
