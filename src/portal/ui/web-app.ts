/**
 * The portal on the home screen of a telephone: a manifest and an icon. No service worker: browsers run one only on https and on the
 * machine itself, not in a school's network, and the portal needs its server anyway.
 */
import { encodePng } from '../../png.js'
import type { Answer, Portal, PortalRequest, Route } from '../server/route.js'
import { portalName } from './layout.js'

const SIZES = [192, 512] as const
const BLUE = '#1a4e8a'
const LIGHT_BLUE = '#9cc3ee'
const WHITE = '#ffffff'

/** The drawing of favicon.svg, in 32 × 32; all of it lies in the circle that telephones leave of an icon. */
const SHAPES: readonly (readonly [left: number, top: number, right: number, bottom: number, colour: number])[] = [
  [9, 7, 14, 25, 1],
  [14, 21, 23, 25, 1],
  [18, 8, 24, 11, 2],
  [18, 13, 24, 16, 2],
]

export const webAppRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/manifest.webmanifest', handle: manifest },
  ...SIZES.map((size): Route => ({ method: 'GET', pattern: iconPath(size), handle: () => icon(size) })),
]

export function iconPath(size: (typeof SIZES)[number]): string {
  return `/icon-${size}.png`
}

function manifest(request: PortalRequest, portal: Portal): Answer {
  const name = portalName(portal)
  const content = {
    id: '/',
    name,
    short_name: [...name].slice(0, 12).join('').trim(),
    lang: request.language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: WHITE,
    theme_color: portal.people.rules().colour || BLUE,
    icons: SIZES.map(size => ({
      src: iconPath(size),
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  }
  return { status: 200, headers: { 'Content-Type': 'application/manifest+json' }, body: JSON.stringify(content) }
}

const drawn = new Map<number, Uint8Array>()

function icon(size: (typeof SIZES)[number]): Answer {
  const bytes = drawn.get(size) ?? drawIcon(size)
  drawn.set(size, bytes)
  return {
    status: 200,
    headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' },
    body: bytes,
  }
}

function drawIcon(size: number): Uint8Array {
  const rows = Buffer.alloc(size * (size + 1))
  const scale = size / 32
  for (const [left, top, right, bottom, colour] of SHAPES)
    for (let y = top * scale; y < bottom * scale; y++)
      rows.fill(colour, y * (size + 1) + 1 + left * scale, y * (size + 1) + 1 + right * scale)
  const palette = [BLUE, WHITE, LIGHT_BLUE].map(colour => Buffer.from(colour.slice(1), 'hex'))
  return encodePng(size, size, rows, Buffer.concat(palette))
}
