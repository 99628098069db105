/** Durations and sizes as people write them: `2s`, `12h`, `50GB`. A bare number is seconds or bytes. */
const DURATION_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 }
const SIZE_BYTES: Record<string, number> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
}

export function parseDurationMs(value: string | number): number | null {
  return parse(value, DURATION_MS, 1000)
}

export function parseBytes(value: string | number): number | null {
  const bytes = parse(value, SIZE_BYTES, 1)
  return bytes === null ? null : Math.round(bytes)
}

function parse(value: string | number, units: Record<string, number>, bare: number): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value * bare : null
  const match = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(value.trim())
  if (match === null) return null
  const unit = match[2] === '' ? bare : units[match[2].toLowerCase()]
  return unit === undefined ? null : Number(match[1]) * unit
}

export function formatBytes(bytes: number): string {
  for (const [unit, size] of [
    ['TB', 1e12],
    ['GB', 1e9],
    ['MB', 1e6],
    ['kB', 1e3],
  ] as const) {
    if (bytes >= size) return `${(bytes / size).toFixed(1)} ${unit}`
  }
  return `${Math.round(bytes)} B`
}

export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
