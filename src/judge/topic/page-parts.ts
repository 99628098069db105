/** What is read of a page: the beginning of its text, and the words of its URL. */

/** Chosen with the other constants on half of the domains of WebKB. */
export const OPENING_LETTERS = 200
/** What is read of a page: the beginning of a long one says what it is about, and pages of any length take bounded time. */
export const MAX_PAGE_LETTERS = 12_000
export const MAX_PAGE_WORDS = 1_500
/** Of a title, an opening, a URL or a link. */
export const MAX_SHORT_WORDS = 100

/** The path in words; only addresses of the Web speak of their pages, folders of the user do not. */
export function urlText(url: string): string {
  if (!url.startsWith('http')) return ''
  const path = url.indexOf('/', 8)
  if (path === -1) return ''
  const text = url.slice(path, path + 500)
  return unescaped(text)
    .replaceAll('~', ' tilde ')
    .replace(/[\d_]+/g, ' ')
}

export function bodyText(text: string): string {
  return text.length > MAX_PAGE_LETTERS ? text.slice(0, MAX_PAGE_LETTERS) : text
}

export function openingText(text: string): string {
  return text.slice(0, OPENING_LETTERS)
}

function unescaped(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
