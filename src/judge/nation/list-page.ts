/** Names from a page that lists them, such as Wikipedia's "List of …": the words of its links, as the thesis collected them. */
import { parseHtml } from '../../page/html/parse.js'

/** Longer ones are sentences. */
const MAX_WORDS = 6

export function namesInPage(html: string): string[] {
  const { links, fullText } = parseHtml(html)
  const listed = links
    .filter(({ kind, href }) => kind === 'a' && isEntry(href))
    .map(({ href, start, end }) => ({ folder: folderOf(href), name: fullText.slice(start, end).trim() }))
    .filter(({ name }) => isListed(name))
  // entries of a list lead to pages of one kind, side by side; what leads elsewhere is the site's own business
  const folders = new Map<string, number>()
  for (const { folder } of listed) folders.set(folder, (folders.get(folder) ?? 0) + 1)
  const most = Math.max(0, ...folders.values())
  return listed.filter(({ folder }) => folders.get(folder) === most).map(({ name }) => name)
}

/** Not a place on the page, not a form or an account; pages about the site itself have a colon in their names ("Special:"). */
function isEntry(href: string): boolean {
  return (
    href !== '' &&
    !/^#|^(?:mailto|javascript|tel):|[?&](?:action|title|oldid)=/i.test(href) &&
    !nameOf(href).includes(':')
  )
}

function nameOf(href: string): string {
  return href.slice(href.lastIndexOf('/') + 1)
}

function folderOf(href: string): string {
  return href.slice(0, href.lastIndexOf('/') + 1)
}

function isListed(name: string): boolean {
  const words = name.split(/\s+/)
  return words.length <= MAX_WORDS && !/^\p{Ll}/u.test(name) && /\p{L}{2}/u.test(name)
}
