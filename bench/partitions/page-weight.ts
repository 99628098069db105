/**
 * The demo web with pages that weigh what real pages do. Its own pages have a median of 6.6 KB and 16 links. What a crawl does with a page
 * takes longer on larger ones, and what splitting adds grows with the links: both count when the cost of splitting is told.
 *
 * Bytes are added as markup and scripts, and links as a menu that is nearly the same on all pages of a server. Four links out of five lead
 * to the same server, the others to servers of the same language. Their texts are those that the page has already.
 */
import { random } from '../../src/demo/random.js'
import type { DemoAnswer, DemoHost, DemoPage, DemoWeb } from '../../src/demo/web.js'

export interface PageWeight {
  /** Medians of HTML pages, without Content-Encoding. */
  readonly bytes: number
  readonly links: number
  /** Of `bytes`, those of scripts and styles. */
  readonly scriptBytes: number
}

/** Measured on HTML pages with status 200 of the two development archives: 4,666 pages of universities, and 777 home pages of all kinds. */
export const WEIGHTS: Readonly<Record<string, PageWeight>> = {
  university: { bytes: 19_446, links: 36, scriptBytes: 3151 },
  home: { bytes: 52_115, links: 109, scriptBytes: 5212 },
}

const SHARE_INSIDE = 0.8
/** Of the links to the same server, those that all its pages have. */
const SHARE_OF_MENU = 0.7
/** Of rules of style that the demo's pages have. */
const OWN_STYLE_BYTES = 1900
const END = Buffer.from('</body>')

export function withWeight(web: DemoWeb, { bytes, links, scriptBytes }: PageWeight): DemoWeb {
  const { seed } = web.options
  const ofHost = new Map<number, DemoPage[]>()
  const ofLanguage = new Map<string, DemoPage[]>()
  for (const page of web.pages) {
    if (page.kind !== 'page' || page.status !== 200) continue
    entry(ofHost, page.host).push(page)
    entry(ofLanguage, page.language).push(page)
  }

  const targets = (page: DemoPage, count: number): DemoPage[] => {
    const inside = ofHost.get(page.host) ?? [page]
    const alike = ofLanguage.get(page.language) ?? [page]
    const menu = random(seed, 'menu', page.host)
    const own = random(seed, 'weight', page.url)
    return Array.from({ length: count }, (_none, i) => {
      if (i >= SHARE_INSIDE * count) return own.pick(alike)
      return (i < SHARE_OF_MENU * SHARE_INSIDE * count ? menu : own).pick(inside)
    })
  }

  const answer = (url: string): DemoAnswer => {
    const said = web.answer(url)
    const { page } = said
    if (page === null || page.kind !== 'page' || page.status !== 200) return said
    const body = Buffer.from(said.body)
    const end = body.lastIndexOf(END)
    if (end === -1) return said
    // one byte is one character: the page's charset is left as it is
    const texts = [...body.toString('latin1').matchAll(/<a [^>]*>([^<]{3,60})<\/a>/g)].map(match => match[1])
    const more = Math.max(0, links - said.links.length)
    const menu = targets(page, more).map((target, i) => menuItem(web.hosts[target.host], target, texts, i))
    let added = `<nav class="mega-menu"><ul>\n${menu.join('')}</ul></nav>\n`
    const draw = random(seed, 'markup', page.url)
    added += `<script>\n${filled(scriptBytes - OWN_STYLE_BYTES, () => `settings.push({ id: "${hex(draw.next())}", weight: ${draw.below(1000)}, visible: ${draw.chance(0.5)} });\n`)}</script>\n`
    added += filled(bytes - body.length - added.length, () => block(draw.below(1000), hex(draw.next())))
    return { ...said, body: Buffer.concat([body.subarray(0, end), Buffer.from(added, 'latin1'), body.subarray(end)]) }
  }
  return { ...web, answer }
}

function menuItem({ origin }: DemoHost, { path }: DemoPage, texts: readonly string[], i: number): string {
  const text = texts.length === 0 ? 'more' : texts[i % texts.length]
  const href = `${origin}${path}`.replaceAll('&', '&amp;')
  return `<li class="menu-item menu-item-${i} level-2"><a class="menu-link" href="${href}"><span>${text}</span></a></li>\n`
}

function block(number: number, id: string): string {
  return `<div class="block block-${number} clearfix" id="block-${id}" data-view="${id}">\n    <span class="icon"></span>\n</div>\n`
}

function filled(length: number, piece: () => string): string {
  let text = ''
  while (text.length < length) text += piece()
  return text
}

function hex(draw: number): string {
  return Math.floor(draw * 2 ** 32).toString(16)
}

function entry<Key>(map: Map<Key, DemoPage[]>, key: Key): DemoPage[] {
  const known = map.get(key)
  if (known !== undefined) return known
  const fresh: DemoPage[] = []
  map.set(key, fresh)
  return fresh
}
