/** A page's HTML, in the manner of its server: old ones in tables, new ones in nav, main and footer. Always the same for the same page. */
import { ENGLISH, type DemoLanguage } from './languages.js'
import { ROLE, type DemoHost, type DemoPage, type LinkTable } from './model.js'
import { BADGE_PATH, PICTURE_HEIGHT, PICTURE_WIDTH, pictureOf, STYLE_PATH } from './pictures.js'
import { random, type Random } from './random.js'
import type { Texts } from './texts.js'

export interface RenderContext {
  readonly seed: number
  readonly hosts: readonly DemoHost[]
  readonly pages: readonly DemoPage[]
  readonly links: LinkTable
  readonly languages: ReadonlyMap<string, DemoLanguage>
  readonly texts: (language: string) => Texts
}

/** Share of the declaration on a page: two pages of one language have about a ninth of their text in common. */
const TEXT_MIN = 0.12
const TEXT_SPREAD = 0.18
const INDEX_TEXT = 0.08
const SECOND_LANGUAGE_SHARE = 0.08
/** Part of the anchors that are written in the language of the page they lead to, within a language (after the reference crawl). */
const ANCHOR_IN_LANGUAGE = 0.5
const NEUTRAL = ['»', '1', '2', '3', 'more', 'click here', 'link', 'www', 'next', '[+]', 'web', 'info']

/** `address` turns a page id into what stands in href: it knows about session ids and foreign servers. */
export function renderPage(
  page: DemoPage,
  context: RenderContext,
  address: (id: number) => string,
  extra: readonly string[],
): string {
  const { seed, hosts, pages, links } = context
  const host = hosts[page.host]
  const draw = random(seed, 'text', page.url)
  const texts = context.texts(page.language)
  const menu: string[] = []
  const inline: string[] = []
  const list: string[] = []
  for (let i = links.start[page.id]; i < links.start[page.id + 1]; i++) {
    const target = pages[links.to[i]]
    const href = escape(address(target.id))
    if (links.role[i] === ROLE.menu) menu.push(`<a href="${href}">${escape(menuLabel(page, target, context))}</a>`)
    else if (links.role[i] === ROLE.inline) inline.push(href)
    else list.push(`<a href="${href}">${escape(anchor(page, target, context, draw))}</a>`)
  }
  for (const href of extra) menu.push(`<a href="${escape(href)}">${2003 + draw.below(4)}</a>`)

  const paragraphs = texts.paragraphs(page.index ? INDEX_TEXT : TEXT_MIN + TEXT_SPREAD * draw.next(), draw)
  if (page.second !== null) paragraphs.push(...context.texts(page.second).paragraphs(SECOND_LANGUAGE_SHARE, draw))
  const text = paragraphs.map(paragraph => `<p>${insertLink(paragraph, inline.pop(), draw)}</p>`)
  while (inline.length > 0) list.push(`<a href="${inline.pop()}">${escape(texts.phrase(draw))}</a>`)
  for (let at = 2 + draw.below(2); at < text.length; at += 4)
    text.splice(at, 0, `<h2>${escape(texts.phrase(draw))}</h2>`)

  const title = titleOf(page, context)
  const picture = pictureOf(page.url, seed)
  const parts: Parts = { title, site: siteName(host, context), menu, text, list, date: date(draw), picture }
  const body = host.era === 'old' ? oldBody(parts) : newBody(parts)
  return `${head(page, host, parts, context)}${body}</html>\n`
}

export function titleOf(page: DemoPage, context: RenderContext): string {
  const language = page.language === 'und' ? ENGLISH : page.language
  return context.texts(language).phrase(random(context.seed, 'title', page.url))
}

function siteName(host: DemoHost, context: RenderContext): string {
  return context.texts(host.language).phrase(random(context.seed, 'site', host.name))
}

function menuLabel(page: DemoPage, target: DemoPage, context: RenderContext): string {
  const language = context.languages.get(target.language === 'und' ? page.language : target.language)
  if (page.versions.includes(target.id)) return language?.endonym ?? target.language
  if (target.path === '/' || target.path === '/main.html') return context.languages.get(page.language)?.home ?? 'Home'
  return titleOf(target, context)
}

function anchor(page: DemoPage, target: DemoPage, context: RenderContext, draw: Random): string {
  const language = context.languages.get(page.language)
  const speaks = target.language === page.language || draw.chance(0.3)
  if (speaks && draw.chance(ANCHOR_IN_LANGUAGE) && target.language !== 'und') return titleOf(target, context)
  if (draw.chance(0.3)) return language?.more ?? 'more'
  return draw.chance(0.4) ? context.hosts[target.host].name : draw.pick(NEUTRAL)
}

/** Makes a few words in the middle of a paragraph a link. */
function insertLink(paragraph: string, href: string | undefined, draw: Random): string {
  if (href === undefined) return escape(paragraph)
  const characters = [...paragraph]
  let from = draw.below(Math.max(1, characters.length - 24))
  const space = characters.indexOf(' ', from)
  if (space >= 0 && space < from + 20) from = space + 1
  let to = Math.min(characters.length, from + 12)
  const end = characters.indexOf(' ', to)
  if (end >= 0 && end < to + 12) to = end
  const part = (a: number, b: number): string => escape(characters.slice(a, b).join(''))
  return `${part(0, from)}<a href="${href}">${part(from, to)}</a>${part(to, characters.length)}`
}

