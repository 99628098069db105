/** Crawls by many processes, and what can happen to them. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crawlDirectory, partPaths } from '../../src/collection/crawl-directory.js'
import { packageRoot } from '../package-root.js'
import type { CampaignPart } from '../crawl/demo-crawl.js'

export interface ManyProcesses {
  readonly out: string
  /** Processes of workers that have reported. */
  workers(): number[]
  /** Of Redis. */
  redis(): number
  pages(): number
  /** What was printed, when it is over. */
  readonly done: Promise<{ readonly code: number | null; readonly said: string; readonly json: string }>
  readonly process: ChildProcess
}

export function startMany(directory: string, campaign: CampaignPart, ...flags: string[]): ManyProcesses {
  return startManyWith({}, directory, campaign, ...flags)
}

/** The same with variables in the environment. */
export function startManyWith(
  env: NodeJS.ProcessEnv,
  directory: string,
  campaign: CampaignPart,
  ...flags: string[]
): ManyProcesses {
  mkdirSync(directory, { recursive: true })
  const file = join(directory, 'campaign.json')
  writeFileSync(file, JSON.stringify(campaign))
  const out = join(directory, 'crawl')
  const main = join(packageRoot, 'dist', 'src', 'cli', 'main.js')
  const child = spawn(process.execPath, [main, 'crawl', file, '--out', out, '--json', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let said = ''
  let json = ''
  child.stderr.on('data', data => (said += String(data)))
  child.stdout.on('data', data => (json += String(data)))
  const status = join(out, 'status.json')
  return {
    out,
    process: child,
    workers: () =>
      (existsSync(join(out, 'workers')) ? readdirSync(join(out, 'workers')) : [])
        .map(name => Number(/-(\d+)\.json$/.exec(name)?.[1] ?? 0))
        .filter(isRunning),
    redis: () => Number(execFileSync('pgrep', ['-f', join(out, 'redis.sock')], { encoding: 'utf8' }).split('\n')[0]),
    pages: () => (existsSync(status) ? Number(JSON.parse(readFileSync(status, 'utf8')).pages) : 0),
    done: new Promise(resolve => child.once('close', code => resolve({ code, said, json }))),
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return pid > 0
  } catch {
    return false
  }
}

/** All archives of all partitions. */
export function splitArchives(out: string): string[] {
  return partPaths(crawlDirectory(out)).flatMap(part => {
    const { warc } = crawlDirectory(part)
    return existsSync(warc) ? readdirSync(warc).map(name => join(warc, name)) : []
  })
}

export async function until(what: string, isThere: () => boolean, ms = 120_000): Promise<void> {
  const end = Date.now() + ms
  while (!isThere()) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
