/** Entries of the ZIM, one after the other: pages of the collection, what they show, our own pages, redirects. */
import { LongtailError, messageOf } from '../../errors.js'
import { isDatabaseTrouble, isFull } from '../../disk/disk-error.js'
import { markup } from '../../markup.js'
import { readableAddress } from '../../portal/ui/page-list.js'
import type { ZimCollection, CollectedPage } from './collection.js'
import type { ZimIndex, ZimWriter } from './contracts.js'
import type { EntryTable } from './entry-table.js'
import type { Rendered, Renderer } from './render.js'
import type { Resolver, Target } from './resolver.js'
import type { ZimTexts } from './texts.js'

export interface EntryContext {
  readonly collection: ZimCollection
  readonly resolver: Resolver
  readonly renderer: Renderer
  readonly table: EntryTable
  readonly writer: ZimWriter
  readonly index: ZimIndex
  readonly texts: ZimTexts
}

export interface EntryCounts {
  pages: number
  unreadable: number
  firstTrouble: string
  hasPictures: boolean
  hasVideos: boolean
}

const MAX_TITLE = 250

/** `page`: null for what is in the ZIM because pages need it. */
export async function writeArchived(
  context: EntryContext,
  counts: EntryCounts,
  target: Target,
  page: CollectedPage | null,
): Promise<void> {
  const { table, writer, index, collection } = context
  const { path, capture } = target
  table.took(capture.url)
  if (!table.addPath(path)) return
  const rendered = await rendering(context, counts, target)
  if (rendered === null) {
    await writer.addContent({ path, title: '', isFront: false, ...noteFor(context, target) })
    return
  }
  for (const url of rendered.wanted) table.want(url)
  if (rendered.redirect !== '' && table.addRedirect(path, rendered.redirect)) return
  const { mime, body } = rendered
  if (mime.startsWith('image/')) counts.hasPictures = true
  if (mime.startsWith('video/')) counts.hasVideos = true
  const title = page === null ? '' : distinctTitle(page, table)
  const isFront = page !== null && page.type === 'page' && !page.isCopy
  await writer.addContent({ path, title, mime, isFront, body })
  if (page === null) return
  counts.pages++
  if (page.isCopy) return
  const { id, language, headings } = page
  await index.add({ path, title, text: collection.library.textOf(id), keywords: headings, language })
}

/** Null: it cannot be read. That costs itself only: links that lead to it find a note. */
async function rendering(context: EntryContext, counts: EntryCounts, target: Target): Promise<Rendered | null> {
  let trouble = 'no answer is archived there'
  try {
    const rendered = await context.renderer.render(target)
    if (rendered !== null) return rendered
  } catch (error) {
    if (isFull(error) || isDatabaseTrouble(error)) throw error
    trouble = messageOf(error)
  }
  counts.unreadable++
  if (counts.firstTrouble === '') counts.firstTrouble = `${target.capture.url}: ${trouble}`
  return null
}

function noteFor(context: EntryContext, target: Target): { mime: string; body: string } {
  const { unreadable } = context.texts
  const isPage = /^(?:text\/html|application\/xhtml\+xml)$/.test(target.capture.mime)
  const note = markup`<!doctype html><meta charset="utf-8"><title>${target.capture.url}</title><p>${unreadable}</p>`
  return isPage ? { mime: 'text/html', body: note.text } : { mime: 'text/plain', body: `\ufeff${unreadable}\n` }
}

/** Readers choose from a list of titles: two that are the same say where they are from. */
function distinctTitle({ title, site, url }: CollectedPage, table: EntryTable): string {
  const short = [...title].slice(0, MAX_TITLE).join('')
  const { all, ofSite } = table.titleCounts(title, site)
  if (all <= 1) return short
  return `${short} – ${ofSite > 1 ? readableAddress(url) : site}`
}

/** What other addresses lead to pages that are here. */
export function addRedirects({ collection, resolver, table, writer }: EntryContext): void {
  for (const hop of collection.hops()) {
    const target = resolver.resolve(hop)
    if (target === null || target.capture.url === hop || !table.hasPath(target.path)) continue
    const path = resolver.pathOf(hop)
    if (table.addPath(path)) table.addRedirect(path, target.path)
  }
  for (const { path, target } of table.redirects()) writer.addRedirect({ path, title: '', target, isFront: false })
}

export function nothingToExport(
  sources: readonly string[],
  { unreadable, firstTrouble }: Pick<EntryCounts, 'unreadable' | 'firstTrouble'>,
): LongtailError {
  const names = sources.join(', ')
  return new LongtailError(
    'E_EXPORT',
    unreadable > 0
      ? `no page of ${names} can be read (${firstTrouble}): put the archives back; a portal built with --copy contains its archives`
      : `${names} contains no page that can be shown: check that it is the right source, or include irrelevant pages with --all`,
  )
}
