/**
 * Sites that never end, and beside each an honest one that looks like it. Every honest page links to what comes after it, so that
 * a page that is not fetched is missed together with all behind it.
 */
import { createHash } from 'node:crypto'

/** What a site answers to a path; null is a 404. */
export type Site = (path: string, host: string) => string | null

const WORDS = (
  'the people of this country have many old towns and rivers where boats carry rice fish and wood to market every ' +
  'morning before the sun is high while children walk to school along narrow roads under large trees and their teachers ' +
  'read stories about kings farmers sailors and birds that nobody has seen for a hundred years although some say that ' +
  'they still live in the forest near the northern hills which are covered with snow in winter and flowers in spring'
).split(' ')
/** How many pages each honest site has. */
export const HONEST_PAGES = 30

/** Prose that is the same for the same name, and another one for another. */
export function prose(name: string, words: number): string {
  const chosen: string[] = []
  for (let block = 0; chosen.length < words; block++) {
    const bytes = createHash('sha256').update(`${name} ${block}`).digest()
    for (const byte of bytes) chosen.push(WORDS[byte % WORDS.length])
  }
  return chosen.slice(0, words).join(' ')
}

export function page(title: string, text: string, links: readonly string[]): string {
  const anchors = links.map(link => `<a href="${link}">more</a>`).join(' ')
  return `<html lang="en"><head><title>${title}</title></head><body><p>${text}</p><p>${anchors}</p></body></html>`
}

/** The same text but for the number in it. */
function form(name: string, number: string | number): string {
  return `${prose(`first half ${name}`, 60)} ${number} ${prose(`second half ${name}`, 60)}`
}

