/** Crawlee's adaptive crawler on the web of this benchmark (crawlee-adaptive.mjs), with the CPU time of its browser apart from its own. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { judgePages } from '../../src/crawl/judge-pages.js'
import { neededBrowser } from '../../src/render/index.js'
import { CpuTime, type SeenProcess } from '../../src/render/processes.js'
import { packageRoot } from '../../test/package-root.js'
import type { Outcome } from './outcome.js'

export interface CrawleeSetting {
  readonly name: string
  /** `renderingTypeDetectionRatio`. */
  readonly ratio: number
  /** A page with next to no text goes to the browser, whatever was predicted. */
  readonly checked: boolean
}

export const CRAWLEE_SETTINGS: readonly CrawleeSetting[] = [
  { name: 'crawlee', ratio: 0.1, checked: false },
  { name: 'crawlee-checked', ratio: 0.1, checked: true },
  { name: 'crawlee-0.3', ratio: 0.3, checked: false },
]

const PEERS = join(packageRoot, 'bench', '.peers', 'render')
const SCRIPT = join(packageRoot, 'bench', 'render', 'crawlee-adaptive.mjs')
const LOOK_MS = 200
const TICK_MS = 10

/** Null when it is ready. */
export function crawleeMissing(): string | null {
  return existsSync(join(PEERS, 'node_modules', '@crawlee', 'playwright'))
    ? null
    : 'run "bash bench/render/install-peers.sh"'
}

interface Item {
  readonly url: string
  readonly title: string
  readonly text: string
}

/** `origin`: of the web; its sites have names of their own. */
export async function crawlWithCrawlee(
  { name, ratio, checked }: CrawleeSetting,
  { hosts, origin, folder, language }: { hosts: readonly string[]; origin: string; folder: string; language: string },
): Promise<Outcome> {
  mkdirSync(folder)
  const out = join(folder, 'pages.json')
  const settings = join(folder, 'settings.json')
  const { port } = new URL(origin)
  const seeds = hosts.map(host => `http://${host}:${port}/`)
  writeFileSync(settings, JSON.stringify({ seeds, out, browser: neededBrowser(), ratio, checked }))
  const startedAt = performance.now()
  const child = spawn(process.execPath, [SCRIPT, PEERS, settings], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: folder,
  })
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
  const own = new CpuTime()
  const browser = new CpuTime()
  const timer = setInterval(() => {
    const all = withDescendants(child.pid ?? 0)
    own.see(all.filter(({ pid }) => pid === child.pid))
    browser.see(all.filter(({ pid }) => pid !== child.pid))
  }, LOOK_MS)
  const code = await new Promise(resolve => child.on('close', resolve))
  clearInterval(timer)
  if (code !== 0) throw new Error(`${name} ended with code ${String(code)}`)
  const seconds = (performance.now() - startedAt) / 1000
  const { browserRequestHandlerRuns: rendered } = JSON.parse(said.trim().split('\n').at(-1) ?? '{}') as {
    browserRequestHandlerRuns: number
  }
  const items = JSON.parse(readFileSync(out, 'utf8')) as Item[]
  const wanted = await wantedAmong(items, folder, language)
  return {
    pages: items.length,
    wanted,
    rendered,
    needed: null,
    seconds,
    cpuSeconds: own.totalMs / 1000,
    browserSeconds: browser.totalMs / 1000,
  }
}

/** Judged as our own pages are. */
async function wantedAmong(items: readonly Item[], folder: string, language: string): Promise<Set<string>> {
  const files = new Map<string, string>()
  const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  items.forEach(({ url, title, text }, i) => {
    const file = join(folder, `${i}.html`)
    const { hostname, pathname } = new URL(url)
    writeFileSync(file, `<!doctype html><meta charset="utf-8"><title>${escape(title)}</title><p>${escape(text)}`)
    files.set(pathToFileURL(file).href, `http://${hostname}${pathname}`)
  })
  const wanted = new Set<string>()
  for await (const { url, relevant } of judgePages(
    [...files.keys()].map(url => fileURLToPath(url)),
    { languages: [language] },
  )) {
    const judged = files.get(url)
    if (judged === undefined) throw new Error(`no page is known by ${url}`)
    if (relevant) wanted.add(judged)
  }
  return wanted
}

function withDescendants(root: number): SeenProcess[] {
  const processes = new Map<number, { readonly parent: number; readonly seen: SeenProcess }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const pid = Number(name)
      const cpuMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS
      processes.set(pid, { parent: Number(fields[1]), seen: { pid, cpuMs, memoryBytes: 0, isPage: false } })
    } catch {
      // it ended while we looked
    }
  }
  const isOurs = (pid: number): boolean => {
    for (let at = pid; at > 1; at = processes.get(at)?.parent ?? 0) if (at === root) return true
    return false
  }
  return [...processes].flatMap(([pid, { seen }]) => (isOurs(pid) ? [seen] : []))
}
