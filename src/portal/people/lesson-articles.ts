/** Articles of the pages of lessons, ready to be printed. They are kept for a while: a class opens the same lesson at the same time. */
import { forgetOldest } from '../../forget-oldest.js'
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { CapturePlace, PageCard } from '../contracts.js'
import type { Portal } from '../server/route.js'
import { languageTag, rawPath } from '../ui/page-list.js'
import { articleOf, plainArticle, type Article, type ArticleLine, type Picture } from './article.js'

/** Of one page, in characters, and of one lesson: more is a book, not a lesson. */
const MAX_TEXT = 50_000
const MAX_TEXTS = 2_000_000
/** Markup is read in the thread that serves everybody; a page of this length takes a tenth of a second. Longer ones lose their pictures. */
const MAX_MARKUP = 2_000_000
const MAX_PICTURES = 8
/** Bytes of the archived record, its head included: less is an icon or a counter. */
const LEAST_RECORD = 2_000
const MAX_KEPT = 100
/** Only its path goes into the markup. */
const BASE = 'http://portal.invalid/raw/'
const RAW = '/raw/'

export type Articles = ReturnType<typeof createArticles>

export function createArticles() {
  const kept = new Map<string, Article>()

  async function read(portal: Portal, page: PageCard, capture: CapturePlace): Promise<Article> {
    const key = `${capture.url} ${capture.at} ${capture.place.offset} ${page.id}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const text = portal.library.textOf(page.id).slice(0, MAX_TEXT)
    const article = await withMarkup(portal, page.url, text)
    kept.set(key, article)
    forgetOldest(kept, MAX_KEPT)
    return article
  }

  return {
    /**
     * Draws the pages of one lesson, one after the other: what is beyond the bound is left out. `picture`: how one is shown.
     * Nothing for what is not in the library, or has neither text nor picture.
     */
    reader(portal: Portal, picture: (address: string, alt: string) => Markup = drawPicture) {
      let left = MAX_TEXTS
      return async (url: string): Promise<Markup> => {
        const page = portal.library.page(url)
        const capture = page === null ? null : portal.library.capture(url)
        if (page === null || capture === null || left <= 0) return NOTHING
        if (page.type === 'image') return picture(rawPath(page.url), page.title)
        const article = await read(portal, page, capture)
        left -= article.lines.reduce((sum, { text }) => sum + text.length, 0)
        return drawArticle(portal, page, article, picture)
      }
    },
  }
}

async function withMarkup(portal: Portal, url: string, text: string): Promise<Article> {
  try {
    // redirects were followed when the library was built: `url` is where they led
    const answer = await portal.replay.raw(url, BASE)
    const isHtml = answer?.headers['Content-Type']?.startsWith('text/html') === true
    if (answer !== null && isHtml && typeof answer.body === 'string' && answer.body.length <= MAX_MARKUP)
      return articleOf(answer.body, text, RAW)
  } catch {
    // the archive is missing or damaged: the text is in the index
  }
  return plainArticle(text)
}

function drawArticle(
  portal: Portal,
  page: PageCard,
  { pictures, lines }: Article,
  picture: (address: string, alt: string) => Markup,
): Markup {
  const shown = new Set<string>()
  const drawn = (found: readonly Picture[]): Markup[] =>
    found.flatMap(({ url, alt }) => {
      if (shown.size >= MAX_PICTURES || shown.has(url) || !isShown(portal, url, url === page.image ? 0 : LEAST_RECORD))
        return []
      shown.add(url)
      return [picture(rawPath(url), alt)]
    })
  // the title stands above it already, often with the name of the site
  const start = lines[0]?.kind === 'heading' && page.title.includes(lines[0].text) ? 1 : 0
  // what stands before the text is the head of the site, but for the picture that stands for the page
  const body: Markup[] = drawn(pictures.filter(({ url }) => url === page.image))
  for (let i = start; i < lines.length;) {
    if (lines[i].kind === 'item') {
      const end = endOfList(lines, i)
      body.push(markup`<ul>${lines.slice(i, end).map(({ text }) => markup`<li>${text}</li>`)}</ul>\n`)
      for (; i < end; i++) body.push(...drawn(lines[i].pictures))
      continue
    }
    const { kind, text, pictures: behind } = lines[i++]
    body.push(kind === 'heading' ? markup`<h3>${text}</h3>\n` : markup`<p>${text}</p>\n`, ...drawn(behind))
  }
  if (shown.size === 0 && page.image !== '') body.unshift(...drawn([{ url: page.image, alt: '' }]))
  if (body.length === 0) return NOTHING
  return markup`<div class="article" lang="${languageTag(page.language)}" dir="auto">\n${body}</div>`
}

function endOfList(lines: readonly ArticleLine[], first: number): number {
  let end = first
  while (end < lines.length && lines[end].kind === 'item') end++
  return end
}

/** Archived, not blocked, a picture, and not too small. */
function isShown(portal: Portal, url: string, leastBytes: number): boolean {
  const capture = portal.library.capture(url)
  if (capture === null || capture.status !== 200 || !/^image\/(?!svg)/i.test(capture.mime)) return false
  return (capture.payload ?? capture.place).length >= leastBytes
}

/** Loaded at once: a browser does not print what it has not loaded. */
function drawPicture(address: string, alt: string): Markup {
  return markup`<p class="picture"><img src="${address}" alt="${alt}"></p>\n`
}
