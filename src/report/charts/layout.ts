/** Measures of a chart, in pixels of a screen: two charts stand side by side on a page, one fills a column of a paper. */
export const WIDTH = 560
/** Around the plot: room for the labels of the axes. */
export const LEFT = 54
export const RIGHT = 18
export const TOP = 34
export const BELOW = 42
export const PLOT_HEIGHT = 248
export const FONT = 'Helvetica, Arial, sans-serif'
export const FONT_SIZE = 11.5

/** Places are written in tenths of a pixel. */
export function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
