/** The index lines of one archive: from the index beside it where it is whole, else from its records. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { cdxjLineOf, parseCdxj, recordsOf, targetUri, type ByteFile, type WarcRecord } from '../../archive/index.js'
import { canonicalUrl } from '../../page/index.js'

/** A file of lines, in any order. */
export interface Lines {
  readonly path: string
  readonly bytes: number
  /** The name that they give to the archive. */
  readonly filename: string
}

const WRITE_CHARACTERS = 256 * 1024

/** Lines that go to a file a piece at a time. */
export async function createLineFile(path: string): Promise<{
  add(line: string): Promise<void>
  /** Returns how many bytes it has. */
  close(): Promise<number>
}> {
  const file = await open(path, 'w')
  let text = ''
  let bytes = 0
  const flush = async (): Promise<void> => {
    await file.appendFile(text, 'latin1')
    bytes += text.length
    text = ''
  }
  return {
    async add(line) {
      text += line + '\n'
      if (text.length > WRITE_CHARACTERS) await flush()
    },
    async close() {
      try {
        await flush()
      } finally {
        await file.close()
      }
      return bytes
    },
  }
}

export function linesIn(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path, 'latin1'), crlfDelay: Infinity })
}

/** Told of every capture whose address is not the canonical one: where it is, and the address. */
export type OnAddress = (offset: number, url: string) => void

/**
 * The lines of a capture; none for other records. ReplayWeb.page compares addresses letter by letter with what a browser asks for, so
 * that one that a tool wrote differently (`http://example.com?a`) has a second line with what browsers make of it. The first one stays,
 * because revisits name their original as the tool wrote it. `place`: where the record will be.
 */
export function captureLines(
  record: WarcRecord,
  place: { readonly offset: number; readonly length: number },
  filename: string,
  onAddress: OnAddress,
): readonly string[] {
  const line = cdxjLineOf({ ...record, ...place }, filename)
  if (line === null) return []
  const written = targetUri(record)
  const url = /^https?:/i.test(written) && URL.canParse(written) ? withoutFragment(new URL(written).href) : written
  if (canonicalUrl(url) !== url) onAddress(record.offset, url)
  if (url === written) return [line]
  const headers = new Map(record.headers).set('warc-target-uri', url)
  return [line, cdxjLineOf({ ...record, ...place, headers }, filename) ?? line]
}

function withoutFragment(url: string): string {
  const hash = url.indexOf('#')
  return hash === -1 ? url : url.slice(0, hash)
}

/** Lines of all captures. `lost`: those that nobody could read by their offset. */
export async function indexOf(
  file: ByteFile,
  path: string,
  filename: string,
  onAddress: OnAddress,
  signal?: AbortSignal,
): Promise<Lines & { readonly lost: number }> {
  const lines = await createLineFile(path)
  let lost = 0
  let bytes = 0
  try {
    for await (const record of recordsOf(file)) {
      signal?.throwIfAborted()
      const found = captureLines(record, record, filename, onAddress)
      if (found.length > 0 && (record.inner > 0 || record.length === 0)) lost++
      else for (const line of found) await lines.add(line)
    }
  } finally {
    bytes = await lines.close()
  }
  return { path, bytes, filename, lost }
}

/**
 * Whether an index that a crawl wrote is that of this file: every line points into it, and no capture follows behind the last one.
 * An index is written in one go when its archive is closed, so that it has all lines or is not there.
 */
export async function isWholeIndex(path: string, file: ByteFile, filename: string): Promise<boolean> {
  let end = 0
  for await (const line of linesIn(path)) {
    const entry = parseCdxj(line)
    if (entry === null || entry.filename !== filename) return false
    const last = entry.offset + entry.length
    if (!(entry.offset >= 0 && last <= file.size)) return false
    end = Math.max(end, last)
  }
  for await (const record of recordsOf(file, { start: end, maxBlockBytes: 0 }))
    if (record.type === 'response' || record.type === 'revisit' || record.type === 'resource') return false
  return true
}

/** The same line for an archive that is called differently here. */
export function renamed(line: string, filename: string, name: string): string {
  return filename === name ? line : line.replace(/"filename":"[^"]*"\}$/, `"filename":"${name}"}`)
}
