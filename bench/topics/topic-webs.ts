/**
 * Webs with topics: pages with text, links with the words beside them, the true topic of every page, and example pages to
 * train a judge with that are not among the pages counted.
 */
import { join } from 'node:path'
import type { Page, PageId } from '../../src/contracts.js'
import { urlOf, type WebGraph } from '../../src/graph/index.js'
import { createRandom } from '../../src/learn/random.js'
import { hostOf } from '../../src/page/index.js'
import { readArchiveWeb, without, type ArchiveWeb } from '../strategies/archive-web.js'
import { readWebkbKinds } from '../webkb-kinds.js'
import { universityTopics } from './university-topics.js'
import { isSubjectIndex, subjectsOf } from './wikischools-subjects.js'

export interface Topic {
  readonly name: string
  /** By page of the web: 1 when it is about the topic. */
  readonly wanted: Uint8Array
  /** By page of the web: 0 for those that the judge was trained with, which are crawled and not counted. */
  readonly counted: Uint8Array
  readonly examples: { readonly wanted: readonly Page[]; readonly others: readonly Page[] }
}

export interface TopicWeb {
  readonly name: string
  readonly web: ArchiveWeb
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
export const SUBJECTS_B = [
  'Science.Biology.Mammals',
  'Science.Biology.Plants',
  'Science.Biology.Health_and_medicine',
  'Science.Physics.Space_Astronomy',
  'History',
  'People',
]

const CRAWLED = ['cornell.edu', 'utexas.edu', 'washington.edu', 'wisc.edu']
export const CLASSES = ['student', 'faculty', 'course', 'project']
const EXAMPLES = 50
const OTHERS_EACH = 50
const OTHERS_AT_LARGE = 200

/**
 * Pages of universities by kind. Four of them were collected as webs; judges learn from pages of all the other hosts. Wanted
 * examples: 50. Others: 50 of each other kind, and 200 that are of no kind.
 */
export async function webkb(data: string, name: string, domains: readonly string[] = CRAWLED): Promise<TopicWeb> {
  const kindOf = readWebkbKinds(data)
  const isAt = (url: string, places: readonly string[]): boolean => places.some(place => hostOf(url).endsWith(place))
  const all = await readArchiveWeb(join(data, 'webkb.warc.gz'))
  const web = without(all, url => !isAt(url, domains))

  const random = createRandom(1)
  const elsewhere = [...all.pages.values()].filter(({ url }) => !isAt(url, CRAWLED))
  const sampled = new Map<string, readonly Page[]>()
  for (const kind of [...CLASSES, 'other'])
    sampled.set(
      kind,
      sample(
        elsewhere.filter(({ url }) => kindOf.get(url) === kind),
        Math.max(EXAMPLES, OTHERS_EACH, kind === 'other' ? OTHERS_AT_LARGE : 0),
        random,
      ),
    )
  const pagesOf = (kinds: readonly string[]): Page[] => kinds.flatMap(kind => sampled.get(kind) ?? [])
  const topics = CLASSES.map(kind => ({
    name: kind,
    wanted: labelled(web.graph, page => kindOf.get(urlOf(web.graph, page)) === kind),
    counted: labelled(web.graph, () => true),
    examples: { wanted: pagesOf([kind]), others: pagesOf([...CLASSES.filter(other => other !== kind), 'other']) },
  }))
  return { name, web, topics }
}

/** Of the wanted pages, up to EXAMPLES. */
const EXAMPLE_SHARE = 1 / 3

/**
 * Articles of an encyclopaedia on one host. Each names its subjects by links to their index pages at its head; index pages
 * are lists, and wanted by nobody. A third of a subject's articles, and 200 others, train its judge and are not counted.
 * With the index pages every article is one click away from a list of exactly the wanted pages; without them (`articles`) only
 * what articles say to each other is left.
 */
export async function wikischools(
  data: string,
  name: string,
  subjects: readonly string[],
  hasIndex = true,
): Promise<TopicWeb> {
  const all = await readArchiveWeb(join(data, 'wikischools-dev.warc.gz'))
  const web = hasIndex ? all : without(all, isSubjectIndex)
  const { graph } = web
  const topics = subjects.map(subject => {
    const wanted = labelled(
      graph,
      page => !isSubjectIndex(urlOf(graph, page)) && subjectsOf(all.graph, page).some(isIn),
    )
    const random = createRandom(1)
    const pages = [...web.pages.keys()]
    const inside = pages.filter(page => wanted[page] === 1)
    const outside = pages.filter(page => wanted[page] === 0)
    const examples = sample(inside, Math.min(EXAMPLES, Math.floor(inside.length * EXAMPLE_SHARE)), random)
    const others = sample(outside, OTHERS_AT_LARGE, random)
    const isExample = new Set([...examples, ...others])
    const textsOf = (ids: readonly PageId[]): Page[] => ids.flatMap(page => web.pages.get(page) ?? [])
    return {
      name: nameOfSubject(subject),
      wanted,
      counted: labelled(graph, page => !isExample.has(page)),
      examples: { wanted: textsOf(examples), others: textsOf(others) },
    }
    function isIn(one: string): boolean {
      return one === subject || one.startsWith(`${subject}.`)
    }
  })
  return { name, web, topics }
}

/** A university as it is, by the topics that people found on its pages (university-topics.ts). */
export async function university(data: string): Promise<TopicWeb> {
  const web = await readArchiveWeb(join(data, 'university-dev.warc.gz'))
  const topics = universityTopics(web.pages.values()).map(({ name, isWanted, examples }) => {
    const isExample = new Set([...examples.wanted, ...examples.others])
    const test = (isSo: (page: Page) => boolean): Uint8Array =>
      labelled(web.graph, id => {
        const page = web.pages.get(id)
        return page !== undefined && isSo(page)
      })
    return { name, wanted: test(isWanted), counted: test(page => !isExample.has(page)), examples }
  })
  return { name: 'university', web, topics }
}

export function nameOfSubject(subject: string): string {
  return subject.split('.').slice(-1)[0]
}

/** By page: is it in the archive, and is it so? */
function labelled({ flags }: WebGraph, isSo: (page: PageId) => boolean): Uint8Array {
  return Uint8Array.from(flags, (flag, page) => Number(flag !== 0 && isSo(page)))
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
