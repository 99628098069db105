/**
 * Which of many things were there before? By keys, over a corpus of any size, in bounded memory: keys go to 64 scratch files by their first
 * bits, each file is looked through by itself, and one bit per thing remains. A key is 64 bits, so that two different paragraphs of a
 * corpus of a hundred million meet with a chance of 3 in 10,000.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { writeAll } from '../../disk/write-all.js'

const PARTS = 64
/** 64-bit key, 48-bit number. */
const ENTRY_BYTES = 14
const BUFFERED = 2048

export class Repeats {
  private readonly parts: { readonly file: number; readonly buffer: Buffer; used: number }[]
  private most = -1
  private bits = new Uint8Array(0)

  constructor(scratch: string, name: string) {
    this.parts = Array.from({ length: PARTS }, (_, i) => ({
      file: openSync(join(scratch, `${name}-${i}`), 'w+'),
      buffer: Buffer.alloc(ENTRY_BYTES * BUFFERED),
      used: 0,
    }))
  }

  /** A key of the thing with this number: 16 hexadecimal digits. Numbers never fall; a thing may have several keys. */
  add(number: number, key: string): void {
    this.most = number
    const high = Number.parseInt(key.slice(0, 8), 16)
    const part = this.parts[high >>> 26]
    const { buffer, used } = part
    buffer.writeUInt32LE(high, used)
    buffer.writeUInt32LE(Number.parseInt(key.slice(8), 16), used + 4)
    buffer.writeUIntLE(number, used + 8, 6)
    part.used += ENTRY_BYTES
    if (part.used === buffer.length) this.flush(part)
  }

  /** After the last key. `before`: only what a thing with a smaller number has counts as having been there. */
  async find(signal?: AbortSignal, before = Infinity): Promise<void> {
    this.bits = new Uint8Array(Math.floor(this.most / 8) + 1)
    for (const part of this.parts) this.flush(part)
    const largest = Math.max(...this.parts.map(({ file }) => entriesOf(file)))
    // one table for all parts: V8 may take long to give back what each of them would have
    const memory = new Uint32Array(2 * slotsFor(largest))
    for (const { file } of this.parts) {
      // Ctrl-C is heard between two turns
      await setImmediate()
      signal?.throwIfAborted()
      this.findIn(file, memory, before)
    }
  }

  /** True: one of its keys was a key of a thing before it. */
  isRepeat(number: number): boolean {
    return (this.bits[Math.floor(number / 8)] & (1 << (number % 8))) !== 0
  }

  close(): void {
    for (const { file } of this.parts) closeSync(file)
  }

  /** Keys were written in the order of their numbers: the first of equal ones is the one that stays. */
  private findIn(file: number, memory: Uint32Array, before: number): void {
    const slots = slotsFor(entriesOf(file))
    const table = memory.subarray(0, slots * 2).fill(0)
    const piece = Buffer.alloc(ENTRY_BYTES * BUFFERED)
    for (let at = 0; ;) {
      const read = readSync(file, piece, 0, piece.length, at)
      const length = read - (read % ENTRY_BYTES)
      if (length === 0) return
      at += length
      for (let i = 0; i < length; i += ENTRY_BYTES) {
        const high = piece.readUInt32LE(i)
        // 0, 0 is an empty slot
        const low = piece.readUInt32LE(i + 4) || 1
        let slot = (low & (slots - 1)) * 2
        while (table[slot] !== 0 || table[slot + 1] !== 0) {
          if (table[slot] === high && table[slot + 1] === low) break
          slot = (slot + 2) & (slots * 2 - 1)
        }
        const number = piece.readUIntLE(i + 8, 6)
        if (table[slot + 1] === low && table[slot] === high) {
          this.bits[Math.floor(number / 8)] |= 1 << (number % 8)
        } else if (number < before) {
          table[slot] = high
          table[slot + 1] = low
        }
      }
    }
  }

  private flush(part: { readonly file: number; readonly buffer: Buffer; used: number }): void {
    writeAll(part.file, part.buffer.subarray(0, part.used))
    part.used = 0
  }
}

function entriesOf(file: number): number {
  return Math.floor(fstatSync(file).size / ENTRY_BYTES)
}

/** A power of two. */
function slotsFor(entries: number): number {
  return 2 ** Math.ceil(Math.log2(entries * 1.5 + 1))
}
