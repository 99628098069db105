/** What the bytes themselves say about their charset. */
import { createRequire } from 'node:module'
import type { detect } from 'jschardet'
import { charsetName } from './names.js'
import { codeUnits } from '../html/code-units.js'
import { scanHtml, type HtmlEvents } from '../html/scanner.js'
import { RAW, TAG_FLAGS } from '../html/tags.js'

/**
 * The detector takes milliseconds; more than this made it slower, not better (cc-dev: 107 of 116 right from 500 to
 * 2,000 bytes).
 */
const SAMPLE = 1_000
/** Where text is looked for, then where it is if there is none: behind long styles and scripts. */
const SEARCHED = [100_000, 1_000_000] as const
/** From the first byte above 127 on. */
const COUNTED = 200_000

export interface HighBytes {
  /** Bytes above 127. */
  readonly count: number
  /** Of these, the ones next to another: few in Latin text, nearly all in other scripts. */
  readonly paired: number
  /** Sequences that are whole characters in UTF-8, and those of them with three bytes or more. */
  readonly sequences: number
  readonly long: number
  /** Bytes that are no part of such a sequence. */
  readonly stray: number
}

export function countHighBytes(bytes: Uint8Array): HighBytes {
  let first = 0
  while (first < bytes.length && bytes[first] < 0x80) first++
  const end = Math.min(bytes.length, first + COUNTED)
  let count = 0
  let paired = 0
  let sequences = 0
  let long = 0
  let stray = 0
  for (let i = first; i < end; i++) {
    const byte = bytes[i]
    if (byte < 0x80) continue
    const length = utf8Length(bytes, i, end)
    if (length === 0) {
      stray++
      count++
      if (bytes[i - 1] > 0x7f || bytes[i + 1] > 0x7f) paired++
    } else {
      sequences++
      if (length > 2) long++
      count += length
      paired += length
      i += length - 1
    }
  }
  return { count, paired, sequences, long, stray }
}

/** Bytes of the UTF-8 character that begins here, 0 when none does. */
function utf8Length(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at]
  const length =
    lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0
  if (length === 0 || at + length > end) return 0
  for (let k = 1; k < length; k++) if ((bytes[at + k] & 0xc0) !== 0x80) return 0
  return length
}

let loaded: typeof detect | null = null

/** Loaded when the first page without a declaration comes: it takes as long to load as a hundred pages to analyse. */
function detector(): typeof detect {
  loaded ??= (createRequire(import.meta.url)('jschardet') as { detect: typeof detect }).detect
  return loaded
}

/** The charset that the visible text looks like, null when nothing can be said. */
export function guessCharset(bytes: Buffer): string | null {
  const sample = sampleText(bytes)
  if (sample.length === 0) return null
  const { encoding } = detector()(sample)
  const name = encoding === null ? null : charsetName(encoding)
  // UTF-8 was ruled out on the whole page, not on a sample; UTF-16 has zeros; the last are rare on the Web, but often
  // guessed
  return name === null || /^(?:utf-|macintosh|x-mac-|iso-8859-(?:3|4|10|13|14|16)$)/.test(name) ? null : name
}

/** Stretches of text that hold more than ASCII; markup would teach the detector English. */
function sampleText(bytes: Buffer): Buffer {
  let sample = ''
  for (const searched of SEARCHED) {
    const html = bytes.toString('latin1', 0, Math.min(bytes.length, searched))
    const sampler = new Sampler(html)
    scanHtml(html, codeUnits(html), sampler, false)
    sample = sampler.sample
    if (sample !== '' || bytes.length <= searched) break
  }
  return Buffer.from(sample.slice(0, SAMPLE), 'latin1')
}

class Sampler implements HtmlEvents {
  sample = ''
  private raw = false

  constructor(private readonly html: string) {}

  text(start: number, end: number): void {
    if (this.raw || this.sample.length >= SAMPLE) return
    const text = this.html.slice(start, end)
    const first = text.search(/[\x80-\xff]/)
    if (first !== -1) this.sample += `${text.slice(first, first + SAMPLE)} `
  }

  opened(tag: number): void {
    this.raw = (TAG_FLAGS[tag] & RAW) !== 0
  }

  close(): void {
    this.raw = false
  }

  open(): void {}
  attribute(): void {}
}
