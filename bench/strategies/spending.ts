/**
 * What a crawl spends its downloads on, from one coverage to the next: on servers where it has found nothing yet, with and without relevant
 * pages, and in directories of servers where it has, by how many of their pages are relevant. The graph knows; a crawl does not.
 *
 *   node dist/bench/strategies/spending.js [--preset thai-2004] [--scale 0.1] [--seed 1] [--strategy longtail] [--into file]
 */
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { generateGraph } from '../../src/graph/generate/index.js'
import { CRAWLED, RELEVANT, type WebGraph } from '../../src/graph/index.js'
import { runStrategy } from '../../src/simulate/index.js'
import { commandOf, publish } from './sections.js'
import { markdownTable } from './tables.js'

const { values } = parseArgs({
  options: {
    preset: { type: 'string', default: 'thai-2004' },
    scale: { type: 'string', default: '0.1' },
    seed: { type: 'string', default: '1' },
    strategy: { type: 'string', default: 'longtail' },
    into: { type: 'string' },
  },
})

const BANDS = [0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 1]
const KINDS = {
  first: 'first pages of servers without relevant pages',
  later: 'later pages of these',
  undecided: 'pages of servers with relevant pages, before the first find',
  mostly: 'directories more than half relevant',
  partly: '10–50 % relevant',
  hardly: 'less than 10 % relevant',
} as const
type Kind = keyof typeof KINDS

interface Band {
  found: number
  /** Servers asked for the first time, those with relevant pages among them, and how many pages that is. */
  probed: number
  sites: number
  pagesOfSites: number
  readonly wasted: Record<Kind, number>
}

const graph = await generateGraph({
  preset: values.preset,
  scale: Number(values.scale),
  seed: Number(values.seed),
})
const bands = spendingOf(graph, values.strategy)
const rows = bands.map(({ found, probed, sites, pagesOfSites, wasted }, i) => [
  `${100 * BANDS[i]}–${100 * BANDS[i + 1]} %`,
  ...[found, ...Object.values(wasted), probed, sites].map(String),
  sites === 0 ? '–' : (pagesOfSites / sites).toFixed(0),
])
const header = [
  'coverage',
  'finds',
  ...Object.values(KINDS).map(text => `not relevant: ${text}`),
  'servers asked for the first time',
  'with relevant pages',
  'these have, each',
]
const command = `\`${commandOf('strategies/spending', process.argv.slice(2))}\` (${cpus().length} × ${cpus()[0].model}, Node ${process.version})`
publish([command, markdownTable(header, rows)].join('\n\n'), values.into, 'spending')

function spendingOf(web: WebGraph, spec: string): Band[] {
  const servers = countBy(web, web.server, web.servers)
  const directories = countBy(web, web.directory, web.directories)
  const all = servers.relevant.reduce((sum, pages) => sum + pages, 0)
  const asked = new Uint8Array(web.servers)
  const hasFinds = new Uint8Array(web.servers)
  const counted: Band[] = BANDS.slice(1).map(() => ({
    ...{ found: 0, probed: 0, sites: 0, pagesOfSites: 0 },
    wasted: { first: 0, later: 0, undecided: 0, mostly: 0, partly: 0, hardly: 0 },
  }))
  let found = 0
  let at = 0
  runStrategy(web, {
    spec,
    seeds: web.seeds,
    onVisit(page) {
      const server = web.server[page]
      const directory = web.directory[page]
      while (at < counted.length - 1 && found >= BANDS[at + 1] * all) at++
      const band = counted[at]
      const isFirst = asked[server] === 0
      if (isFirst) {
        asked[server] = 1
        band.probed++
        if (servers.relevant[server] > 0) {
          band.sites++
          band.pagesOfSites += servers.relevant[server]
        }
      }
      if ((web.flags[page] & RELEVANT) !== 0) {
        found++
        band.found++
        hasFinds[server] = 1
        return
      }
      const share = directories.relevant[directory] / directories.pages[directory]
      let kind: Kind
      if (servers.relevant[server] === 0) kind = isFirst ? 'first' : 'later'
      else if (hasFinds[server] === 0) kind = 'undecided'
      else kind = share > 0.5 ? 'mostly' : share >= 0.1 ? 'partly' : 'hardly'
      band.wasted[kind]++
    },
  })
  return counted
}

function countBy({ flags, pages: all }: WebGraph, key: Uint32Array, keys: number) {
  const pages = new Uint32Array(keys)
  const relevant = new Uint32Array(keys)
  for (let page = 0; page < all; page++) {
    if ((flags[page] & CRAWLED) === 0) continue
    pages[key[page]]++
    if ((flags[page] & RELEVANT) !== 0) relevant[key[page]]++
  }
  return { pages, relevant }
}
