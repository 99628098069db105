/** What users may set about a web: a table of names, ranges and help, to which a preset gives values. */
import { didYouMean } from '../../did-you-mean.js'
import { LongtailError } from '../../errors.js'

export interface Definition {
  readonly low: number
  readonly high: number
  readonly help: string
}

export type Values<T> = Readonly<Record<keyof T, number>>

export const share = (help: string): Definition => ({ low: 0, high: 1, help })
export const mean = (help: string): Definition => ({ low: 0, high: 50, help })

/** A preset's values with some replaced by what a user wrote. */
export function withValues<T extends Readonly<Record<string, Definition>>>(
  table: T,
  preset: Values<T>,
  set: Readonly<Record<string, string>>,
): Values<T> {
  const changed: Record<string, number> = {}
  for (const [name, text] of Object.entries(set)) {
    if (!Object.hasOwn(table, name)) {
      const names = Object.keys(table)
      throw new LongtailError(
        'E_USAGE',
        `--set: there is no parameter "${name}"${didYouMean(name, names) || '.'} "longtail graph generate --help" lists them`,
      )
    }
    const { low, high } = table[name]
    const value = text.trim() === '' ? NaN : Number(text)
    if (!(value >= low && value <= high)) {
      throw new LongtailError('E_USAGE', `${name}=${text}: expected a number from ${low} to ${high}`)
    }
    changed[name] = value
  }
  return { ...preset, ...changed }
}

/** One line for each parameter, with the value that a preset gives it. */
export function helpFor(table: Readonly<Record<string, Definition>>, preset: Readonly<Record<string, number>>): string {
  const rows = Object.entries(table)
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows
    .map(([name, { low, high, help }]) => `  ${name.padEnd(width)}  ${help} (${low}…${high}, default ${preset[name]})`)
    .join('\n')
}
