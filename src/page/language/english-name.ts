/** Languages by their English names. */
import { iso6393 } from 'iso-639-3'

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** `tha` → `Thai`; `unknown` for `und`; a code that is none comes back as it is. */
export function languageName(code: string, unknown = 'unknown'): string {
  if (code === 'und' || code === '') return unknown
  if (!/^[a-z]{2,3}$/.test(code)) return code
  return names.of(code) ?? iso6393.find(({ iso6393: known }) => known === code)?.name ?? code
}
