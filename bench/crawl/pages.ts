/**
 * The pages of the benchmark's sites: about 14 KB each, 60 links to other pages, real text, half of them in the target language.
 * The same number of pages gives the same bytes everywhere.
 *
 * On the site with known links every page links to 60 of the pages that the crawl fetches, so that most links were seen before. On the
 * one with new links 45 of the 60 lead to pages that no other page links to, as on a web that is far larger than the crawl; the other
 * 15 are a menu that all pages share.
 */
import { createHash } from 'node:crypto'
import { random } from '../../src/demo/random.js'
import type { Random } from '../../src/demo/random.js'
import { loadTexts } from '../../src/demo/texts.js'
import type { Texts } from '../../src/demo/texts.js'

export const TARGET = 'tha'
export const LINKS_PER_PAGE = 60
const TARGET_SHARE = 0.5
const TEXT_BYTES = 4900
const MENU_LINKS = 20
const OTHERS = 'eng deu_1996 jpn rus spa cmn_hans ind arb hin swh lao fra por_PT ita pol tur vie kor nld swe'.split(' ')

export type SiteKind = 'known' | 'new'

export function isSiteKind(name: string): name is SiteKind {
  return name === 'known' || name === 'new'
}

export interface Site {
  /** How many pages can be asked for. */
  readonly size: number
  /** The number of the page with this path; -1 when there is none. */
  find(path: string): number
  body(index: number): Buffer
}

/** `count`: pages that a crawl of it fetches. */
export function createSite(kind: SiteKind, count: number): Site {
  return kind === 'known' ? knownLinks(count) : newLinks(count)
}

interface Outline {
  readonly texts: Texts
  readonly draw: Random
  readonly title: string
}

function outlines(count: number): Outline[] {
  const target = loadTexts(TARGET)
  const others = OTHERS.map(loadTexts)
  return Array.from({ length: count }, (_, i) => {
    const draw = random('bench', i)
    const texts = i === 0 || draw.chance(TARGET_SHARE) ? target : draw.pick(others)
    return { texts, draw, title: texts.phrase(draw) }
  })
}

function pathOf(index: number): string {
  return index === 0 ? '/' : `/section-${index % 40}/article-${index}.html`
}

function indexOf(path: string): number {
  if (path === '/') return 0
  const digits = /^\/section-\d+\/article-([1-9]\d{0,8})\.html$/.exec(path)
  return digits !== null && pathOf(Number(digits[1])) === path ? Number(digits[1]) : -1
}

function knownLinks(count: number): Site {
  const pages = outlines(count)
  const bodies = pages.map(({ title, texts, draw }, i) => {
    const links = chooseLinks(i, count, draw).map(to => ({ href: pathOf(to), label: escape(pages[to].title) }))
    return Buffer.from(render(title, texts, links, draw), 'utf8')
  })
  return {
    size: count,
    find(path) {
      const index = indexOf(path)
      return index < count ? index : -1
    },
    body: index => bodies[index],
  }
}

/** Texts are rendered once for every so many pages; titles, links and footers are each page's own. */
const RENDERED = 2000
const SHARED_LINKS = 15
const OWN_LINKS = LINKS_PER_PAGE - SHARED_LINKS
const MARK = '\u0001'

function newLinks(count: number): Site {
  // every page that is fetched adds its own links, and so would each of those
  const size = count * (OWN_LINKS + 1) * 2
  const pages = outlines(RENDERED)
  const labelOf = (index: number): string => `${escape(pages[index % RENDERED].title)} ${index}`
  const marks = Array.from({ length: LINKS_PER_PAGE }, () => ({ href: MARK, label: MARK }))
  const pieces = pages.map(({ texts, draw }) => render(MARK, texts, marks, draw).split(MARK))
  return {
    size,
    find(path) {
      const index = indexOf(path)
      return index < size ? index : -1
    },
    body(index) {
      const rendered = pieces[index % RENDERED]
      const title = labelOf(index)
      // TITLE and H1, between them the menu, behind them the links in the text and beside it
      const isH1 = 1 + 2 * MENU_LINKS
      let html = rendered[0]
      let link = 0
      for (let i = 0; i + 1 < rendered.length; i++) {
        if (i === 0 || i === isH1) html += title
        else {
          const isHref = (i - (i > isH1 ? 2 : 1)) % 2 === 0
          const to = linkOf(index, link, size)
          html += isHref ? pathOf(to) : labelOf(to)
          if (!isHref) link++
        }
        html += rendered[i + 1]
      }
      return Buffer.from(html, 'utf8')
    },
  }
}

function linkOf(from: number, link: number, size: number): number {
  if (link < SHARED_LINKS) return link
  return (from * OWN_LINKS + link + 1) % size
}

/** The next page, so that all are reached, and 59 others. */
function chooseLinks(from: number, count: number, draw: Random): number[] {
  const chosen = new Set([(from + 1) % count])
  while (chosen.size < Math.min(LINKS_PER_PAGE, count - 1)) {
    const to = draw.below(count)
    if (to !== from) chosen.add(to)
  }
  return [...chosen]
}

interface Link {
  readonly href: string
  readonly label: string
}

function render(title: string, texts: Texts, links: readonly Link[], draw: Random): string {
  const menu = links.slice(0, MENU_LINKS)
  const rest = links.slice(MENU_LINKS)
  const text: string[] = []
  let bytes = 0
  for (const paragraph of texts.paragraphs(1, draw)) {
    const link = rest.length > 20 ? rest.pop() : undefined
    const inline = link === undefined ? '' : ` <a href="${link.href}">${link.label}</a>`
    text.push(`<div class="block"><p>${escape(paragraph)}${inline}</p></div>`)
    bytes += Buffer.byteLength(paragraph)
    if (bytes >= TEXT_BYTES) break
  }
  const item = (link: Link): string => `<li class="item"><a href="${link.href}">${link.label}</a></li>\n`
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>
${style(draw)}</style>
</head>
<body>
<header><nav class="menu"><ul>
${menu.map(item).join('')}</ul></nav></header>
<main><article><h1>${escape(title)}</h1>
${text.join('\n')}
</article></main>
<aside><ul>
${rest.map(item).join('')}</ul></aside>
<footer><p>&copy; ${2000 + draw.below(25)} &middot; ${draw.below(100000)}</p></footer>
<script>
document.documentElement.classList.add('js')
window.addEventListener('load', function () { window.loaded = Date.now() })
</script>
</body>
</html>
`
}

function style(draw: Random): string {
  let rules = ''
  for (let n = 0; n < 14; n++)
    rules += `.block-${n} { margin: ${draw.below(30)}px 0; color: #${100 + draw.below(800)}; line-height: 1.${n} }\n`
  return rules
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Of the first `count` pages. */
export function survey(site: Site, count: number): { readonly bytes: number; readonly checksum: string } {
  const digest = createHash('sha256')
  let bytes = 0
  for (let i = 0; i < count; i++) {
    const body = site.body(i)
    digest.update(pathOf(i)).update(body)
    bytes += body.length
  }
  return { bytes, checksum: digest.digest('hex').slice(0, 16) }
}
