/** One field of a checkpoint as bytes: how its value is written, and how it is made again. */
import type { StateArray } from '../state-fields.js'
import type { StateValue } from './state-tree.js'

/** Where a field lies in the file: `stored` bytes at `offset`, behind the head. */
export interface StateSection {
  readonly name: string
  readonly type: SectionType
  /** Elements of an array. Zeros at its end are not stored. */
  readonly length: number
  readonly stored: number
  readonly offset: number
  readonly crc: number
}

const ARRAYS = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const
type ArrayType = keyof typeof ARRAYS
/** `number` is a double, `text` and `texts` are JSON, which keeps characters that UTF-8 cannot. */
export type SectionType = ArrayType | 'number' | 'text' | 'texts'

interface Encoded {
  readonly type: SectionType
  readonly length: number
  /** Of the value itself where it is an array. */
  readonly bytes: Uint8Array
}

export function encodeValue(name: string, value: StateValue): Encoded {
  if (typeof value === 'number') return { type: 'number', length: 1, bytes: bytesOf(Float64Array.of(value)) }
  if (typeof value === 'string') return { type: 'text', length: 1, bytes: Buffer.from(JSON.stringify(value)) }
  if (isTexts(value)) return { type: 'texts', length: value.length, bytes: Buffer.from(JSON.stringify(value)) }
  const bytes = bytesOf(value)
  return { type: typeOf(name, value), length: value.length, bytes: bytes.subarray(0, endOfContent(bytes)) }
}

/** What a section is read into, before it is `finished`. Throws a RangeError when it is larger than memory. */
export function spaceFor(section: StateSection): Uint8Array | StateArray {
  if (section.type === 'text' || section.type === 'texts') return new Uint8Array(section.stored)
  const space = section.type === 'number' ? new Float64Array(1) : new ARRAYS[section.type](section.length)
  if (section.stored > space.byteLength) throw new Error(`${section.name} is longer than it says`)
  return space
}

export function finished(section: StateSection, space: StateArray): StateValue {
  if (section.type === 'number') return space[0]
  if (section.type !== 'text' && section.type !== 'texts') return space
  const value: unknown = JSON.parse(Buffer.from(space.buffer, space.byteOffset, space.byteLength).toString())
  if (section.type === 'text' && typeof value === 'string') return value
  if (section.type === 'texts' && isTexts(value)) return value
  throw new Error(`${section.name} is no ${section.type}`)
}

export function isSectionType(text: unknown): text is SectionType {
  return typeof text === 'string' && (text === 'number' || text === 'text' || text === 'texts' || text in ARRAYS)
}

export function bytesOf(array: StateArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}

function typeOf(name: string, array: StateArray): ArrayType {
  if (array.constructor === Uint8Array) return 'u8'
  if (array instanceof Uint16Array) return 'u16'
  if (array instanceof Uint32Array) return 'u32'
  if (array instanceof Int32Array) return 'i32'
  if (array instanceof Float32Array) return 'f32'
  if (array instanceof Float64Array) return 'f64'
  // a Buffer would come back as something else
  throw new TypeError(`${name} is a ${array.constructor.name}: only plain typed arrays can be saved`)
}

const ZEROS = Buffer.alloc(1 << 16)

/** Behind the last byte that is not zero. Compared natively as long as whole pieces are zero: tables are large and mostly empty. */
function endOfContent(bytes: Uint8Array): number {
  const piece = ZEROS.length
  let end = bytes.length
  while (end >= piece && ZEROS.compare(bytes, end - piece, end) === 0) end -= piece
  while (end > 0 && bytes[end - 1] === 0) end--
  return end
}
