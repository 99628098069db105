/**
 * A web in which a small language hides: 2 % of the pages are written in it, 8 % in its nearest neighbour, the rest in eleven other
 * languages, on 64 servers and their mirrors. Crawls of it for what was learned of the language are measured against what is true.
 */
import { LANGUAGES, type DemoLanguage } from '../../src/demo/languages.js'
import { buildDemoWeb, serveDemoWeb, type DemoWeb } from '../../src/demo/web.js'
import type { RunOptions } from '../../src/crawl/index.js'
import { crawlDemo, loggedPages, type CampaignPart } from './demo-crawl.js'

export interface LearnedWebTexts {
  /** Paragraphs that the pages in Minangkabau are made of. */
  readonly target: readonly string[]
  /** Those of Indonesian pages; the declaration where there are none. */
  readonly neighbour?: readonly string[]
}

const TARGET_SHARE = 0.02
const NEIGHBOUR_SHARE = 0.08

export function buildLearnedWeb({ target, neighbour }: LearnedWebTexts, seed = 1): DemoWeb {
  const [reference] = LANGUAGES.filter(({ code }) => code === 'ind')
  const others = LANGUAGES.filter(({ code }) => code !== 'ind')
  const rest = others.reduce((sum, { pageShare }) => sum + pageShare, 0)
  const languages: DemoLanguage[] = [
    ...others.map(one => ({
      ...one,
      pageShare: (one.pageShare / rest) * (1 - TARGET_SHARE - NEIGHBOUR_SHARE),
      hostShare: one.hostShare * 0.85,
    })),
    { ...reference, pageShare: NEIGHBOUR_SHARE, hostShare: 0.1, paragraphs: neighbour },
    {
      ...reference,
      code: 'min',
      tag: 'min',
      pageShare: TARGET_SHARE,
      hostShare: 0.08,
      endonym: 'Baso Minangkabau',
      home: 'Laman utamo',
      more: 'Baco salanjuiknyo',
      names: ['nagari', 'rumah', 'lurah', 'padang', 'danau', 'koto', 'lamang', 'rangkiang'],
      paragraphs: target,
    },
  ]
  return buildDemoWeb({ seed, hosts: 64, pagesPerHost: 32, target: 'min', languages })
}

export interface CrawlQuality {
  readonly pages: number
  /** Of all pages in the language that can be reached. */
  readonly coverage: number
  /** Of what was fetched. */
  readonly harvest: number
  /** Of what the crawl called relevant, and of the pages in the language that it fetched. */
  readonly precision: number
  readonly recall: number
}

/** `parts`: of the campaign. */
export async function measureCrawl(
  web: DemoWeb,
  out: string,
  parts: CampaignPart,
  options: Partial<RunOptions> = {},
): Promise<CrawlQuality> {
  const server = await serveDemoWeb(web)
  try {
    await crawlDemo(web, server, out, parts, undefined, options)
  } finally {
    await server.close()
  }
  const truth = new Map(web.pages.map(page => [page.url.replace(/^https:/, 'http:'), page]))
  const isWanted = (url: string): boolean | null => {
    const page = truth.get(url.replace(/^https:/, 'http:'))
    if (page === undefined || page.kind !== 'page') return null
    return page.language === 'min' || page.second === 'min'
  }
  let fetched = 0
  let wanted = 0
  let taken = 0
  let right = 0
  for (const { url, relevant, status } of await loggedPages(out)) {
    const is = isWanted(url)
    if (status !== 200 || is === null) continue
    fetched++
    if (is) wanted++
    if (relevant) taken++
    if (relevant && is) right++
  }
  const all = web.pages.filter(
    ({ kind, language, second, disallowed }) =>
      kind === 'page' && !disallowed && (language === 'min' || second === 'min'),
  ).length
  return {
    pages: fetched,
    coverage: wanted / all,
    harvest: wanted / fetched,
    precision: taken === 0 ? 1 : right / taken,
    recall: wanted === 0 ? 1 : right / wanted,
  }
}
