/**
 * Webs with topics: pages with text, links with the words beside them, the true topic of every page, and example pages to
 * train a judge with that are not among the pages counted.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Page, PageLink } from '../../src/contracts.js'
import { createRandom } from '../../src/learn/random.js'
import { canonicalUrl, hostOf } from '../../src/page/index.js'
import { readTextWeb, type TextWeb } from '../strategies/text-web.js'
import { wordsBeside } from './words-beside.js'

export interface Topic {
  readonly name: string
  /** By page of the web: 1 when it is about the topic. */
  readonly wanted: Uint8Array
  /** By page of the web: 0 for those that the judge was trained with, which are crawled and not counted. */
  readonly counted: Uint8Array
  readonly examples: { readonly wanted: readonly Page[]; readonly others: readonly Page[] }
}

/** The words of links, in the order of `web.to`. */
export interface LinkTexts {
  readonly anchors: readonly string[]
  /** Anchor and the neighbouring elements. */
  readonly elements: readonly string[]
  /** Anchor and the two nearest words on each side. */
  readonly words: readonly string[]
}

export interface TopicWeb {
  readonly name: string
  readonly web: TextWeb
  /** Those of the archive, by page. */
  readonly pages: readonly Page[]
  readonly links: LinkTexts
  readonly topics: readonly Topic[]
}

export type TopicWebName = keyof typeof TOPIC_WEBS

/**
 * `-a` is for choosing constants, `-b` for what is reported: other universities, other subjects. The two parts of the
 * encyclopaedia are subjects of one web, so that `wikischools-b` is less of a test than `webkb-b`.
 */
export const TOPIC_WEBS = {
  'webkb-a': (data: string) => webkb(data, 'webkb-a', ['cornell.edu', 'utexas.edu']),
  'webkb-b': (data: string) => webkb(data, 'webkb-b', ['washington.edu', 'wisc.edu']),
  'wikischools-a': (data: string) => wikischools(data, 'wikischools-a', SUBJECTS_A),
  'wikischools-b': (data: string) => wikischools(data, 'wikischools-b', SUBJECTS_B),
  'articles-a': (data: string) => wikischools(data, 'articles-a', SUBJECTS_A, false),
  'articles-b': (data: string) => wikischools(data, 'articles-b', SUBJECTS_B, false),
}

const SUBJECTS_A = ['Science.Biology.Birds', 'Geography', 'Everyday_life.Food_and_agriculture']
const SUBJECTS_B = [
  'Science.Biology.Mammals',
  'Science.Biology.Plants',
  'Science.Biology.Health_and_medicine',
  'Science.Physics.Space_Astronomy',
  'History',
  'People',
]

const CRAWLED = ['cornell.edu', 'utexas.edu', 'washington.edu', 'wisc.edu']
const CLASSES = ['student', 'faculty', 'course', 'project']
const EXAMPLES = 50
const OTHERS_EACH = 50
const OTHERS_AT_LARGE = 200

/**
 * Pages of universities by kind. Four of them were collected as webs; judges learn from pages of all the other hosts. Wanted
 * examples: 50. Others: 50 of each other kind, and 200 that are of no kind.
 */
async function webkb(data: string, name: string, domains: readonly string[]): Promise<TopicWeb> {
  const rows = gunzipSync(readFileSync(join(data, 'webkb.pages.tsv.gz')))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map(row => row.split('\t'))
  const kindOf = new Map(rows.map(row => [canonicalUrl(row[1]) ?? row[1], row[2].replace('webkb:', '')]))
  const path = join(data, 'webkb.warc.gz')
  const isAt = (url: string, places: readonly string[]): boolean => places.some(place => hostOf(url).endsWith(place))
  const read = await readWeb(path, url => isAt(url, domains))

  const random = createRandom(1)
  const elsewhere = [...kindOf.keys()].filter(url => !isAt(url, CRAWLED))
  const sampled = new Map<string, string[]>()
  for (const kind of [...CLASSES, 'other'])
    sampled.set(
      kind,
      sample(
        elsewhere.filter(url => kindOf.get(url) === kind),
        Math.max(EXAMPLES, OTHERS_EACH, kind === 'other' ? OTHERS_AT_LARGE : 0),
        random,
      ),
    )
  const chosen = new Set([...sampled.values()].flat())
  const examples = new Map<string, Page>()
  await readTextWeb(path, () => {}, {
    isIn: url => chosen.has(url),
    onAnalysed: page => examples.set(page.url, withoutBytes(page)),
  })
  const pagesOf = (kinds: readonly string[]): Page[] =>
    kinds.flatMap(kind => sampled.get(kind) ?? []).flatMap(url => examples.get(url) ?? [])
  const topics = CLASSES.map(kind => ({
    name: kind,
    wanted: Uint8Array.from(read.web.urls, url => Number(kindOf.get(url) === kind)),
    counted: new Uint8Array(read.web.urls.length).fill(1),
    examples: { wanted: pagesOf([kind]), others: pagesOf([...CLASSES.filter(other => other !== kind), 'other']) },
  }))
  return { name, ...read, topics }
}

