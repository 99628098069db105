/** Small pictures in PNG that are drawn here: eight bits per pixel, each a number in the palette. */
import { crc32, deflateSync } from 'node:zlib'

export const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** `rows`: one filter byte (none) before each row of pixels. `palette`: three bytes per colour. */
export function encodePng(width: number, height: number, rows: Buffer, palette: Buffer): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const framed = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
  framed.writeUInt32BE(data.length, 0)
  framed.writeUInt32BE(crc32(framed.subarray(4, 8 + data.length)), 8 + data.length)
  return framed
}
