/** Shares, sizes, durations and moments as readers of the interface language write them. */
import { getOrMake } from '../../get-or-make.js'
import type { InterfaceLanguage } from '../ui/messages.js'

export type Units = ReturnType<typeof createUnits>

const NONE = '–'
const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
const kept = new Map<InterfaceLanguage, Units>()

export function unitsOf(language: InterfaceLanguage): Units {
  return getOrMake(kept, language, createUnits)
}

function createUnits(language: InterfaceLanguage) {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
  const decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })
  const unit = (name: string): Intl.NumberFormat =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: 1 })
  const sizes = SIZES.map(unit)
  const [hours, minutes, seconds] = ['hour', 'minute', 'second'].map(unit)
  const finite = (format: (value: number) => string) => (value: number) =>
    Number.isFinite(value) ? format(value) : NONE
  return {
    count: finite(value => whole.format(value)),
    /** One decimal. */
    decimal: finite(value => decimal.format(value)),
    share: finite(value => share.format(value)),
    bytes: finite(value => {
      const power = Math.min(SIZES.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)))
      return sizes[power].format(value / 1000 ** power)
    }),
    duration: finite(value => {
      if (value < 90) return seconds.format(Math.round(value))
      return value < 5400 ? minutes.format(Math.round(value / 60)) : hours.format(value / 3600)
    }),
    /** Date and time; a dash when it is not known. */
    moment: (at: number) => (at > 0 && at < 8.64e15 ? moment.format(at) : NONE),
  }
}
