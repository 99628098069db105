/** Screenshots in 128 colours: a third of the bytes, and nobody sees the difference in text on a plain ground. */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const COLOURS = 128

/** Takes what Chromium writes: eight bits per channel, RGB or RGBA, not interlaced. */
export function shrinkPng(bytes: Buffer): Buffer {
  const { width, height, pixels } = readPng(bytes)
  const { palette, indexes } = quantise(pixels)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const parts = [
    bytes.subarray(0, 8),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat(parts)
}

export interface Picture {
  readonly width: number
  readonly height: number
  /** 0xRRGGBB each. */
  readonly pixels: Uint32Array
}

export function readPng(bytes: Buffer): Picture {
  const width = bytes.readUInt32BE(16)
  const height = bytes.readUInt32BE(20)
  const channels = bytes[25] === 6 ? 4 : 3
  const data: Buffer[] = []
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
  const raw = inflateSync(Buffer.concat(data))
  const stride = width * channels
  const pixels = new Uint32Array(width * height)
  let above = Buffer.alloc(stride)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)]
    const row = Buffer.from(raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)))
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : row[x - channels]
      const corner = x < channels ? 0 : above[x - channels]
      row[x] += predicted(filter, left, above[x], corner)
    }
    for (let x = 0; x < width; x++)
      pixels[y * width + x] = (row[x * channels] << 16) | (row[x * channels + 1] << 8) | row[x * channels + 2]
    above = row
  }
  return { width, height, pixels }
}

/** The filters of the PNG standard. */
function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) return 0
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

/** The most frequent colours, and for every other one the nearest of them. */
function quantise(pixels: Uint32Array): { palette: Buffer; indexes: Uint8Array } {
  const counts = new Map<number, number>()
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  const kept = [...counts].sort((a, b) => b[1] - a[1]).slice(0, COLOURS)
  const colours = kept.map(([colour]) => colour)
  const nearest = new Map(colours.map((colour, index) => [colour, index]))
  const indexes = new Uint8Array(pixels.length)
  pixels.forEach((pixel, at) => {
    let index = nearest.get(pixel)
    if (index === undefined) {
      index = nearestOf(pixel, colours)
      nearest.set(pixel, index)
    }
    indexes[at] = index
  })
  const palette = Buffer.alloc(3 * colours.length)
  colours.forEach((colour, i) => palette.writeUIntBE(colour, 3 * i, 3))
  return { palette, indexes }
}

function nearestOf(pixel: number, colours: readonly number[]): number {
  let best = 0
  let least = Infinity
  colours.forEach((colour, index) => {
    let distance = 0
    for (const shift of [16, 8, 0]) distance += (((pixel >> shift) & 255) - ((colour >> shift) & 255)) ** 2
    if (distance < least) {
      least = distance
      best = index
    }
  })
  return best
}

function chunk(type: string, data: Buffer): Buffer {
  const framed = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
  framed.writeUInt32BE(data.length, 0)
  framed.writeUInt32BE(crc32(framed.subarray(4, 8 + data.length)), 8 + data.length)
  return framed
}
