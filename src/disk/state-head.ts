/**
 * The head of a checkpoint file: magic, version, byte order, length and checksum of what follows, then JSON that says what the
 * checkpoint is about and where its fields lie. It is padded, so that the data behind it is aligned.
 */
import { endianness } from 'node:os'
import { crc32 } from 'node:zlib'
import { isSectionType, type StateSection } from './state-section.js'
import { isRecord } from '../json.js'

const MAGIC = Buffer.from('longtail state\n\0', 'latin1')
const VERSION = 1
/** Arrays lie in the byte order of the machine: a checkpoint is for the machine that wrote it, another one replays the log. */
const ORDERS: readonly string[] = ['LE', 'BE']
export const FIXED_BYTES = MAGIC.length + 16
/** Of all sections, in bytes. */
export const ALIGNMENT = 8

export interface StateHead {
  readonly about: Readonly<Record<string, string | number>>
  readonly sections: readonly StateSection[]
}

export function encodeHead(head: StateHead): Buffer {
  const text = Buffer.from(JSON.stringify(head))
  const bytes = Buffer.alloc(Math.ceil((FIXED_BYTES + text.length) / ALIGNMENT) * ALIGNMENT)
  MAGIC.copy(bytes)
  bytes.writeUInt32LE(VERSION, MAGIC.length)
  bytes.writeUInt32LE(ORDERS.indexOf(endianness()), MAGIC.length + 4)
  bytes.writeUInt32LE(text.length, MAGIC.length + 8)
  bytes.writeUInt32LE(crc32(text), MAGIC.length + 12)
  text.copy(bytes, FIXED_BYTES)
  return bytes
}

/** The length of the JSON behind the fixed part. Throws an Error that says what is wrong. */
export function headLength(fixed: Buffer): number {
  if (!MAGIC.equals(fixed.subarray(0, MAGIC.length))) throw new Error('it is not a checkpoint')
  const version = fixed.readUInt32LE(MAGIC.length)
  if (version !== VERSION) throw new Error(`it is of version ${version}, and this build reads ${VERSION}`)
  const order = fixed.readUInt32LE(MAGIC.length + 4)
  if (ORDERS[order] !== endianness()) throw new Error('it was written by a machine with another byte order')
  return fixed.readUInt32LE(MAGIC.length + 8)
}

/** Throws an Error that says what is wrong. */
export function decodeHead(fixed: Buffer, text: Buffer): StateHead {
  if (fixed.readUInt32LE(MAGIC.length + 12) !== crc32(text)) throw new Error('the checksum of its head is wrong')
  const head: unknown = JSON.parse(text.toString())
  if (!isHead(head)) throw new Error('its head says something else')
  return head
}

function isHead(value: unknown): value is StateHead {
  if (!isRecord(value) || !isRecord(value.about) || !Array.isArray(value.sections)) return false
  const abouts = Object.values(value.about)
  return abouts.every(item => typeof item === 'string' || typeof item === 'number') && value.sections.every(isSection)
}

function isSection(value: unknown): value is StateSection {
  if (!isRecord(value) || typeof value.name !== 'string' || !isSectionType(value.type)) return false
  return [value.length, value.stored, value.offset, value.crc].every(n => Number.isSafeInteger(n) && Number(n) >= 0)
}
