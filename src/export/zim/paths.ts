/**
 * Paths inside the ZIM and the way from one to another. An archived address becomes "host/path？query", with letters where the address
 * has escapes of letters: http://th.example/%E0%B8%81?x=1 is th.example/ก？x=1. Two addresses never become one path: what is not a letter
 * stays escaped, and a page that is there under http and under https, with two contents, says its port.
 *
 * Readers take a link's address, undo its escapes once and look for that path. So a path is escaped as a whole. The question mark is a wide
 * one, because kiwix-serve does not escape the other in what it makes of paths itself (results, suggestions, a page by chance), and then
 * looks for the path without its query.
 */

/** The folder of our own pages. No address leads there: `archivedPath` gives a host of this name its port. */
export const OWN = '_longtail'

const ASKING = '？'

/** `url`: canonical. `isTwin`: there is another answer under https. */
export function archivedPath(url: string, isTwin = false): string {
  const [, scheme = 'http', host = '', rest = ''] = /^(https?):\/\/([^/?#]*)(.*)$/s.exec(url) ?? []
  const isAmbiguous = isTwin || host === OWN
  const port = isAmbiguous && !host.includes(':') ? (scheme === 'https' ? ':443' : ':80') : ''
  const query = rest.indexOf('?')
  const [path, asked] = query === -1 ? [rest, ''] : [rest.slice(0, query), rest.slice(query)]
  return `${host}${port}${readable(filled(path) + flat(asked)).replaceAll('?', ASKING)}`
}

/** Two slashes in a row are one to some readers: between them stands the escape of a slash. */
function filled(path: string): string {
  if (!path.includes('//') && !path.includes('2F')) return path
  const parts = path.split('/')
  return parts
    .map((part, i) => (part === '' && i > 0 && i < parts.length - 1 ? '%2F' : part.replace(/^%(?=(?:25)*2F$)/, '%25')))
    .join('/')
}

/** A slash behind the question mark is none that leads to a folder, nor are the dots beside it. */
function flat(query: string): string {
  return query.replace(/%(?=(?:25)*2F)/g, '%25').replaceAll('/', '%2F')
}

/** Escapes of spaces, and of letters and signs beyond ASCII where they are UTF-8. */
function readable(text: string): string {
  if (!text.includes('%')) return text
  return text.replaceAll('%20', ' ').replace(/(?:%[89A-F][0-9A-F])+/g, escapes => {
    try {
      // marks of direction, ends of lines and the like would confuse whoever reads a list of paths; the wide question mark is taken
      return decodeURIComponent(escapes).replace(/[\p{C}\p{Zl}\p{Zp}？]/gu, sign => encodeURIComponent(sign))
    } catch {
      return escapes
    }
  })
}

/** The address of `to` for a link on `from`. */
export function relativeAddress(from: string, to: string): string {
  const here = from.split('/')
  const there = to.split('/')
  let same = 0
  while (same < here.length - 1 && same < there.length - 1 && here[same] === there[same]) same++
  const up = '../'.repeat(here.length - 1 - same)
  // zimcheck does not know the entity that an apostrophe becomes in an attribute
  const down = there.slice(same).map(encodeURIComponent).join('/').replaceAll("'", '%27')
  // a path that begins with a slash, or with what looks like a scheme, would lead elsewhere; an empty one to this very page
  return up !== '' ? up + down : `./${down}`
}
