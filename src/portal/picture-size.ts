/** Width and height of a picture, by the first bytes of its file: PNG, GIF, JPEG and WebP. */

export interface PictureSize {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'
  readonly width: number
  readonly height: number
}

/** Null for what is none of these, or is cut off before it says its size. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  try {
    const size = pngSize(view) ?? gifSize(view) ?? jpegSize(view) ?? webpSize(view)
    return size !== null && size.width > 0 && size.height > 0 ? size : null
  } catch (error) {
    // cut off
    if (error instanceof RangeError) return null
    throw error
  }
}

function pngSize(view: Buffer): PictureSize | null {
  if (view.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n' || view.toString('latin1', 12, 16) !== 'IHDR') return null
  return { type: 'image/png', width: view.readUInt32BE(16), height: view.readUInt32BE(20) }
}

function gifSize(view: Buffer): PictureSize | null {
  if (!/^GIF8[79]a$/.test(view.toString('latin1', 0, 6))) return null
  return { type: 'image/gif', width: view.readUInt16LE(6), height: view.readUInt16LE(8) }
}

/** The frame's head is behind segments whose lengths are known; a photograph's own thumbnail is inside one of them and is passed over. */
function jpegSize(view: Buffer): PictureSize | null {
  if (view.length < 4 || view.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; ;) {
    while (view.readUInt8(at) !== 0xff) at++
    while (view.readUInt8(at) === 0xff) at++
    const marker = view.readUInt8(at++)
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    if (isAlone) continue
    if (marker === 0xd9 || marker === 0xda) return null
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { type: 'image/jpeg', width: view.readUInt16BE(at + 5), height: view.readUInt16BE(at + 3) }
    at += Math.max(2, view.readUInt16BE(at))
  }
}

function webpSize(view: Buffer): PictureSize | null {
  if (view.toString('latin1', 0, 4) !== 'RIFF' || view.toString('latin1', 8, 12) !== 'WEBP') return null
  const type = 'image/webp'
  switch (view.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { type, width: 1 + view.readUIntLE(24, 3), height: 1 + view.readUIntLE(27, 3) }
    case 'VP8L': {
      const bits = view.readUInt32LE(21)
      return { type, width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
    }
    case 'VP8 ':
      return { type, width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff }
    default:
      return null
  }
}
