/** CDXJ indexes: made from a WARC when it closes, sorted by bytes. */
import { basename } from 'node:path'
import { cdxjEnd, cdxjStart, mimeOf } from './cdxj-line.js'
import { targetUri } from './exchange-of.js'
import { parseHttpResponse } from './http-message.js'
import { LineSorter } from './line-sorter.js'
import { payloadDigest, warcDate } from './record-id.js'
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