function token(seed: string): string {
  return createHash('sha256').update(seed).digest('hex').slice(0, 24)
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DAYS = Array.from({ length: 28 }, (_, day) => day + 1).join(' ')

/** By host; a name that begins with a dot stands for every host that ends with it. */
export const TRAPS: Readonly<Record<string, Site>> = {
  'calendar.test': path => {
    const [, year, month] = /^\/events\/(\d{4})\/(\d{2})\/$/.exec(path) ?? []
    if (year === undefined) return path === '/' ? page('Town hall', prose('calendar', 80), ['/events/2005/06/']) : null
    const at = Number(year) * 12 + Number(month) - 1
    const links = [at - 1, at + 1, at + 12].map(monthPath)
    const name = MONTHS[at % 12]
    return page(
      `${name} ${year}`,
      `${name} ${year} Monday Tuesday Wednesday Thursday Friday ${DAYS} no events this month`,
      links,
    )
  },
  // too little text to compare, and in no language
  'numbers.test': path => {
    const [, year, month] = /^\/cal\/(\d{4})\/(\d{2})\/$/.exec(path) ?? []
    if (year === undefined) return path === '/' ? page('Club', prose('numbers', 80), ['/cal/2005/06/']) : null
    const at = Number(year) * 12 + Number(month) - 1
    return page(
      `${year}-${month}`,
      DAYS,
      [at - 1, at + 1, at + 12].map(each => monthPath(each).replace('events', 'cal')),
    )
  },
  'session.test': path => {
    const [, number = '0', ticket = ''] = /^\/(\d)?(?:\?ticket=([0-9a-f]+))?$/.exec(path) ?? []
    const links = [0, 1, 2, 3].map(each => `/${each}?ticket=${token(`${ticket} ${number} ${each}`)}`)
    return page(`Shop ${number}`, prose(`session ${number}`, 90), links)
  },
  'repeat.test': path =>
    /^\/(?:docs\/help\/)*$/.test(path)
      ? page('Help', prose('repeat', 90), ['docs/help/', './?', 'docs/help/docs/help/'])
      : null,
  'soft.test': path => {
    const links = [1, 2, 3].map(
      each => `/${token(path).slice(0, 3).replace(/\d/g, 'x')}/${token(`${path}${each}`).slice(0, 6)}.html`,
    )
    return page('Not found', prose('soft 404', 90), links)
  },
  '.farm.test': (path, host) => {
    const links = [1, 2, 3].map(each => `http://w${token(`${host}${each}`).slice(0, 8)}.farm.test/`)
    return path === '/' ? page('Buy now', prose('farm', 90), links) : null
  },
  'facets.test': path => {
    const found = /^\/list\?sort=(\d+)&from=(\d+)$/.exec(path)
    const from = found === null ? 0 : Number(found[2])
    const links = [1, 2, 3].map(each => `/list?sort=${each}&from=${from + each}`)
    return found === null && path !== '/' ? null : page('Our list', form('facets', from), links)
  },
  'items.test': path => {
    const number = Number(/^\/item\/(\d+)\.html$/.exec(path)?.[1] ?? (path === '/' ? 0 : NaN))
    if (Number.isNaN(number)) return null
    return page(`Item ${number}`, form('items', number), [
      `/item/${2 * number + 1}.html`,
      `/item/${2 * number + 2}.html`,
    ])
  },
}

/** By host: the path of page n, its title and its text. */
interface HonestSite {
  readonly path: (n: number) => string
  readonly title: (n: number) => string
  readonly text: (n: number) => string
}

const HONEST_SITES: Readonly<Record<string, HonestSite>> = {
  // pagination of a real archive
  'pages.test': { path: n => `/news?page=${n}`, title: () => 'News', text: n => prose(`news ${n}`, 80) },
  // a site in two languages with its language twice in the path
  'bilingual.test': { path: n => `/en/docs/${n}/en/`, title: n => `Text ${n}`, text: n => prose(`bilingual ${n}`, 80) },
  'forum.test': {
    path: n => `/viewtopic.php?f=${n % 3}&t=${n}`,
    title: () => 'The forum - view topic',
    text: n => `${prose('forum rules and menus', 40)} ${prose(`topic ${n}`, 80)}`,
  },
  'encyclopaedia.test': {
    path: n => `/wiki/Article_${n}`,
    title: n => `Article ${n}`,
    text: n => `${prose('encyclopaedia head', 60)} ${prose(`article ${n}`, 80)} ${prose('encyclopaedia foot', 40)}`,
  },
  // nearly the same text, but each about another word
  'dictionary.test': {
    path: n => `/word/${token(`word ${n}`).replace(/\d/g, 'o').slice(0, 7)}`,
    title: n => `${prose(`word ${n}`, 3)} - the dictionary`,
    text: n => `${prose('dictionary head', 130)} ${prose(`word ${n}`, 12)} ${prose('dictionary foot', 60)}`,
  },
  'short.test': { path: n => `/s/${n}`, title: () => 'Sayings', text: n => prose(`saying ${n}`, 14) },
  // a mailing list, with dates in its paths
  'list.test': {
    path: n => `/pipermail/users/200${n % 10}-June/${String(n).padStart(6, '0')}.html`,
    title: () => '[users] Re: question',
    text: n => prose(`mail ${n}`, 60),
  },
  'diary.test': { path: n => `/2005/06/${n}/`, title: n => `Day ${n}`, text: n => prose(`day ${n}`, 70) },
  // many people, each with a server
  '.blogs.test': { path: () => '/', title: n => `Blog ${n}`, text: n => prose(`blog ${n}`, 70) },
}

export const HONEST: Readonly<Record<string, Site>> = Object.fromEntries(
  Object.entries(HONEST_SITES).map(([name, site]) => [name, (path, host) => honestPage(name, site, path, host)]),
)

/** All URLs of honest pages. */
export function honestUrls(): string[] {
  return Object.entries(HONEST_SITES).flatMap(([name, { path }]) =>
    Array.from({ length: HONEST_PAGES }, (_, i) => `http://${hostAt(name, i + 1)}${path(i + 1)}`),
  )
}

/** Page n leads to the two that follow it, as lists and prev-next links do. */
function honestPage(name: string, { path, title, text }: HonestSite, asked: string, host: string): string | null {
  const isHome = asked === '/' && host === hostAt(name, 0)
  const n = isHome ? 0 : numberOf(name, path, asked, host)
  if (n === -1) return null
  const next = [n + 1, n + 2].filter(each => each <= HONEST_PAGES)
  const links = next.map(each => `http://${hostAt(name, each)}${path(each)}`)
  return isHome ? page(`Home of ${name}`, prose(`home of ${name}`, 60), links) : page(title(n), text(n), links)
}

function numberOf(name: string, path: (n: number) => string, asked: string, host: string): number {
  for (let n = 1; n <= HONEST_PAGES; n++) if (hostAt(name, n) === host && path(n) === asked) return n
  return -1
}

function hostAt(name: string, n: number): string {
  return name.startsWith('.') ? `b${n}${name}` : name
}

function monthPath(at: number): string {
  return `/events/${Math.floor(at / 12)}/${String((at % 12) + 1).padStart(2, '0')}/`
}

/** The site that a host belongs to. */
export function siteOf(sites: Readonly<Record<string, Site>>, host: string): Site | null {
  const name = Object.keys(sites).find(one => (one.startsWith('.') ? host.endsWith(one) : host === one))
  return name === undefined ? null : sites[name]
}

/** Where to begin on each site. */
export function homeOf(name: string): string {
  return `http://${name.startsWith('.') ? `b0${name}` : name}/`
}
