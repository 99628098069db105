/**
 * How series are told apart: by colour on a screen (Okabe and Ito's palette, made for all kinds of colour vision), and by
 * dashes and markers in black and white. Sixteen styles differ in (colour, dashes) and in marker; after that they repeat.
 */
import type { Point } from './chart.js'

export const STYLES = 16

/** The styles of figures about one crawl. */
export const RELEVANT = 0
export const ALL = 1
/** Solid, and neither colour. */
export const OTHER = 10

interface SeriesColour {
  readonly light: string
  readonly dark: string
}

// The palette's yellow cannot be seen on white paper and is darkened there; its black is light on a dark screen, and its
// two blues are moved apart where the darker one would sink into the background.
const COLOURS: readonly SeriesColour[] = [
  { light: '#d55e00', dark: '#ff8a3c' },
  { light: '#0072b2', dark: '#4c9fe0' },
  { light: '#009e73', dark: '#22c295' },
  { light: '#000000', dark: '#f4f4f4' },
  { light: '#cc79a7', dark: '#e39bc4' },
  { light: '#e69f00', dark: '#f2b632' },
  { light: '#56b4e9', dark: '#9bdcff' },
  { light: '#857a00', dark: '#f0e442' },
]

const DASHES = ['', '7 3', '2 2.5', '10 3 2 3'] as const

/** Corners of the markers' outlines around (0, 0), about 1 away from it; without corners a circle. */
const SHAPES: readonly (readonly Point[])[] = [
  [],
  corners('-.86-.86 .86-.86 .86 .86 -.86 .86'),
  corners('0-1.1 1.05 .8 -1.05 .8'),
  corners('0-1.25 1.1 0 0 1.25 -1.1 0'),
  corners('0 1.1 1.05-.8 -1.05-.8'),
  corners('-.38-1.1 .38-1.1 .38-.38 1.1-.38 1.1 .38 .38 .38 .38 1.1 -.38 1.1 -.38 .38 -1.1 .38 -1.1-.38 -.38-.38'),
  corners('0-1.2 .36-.4 1.2-.37 .55 .16 .74 1 0 .53 -.74 1 -.55 .16 -1.2-.37 -.36-.4'),
  corners('-1-.7 -.7-1 0-.3 .7-1 1-.7 .3 0 1 .7 .7 1 0 .3 -.7 1 -1 .7 -.3 0'),
]

function corners(text: string): readonly Point[] {
  const numbers = (text.match(/-?[\d.]+/g) ?? []).map(Number)
  return Array.from({ length: numbers.length / 2 }, (_, i): Point => [numbers[2 * i], numbers[2 * i + 1]])
}

export interface SeriesStyle {
  /** 0 … 15, for class names. */
  readonly index: number
  readonly colour: string
  readonly dashes: string
  readonly corners: readonly Point[]
  /** The marker is an outline. */
  readonly open: boolean
}

export function styleOf(series: number): SeriesStyle {
  const index = ((Math.trunc(series) % STYLES) + STYLES) % STYLES
  const second = index >= COLOURS.length ? 1 : 0
  return {
    index,
    colour: COLOURS[index % COLOURS.length].light,
    // the second time round a colour comes with other dashes than the first time
    dashes: DASHES[(index + 2 * second) % DASHES.length],
    corners: SHAPES[index % SHAPES.length],
    open: second === 1,
  }
}

/** Colours of everything that is not data. The SVG files have them as attributes; in the page CSS overrides those by class. */
export const INK = { text: '#1b1f24', muted: '#5b6470', grid: '#dfe3e8', axis: '#7a828c', paper: '#ffffff' } as const

/** CSS variables `--c0` … `--c15` of the series' colours. */
export function colourVariables(theme: 'light' | 'dark'): string {
  return Array.from({ length: STYLES }, (_, index) => `--c${index}:${COLOURS[index % COLOURS.length][theme]}`).join(';')
}

/** Rules by which the page's variables win over the attributes that the drawing carries. */
export function colourRules(): string {
  const series = Array.from({ length: STYLES }, (_, i) => `.chart .k${i}{color:var(--c${i})}`).join('')
  return (
    series +
    '.chart .ln{stroke:currentColor}.chart .mk{fill:currentColor}.chart .op{stroke:currentColor;fill:var(--paper)}' +
    '.chart .hm{stroke:var(--paper);fill:currentColor}.chart .ho{stroke:currentColor;fill:var(--paper)}' +
    '.chart .tx{fill:var(--text)}.chart .mu{fill:var(--muted)}.chart .gr{stroke:var(--grid)}.chart .ax{stroke:var(--axis)}.chart .pp{fill:var(--paper)}'
  )
}
