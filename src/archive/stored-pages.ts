/** Pages that somebody has on a disk, as exchanges: single files, and archives. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Exchange } from '../contracts.js'
import { DOCUMENT_MIME, documentKind } from '../page/document/kind.js'
import { zipDirectory } from '../page/document/zip-peek.js'
import { readArchive } from './archive-files.js'
import { exchangeOf } from './exchange-of.js'

/** A larger ZIP file is no document that anybody reads. */
const LARGEST_DOCUMENT = 256 << 20

/** WARC and ARC (packed or not) and WACZ, by their bytes: names say little. Documents and others are ZIP files, too. */
export function isArchive(path: string): boolean {
  const fd = openSync(path, 'r')
  try {
    const start = Buffer.alloc(10)
    readSync(fd, start, 0, 10, 0)
    if (!/^(\x1f\x8b|PK\x03\x04|WARC\/|filedesc:)/.test(start.toString('latin1'))) return false
    return start[0] !== 0x50 || fstatSync(fd).size > LARGEST_DOCUMENT || mayBeWacz(readFileSync(path))
  } finally {
    closeSync(fd)
  }
}

/** A damaged one may have no directory. */
function mayBeWacz(bytes: Buffer): boolean {
  const names = zipDirectory(bytes)
  return (names === '' || /\.w?arc/i.test(names)) && documentKind('', bytes) === null
}

/** The answers with a status in the 200s, robots.txt left out. */
export async function* archivedPages(path: string, onDamage: () => void = () => {}): AsyncGenerator<Exchange> {
  for await (const record of readArchive(path, { onDamage })) {
    const exchange = record.type === 'response' || record.type === 'resource' ? exchangeOf(record) : null
    const isPage = exchange !== null && exchange.status >= 200 && exchange.status < 300
    if (isPage && !exchange.url.endsWith('/robots.txt')) yield exchange
  }
}

/** The first bytes of files that are no text, whatever their names say. */
const SIGNATURES: readonly (readonly [bytes: string, type: string])[] = [
  ['\xd0\xcf\x11\xe0', 'application/msword'],
  ['PK\x03\x04', 'application/zip'],
  ['\x89PNG', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF8', 'image/gif'],
]

function typeByContent(body: Buffer): string | null {
  const kind = documentKind('application/octet-stream', body)
  if (kind !== null) return DOCUMENT_MIME[kind]
  const start = body.toString('latin1', 0, 8)
  return SIGNATURES.find(([bytes]) => start.startsWith(bytes))?.[1] ?? null
}

/** A file as if a server had sent it: HTML unless its bytes or its name say otherwise. */
export function fileExchange(path: string): Exchange {
  const body = readFileSync(path)
  const written = /^\.(?:txt|md)$/i.test(extname(path)) ? 'text/plain' : 'text/html'
  return {
    ok: true,
    url: pathToFileURL(path).href,
    startedAt: 0,
    fetchMs: 0,
    ip: null,
    protocol: 'http/1.1',
    requestHeaders: [],
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', typeByContent(body) ?? written]],
    body,
    truncated: null,
  }
}
