/**
 * Whether a page seems to need a browser, and why. Asked of every page, so most are let go by what is known already: only a page with
 * scripts that has little text or next to no links is read again (evidence.ts).
 *
 *   empty      the sign `needs-script`: there is nothing to read without scripts
 *   thin       little text and few links beside scripts, or menus around a place for content that is empty
 *   few-links  text, and next to no links, beside scripts
 *   growing    words of a list that grows when its end comes into view
 *
 * The first is mostly right; the others are often wrong, and buy a trial (crawl/rendering-memory.ts).
 */
import type { Page } from '../../contracts.js'
import { htmlOf } from '../charset/decode.js'
import { isHtml } from '../http/mime.js'
import { findEvidence } from './evidence.js'
import { PieceSearch } from './piece-search.js'

export type RenderingNeed = '' | 'empty' | 'thin' | 'few-links' | 'growing'

/** Up to here the sign is looked for. */
const SOME_TEXT = 600
const LITTLE_TEXT = 250
const FEW_LINKS = 3
const SOME_LINKS = 10
/** "Please wait…": a page with less than this, no links and nothing to look at, is no page. Any script of it may lead to one. */
const NO_TEXT = 40
/** Scripts in the page that are longer do more than count visitors. */
const MUCH_SCRIPT = 300
/** Menus, a foot and a word about cookies come to less than this, and to less than SOME_TEXT beside links. */
const FRAME_TEXT = 2_000
const SCRIPT = new PieceSearch(['<script'])
const GROWING =
  /IntersectionObserver|infinite-?scroll|data-infinite|load-?more|["'\s_-]sentinel["'\s_-]|trigger="?(?:revealed|intersect)/i
const GROWING_PIECES = new PieceSearch(['intersec', 'infinite', 'load-mor', 'loadmore', 'sentinel', 'revealed'])
/** An element of the page's own kind that holds nothing; not one that is named after a part of the frame. Linear: no tag is read beyond the next. */
const EMPTY_ELEMENT =
  /<((?![\w-]*(?:icon|button|btn|search|cart|menu|nav|header|footer|toolbar|cookie|consent|banner|login|user|share|badge|avatar|image|img|picture|video|player|map|captcha|chat|modal|dialog|popup|toast|spinner|loader|progress|rating|ad))[a-z][\w.]*-[\w.-]*)(?=[\s>])[^<>]*>\s*<\/\1>/i
/** Around a piece, so that the whole word is in it. */
const BEFORE = 12
const BEHIND = 24
/** Larger pages have their lists in them. */
const LARGEST_LIST = 512 * 1024

/** `page` must have been answered with 200. */
export function renderingNeed(page: Page): RenderingNeed {
  const { bytes, fullText, links, mime, textSource } = page
  if (!isHtml(mime, bytes)) return ''
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = textSource === 'hidden' ? 0 : fullText.length
  const followed = countFollowed(links)
  const isThin = length < LITTLE_TEXT && followed < SOME_LINKS
  const isFull = !isThin && followed >= FEW_LINKS
  if (isFull && (length >= FRAME_TEXT || length - textOf(links) >= SOME_TEXT)) return grows(view) ? 'growing' : ''
  const isBare = length < NO_TEXT && followed === 0
  if (!hasScripts(view) || (isBare && leadsOn(page))) return ''
  if (length < SOME_TEXT && page.signs.some(({ kind }) => kind === 'needs-script')) return 'empty'
  const { scriptFiles, scriptText, shown, emptyPlace } = findEvidence(page)
  const isScripted = scriptFiles > 0 || scriptText >= (isBare && shown === 0 ? 1 : MUCH_SCRIPT)
  if (emptyPlace && isScripted && length < FRAME_TEXT) return 'thin'
  if (length < FRAME_TEXT && EMPTY_ELEMENT.test(htmlOf(page))) return 'thin'
  if (isFull) return grows(view) ? 'growing' : ''
  // pictures and frames are something to look at, too
  if (shown >= 3 || !isScripted) return ''
  return isThin ? 'thin' : 'few-links'
}

/** To another page, without a script. */
function leadsOn({ url, links }: Page): boolean {
  return links.some(({ kind, url: target }) => kind === 'refresh' && target !== url)
}

function grows(page: Buffer): boolean {
  if (page.length > LARGEST_LIST) return false
  for (let at = GROWING_PIECES.find(page); at !== -1; at = GROWING_PIECES.find(page, at + 1)) {
    const around = page.toString('latin1', Math.max(0, at - BEFORE), at + BEHIND)
    if (GROWING.test(around)) return hasScripts(page)
  }
  return false
}

function hasScripts(page: Buffer): boolean {
  return SCRIPT.find(page) !== -1
}

/** Up to as many as make a difference. */
function countFollowed(links: Page['links']): number {
  let count = 0
  for (const { kind } of links) if ((kind === 'a' || kind === 'area') && ++count === SOME_LINKS) break
  return count
}

function textOf(links: Page['links']): number {
  let length = 0
  for (const { kind, anchor } of links) if (kind === 'a') length += anchor.length + 1
  return length
}
