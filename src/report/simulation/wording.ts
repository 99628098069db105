/** Names and values in running text. */
import type { Series } from '../charts/chart.js'

/** In units of a font's size: whole names stand in the table of results. */
export const SHORT_NAME = 20

export function list(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`
}

/** For the description of a chart: what a reader of its legend sees. */
export function endings(series: readonly Series[]): string {
  return series.map(({ label, note }) => `${label} ${note ?? ''}`.trim()).join('; ') || 'nothing'
}
