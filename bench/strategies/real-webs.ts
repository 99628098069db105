/** The real webs of the development data, with a label for each page and target. */
import { join } from 'node:path'
import { importGraph } from '../../src/graph/import/index.js'
import { CRAWLED, RELEVANT, sharedBytes, urlOf, type WebGraph } from '../../src/graph/index.js'
import { isSubjectIndex, subjectsOf } from '../topics/wikischools-subjects.js'
import { readWebkbKinds } from '../webkb-kinds.js'
import { readArchiveWeb } from './archive-web.js'
import { seedPages } from './seed-pages.js'
import { judgedRightly, labelsOf, type TestWeb } from './truth.js'

export interface RealWeb {
  readonly name: string
  /** By target: the web in which its pages are relevant, and the judge always right. */
  readonly targets: ReadonlyMap<string, WebGraph>
}

export const REAL_WEBS: Readonly<Record<string, (data: string) => Promise<RealWeb>>> = {
  webkb,
  'wikischools-dev': wikischools,
  wikispeedia,
}

const LEAST_LINKS = 3
/** Starts from which less than this share of the archive is in reach say nothing about a strategy. */
const LEAST_REACH = 0.2

/** The web with as many start pages as are asked for, in several ways, the same ones for the same seed. */
export function startsOf(graph: WebGraph, sets: number, size: number, seed: number): TestWeb[] {
  const archived = graph.flags.reduce((sum, flag) => sum + (flag & CRAWLED), 0)
  const rule = { count: size, leastLinks: LEAST_LINKS, goodDraws: 1, leastPages: LEAST_REACH * archived }
  return Array.from({ length: sets }, (_, i) =>
    judgedRightly({ ...graph, seeds: seedPages(graph, labelsOf(graph), rule, seed + i) }),
  )
}

/** Pages of universities by kind. `department` and `staff` have too few to be spread over start pages. */
async function webkb(data: string): Promise<RealWeb> {
  const kinds = readWebkbKinds(data)
  const { graph } = await readArchiveWeb(join(data, 'webkb.warc.gz'))
  const targets = ['student', 'faculty', 'course', 'project'].map(
    name => [name, labelled(graph, page => kinds.get(urlOf(graph, page)) === name)] as const,
  )
  return { name: 'webkb', targets: new Map(targets) }
}

/** Articles of an encyclopaedia for schools. The index pages of its subjects are lists, and wanted by nobody. */
async function wikischools(data: string): Promise<RealWeb> {
  const { graph } = await readArchiveWeb(join(data, 'wikischools-dev.warc.gz'))
  const names = [
    'Science.Biology',
    'Science.Physics',
    'Geography',
    'History',
    'People',
    'Everyday_life',
    'Design_and_Technology',
  ]
  const targets = names.map(name => {
    const isIn = (subject: string): boolean => subject === name || subject.startsWith(`${name}.`)
    const isWanted = (page: number): boolean =>
      !isSubjectIndex(urlOf(graph, page)) && subjectsOf(graph, page).some(isIn)
    return [name, labelled(graph, isWanted)] as const
  })
  return { name: 'wikischools-dev', targets: new Map(targets) }
}

/** The links of a later edition of the same encyclopaedia, without its texts. */
async function wikispeedia(data: string): Promise<RealWeb> {
  const files = ['articles', 'categories', 'links'].map(part => join(data, 'graphs', `wikispeedia-${part}.tsv.gz`))
  const targets = new Map<string, WebGraph>()
  for (const name of ['Science', 'Geography', 'History', 'Religion', 'Music', 'Mathematics']) {
    const relevant = { column: 'category', values: [`subject.${name}`] }
    targets.set(name, (await importGraph(files, { relevant })).graph)
  }
  return { name: 'wikispeedia', targets }
}

function labelled(graph: WebGraph, isWanted: (page: number) => boolean): WebGraph {
  const flags = sharedBytes(graph.pages)
  for (let page = 0; page < graph.pages; page++) {
    const isFetched = (graph.flags[page] & CRAWLED) !== 0
    if (isFetched) flags[page] = isWanted(page) ? CRAWLED | RELEVANT : CRAWLED
  }
  return { ...graph, flags }
}