interface Parts {
  readonly title: string
  readonly site: string
  readonly menu: readonly string[]
  readonly text: readonly string[]
  readonly list: readonly string[]
  readonly date: string
  /** Path of an image; null for none. */
  readonly picture: string | null
}

function head(page: DemoPage, host: DemoHost, parts: Parts, context: RenderContext): string {
  const language = context.languages.get(host.declares === 'english' ? ENGLISH : page.language)
  const lang =
    host.declares === 'nothing' || language === undefined
      ? ''
      : ` lang="${language.tag}" dir="${language.direction ?? 'ltr'}"`
  const { meta } = page.encoding
  const charset =
    meta === null
      ? ''
      : host.era === 'old'
        ? `<meta http-equiv="Content-Type" content="text/html; charset=${meta}">\n`
        : `<meta charset="${meta}">\n`
  const alternates = page.versions.map(id => {
    const version = context.pages[id]
    const tag = context.languages.get(version.language)?.tag ?? version.language
    return `<link rel="alternate" hreflang="${tag}" href="${escape(version.path)}">\n`
  })
  const doctype =
    host.era === 'old' ? '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">' : '<!doctype html>'
  return (
    `${doctype}\n<html${lang}>\n<head>\n${charset}<title>${escape(`${parts.title} - ${parts.site}`)}</title>\n` +
    `${alternates.join('')}<style>\n${style(host, context.seed)}</style>\n` +
    `${host.era === 'old' ? '' : `<link rel="stylesheet" href="${STYLE_PATH}">\n`}</head>\n`
  )
}

function newBody({ title, site, menu, text, list, date, picture }: Parts): string {
  return (
    `<body>\n<header class="site-header"><p class="site-name">${escape(site)}</p>\n<nav class="main-menu"><ul>\n` +
    `${menu.map(link => `<li class="menu-item">${link}</li>\n`).join('')}</ul></nav></header>\n` +
    `<main><article>\n<h1>${escape(title)}</h1>\n<p class="date"><time>${date}</time></p>\n${image(picture, title, 'class="picture"')}${text.join('\n')}\n</article></main>\n` +
    `<aside class="related"><ul>\n${list.map(link => `<li>${link}</li>\n`).join('')}</ul></aside>\n` +
    `<footer class="site-footer"><p>&copy; ${date.slice(-4)} ${escape(site)}</p></footer>\n` +
    `<script>\nwindow.counter = (window.counter || 0) + 1\ndocument.documentElement.className += ' js'\n</script>\n</body>\n`
  )
}

function oldBody({ title, site, menu, text, list, date, picture }: Parts): string {
  return (
    `<body bgcolor="#ffffff" text="#000000">\n<table width="760" border="0" cellspacing="0" cellpadding="4" align="center">\n` +
    `<tr><td colspan="2" bgcolor="#ddeeff"><img src="${BADGE_PATH}" width="32" height="32" alt="" align="right"><font size="5"><b>${escape(site)}</b></font></td></tr>\n` +
    `<tr><td width="160" valign="top" bgcolor="#f4f4f4">\n${menu.map(link => `&bull; ${link}<br>\n`).join('')}</td>\n` +
    `<td width="600" valign="top">\n<h1><font color="#003366">${escape(title)}</font></h1>\n<font size="1">${date}</font>\n${image(picture, title, 'align="right" border="0"')}${text.join('\n')}\n` +
    `<hr size="1">\n${list.map(link => `<font size="2">${link}</font> |\n`).join('')}</td></tr>\n` +
    `<tr><td colspan="2" align="center"><font size="1">&copy; ${date.slice(-4)} ${escape(site)}</font></td></tr>\n</table>\n</body>\n`
  )
}

function image(path: string | null, title: string, attributes: string): string {
  if (path === null) return ''
  return `<img src="${path}" width="${PICTURE_WIDTH}" height="${PICTURE_HEIGHT}" alt="${escape(title)}" ${attributes}>\n`
}

function date(draw: Random): string {
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${two(1 + draw.below(28))}.${two(1 + draw.below(12))}.${2003 + draw.below(22)}`
}

/** Some kilobytes of rules, the same on all pages of a server: what a page weighs beside its text. */
function style(host: DemoHost, seed: number): string {
  const draw = random(seed, 'style', host.name)
  const names = [
    'main',
    'aside',
    '.menu-item',
    '.related li',
    '.site-header',
    '.site-footer',
    'h1',
    'h2',
    'td',
    'td p',
    '.date',
    'a:hover',
  ]
  let rules = ''
  for (let n = 18 + draw.below(24); n > 0; n--) {
    const colour = (0x1000000 + draw.below(0x1000000)).toString(16).slice(1)
    rules += `${draw.pick(names)} { margin: ${draw.below(24)}px ${draw.below(24)}px; color: #${colour}; line-height: 1.${draw.below(9)} }\n`
  }
  return rules
}

export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
