/** Crawls a hostile web as a user would, in a process of its own, and looks at what came of it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCli, temporaryDirectory, writeCampaign, type CliResult } from '../crawl/run-cli.js'
import { archivedUrls } from '../crawl/read-archives.js'

export interface HostileCrawl {
  /** Of all runs: a process that died is started again, as a service would be. */
  readonly results: readonly CliResult[]
  /** Of the process, in bytes. */
  readonly mostMemory: number
  readonly archived: ReadonlySet<string>
  readonly out: string
}

export const DELAY_MS = 200

/** Short times, so that what stalls is given up soon; all else is as by default. */
const SETTINGS = {
  politeness: { delay: `${DELAY_MS}ms`, 'max-delay': '2s', 'max-crawl-delay': '400ms', sitemaps: true },
  network: { timeout: '4s', retries: 1 },
}

export async function crawlHostileWeb(
  seeds: readonly string[],
  network: Record<string, unknown>,
  maxRuns: number,
): Promise<HostileCrawl> {
  const directory = temporaryDirectory('hostile')
  const out = join(directory, 'crawl')
  const seedFile = join(directory, 'seeds.txt')
  writeFileSync(seedFile, seeds.join('\n'))
  const campaign = writeCampaign(directory, {
    ...SETTINGS,
    seeds: { file: seedFile },
    network: { ...SETTINGS.network, ...network },
  })
  const results: CliResult[] = []
  let mostMemory = 0
  while (results.length < maxRuns && results.at(-1)?.code !== 0) {
    const { child, result } = startCli(['crawl', campaign, '--out', out, '--json'])
    const watch = setInterval(() => (mostMemory = Math.max(mostMemory, memoryOf(child.pid))), 200)
    results.push(await result)
    clearInterval(watch)
  }
  const folder = join(out, 'warc')
  const files = readdirSync(folder).map(name => join(folder, name))
  const archives = files.filter(name => name.endsWith('.warc.gz'))
  return { results, mostMemory, archived: new Set((await archivedUrls(archives)).keys()), out }
}

/** 0 where the system does not say. */
function memoryOf(pid: number | undefined): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
