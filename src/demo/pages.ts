/**
 * Lays out one server: its front page, directories, pages and their URLs, and one tree link to every page, so that whoever
 * reaches the entrance can reach all of it. Tree links never lead from a forbidden page to an allowed one.
 */
import type { Encoding } from './encode.js'
import { ENGLISH, type DemoLanguage } from './languages.js'
import type { DemoHost, DemoPage, Directory, Layout, DemoPageKind } from './model.js'
import { random, shuffled, type Random } from './random.js'
import type { Texts } from './texts.js'

const TOPICS = (
  'news about culture travel history law school forum health market library music sport science women children work ' +
  'weather stories letters events archive members projects'
).split(' ')

/** At most this many directories in a language: more pages make larger directories. */
const MAX_DIRECTORIES = 12
const PRIVATE_SHARE = 0.05
const WRONGLY_DECLARED = 0.03
const TWO_LANGUAGES = 0.04

export interface LayoutContext {
  readonly seed: number
  readonly languages: ReadonlyMap<string, DemoLanguage>
  readonly texts: (language: string) => Texts
  /** All pages so far; a layout appends its own. */
  readonly pages: DemoPage[]
}

interface PageDraft {
  readonly path: string
  readonly language: string
  readonly kind?: DemoPageKind
  readonly index?: boolean
  readonly disallowed?: boolean
  readonly twin?: number
}

export function layOut(host: DemoHost, context: LayoutContext): Layout {
  const draw = random(context.seed, 'pages', host.name)
  const topics = shuffled(TOPICS, draw)
  const directories: Directory[] = []
  const parents: number[] = []
  const children: number[] = []
  const link = (from: number, to: number): void => {
    parents.push(from)
    children.push(to)
  }
  const add = (draft: PageDraft): number => addPage(host, draft, context, draw)

  const frontLanguage = host.kind === 'hidden' || host.kind === 'pocket' ? ENGLISH : host.language
  const entrance = context.pages.length
  let front = entrance
  if (host.entrance === 'front') add({ path: '/', language: frontLanguage, index: true })
  else {
    front = entrance + 1
    add({ path: '/', language: 'und', kind: host.entrance, twin: front })
    add({ path: '/main.html', language: frontLanguage, index: true })
    link(entrance, front)
    if (host.entrance === 'frameset') link(entrance, add({ path: '/menu.html', language: host.language, kind: 'menu' }))
  }

  const addDirectory = (path: string, language: string, count: number, tucked: boolean, from: number): Directory => {
    const disallowed = path === '/private/'
    const pages = [add({ path, language, index: true, disallowed })]
    link(from, pages[0])
    const style = draw.below(4)
    for (let n = 1; n < count; n++) {
      const id = add({ path: path + leaf(style, n, context.texts(language), draw), language, disallowed })
      // most pages hang on an earlier page of their directory: sites are deeper than two clicks
      link(draw.chance(0.15) ? pages[0] : draw.pick(pages), id)
      pages.push(id)
    }
    const directory = { path, language, index: pages[0], pages, tucked }
    directories.push(directory)
    return directory
  }
  const addDirectories = (prefix: string, language: string, total: number, tucked: boolean, from: number): void => {
    const count = Math.max(1, Math.min(MAX_DIRECTORIES, Math.round(Math.sqrt(total) / 1.2)))
    for (let i = 0; i < count && total > 0; i++) {
      const size = Math.floor((total * (i + 1)) / count) - Math.floor((total * i) / count)
      const topic = topics[directories.length % topics.length]
      const taken = directories.some(directory => directory.path === `${prefix}${topic}/`)
      addDirectory(`${prefix}${topic}${taken ? directories.length : ''}/`, language, size, tucked, from)
    }
  }

  const secret = host.secretive ? Math.max(2, Math.round(PRIVATE_SHARE * host.ownPages)) : 0
  const own = Math.max(1, host.ownPages - secret - (frontLanguage === host.language ? 1 : 0))
  const other = Math.max(0, host.otherPages - (frontLanguage === host.language ? 0 : 1))
  const tag = context.languages.get(host.language)?.tag ?? host.language
  switch (host.kind) {
    case 'hidden':
      addDirectories('/', ENGLISH, other, false, front)
      addDirectories(`/${tag}/`, host.language, own, true, buildChain(directories, front, draw, link))
      break
    case 'pocket':
      addDirectories('/', ENGLISH, other, false, front)
      addDirectory(`/${tag}/`, host.language, own, true, draw.pick(directories.at(-1)?.pages ?? [front]))
      break
    case 'mixed': {
      const third = draw.pick([...context.languages.keys()].filter(code => code !== host.language && code !== ENGLISH))
      const thirdTag = context.languages.get(third)?.tag ?? third
      addDirectories(`/${tag}/`, host.language, own, false, front)
      addDirectories('/en/', ENGLISH, Math.ceil(other * 0.6), false, front)
      addDirectories(`/${thirdTag}/`, third, Math.floor(other * 0.4), false, front)
      break
    }
    default:
      addDirectories('/', host.language, own, false, front)
      addDirectories(host.kind === 'directories' ? '/en/' : '/', ENGLISH, other, false, front)
  }
  if (secret > 0) addDirectory('/private/', host.language, secret, true, front)
  connectVersions(host, directories, front, context.pages)
  return { host, entrance, front, directories, parents, children }
}

