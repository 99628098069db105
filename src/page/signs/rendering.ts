/**
 * Whether a page seems to need a browser, and why. Asked of every page, so most are let go by what is known already: only a page with
 * scripts that has little text or next to no links is read again (evidence.ts).
 *
 *   empty      the sign `needs-script`: there is nothing to read without scripts
 *   thin       little text and few links beside scripts
 *   few-links  text, and next to no links, beside scripts
 *   growing    words of a list that grows when its end comes into view
 *
 * The first is mostly right; the others are often wrong, and buy a trial (crawl/rendering-memory.ts).
 */
import type { Page } from '../../contracts.js'
import { isHtml } from '../http/mime.js'
import { findEvidence } from './evidence.js'

export type RenderingNeed = '' | 'empty' | 'thin' | 'few-links' | 'growing'

/** Up to here the sign is looked for. */
const SOME_TEXT = 600
const LITTLE_TEXT = 250
const FEW_LINKS = 3
const SOME_LINKS = 10
/** Scripts in the page that are longer do more than count visitors. */
const MUCH_SCRIPT = 300
const SCRIPTS = ['<script', '<SCRIPT', '<Script'].map(tag => Buffer.from(tag))
const GROWING = /IntersectionObserver|infinite-?scroll|data-infinite|load-?more/i
/** Larger pages hold what they have to say. */
const LARGEST = 512 * 1024

/** `page` must have been answered with 200. */
export function renderingNeed(page: Page): RenderingNeed {
  const { bytes, fullText, links, mime, textSource } = page
  if (bytes.length > LARGEST || !isHtml(mime, bytes)) return ''
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!SCRIPTS.some(tag => view.includes(tag))) return ''
  const length = textSource === 'hidden' ? 0 : fullText.length
  if (length < SOME_TEXT && page.signs.some(({ kind }) => kind === 'needs-script')) return 'empty'
  const followed = links.filter(({ kind }) => kind === 'a' || kind === 'area').length
  const isThin = length < LITTLE_TEXT && followed < SOME_LINKS
  if (!isThin && followed >= FEW_LINKS) return GROWING.test(view.toString('latin1')) ? 'growing' : ''
  const { scriptFiles, scriptText, shown } = findEvidence(page)
  // pictures and frames are something to look at, too
  if (shown >= 3 || (scriptFiles === 0 && scriptText < MUCH_SCRIPT)) return ''
  return isThin ? 'thin' : 'few-links'
}
