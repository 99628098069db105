/** Languages by their English names. */
import { iso6393 } from 'iso-639-3'

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** Codes that users give to languages that have none. */
const OWN_CODE = /^(?:x-)?[a-z0-9]{1,8}(?:-[a-z0-9]{1,8})*$/

/** `x-padang-talk` → `Padang talk`; what cannot be such a code comes back as it is. */
export function nameOfOwnCode(code: string): string {
  if (!OWN_CODE.test(code)) return code
  const words = code.replace(/^x-/, '').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `tha` → `Thai`; `unknown` for `und`; a code that is none comes back as it is, or says its name. */
export function languageName(code: string, unknown = 'unknown'): string {
  if (code === 'und' || code === '') return unknown
  if (!/^[a-z]{2,3}$/.test(code)) return nameOfOwnCode(code)
  return names.of(code) ?? iso6393.find(({ iso6393: known }) => known === code)?.name ?? code
}