const SUBJECT_INDEX = /\/wp\/index\/subject\.(.+)\.htm$/
/** Of the wanted pages, up to EXAMPLES. */
const EXAMPLE_SHARE = 1 / 3

/**
 * Articles of an encyclopaedia on one host. Each names its subjects by links to their index pages at its head; index pages
 * are lists, and wanted by nobody. A third of a subject's articles, and 200 others, train its judge and are not counted.
 * With the index pages every article is one click away from a list of exactly the wanted pages; without them (`articles`) only
 * what articles say to each other is left.
 */
async function wikischools(
  data: string,
  name: string,
  subjects: readonly string[],
  hasIndex = true,
): Promise<TopicWeb> {
  const named = new Map<number, readonly string[]>()
  const read = await readWeb(
    join(data, 'wikischools-dev.warc.gz'),
    url => hasIndex || !url.includes('/wp/index/'),
    (page, url, links) => {
      if (url.includes('/wp/index/')) return
      named.set(
        page,
        links.map(link => SUBJECT_INDEX.exec(link.url)?.[1] ?? '').filter(subject => subject !== ''),
      )
    },
  )
  const topics = subjects.map(subject => {
    const isIn = (one: string): boolean => one === subject || one.startsWith(`${subject}.`)
    const wanted = Uint8Array.from(read.web.urls, (_, page) => Number(named.get(page)?.some(isIn) ?? false))
    const random = createRandom(1)
    const all = Array.from(read.pages.keys())
    const inside = all.filter(page => wanted[page] === 1)
    const outside = all.filter(page => wanted[page] === 0)
    const examples = sample(inside, Math.min(EXAMPLES, Math.floor(inside.length * EXAMPLE_SHARE)), random)
    const others = sample(outside, OTHERS_AT_LARGE, random)
    const counted = new Uint8Array(read.web.urls.length).fill(1)
    for (const page of [...examples, ...others]) counted[page] = 0
    return {
      name: subject.split('.').slice(-1)[0],
      wanted,
      counted,
      examples: { wanted: examples.map(page => read.pages[page]), others: others.map(page => read.pages[page]) },
    }
  })
  return { name, ...read, topics }
}

async function readWeb(
  path: string,
  isIn: (url: string) => boolean,
  onPage: (page: number, url: string, links: readonly PageLink[]) => void = () => {},
): Promise<Pick<TopicWeb, 'web' | 'pages' | 'links'>> {
  const pages: Page[] = []
  const anchors: string[] = []
  const elements: string[] = []
  const words: string[] = []
  const web = await readTextWeb(path, ({ page, url, links }) => onPage(page, url, links), {
    isIn,
    onAnalysed: page => pages.push(withoutBytes(page)),
    onLink(links, i) {
      const { anchor, before, after, neighbours } = links[i]
      anchors.push(anchor)
      elements.push(`${anchor} ${neighbours}`)
      words.push(wordsBeside(anchor, before, after))
    },
  })
  return { web, pages, links: { anchors, elements, words } }
}

/** Nobody reads the bytes again, and they are most of the memory. */
function withoutBytes(page: Page): Page {
  return { ...page, bytes: new Uint8Array(0), links: [] }
}

function sample<T>(items: readonly T[], count: number, random: () => number): T[] {
  const left = [...items]
  const taken: T[] = []
  while (taken.length < count && left.length > 0) {
    const at = Math.floor(random() * left.length)
    taken.push(left[at])
    left[at] = left[left.length - 1]
    left.pop()
  }
  return taken
}