/** The English pages between the front of a hidden server and its own pages: none, one or two, each linked to the next. */
function buildChain(
  directories: readonly Directory[],
  front: number,
  draw: Random,
  link: (from: number, to: number) => void,
): number {
  const pages = directories.flatMap(directory => directory.pages)
  const length = Math.min(draw.below(3), pages.length)
  let end = front
  for (const page of shuffled(pages, draw).slice(0, length)) {
    if (end !== front) link(end, page)
    end = page
  }
  return end
}

function leaf(style: number, n: number, texts: Texts, draw: Random): string {
  if (style === 0) return `${n}.html`
  if (style === 1) return `view.php?id=${100 + n}`
  if (style === 2) return `${2003 + draw.below(4)}/${String(1 + draw.below(12)).padStart(2, '0')}/${n}/`
  const words = texts
    .phrase(draw)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  return `${encodeURIComponent([...words].slice(0, 16).join(''))}-${n}`
}

function addPage(host: DemoHost, draft: PageDraft, context: LayoutContext, draw: Random): number {
  const id = context.pages.length
  const foreign = draft.language !== host.language
  const kind = draft.kind ?? 'page'
  // drawn for every page, used by few: what one page is does not move the draws of the next
  const wrong = draw.chance(WRONGLY_DECLARED)
  const second = draw.chance(TWO_LANGUAGES)
  context.pages.push({
    id,
    host: host.id,
    url: host.origin + draft.path,
    path: draft.path,
    kind,
    language: draft.language,
    second: second && kind === 'page' && !draft.index && !foreign && draft.language !== ENGLISH ? ENGLISH : null,
    index: draft.index ?? false,
    status: 200,
    encoding: chooseEncoding(host, draft.language, wrong && !draft.index),
    disallowed: draft.disallowed ?? false,
    twin: draft.twin ?? -1,
    versions: [],
  })
  return id
}

function chooseEncoding(host: DemoHost, language: string, wrong: boolean): Encoding {
  const usual = host.encoding
  if (language !== host.language && language !== ENGLISH && language !== 'und') {
    return { bytes: 'utf-8', header: 'utf-8', meta: null, references: false }
  }
  // the two mistakes of the trade: nothing declared, or the Latin-1 that an editor put there
  if (wrong && !usual.references)
    return usual.bytes === 'utf-8' ? { ...usual, header: null, meta: null } : { ...usual, meta: 'iso-8859-1' }
  return usual
}

/** On servers with several languages, page k of a directory in one language stands for page k in the other. */
function connectVersions(host: DemoHost, directories: readonly Directory[], front: number, pages: DemoPage[]): void {
  if (host.kind !== 'mixed' && host.kind !== 'directories') return
  const byLanguage = new Map<string, number[]>([[host.language, [front]]])
  for (const directory of directories) {
    if (directory.tucked) continue
    const list = byLanguage.get(directory.language) ?? []
    list.push(...directory.pages)
    byLanguage.set(directory.language, list)
  }
  const lists = [...byLanguage.values()]
  for (const list of lists) {
    list.forEach((id, k) => {
      // a small section leads from its index alone: not every page was translated
      const versions = lists.filter(peer => peer !== list && k < peer.length).map(peer => peer[k])
      pages[id] = { ...pages[id], versions }
    })
  }
}
