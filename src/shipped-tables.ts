/** The tables in data/, which scripts/build-tables.mjs makes from packages of others. */
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { LongtailError, messageOf } from './errors.js'

const FOLDER = new URL('../../data/', import.meta.url)

/** What is compressed (.br) comes decompressed. */
export function readShipped(name: string): Buffer {
  try {
    const bytes = readFileSync(new URL(name, FOLDER))
    return name.endsWith('.br') ? brotliDecompressSync(bytes) : bytes
  } catch (cause) {
    throw new LongtailError(
      'E_MODEL',
      `the table ${name}, which is part of Longtail, cannot be read (${messageOf(cause)}); install Longtail again`,
      'abort',
      { cause },
    )
  }
}
