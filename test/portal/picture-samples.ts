/** Pictures for tests: real PNG files of any size, and the beginnings of other formats. */
import { encodePng } from '../../src/png.js'

/** Noise, so that it does not shrink to nothing; another one for each `seed`. */
export function pngOf(width: number, height: number, seed = 1): Uint8Array {
  const rows = Buffer.alloc(height * (width + 1))
  let state = seed
  for (let y = 0; y < height; y++)
    for (let x = 1; x <= width; x++) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      rows[y * (width + 1) + x] = state >> 24
    }
  const palette = Buffer.alloc(3 * 128, seed)
  return encodePng(width, height, rows, palette)
}

/** With a segment before the frame in which a thumbnail says another size. */
export function jpegHead(width: number, height: number): Uint8Array {
  const frame = Buffer.from([0xff, 0xc2, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const thumbnail = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0])
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 2 + thumbnail.length]), thumbnail])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), segment, Buffer.from([0xff]), frame])
}

export function gifHead(width: number, height: number): Uint8Array {
  const bytes = Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1')
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  return bytes
}

export function webpHead(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(40)
  bytes.write(`RIFF\x20\0\0\0WEBP${kind}`, 'latin1')
  if (kind === 'VP8X') {
    bytes.writeUIntLE(width - 1, 24, 3)
    bytes.writeUIntLE(height - 1, 27, 3)
  } else if (kind === 'VP8L') bytes.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21)
  else {
    bytes.writeUInt16LE(width, 26)
    bytes.writeUInt16LE(height, 28)
  }
  return bytes
}
