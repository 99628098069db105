/** The ways in which links write one address: with the other scheme, with or without the last slash. */
import { canonicalUrl } from './canonical.js'

/** The URL itself first, or a redirect from http to https or to a directory would never reach its target. `url`: canonical. */
export function* spellingsOf(url: string, canonical: (url: string) => string | null = canonicalUrl): Generator<string> {
  const other = url.startsWith('https:') ? `http:${url.slice(6)}` : `https:${url.slice(5)}`
  yield url
  if (/^https?:/.test(url)) yield other
  if (url.includes('?')) return
  for (const form of [url, other]) {
    const toggled = canonical(form.endsWith('/') ? form.slice(0, -1) : `${form}/`)
    if (toggled !== null && toggled !== form) yield toggled
  }
}
