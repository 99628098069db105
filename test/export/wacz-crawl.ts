/** A crawl of the demo web with several archives, images and revisits, for the tests of WACZ. Made once for all files of tests. */
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildDemoWeb, serveDemoWeb } from '../../src/demo/web.js'
import { fixture } from '../archive/samples.js'
import { crawlDemo } from '../crawl/demo-crawl.js'
import { temporaryDirectory } from '../crawl/run-cli.js'

let crawl: Promise<string> | undefined

/** Its directory; nobody changes it. */
export function waczCrawl(): Promise<string> {
  return (crawl ??= make())
}

async function make(): Promise<string> {
  const directory = temporaryDirectory('wacz')
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  const web = buildDemoWeb({ hosts: 24, pagesPerHost: 30 })
  const server = await serveDemoWeb(web)
  const out = join(directory, 'crawl')
  try {
    const archive = { embeds: 'relevant', 'file-size': '100KB' }
    await crawlDemo(web, server, out, { name: 'thai', archive, limits: { pages: 70 } })
  } finally {
    await server.close()
  }
  return out
}

const run = promisify(execFile)

export interface Checked {
  readonly pages: number
  readonly captures: number
  readonly archives: number
  /** Captures that no line of the index speaks of. */
  readonly hidden: number
  readonly seeds: number
}

/** All rules of the specification, by a program that is not ours (check_wacz.py); throws where one is broken. */
export async function checkWacz(...paths: string[]): Promise<Checked> {
  return JSON.parse((await run('python3', [fixture('check_wacz.py'), ...paths])).stdout)
}

/** A file inside, unpacked by Debian's unzip. */
export async function unzipped(path: string, name: string): Promise<Buffer> {
  return (await run('unzip', ['-p', path, name], { encoding: 'buffer', maxBuffer: 1e9 })).stdout
}

export async function namesIn(path: string): Promise<string[]> {
  return (await run('unzip', ['-Z1', path])).stdout.trim().split('\n')
}

export interface PageLine {
  readonly url: string
  readonly ts: string
  readonly title: string
  readonly text?: string
  readonly seed?: boolean
  readonly relevant?: boolean
  readonly score?: number
  readonly language?: string
}

/** Without its head. */
export async function pagesOf(path: string): Promise<PageLine[]> {
  const [, ...lines] = (await unzipped(path, 'pages/pages.jsonl')).toString().trim().split('\n')
  return lines.map(line => JSON.parse(line))
}
