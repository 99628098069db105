/**
 * The demo's web: some fifty servers and two thousand pages in twelve languages, all from one seed and served on the loopback.
 *
 * It stands in for the real Web where a crawl must be seen, tested or measured without one. Its texts are real (texts.ts), its
 * links have the locality of a real crawl (locality.ts), and what makes real crawling hard is there: old and wrong charsets,
 * servers that hide their language, islands, redirects, dead links, framesets, mirrors, robots rules and traps.
 *
 * Invariants: the same options give the same web, byte for byte; every allowed page can be reached from every language's seeds;
 * `page.language` is the truth to judge by. Bodies are made when asked for, so that a web of 20,000 pages stays small.
 *
 *   languages → planHosts → layOut → addDetours → linkUp → DemoWeb.answer(url) ← serveDemoWeb (server.ts)
 */
import { LongtailError } from '../errors.js'
import { answerFor, type DemoAnswer } from './answer.js'
import { addDetours } from './detours.js'
import { planHosts } from './hosts.js'
import { LANGUAGES, type DemoLanguage } from './languages.js'
import { linkUp } from './links.js'
import { createLocality } from './locality.js'
import type { DemoHost, DemoPage, LinkTable } from './model.js'
import { layOut } from './pages.js'
import { createLibrary } from './texts.js'

export type { DemoAnswer } from './answer.js'
export type { DemoHost, DemoPage, HostKind, LinkTable, DemoPageKind } from './model.js'
export { serveDemoWeb } from './server.js'
export type { DemoRequest, DemoServer } from './server.js'

export interface DemoWebOptions {
  readonly seed: number
  /** Servers, without the few mirrors and moved ones that come on top. */
  readonly hosts: number
  /** Mean over all servers; sizes differ widely. */
  readonly pagesPerHost: number
  /** The language that gets the reference share of 15 % of the pages and all kinds of servers, ISO 639-3. */
  readonly target: string
  /** Instead of the twelve; the target is one of them. Shares add up to 1. */
  readonly languages?: readonly DemoLanguage[]
}

export interface DemoWeb {
  readonly options: DemoWebOptions
  readonly hosts: readonly DemoHost[]
  /** Everything that has an address of its own, dead links and redirects included; calendars and session ids excluded. */
  readonly pages: readonly DemoPage[]
  readonly links: LinkTable
  /** Front pages of well-known servers, by ISO 639-3. */
  readonly seeds: Readonly<Record<string, readonly string[]>>
  /** What a server says to a GET of any URL, known or not; http and https are the same. */
  answer(url: string): DemoAnswer
}

const DEFAULTS: DemoWebOptions = { seed: 1, hosts: 48, pagesPerHost: 52, target: 'tha' }
const REFERENCE = 'tha'
const SEEDS_PER_LANGUAGE = 2
const MIN_HOSTS = 24

export function buildDemoWeb(wanted: Partial<DemoWebOptions> = {}): DemoWeb {
  const options = { ...DEFAULTS, ...wanted }
  check(options)
  const languages = options.languages ?? withTarget(options.target)
  const byCode = new Map(languages.map(language => [language.code, language]))
  const texts = createLibrary(languages)
  const hosts = planHosts(
    { seed: options.seed, hosts: options.hosts, pages: options.hosts * options.pagesPerHost },
    languages,
  )
  const pages: DemoPage[] = []
  const layouts = hosts
    .filter(host => host.twin < 0)
    .map(host => layOut(host, { seed: options.seed, languages: byCode, texts, pages }))
  const detours = addDetours(options.seed, hosts, layouts, pages)
  const locality = createLocality(layouts, new Map(languages.map(language => [language.code, language.pageShare])))
  const links = linkUp(options.seed, layouts, pages, detours, locality)

  const seeds: Record<string, string[]> = {}
  for (const layout of layouts) {
    const list = (seeds[layout.host.language] ??= [])
    if (layout.host.kind === 'plain' && layout.host.entrance === 'front' && list.length < SEEDS_PER_LANGUAGE) {
      list.push(pages[layout.entrance].url)
    }
  }
  const answer = answerFor({ seed: options.seed, hosts, pages, links, languages: byCode, texts })
  return { options, hosts, pages, links, seeds, answer }
}

function check(options: DemoWebOptions): void {
  const whole = (name: 'seed' | 'hosts' | 'pagesPerHost', least: number): void => {
    if (Number.isInteger(options[name]) && options[name] >= least) return
    throw new LongtailError(
      'E_USAGE',
      `demo web: ${name} is ${options[name]}; give a whole number of at least ${least}`,
    )
  }
  whole('seed', 0)
  whole('hosts', MIN_HOSTS)
  whole('pagesPerHost', 10)
  const { languages = LANGUAGES } = options
  if (languages.some(language => language.code === options.target)) return
  const known = languages.map(language => language.code).join(', ')
  throw new LongtailError('E_LANGUAGE', `the demo web has no pages in "${options.target}"; choose one of ${known}`)
}

/** The target takes the shares of the reference language, and gives its own in exchange. */
function withTarget(target: string): DemoLanguage[] {
  const chosen = LANGUAGES.find(language => language.code === target)
  const reference = LANGUAGES.find(language => language.code === REFERENCE)
  if (chosen === undefined || reference === undefined || target === 'eng') return [...LANGUAGES]
  return LANGUAGES.map(language => {
    const other = language === chosen ? reference : language === reference ? chosen : language
    return { ...language, pageShare: other.pageShare, hostShare: other.hostShare }
  })
}
