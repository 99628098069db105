/** The real webs of the development data, with a label for each page and target. */
import { join } from 'node:path'
import { RELEVANT, urlOf } from '../../src/graph/index.js'
import { importGraph } from '../../src/graph/import/index.js'
import { readWebkbKinds } from '../webkb-kinds.js'
import { readTextWeb, type TextWeb } from './text-web.js'

export interface RealWeb {
  readonly name: string
  readonly web: TextWeb
  /** By target: 1 for pages that are wanted. */
  readonly targets: ReadonlyMap<string, Uint8Array>
}

export const REAL_WEBS: Readonly<Record<string, (data: string) => Promise<RealWeb>>> = {
  webkb,
  'wikischools-dev': wikischools,
  wikispeedia,
}

/** Pages of universities by kind. `department` and `staff` have too few to be spread over start pages. */
async function webkb(data: string): Promise<RealWeb> {
  const kinds = readWebkbKinds(data)
  const web = await readTextWeb(join(data, 'webkb.warc.gz'), () => {})
  const targets = ['student', 'faculty', 'course', 'project'].map(
    name => [name, Uint8Array.from(web.urls, page => Number(kinds.get(page) === name))] as const,
  )
  return { name: 'webkb', web, targets: new Map(targets) }
}

const SUBJECT_INDEX = /\/wp\/index\/subject\.(.+)\.htm$/

/**
 * Articles of an encyclopaedia for schools. Each names its subjects by links to their index pages at its head; the index
 * pages themselves are lists, and wanted by nobody.
 */
async function wikischools(data: string): Promise<RealWeb> {
  const subjects = new Map<number, string[]>()
  const web = await readTextWeb(join(data, 'wikischools-dev.warc.gz'), ({ page, url, links }) => {
    if (SUBJECT_INDEX.test(url) || url.includes('/wp/index/')) return
    const named = links.map(link => SUBJECT_INDEX.exec(link.url)?.[1]).filter(subject => subject !== undefined)
    subjects.set(page, named)
  })
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
    return [name, Uint8Array.from(web.urls, (_, page) => Number(subjects.get(page)?.some(isIn) ?? false))] as const
  })
  return { name: 'wikischools-dev', web, targets: new Map(targets) }
}

/** The links of a later edition of the same encyclopaedia, without its texts. */
async function wikispeedia(data: string): Promise<RealWeb> {
  const files = ['articles', 'categories', 'links'].map(part => join(data, 'graphs', `wikispeedia-${part}.tsv.gz`))
  const targets = new Map<string, Uint8Array>()
  let web: TextWeb | null = null
  for (const name of ['Science', 'Geography', 'History', 'Religion', 'Music', 'Mathematics']) {
    const { graph } = await importGraph(files, { relevant: { column: 'category', values: [`subject.${name}`] } })
    targets.set(
      name,
      Uint8Array.from(graph.flags, flag => Number((flag & RELEVANT) !== 0)),
    )
    web ??= {
      urls: Array.from({ length: graph.pages }, (_, page) => urlOf(graph, page)),
      archived: graph.flags.map(flag => flag & 1),
      offsets: graph.offsets,
      to: graph.to,
      hops: Array.from({ length: graph.pages }, () => []),
      words: Array.from({ length: graph.pages }, () => null),
      simhash: Array.from({ length: graph.pages }, () => [0, 0] as const),
    }
  }
  if (web === null) throw new Error('wikispeedia: no target')
  return { name: 'wikispeedia', web, targets }
}
