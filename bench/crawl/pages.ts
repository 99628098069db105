/**
 * The pages of the benchmark's site: about 14 KB each, 60 links to other pages, real text, half of them in the target language.
 * The same number of pages gives the same bytes everywhere.
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
const OTHERS = 'eng deu_1996 jpn rus spa cmn_hans ind arb hin swh lao fra por_BR ita pol tur vie kor nld swe'.split(' ')

export interface SitePage {
  readonly path: string
  readonly body: Buffer
}

export function renderSite(count: number): SitePage[] {
  const target = loadTexts(TARGET)
  const others = OTHERS.map(loadTexts)
  const pages = Array.from({ length: count }, (_, i) => {
    const draw = random('bench', i)
    const texts = i === 0 || draw.chance(TARGET_SHARE) ? target : draw.pick(others)
    return { path: i === 0 ? '/' : `/section-${i % 40}/article-${i}.html`, texts, draw, title: texts.phrase(draw) }
  })
  return pages.map((page, i) => {
    const links = chooseLinks(i, count, page.draw).map(to => ({ href: pages[to].path, label: escape(pages[to].title) }))
    return { path: page.path, body: Buffer.from(render(page.title, page.texts, links, page.draw), 'utf8') }
  })
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

export function checksum(pages: readonly SitePage[]): string {
  const digest = createHash('sha256')
  for (const page of pages) digest.update(page.path).update(page.body)
  return digest.digest('hex').slice(0, 16)
}
