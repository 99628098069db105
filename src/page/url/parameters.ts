/**
 * Query parameters that do not choose the page: session ids and marks of advertising. docs/urls.md lists them for
 * people.
 */

/** A session, whatever the value. */
const SESSION = 'aspsessionid bv_engineid bv_sessionid cfid cftoken jsessionid oscsid phpsessid xtcsid zenid'.split(' ')

/** A session when the value looks drawn by lot: `sid=12` is story number 12. */
const MAYBE_SESSION = ['sess', 'sessid', 'session', 'session_id', 'sessionid', 'sid']

const TRACKING = [
  '_ga _gl _hsenc _hsmi _openstat dclid fbclid gbraid gclid gclsrc igsh igshid li_fat_id mc_cid mc_eid',
  'mkt_tok msclkid oly_anon_id oly_enc_id srsltid ttclid twclid vero_id wbraid yclid',
].flatMap(line => line.split(' '))

const DROPPED = new Set([...SESSION, ...TRACKING])
const DROPPED_IF_RANDOM = new Set(MAYBE_SESSION)
/** utm_source, utm_medium…; ASP appends eight letters of its own. */
const DROPPED_PREFIX = /^(?:utm_|aspsessionid)/

/** All names, for the documentation. */
export const DROPPED_NAMES: readonly string[] = [...SESSION, ...MAYBE_SESSION, ...TRACKING]

/** `parameter` as it stands between two `&`. */
export function isDropped(parameter: string): boolean {
  const equals = parameter.indexOf('=')
  const name = (equals === -1 ? parameter : parameter.slice(0, equals)).toLowerCase()
  if (DROPPED.has(name) || DROPPED_PREFIX.test(name)) return true
  return DROPPED_IF_RANDOM.has(name) && equals !== -1 && looksRandom(parameter.slice(equals + 1))
}

function looksRandom(value: string): boolean {
  return /^(?=.*\d)[\w,-]{16,}$/.test(value)
}

// Most names on the Web are none of these. The fast path asks this before it makes strings.
const HASHES = new Uint8Array(4096)
for (const name of [...DROPPED, ...DROPPED_IF_RANDOM, 'utm_']) HASHES[hashName(name, 0, name.length)] = 1

function hashName(text: string, start: number, end: number): number {
  let hash = 0
  for (let i = start; i < end; i++) hash = Math.imul(hash, 31) + (text.charCodeAt(i) | 32)
  return (hash ^ (hash >>> 12)) & 4095
}

/** False when the parameter whose name is `text[start…end)` surely stays. */
export function mayBeDropped(text: string, start: number, end: number): boolean {
  if (HASHES[hashName(text, start, end)] === 1) return true
  const length = end - start
  return (
    length > 4 &&
    (HASHES[hashName(text, start, start + 4)] === 1 || (length > 12 && (text.charCodeAt(start) | 32) === 97))
  )
}
