/** A document as a page: judges, strategies, search and exports see no difference. */
import type { PageLink } from '../../contracts.js'
import { canonicalUrl } from '../url/canonical.js'
import { MAX_LINKS } from '../html/parse.js'
import { PAGE_BREAK, type DocumentContent, type DocumentLink } from './content.js'

const MAX_ANCHOR = 200
const SURROUNDINGS = 100

/** In the order of the document; those that lead to no page are left out. */
export function documentLinks({ links, fullText }: DocumentContent, url: string): PageLink[] {
  // a file on a disk has absolute links only
  const base = canonicalUrl(url) ?? undefined
  const found: PageLink[] = []
  for (const link of links) {
    if (found.length >= MAX_LINKS) break
    const target = canonicalUrl(link.href, base)
    if (target !== null) found.push({ url: target, kind: 'a', ...wordsOf(link, fullText), ...NOWHERE })
  }
  return found
}

/** Documents have no elements, and nobody marks their links. */
const NOWHERE = { nofollow: false, tagPath: 0, listPlace: 0 }

function wordsOf({ anchor, at }: DocumentLink, text: string) {
  const words = plain(anchor).slice(0, MAX_ANCHOR)
  if (at < 0) return { anchor: words, before: '', after: '', neighbours: '' }
  const before = plain(text.slice(Math.max(0, at - SURROUNDINGS), at))
  const after = plain(text.slice(at + anchor.length, at + anchor.length + SURROUNDINGS))
  return { anchor: words, before, after, neighbours: [before, after].filter(part => part !== '').join('\n') }
}

function plain(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').trim()
}

/** The number of the page, from 1, on which a character of a document's text stands. */
export function pageAt(text: string, at: number): number {
  let page = 1
  for (let i = text.indexOf(PAGE_BREAK); i !== -1 && i <= at; i = text.indexOf(PAGE_BREAK, i + 1)) page++
  return page
}

/** Without page breaks, one paragraph to a line: paragraphs that go on over the end of a page are whole. */
export function withoutPageBreaks(text: string): string {
  return text.replaceAll(PAGE_BREAK, '')
}
