/** The school's logo: a small picture that was checked before it is kept. Drawings (SVG) are refused: they can hold scripts. */
import { createHash } from 'node:crypto'
import type { Logo } from '../contracts.js'
import { pictureSize } from '../picture-size.js'

export const MAX_LOGO_BYTES = 200_000
const LEAST_SIDE = 16
const LARGEST_SIDE = 2000
/** Longer strips leave no room for anything else in the head of a page. */
const LONGEST_SHAPE = 8

/** Null: it is no PNG, JPEG, GIF or WebP, or is too large or too thin. */
export function logoOf(bytes: Uint8Array): Logo | null {
  if (bytes.length > MAX_LOGO_BYTES) return null
  const size = pictureSize(bytes)
  if (size === null) return null
  const [short, long] = [size.width, size.height].sort((a, b) => a - b)
  if (short < LEAST_SIDE || long > LARGEST_SIDE || long > LONGEST_SHAPE * short) return null
  return { ...size, bytes, version: createHash('sha256').update(bytes).digest('hex').slice(0, 12) }
}

/** As local.db keeps it. */
export function writeLogo(logo: Logo | null): string {
  return logo === null ? '' : Buffer.from(logo.bytes).toString('base64')
}

/** Checked again: somebody may have brought another local.db. */
export function readLogo(kept: string): Logo | null {
  return kept === '' || kept.length > 2 * MAX_LOGO_BYTES ? null : logoOf(Buffer.from(kept, 'base64'))
}
