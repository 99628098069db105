/** CDXJ indexes: made from a WARC when it closes, sorted by bytes, and searched by URL without being loaded. */
import { basename } from 'node:path'
import { openByteFile, type ByteFile } from './byte-file.js'
import { cdxjEnd, cdxjStart, mimeOf, parseCdxj, type CdxEntry } from './cdxj-line.js'
import { targetUri } from './exchange-of.js'
import { parseHttpResponse } from './http-message.js'
import { LineSorter } from './line-sorter.js'
import { payloadDigest, warcDate } from './record-id.js'
import { surtOf } from './surt.js'
import { readWarc, type Damage, type WarcRecord } from './warc-reader.js'

/** crawl-00001.warc.gz → crawl-00001.cdxj */
export function indexPathOf(warcPath: string): string {
  return `${warcPath.replace(/\.w?arc(?:\.gz)?$/, '')}.cdxj`
}

/** Writes the index of a WARC beside it and returns its path. Memory is bounded. */
export async function indexWarc(
  warcPath: string,
  options: { readonly onDamage?: (damage: Damage) => void; readonly memoryBytes?: number } = {},
): Promise<string> {
  const path = indexPathOf(warcPath)
  const sorter = new LineSorter(path, options.memoryBytes)
  const filename = basename(warcPath)
  try {
    for await (const record of readWarc(warcPath, { onDamage: options.onDamage })) {
      const line = cdxjLineOf(record, filename)
      if (line !== null) sorter.add(line)
    }
    await sorter.finish()
  } finally {
    sorter.discard()
  }
  return path
}

/** Null for records that are not captures: requests, metadata, warcinfo. */
export function cdxjLineOf(record: WarcRecord, filename: string): string | null {
  const { type, headers, block, length, offset } = record
  const url = targetUri(record)
  if (url === '' || (type !== 'response' && type !== 'revisit' && type !== 'resource')) return null
  const response = type === 'resource' ? null : parseHttpResponse(block)
  const mime =
    type === 'revisit'
      ? 'warc/revisit'
      : mimeOf(response === null ? [['Content-Type', headers.get('content-type') ?? '']] : response.headers)
  const digest = headers.get('warc-payload-digest') ?? payloadDigest(response === null ? block : response.body)
  const date = headers.get('warc-date') ?? warcDate(0)
  return cdxjEnd(cdxjStart(url, date, mime, response?.status ?? null, digest, length), offset, filename)
}

const PIECE_BYTES = 64 * 1024
const MAX_LINE_BYTES = 256 * 1024

/** All captures of a URL that an index holds, oldest first. */
export async function lookUpCdxj(indexPath: string, url: string): Promise<CdxEntry[]> {
  const file = await openByteFile(indexPath)
  try {
    const prefix = `${surtOf(url)} `
    const entries: CdxEntry[] = []
    for await (const line of linesFrom(file, await firstNotBefore(file, prefix))) {
      if (!line.startsWith(prefix)) break
      const entry = parseCdxj(line)
      if (entry !== null) entries.push(entry)
    }
    return entries
  } finally {
    await file.close()
  }
}

/** Offset of the first line that is not smaller than `key`. */
async function firstNotBefore(file: ByteFile, key: string): Promise<number> {
  let low = 0
  let high = file.size
  while (high - low > PIECE_BYTES) {
    const middle = Math.floor((low + high) / 2)
    const at = await lineAfter(file, middle)
    if (at < 0 || at >= high) {
      high = middle
      continue
    }
    const { value } = await linesFrom(file, at).next()
    if (value !== undefined && value < key) low = at
    else high = middle
  }
  let at = low
  for await (const line of linesFrom(file, low)) {
    if (line >= key) break
    at += line.length + 1
  }
  return at
}

/** Where the first line that begins behind `offset` begins; -1 when there is none. */
async function lineAfter(file: ByteFile, offset: number): Promise<number> {
  for (let at = offset; at < file.size; at += PIECE_BYTES) {
    const found = (await file.read(at, PIECE_BYTES)).indexOf(10)
    if (found >= 0) return at + found + 1
  }
  return -1
}

async function* linesFrom(file: ByteFile, offset: number): AsyncGenerator<string, undefined, undefined> {
  let rest = ''
  for (let at = offset; at < file.size; at += PIECE_BYTES) {
    rest += (await file.read(at, PIECE_BYTES)).toString('latin1')
    let from = 0
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n', from)) {
      yield rest.slice(from, end)
      from = end + 1
    }
    rest = rest.slice(from)
    if (rest.length > MAX_LINE_BYTES) return undefined // no index has such lines
  }
  if (rest !== '') yield rest
  return undefined
}
