/** Retry-After: a number of seconds, or a date in one of the three forms that HTTP knows. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const IMF = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/
const RFC_850 = /^[A-Z][a-z]{5,8}, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/
const ASCTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/

/** Milliseconds to wait from `nowMs`, never negative; null when the value makes no sense. */
export function parseRetryAfter(value: string | null, nowMs: number): number | null {
  const text = value?.trim() ?? ''
  if (/^\d{1,10}(\.\d{1,6})?$/.test(text)) return Math.round(Number(text) * 1000)
  const at = parseHttpDate(text, nowMs)
  return at === null ? null : Math.max(0, at - nowMs)
}

/** Milliseconds since the epoch, or null. `nowMs` tells which century a year of two digits is in. */
export function parseHttpDate(text: string, nowMs: number): number | null {
  const imf = IMF.exec(text)
  if (imf !== null) return toMs(Number(imf[3]), imf[2], imf[1], imf[4], imf[5], imf[6])
  const asctime = ASCTIME.exec(text)
  if (asctime !== null) return toMs(Number(asctime[6]), asctime[1], asctime[2], asctime[3], asctime[4], asctime[5])
  const old = RFC_850.exec(text)
  if (old === null) return null
  const thisYear = new Date(nowMs).getUTCFullYear()
  let year = Math.floor(thisYear / 100) * 100 + Number(old[3])
  if (year > thisYear + 50) year -= 100 // RFC 9110: more than 50 years ahead means the past
  return toMs(year, old[2], old[1], old[4], old[5], old[6])
}

function toMs(
  year: number,
  monthName: string,
  day: string,
  hour: string,
  minute: string,
  second: string,
): number | null {
  const month = MONTHS.indexOf(monthName)
  if (month < 0 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null
  const midnight = Date.UTC(year, month, Number(day))
  if (new Date(midnight).getUTCMonth() !== month) return null // 31 February
  return midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000
}
