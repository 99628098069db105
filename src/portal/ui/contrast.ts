/** Colours, and how well one can be read on another (WCAG 2). */

/** Red, green, blue, 0 to 255. */
export type Colour = readonly [number, number, number]

/** 1 (the same) to 21 (black on white). */
export function contrast(a: Colour, b: Colour): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(value: number): number {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** `share` of `b` in `a`. */
export function mixed(a: Colour, b: Colour, share: number): Colour {
  const mix = (i: 0 | 1 | 2): number => Math.round(a[i] + (b[i] - a[i]) * share)
  return [mix(0), mix(1), mix(2)]
}
