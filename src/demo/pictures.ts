/**
 * What pages show beside their text: small landscapes as PNG, a badge as SVG, and a style sheet. All of it is drawn from the
 * name of the server, so that nothing has to be stored and every machine draws the same.
 */
import { encodePng } from '../png.js'
import type { DemoHost } from './model.js'
import { random } from './random.js'

export const PICTURE_WIDTH = 240
export const PICTURE_HEIGHT = 150
export const STYLE_PATH = '/style.css'
export const BADGE_PATH = '/images/badge.svg'
const PICTURES_PER_HOST = 6
const PICTURE_PATH = /^\/images\/view([1-6])\.png$/

/** Which of its server's pictures a page shows; null for pages without one. */
export function pictureOf(url: string, seed: number): string | null {
  const draw = random(seed, 'picture', url)
  return draw.chance(0.7) ? `/images/view${1 + draw.below(PICTURES_PER_HOST)}.png` : null
}

export interface DemoFile {
  readonly mime: string
  readonly body: Uint8Array
}

/** The file at a path of a server; null when it is none of these. */
export function fileAt(host: DemoHost, path: string, seed: number): DemoFile | null {
  if (path === STYLE_PATH) return { mime: 'text/css', body: Buffer.from(styleSheet(host, seed)) }
  if (path === BADGE_PATH) return { mime: 'image/svg+xml', body: Buffer.from(badge(host, seed)) }
  const match = PICTURE_PATH.exec(path)
  return match === null ? null : { mime: 'image/png', body: landscape(`${seed} ${host.name} ${match[1]}`) }
}

/** Two dark tones and a pale one that go together. */
function colours(
  host: DemoHost,
  seed: number,
): { readonly dark: string; readonly deep: string; readonly pale: string } {
  const hue = random(seed, 'colours', host.name).below(360)
  return { dark: `hsl(${hue}, 55%, 28%)`, deep: `hsl(${hue}, 60%, 20%)`, pale: `hsl(${hue}, 45%, 95%)` }
}

function styleSheet(host: DemoHost, seed: number): string {
  const { dark, deep, pale } = colours(host, seed)
  return `body { margin: 0 auto; max-width: 60em; padding: 0 1em; font: 16px/1.5 sans-serif; color: #222; background: #fff }
.site-header { margin: 0; padding: .5em 1em; background: ${dark} url("${BADGE_PATH}") no-repeat right .5em top .5em; color: #fff }
.site-header .site-name { margin: 0; font-weight: bold; color: #fff }
.main-menu ul { margin: 0; padding: 0; list-style: none }
.main-menu .menu-item { display: inline-block; margin: 0 1em 0 0; color: #fff }
.main-menu a { color: #fff }
main { margin: 0; padding: 0 1em; color: #222 }
h1, h2 { margin: .6em 0 .3em; line-height: 1.3; color: ${deep} }
.picture { float: right; margin: 0 0 1em 1em; max-width: 100% }
.related { clear: both; margin: 1em 0; padding: .5em 1em; background: ${pale}; color: #222 }
.related li { margin: .2em 0; color: #222; line-height: 1.5 }
.site-footer, .date { margin: 1em; color: #555; font-size: small }
`
}

function badge(host: DemoHost, seed: number): string {
  const { pale } = colours(host, seed)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="${pale}"/><path d="M4 22l7-9 6 7 4-4 7 6z" fill="hsl(210, 30%, 45%)"/></svg>\n`
}

/** Sky, a sun and three ranges of hills, in 16 colours. */
export function landscape(key: string): Uint8Array {
  const draw = random('landscape', key)
  const palette = Buffer.alloc(3 * 16)
  const sky = [100 + draw.below(100), 140 + draw.below(80), 190 + draw.below(60)]
  const ground = [40 + draw.below(80), 70 + draw.below(80), 30 + draw.below(60)]
  for (let i = 0; i < 8; i++) for (let c = 0; c < 3; c++) palette[3 * i + c] = sky[c] + ((255 - sky[c]) * i) / 10
  for (let i = 0; i < 3; i++) for (let c = 0; c < 3; c++) palette[3 * (8 + i) + c] = ground[c] * (1.5 - 0.3 * i)
  palette.set([255, 236, 150], 3 * 11)
  const hills = [0, 1, 2].map(range => ({
    base: 0.45 + 0.17 * range,
    waves: Array.from({ length: 3 }, (_, i) => [draw.next(), 1 + i + 2 * draw.next(), 0.06 / (1 + i)]),
  }))
  const sun = { x: 30 + draw.below(PICTURE_WIDTH - 60), y: 20 + draw.below(30), r: 10 + draw.below(8) }
  const rows = Buffer.alloc((PICTURE_WIDTH + 1) * PICTURE_HEIGHT)
  for (let x = 0; x < PICTURE_WIDTH; x++) {
    const tops = hills.map(({ base, waves }) => {
      let top = base
      for (const [phase, turns, height] of waves) top += height * wave(phase + (turns * x) / PICTURE_WIDTH)
      return top * PICTURE_HEIGHT
    })
    for (let y = 0; y < PICTURE_HEIGHT; y++) {
      let colour = Math.min(7, Math.floor((8 * y) / (0.6 * PICTURE_HEIGHT)))
      if ((x - sun.x) ** 2 + (y - sun.y) ** 2 < sun.r ** 2) colour = 11
      tops.forEach((top, range) => (colour = y > top ? 8 + range : colour))
      rows[y * (PICTURE_WIDTH + 1) + 1 + x] = colour
    }
  }
  return encodePng(PICTURE_WIDTH, PICTURE_HEIGHT, rows, palette)
}

/** Nearly a sine, period 2, by multiplication alone: sines differ in their last digits between machines. */
function wave(at: number): number {
  const part = at % 1
  return (at % 2 < 1 ? 4 : -4) * part * (1 - part)
}
