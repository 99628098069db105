/** The pages of one host: addresses, sections, what each is about, and whose text it repeats. */
import { keyOf, PURPOSE, Stream } from '../random.js'
import type { Host } from './hosts.js'
import type { CampusParameters } from './preset.js'

export type CampusPageKind = 'home' | 'post' | 'directory' | 'archive' | 'month' | 'picture' | 'form' | 'session'

/** Pages that were made together; those of some kinds have nearly the same text. */
export interface CampusSection {
  readonly kind: CampusPageKind
  readonly first: number
  readonly end: number
  /** Chance of a page to be about the topic. */
  readonly topic: number
}

export interface HostPages {
  readonly origin: string
  /** By page: what follows the origin. */
  readonly paths: readonly string[]
  readonly sections: readonly CampusSection[]
}

/** Calendars and galleries stand on hosts with more pages than this. */
const LARGE = 40
/** How many of these hosts have a calendar, and how many a gallery. */
const SOME = 0.5
const FIRST_YEAR = 1990
const SMALLEST_SECTION = 3
/** Share of hosts whose own links say https. */
const WITH_TLS = 0.6

export function layOut(host: Host, parameters: CampusParameters, seed: number): HostPages {
  const random = new Stream(keyOf(seed, PURPOSE.directories), host.number)
  const paths = ['/']
  const sections: CampusSection[] = [{ kind: 'home', first: 0, end: 1, topic: host.topic }]
  let topic = host.topic
  const add = (kind: CampusPageKind, count: number, pathOf: (i: number) => string): void => {
    const first = paths.length
    const end = Math.min(host.pages, first + count)
    for (let i = 0; i < end - first; i++) paths.push(pathOf(i))
    if (end > first) sections.push({ kind, first, end, topic })
  }
  if (host.kind === 'session') add('session', host.pages, () => `/index.phtml?state=${hexOf(random)}`)
  if (host.kind === 'lists') {
    const forms = ['listinfo', 'options', 'admin', 'private']
    const each = Math.ceil((host.pages - 1) / forms.length)
    for (const form of forms) add('form', each, i => `/mailman/${form}/${wordOf(i)}`)
  }
  if (host.kind === 'site') {
    const large = host.pages > LARGE
    const part = (share: number): number => Math.round((host.pages * share) / SOME)
    // old software numbers pages in the query
    const asks = random.unit() < SOME
    add('archive', Math.round(host.pages * parameters['archive-pages'] * (large ? 1 : 0.5)), i =>
      asks ? `/blog/?page=${i + 1}` : `/blog/page/${i + 1}/`,
    )
    if (large && random.unit() < SOME)
      add(
        'month',
        part(parameters['calendar-pages']),
        i => `/events/${asks ? '?month=' : ''}${monthOf(i, asks ? '-' : '/')}`,
      )
    if (large && random.unit() < SOME)
      add(
        'picture',
        part(parameters['gallery-pages']),
        i => `/gallery/${asks ? '?image=' : ''}${wordOf(i)}${asks ? '' : '/'}`,
      )
    const dated = random.unit() < 0.3
    const posts = Math.round((host.pages - paths.length) * Math.min(1, parameters.posts * 2 * random.unit()))
    // in tens: posts of one time are about one thing
    for (let done = 0; done < posts; done += 10) {
      topic = drawTopic(host.topic, random)
      add('post', Math.min(10, posts - done), i =>
        dated ? `/${2000 + Math.floor(done / 20)}/${wordOf(done + i)}/` : `/${wordOf(done + i)}/`,
      )
    }
  }
  for (let directory = 0; paths.length < host.pages; directory++) {
    topic = drawTopic(host.topic, random)
    const size = SMALLEST_SECTION + Math.floor(random.unit() ** 3 * Math.min(host.pages * 0.5, 150))
    add('directory', size, i => `/${wordOf(5000 + directory)}/${i === 0 ? '' : `${wordOf(i)}.html`}`)
  }
  return { origin: originOf(host.number, seed), paths, sections }
}

export function originOf(host: number, seed: number): string {
  const scheme = new Stream(keyOf(seed, PURPOSE.domains), host).unit() < WITH_TLS ? 'https' : 'http'
  return `${scheme}://${wordOf(100 + host)}.campus.test`
}

/** Sections are about one thing more often than hosts. */
function drawTopic(mean: number, random: Stream): number {
  return mean === 0 || mean > 0.9 ? mean : random.beta(0.5 * mean, 0.5 * (1 - mean))
}

function hexOf(random: Stream): string {
  return random.bits().toString(16).padStart(8, 'a') + random.bits().toString(16).padStart(8, 'b')
}

/** `1990/01/` or `1990-01`. */
function monthOf(number: number, between: string): string {
  const month = String((number % 12) + 1).padStart(2, '0')
  return `${FIRST_YEAR + Math.floor(number / 12)}${between}${month}${between === '/' ? '/' : ''}`
}

const CONSONANTS = 'bdfgklmnprstvz'
const VOWELS = 'aeiou'

/** A made-up word for each number: no digits, which would make every address look like an item of a list. */
export function wordOf(number: number): string {
  let word = ''
  for (let left = number + 70; left > 0; left = Math.floor(left / 70))
    word += CONSONANTS[left % 14] + VOWELS[Math.floor(left / 14) % 5]
  return word
}
