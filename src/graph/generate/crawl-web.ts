/** A web like a national crawl: a plan of its servers, a pass that labels pages and counts links, and a pass that writes the links. */
import { availableParallelism } from 'node:os'
import { LongtailError } from '../../errors.js'
import { sharedBytes, sharedWords, type WebGraph } from '../web-graph.js'
import { makeColumns, type GeneratedColumns, type HomeLinks } from './columns.js'
import type { GenerateProgress } from './generate.js'
import { makeHomeLinks } from './home-links.js'
import type { LabelScheme } from './names.js'
import type { Parameters } from './parameters.js'
import { makePlan, type Plan } from './plan.js'
import type { CrawlPreset } from './presets.js'
import { runPass } from './workers.js'

/** Link numbers must fit in 32 bits. */
const MOST_LINKS = 0xffffffff
/** Below this, starting threads costs more than they save. */
const PAGES_WORTH_THREADS = 200_000

export interface CrawlWebOptions {
  readonly preset: CrawlPreset
  readonly parameters: Parameters
  readonly scale: number
  readonly seed: number
  readonly labels: LabelScheme
  readonly threads?: number
}

export async function generateCrawlWeb(
  { preset, parameters, scale, seed, labels, threads: asked }: CrawlWebOptions,
  onProgress?: (progress: GenerateProgress) => void,
): Promise<Omit<WebGraph, 'origin'>> {
  onProgress?.({ step: 'plan', share: 0 })
  const plan = makePlan(preset, parameters, scale, seed, labels)
  const columns = makeColumns(plan)
  const wanted = asked ?? (columns.flags.length < PAGES_WORTH_THREADS ? 1 : availableParallelism())
  const threads = Math.max(1, Math.floor(wanted))
  await runPass({ plan, columns, pass: { name: 'label' } }, threads, share => onProgress?.({ step: 'pages', share }))
  const homeLinks = makeHomeLinks(plan, columns)
  const links = addUp(columns, homeLinks, plan)
  const rows = { to: sharedWords(links), anchors: sharedBytes(Math.ceil(links / 8)) }
  const pass = { name: 'write', homeLinks, rows } as const
  await runPass({ plan, columns, pass }, threads, share => onProgress?.({ step: 'links', share }))
  return {
    pages: columns.flags.length,
    links,
    servers: plan.servers.count,
    directories: plan.directories.count,
    domains: plan.servers.domainFirst.length - 1,
    seeds: Uint32Array.from(plan.seeds, server => plan.firstPage[server]),
    offsets: columns.offsets,
    to: rows.to,
    server: columns.server,
    directory: columns.directory,
    flags: columns.flags,
    language: columns.language,
    languages: plan.names.languages,
    target: [preset.target],
    serverTld: plan.names.serverTld,
    tlds: plan.names.tlds,
    serverDomain: plan.servers.domain,
    charset: columns.charset,
    score: null,
    anchors: rows.anchors,
    urls: null,
  }
}

/** Turns counts into offsets. */
function addUp(columns: GeneratedColumns, homeLinks: HomeLinks, plan: Plan): number {
  const { offsets, freshOf } = columns
  const { source } = homeLinks
  for (let hook = 0; hook < source.length; hook++) offsets[source[hook] + 1]++
  let links = 0
  for (let page = 1; page < offsets.length; page++) {
    links += offsets[page]
    if (links > MOST_LINKS) {
      throw new LongtailError(
        'E_GRAPH',
        `more than ${MOST_LINKS} links: choose a smaller scale, or fewer links per page`,
      )
    }
    offsets[page] = links
  }
  let fresh = 0
  for (let s = 0; s <= plan.servers.fetched; s++) {
    const own = freshOf[s]
    freshOf[s] = fresh
    fresh += own
  }
  return links
}
