/** Numbers as people read them. Whatever is not a finite number reads as a dash. */
const NONE = '–'
const NO_BREAK_SPACE = '\u00a0'
const PREFIXES = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

/** 2M, 500k, 1.23M, 0.05: at most `digits` significant digits, none of them a trailing zero. */
export function short(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return NONE
  for (const [size, prefix] of PREFIXES) {
    // 999,999 rounds to 1M, not to 1000k
    const rounded = Number(value.toPrecision(digits))
    if (Math.abs(rounded) >= size) return plain(Number((value / size).toPrecision(digits))) + prefix
  }
  return plain(Number(value.toPrecision(digits)))
}

/** A measured number in three digits, kept even where they are zeros, so that columns of them line up: 897k, 1.00M, 52. */
export function measured(value: number): string {
  if (!Number.isFinite(value)) return NONE
  const rounded = Number(value.toPrecision(3))
  for (const [size, prefix] of PREFIXES) {
    if (Math.abs(rounded) >= size) return (rounded / size).toPrecision(3) + prefix
  }
  return Number.isInteger(value) || Math.abs(value) < 1e-3 ? plain(rounded) : rounded.toPrecision(3)
}

/** 1,722,771 */
export function count(value: number): string {
  if (!Number.isFinite(value)) return NONE
  const rounded = Math.round(value)
  const digits = plain(Math.abs(rounded)).replace(/\B(?=(\d{3})+$)/g, ',')
  return rounded < 0 ? `-${digits}` : digits
}

/** 99.7 %; more decimals near 100 % and near 0 %, where they matter, so that 99.98 % does not read as all. */
export function percent(share: number): string {
  if (!Number.isFinite(share)) return NONE
  const value = share * 100
  const toEdge = Math.min(Math.abs(value), Math.abs(100 - value))
  if (toEdge === 0) return `${value}${NO_BREAK_SPACE}%`
  if (toEdge < 0.0005) return `${value < 50 ? '<' : '>'}${value < 50 ? 0.001 : 99.999}${NO_BREAK_SPACE}%`
  const decimals = toEdge < 0.00995 ? 3 : toEdge < 0.995 ? 2 : 1
  return `${value.toFixed(decimals)}${NO_BREAK_SPACE}%`
}

/** 50 %, for shares that were chosen, not measured. */
export function wholePercent(share: number): string {
  return `${Math.round(share * 100)}${NO_BREAK_SPACE}%`
}

export function seconds(value: number): string {
  if (!Number.isFinite(value)) return NONE
  return value < 100 ? value.toFixed(value < 10 ? 2 : 1) : count(value)
}

export function bytes(value: number): string {
  return Number.isFinite(value) ? `${measured(value)}B`.replace(/(\d)([kMGTB])/, `$1${NO_BREAK_SPACE}$2`) : NONE
}

/** 1 page, 2 pages */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

function plain(value: number): string {
  const size = Math.abs(value)
  // where String has no exponent it is the same, and ten times faster
  if (size === 0 || (size >= 1e-6 && size < 1e21)) return String(value)
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 12 })
}
