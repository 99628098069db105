/**
 * Undoes Content-Encoding, up to a limit: a few kilobytes may unpack to gigabytes. What comes out before an error or the
 * limit is kept, as browsers do with a broken stream. Used for robots.txt and sitemaps; pages are unpacked by the analysis.
 */
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import type { Exchange } from '../contracts.js'
import { findHeader } from './headers.js'

const MAX_LAYERS = 3

export async function decodeContent(exchange: Exchange, maxBytes: number): Promise<Uint8Array> {
  const value = findHeader(exchange.headers, 'content-encoding') ?? ''
  const layers = value
    .toLowerCase()
    .split(',', MAX_LAYERS + 1)
    .map(layer => layer.trim())
  if (layers.length > MAX_LAYERS) return new Uint8Array(0)
  let body = exchange.body
  for (const layer of layers.reverse()) body = await decodeLayer(body, layer, maxBytes)
  return body.length > maxBytes ? body.subarray(0, maxBytes) : body
}

function decodeLayer(body: Uint8Array, name: string, maxBytes: number): Promise<Uint8Array> {
  const decoder = decoderFor(name, body)
  if (decoder === null || body.length === 0) return Promise.resolve(body)
  return new Promise(resolve => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = () => {
      decoder.destroy()
      resolve(Buffer.concat(chunks))
    }
    decoder.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxBytes) finish()
    })
    decoder.once('end', finish)
    decoder.once('error', finish)
    decoder.end(body)
  })
}

/** Null when there is nothing to undo; servers that announce gzip and send plain text are common. */
function decoderFor(name: string, body: Uint8Array) {
  if (name === 'gzip' || name === 'x-gzip') return body[0] === 0x1f && body[1] === 0x8b ? createGunzip() : null
  if (name === 'br') return createBrotliDecompress()
  // half of the servers that say deflate mean the zlib format, the others the bare stream
  if (name === 'deflate')
    return (body[0] & 0x0f) === 8 && ((body[0] << 8) | body[1]) % 31 === 0 ? createInflate() : createInflateRaw()
  return null
}
