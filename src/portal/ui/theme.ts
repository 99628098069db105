/** The school's colour on every page: /theme.css, made of one chosen colour so that everything stays readable in light and in dark. */
import { Refusal } from '../server/refusal.js'
import type { Answer, Portal, PortalRequest, Route } from '../server/route.js'
import { contrast, mixed, type Colour } from './contrast.js'

const WHITE: Colour = [255, 255, 255]
const BLACK: Colour = [0, 0, 0]
/** --page and --panel of portal.css in dark colours; --text of both. */
const DARK_PAGE: Colour = [0x13, 0x17, 0x1d]
const DARK_PANEL: Colour = [0x1c, 0x22, 0x2a]
const DARK_INK: Colour = [0x10, 0x15, 0x1b]
/** WCAG 2 asks for 4.5; a little more, because links also stand on the panels. */
const READABLE = 5.5
const STEPS = 50

export const themeRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/theme.css', handle: theme },
  { method: 'GET', pattern: '/logo', handle: logo },
]

/** '#1A4E8A', '1a4e8a' and '#14e' → '#rrggbb'; null for anything else. */
export function colourIn(text: string): string | null {
  const [, digits = ''] = /^\s*#?([\da-f]{6}|[\da-f]{3})\s*$/i.exec(text) ?? []
  if (digits === '') return null
  const six = digits.length === 6 ? digits : digits.replace(/./g, '$&$&')
  return `#${six.toLowerCase()}`
}

export interface Shades {
  readonly accent: Colour
  readonly strong: Colour
  readonly onAccent: Colour
  readonly tint: Colour
  /** Behind white letters. */
  readonly band: Colour
}

/** The colour itself where it can be read, otherwise its nearest shade that can. */
export function lightShades(colour: Colour): Shades {
  const accent = shaded(colour, BLACK, shade => contrast(shade, WHITE) >= READABLE)
  return {
    accent,
    strong: mixed(accent, BLACK, 0.25),
    onAccent: WHITE,
    tint: mixed(WHITE, accent, 0.1),
    band: accent,
  }
}

export function darkShades(colour: Colour): Shades {
  const accent = shaded(colour, WHITE, shade => contrast(shade, DARK_PANEL) >= READABLE + 1)
  return {
    accent,
    strong: mixed(accent, WHITE, 0.35),
    onAccent: DARK_INK,
    tint: mixed(DARK_PAGE, accent, 0.15),
    band: shaded(colour, BLACK, shade => contrast(shade, WHITE) >= 9),
  }
}

function shaded(from: Colour, towards: Colour, isEnough: (shade: Colour) => boolean): Colour {
  for (let step = 0; step < STEPS; step++) {
    const shade = mixed(from, towards, step / STEPS)
    if (isEnough(shade)) return shade
  }
  return towards
}

export function parseColour(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function rules({ accent, strong, onAccent, tint, band }: Shades): string {
  const entries = { accent, 'accent-strong': strong, 'on-accent': onAccent, tint, band }
  return `:root{${Object.entries(entries)
    .map(([name, [r, g, b]]) => `--${name}:rgb(${r},${g},${b})`)
    .join(';')}}`
}

function theme(request: PortalRequest, portal: Portal): Answer {
  const { colour } = portal.people.rules()
  if (colour === '') throw new Refusal('not found')
  const chosen = parseColour(colour)
  const body = `${rules(lightShades(chosen))}\n@media (prefers-color-scheme:dark){${rules(darkShades(chosen))}}\n`
  return {
    status: 200,
    headers: { 'Content-Type': 'text/css; charset=utf-8', ...sharedHeaders(request, colour.slice(1)) },
    body,
  }
}

/** Whatever the file holds, no browser runs or reads it as anything but a picture. */
function logo(request: PortalRequest, portal: Portal): Answer {
  const { logo } = portal.people.rules()
  if (logo === null) throw new Refusal('not found')
  return {
    status: 200,
    headers: {
      'Content-Type': logo.type,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      ...sharedHeaders(request, logo.version),
    },
    body: logo.bytes,
  }
}

function sharedHeaders({ query }: PortalRequest, version: string): Record<string, string> {
  return {
    'Cache-Control': query.get('v') === version ? 'private, max-age=86400' : 'no-cache',
    // in proxy mode the page that says "not here" has another host's address
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
}
