/**
 * The crawlers of the benchmark, each as the command that crawls the site once. Every one follows all links of the site; what each
 * does with a page is said in `does`, because that is what the CPU time buys.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TARGET } from './pages.js'

export interface Job {
  /** Where the site is served; the crawl starts at its root. */
  readonly origin: string
  /** An empty folder for whatever the tool writes. */
  readonly folder: string
  /** Stop after this many pages; 0: all. */
  readonly most: number
  /** Bytes of so many pages, for tools that can only count bytes. */
  readonly mostBytes: number
}

export interface Tool {
  readonly name: string
  readonly does: string
  /** What is missing to run it, and how to get it; null when it is ready. */
  missing(): string | null
  command(job: Job): readonly [file: string, ...args: string[]]
}

const root = findRoot(dirname(fileURLToPath(import.meta.url)))
const here = join(root, 'bench', 'crawl')
const peers = join(root, 'bench', '.peers')
const PYTHON = '/usr/bin/python3'
const INSTALL = 'run "bash bench/crawl/install-peers.sh"'

function findRoot(directory: string): string {
  if (existsSync(join(directory, 'package.json'))) return directory
  const parent = dirname(directory)
  if (parent === directory) throw new Error('no package.json above the benchmark')
  return findRoot(parent)
}

/** `strategy`: '' for the default. The site that has no end repeats its texts, and would be taken for the trap that it is. */
export function longtailCommand(
  { origin, folder, most }: Job,
  strategy: string,
): readonly [file: string, ...args: string[]] {
  const campaign = join(folder, 'campaign.yaml')
  writeFileSync(
    campaign,
    `name: bench
contact: https://longtail.example/bench
target: {language: ${TARGET}}
seeds: ['${origin}/']
${strategy === '' ? '' : `strategy: ${strategy}\n`}${most === 0 ? '' : 'traps: false\n'}limits: {${most > 0 ? `pages: ${most}` : ''}}
politeness: {delay: 0s, per-host-connections: 8}
network: {allow-private: true}
`,
  )
  const out = ['--out', join(folder, 'crawl'), '--json']
  return [process.execPath, join(root, 'bin', 'longtail.js'), 'crawl', campaign, ...out]
}

function longtail(name: string, does: string, strategy: string): Tool {
  return {
    name,
    does,
    missing: () => (existsSync(join(root, 'dist', 'src', 'cli', 'main.js')) ? null : 'run "npm run build"'),
    command: job => longtailCommand(job, strategy),
  }
}

const KEEPS = 'WARC (gzip, digests, CDXJ), crawl log, disk frontier'

const wget: Tool = {
  name: 'wget --warc',
  does: 'WARC (gzip, digests); no text, no judgement',
  missing: () => (existsSync('/usr/bin/wget') ? null : INSTALL),
  command({ origin, folder, most, mostBytes }) {
    const warc = `--warc-file=${join(folder, 'wget')}`
    const quiet = [
      '--quiet',
      '--no-warc-keep-log',
      '--execute',
      'robots=off',
      '--delete-after',
      '--directory-prefix',
      folder,
      ...(most > 0 ? [`--quota=${mostBytes}`] : []),
    ]
    return ['/usr/bin/wget', '--recursive', '--level=inf', warc, ...quiet, `${origin}/`]
  },
}

const crawlee: Tool = {
  name: 'crawlee',
  does: 'CheerioCrawler; title and text; everything in memory, nothing kept',
  missing: () => (existsSync(join(peers, 'node_modules', '@crawlee', 'cheerio')) ? null : INSTALL),
  command({ origin, most }) {
    return [process.execPath, join(here, 'crawlee-crawl.mjs'), peers, `${origin}/`, String(most > 0 ? most : 1_000_000)]
  },
}

const scrapy: Tool = {
  name: 'scrapy',
  does: 'title and text; everything in memory, nothing kept',
  missing: () => (existsSync('/usr/bin/scrapy') ? null : INSTALL),
  command({ origin, most }) {
    const spider = ['-m', 'scrapy', 'runspider', join(here, 'scrapy-crawl.py'), '-a', `start=${origin}/`]
    return [PYTHON, ...spider, '-s', `CLOSESPIDER_PAGECOUNT=${most}`]
  },
}

export const TOOLS: readonly Tool[] = [
  longtail('longtail', `default strategy, learns from links and their words; language of every page; ${KEEPS}`, ''),
  longtail('soft-focused', `the same with the strategy soft-focused; language of every page; ${KEEPS}`, 'soft-focused'),
  wget,
  crawlee,
  scrapy,
]
/** The one that the others are compared with, round by round. */
export const MEASURE = wget
export const RESULTS_FOLDER = join(root, 'bench', 'results')
