/**
 * A small web with text: sites of travellers, companies and clubs, some of whose directories are about Thailand. Links stand
 * in sentences, addresses have directories with and without a slash at their end, and every address that is linked to
 * answers. The same on every machine; the sentences are made up for this test.
 */
import { random, type Random } from '../../src/demo/random.js'
import { html, serveSmallWeb, status, type SmallWeb } from '../crawl/small-web.js'

const SENTENCES = {
  thailand: [
    'The night train from Bangkok to Chiang Mai passes rice fields and sleeping villages before the hills begin.',
    'Ferries leave Phuket early in the morning, and the beaches of Krabi are quiet until noon.',
    'A Thai friend showed us the temples of Ayutthaya and told us about the kings who built them.',
    'In Isan the markets of Khon Kaen and Udon Thani open long before the sun is up.',
    'Hotels in Pattaya and Hua Hin are full in December, when half of Thailand seems to be at the sea.',
  ],
  elsewhere: [
    'The old town lies above the river, and a small museum tells the story of its bridges.',
    'We walked along the coast for three days and slept in huts that farmers had left open.',
    'Prices have risen again this year, and the company expects that they will rise further.',
    'The club meets on the first Monday of the month in the back room of the station restaurant.',
    'Bring warm clothes, a good map and some patience, because the bus is seldom on time.',
  ],
} as const
type Subject = keyof typeof SENTENCES

const ANCHORS = {
  thailand: ['our days in Thailand', 'Bangkok by boat', 'islands near Phuket', 'more about Chiang Mai', 'next page'],
  elsewhere: ['the museum', 'annual report', 'how to get there', 'photographs', 'next page'],
} as const
const HOSTS = ['travel.example.com', 'www.lodge.co.th', 'club.example.org', 'blog.example.net', 'shop.example.com']
const NAMES: Record<Subject, readonly string[]> = {
  thailand: ['thailand', 'bangkok', 'siam', 'phuket/hotels', 'Chiang-Mai'],
  elsewhere: ['reports', 'news', 'club', 'photos/2004', 'about'],
}

interface Draft {
  readonly url: string
  readonly subject: Subject
  readonly links: Set<number>
}

export interface TextWeb {
  readonly seeds: readonly string[]
  /** URL → HTML. */
  readonly pages: ReadonlyMap<string, string>
}

export function buildTextWeb(size: number, seed: number): TextWeb {
  const draw = random(seed, 'text web')
  const pages = draftPages(size, draw)
  for (const [from, page] of pages.entries()) {
    if (from > 0) pages[draw.below(from)].links.add(from)
    for (let i = 2 + draw.below(7); i > 0; i--) {
      let to = draw.below(pages.length)
      if (pages[to].subject !== page.subject) to = draw.below(pages.length)
      if (to !== from) page.links.add(to)
    }
  }
  const written = pages.map(page => write(page, pages, draw))
  // mirrors: the same text and links at another address
  for (let page = 10; page < size; page += 7) written[page] = written[page - 3].replace(/<title>.*?<\/title>/, '')
  return { seeds: [pages[0].url, pages[1].url], pages: new Map(pages.map(({ url }, page) => [url, written[page]])) }
}

/** Home pages first, then directories; of the pages in them some have an extension and some are called like a directory. */
function draftPages(size: number, draw: Random): Draft[] {
  const pages: Draft[] = HOSTS.map(host => ({ url: `http://${host}/`, subject: 'elsewhere', links: new Set() }))
  const seen = new Set(pages.map(page => page.url))
  while (pages.length < size) {
    const subject = draw.chance(0.4) ? 'thailand' : 'elsewhere'
    const directory = `http://${draw.pick(HOSTS)}/${draw.pick(NAMES[subject])}`
    const kind = draw.below(8)
    const number = draw.below(200)
    const url =
      kind === 0 ? directory : kind === 1 ? `${directory}/` : `${directory}/${number}${kind < 5 ? '.html' : '?page=2'}`
    if (!seen.has(url)) pages.push({ url, subject: draw.chance(0.85) ? subject : 'elsewhere', links: new Set() })
    seen.add(url)
  }
  return pages
}

function write({ subject, links, url }: Draft, pages: readonly Draft[], draw: Random): string {
  const sentence = (): string => draw.pick(SENTENCES[draw.chance(0.8) ? subject : 'elsewhere'])
  const paragraphs = [...links].map((to, i) => {
    const target = pages[to]
    const see = `${sentence()} See <a href="${target.url}">${draw.pick(ANCHORS[target.subject])}</a>, ${sentence()}`
    return i % 3 === 0 ? `<div class="${target.subject}"><ul><li>${see}</li></ul></div>` : `<p>${see}</p>`
  })
  const more = Array.from({ length: 1 + draw.below(4) }, () => `<p>${sentence()} ${sentence()}</p>`)
  return `<html lang="en"><head><title>${url}</title></head><body>${[...paragraphs, ...more].join('\n')}</body></html>`
}

export function serveTextWeb({ pages }: TextWeb): Promise<SmallWeb> {
  return serveSmallWeb(({ host, path }, response) => {
    const page = pages.get(`http://${host}${path}`)
    if (page === undefined) status(response, 404)
    else html(response, page)
  })
}
