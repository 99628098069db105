/**
 * Starts and stops crawls, for the administrator. A crawl is started as a person would start it: "longtail crawl CAMPAIGN --out DIR"
 * in a process of its own, which goes on when the dashboard ends. It is stopped by the signal of Ctrl-C.
 *
 * What may be started was named by whoever started the server: never a directory that a library only mentions. No word of a request
 * reaches the command, and no shell reads it.
 */
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { crawlDirectory, lockHolder } from '../../collection/index.js'
import { diskError } from '../../disk/disk-error.js'
import { makeDirectory } from '../../disk/make-directory.js'
import { isErrno, LongtailError } from '../../errors.js'
import { presentable } from '../../markup.js'
import { crawlArguments } from './command.js'
import type { Glance } from './glance.js'

const MAIN = fileURLToPath(new URL('../../cli/main.js', import.meta.url))
/** How long the page waits to see whether the crawl has begun: a mistake in the campaign shows at once. */
const SEEN_WITHIN_MS = 5000
const LOOK_EVERY_MS = 100
const MOST_SAID = 600

type Startable = Pick<Glance, 'crawl' | 'live' | 'process' | 'state'>

/** Whether its page has a button to start it. */
export function mayStart(glance: Startable): boolean {
  const { crawl, process: holder, state } = glance
  if (!crawl.isNamed || holder > 0 || state === 'unreadable') return false
  return isFile(crawlArguments(glance)?.campaign ?? '') && lockHolder(crawlDirectory(placeOf(glance))) === 0
}

/** Throws what keeps the crawl from beginning, in its own words. */
export async function startCrawl(glance: Startable): Promise<void> {
  const words = crawlArguments(glance)
  if (words === null || !mayStart(glance))
    throw new LongtailError('E_USAGE', 'this crawl is already running, or its campaign file is unknown')
  const directory = crawlDirectory(placeOf(glance))
  const output = openOutput(directory.path, directory.output)
  // the password of the dashboard is none of the crawl's business
  const env = { ...process.env, LONGTAIL_ADMIN_PASSWORD: undefined }
  const child = spawn(process.execPath, [MAIN, 'crawl', words.campaign, '--out', words.out], {
    cwd: dirname(words.campaign),
    detached: true,
    stdio: ['ignore', output, output],
    env,
  })
  closeSync(output)
  let ended: number | null | undefined
  child.once('error', () => (ended = 1)).once('exit', code => (ended = code))
  child.unref()
  for (let waited = 0; waited < SEEN_WITHIN_MS && ended === undefined; waited += LOOK_EVERY_MS) {
    if (lockHolder(directory) > 0) return
    await sleep(LOOK_EVERY_MS)
  }
  if (ended !== undefined && ended !== 0) throw new LongtailError('E_USAGE', lastWords(directory.output))
}

/** What is under way is finished and recorded. */
export function stopCrawl({ crawl, process: holder }: Pick<Glance, 'crawl' | 'process'>): void {
  if (!crawl.isNamed || holder === 0) throw new LongtailError('E_USAGE', 'this crawl is not running')
  // the number is from a file in the directory of the crawl, which others may have written
  if (holder === process.pid || !isCrawl(holder))
    throw new LongtailError('E_USAGE', `process ${holder} is not "longtail crawl": stop it where it was started`)
  try {
    process.kill(holder, 'SIGINT')
  } catch (error) {
    if (!isErrno(error, 'EPERM')) throw error
    throw new LongtailError('E_USAGE', `process ${holder} belongs to another user of this machine`)
  }
}

/** By its command line, where the system shows it. */
function isCrawl(pid: number): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return words.includes('crawl') && words.some(word => /longtail|cli[/\\]main\.js$/.test(word))
  } catch (error) {
    return isErrno(error, 'ENOENT') && process.platform !== 'linux'
  }
}

function placeOf({ crawl }: Pick<Glance, 'crawl'>): string {
  return crawl.syllabus || crawl.directory.path
}

function isFile(path: string): boolean {
  try {
    return isAbsolute(path) && statSync(path).isFile()
  } catch {
    return false
  }
}

function openOutput(directory: string, path: string): number {
  try {
    makeDirectory(directory)
    return openSync(path, 'w', 0o600)
  } catch (error) {
    throw diskError(path, error)
  }
}

function lastWords(path: string): string {
  const said = presentable(readFileSync(path, 'utf8').trim()).slice(-MOST_SAID)
  return said === '' ? 'the crawl ended without a message' : said
}
