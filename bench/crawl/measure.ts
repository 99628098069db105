/** CPU and wall time of a command with all its threads and child processes, and the benchmark's site as a child of ours. */
import { fork, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SiteKind } from './pages.js'
import type { SiteReady, SiteReport } from './site.js'

export interface Cost {
  readonly cpuSeconds: number
  readonly wallSeconds: number
  readonly exitCode: number
  /** Numbers in the JSON object on the last line of standard output: what the tool says it did. */
  readonly counts: Readonly<Record<string, number>>
  /** The last line on standard error. */
  readonly complaint: string
}

/** bash's `time` adds up user and system time of the command and of every descendant that was waited for. */
const SCRIPT = 'TIMEFORMAT="%3U %3S %3R"; { time "${@:4}" >"$1" 2>"$2" </dev/null; } 2>"$3"'

export async function timed(command: readonly string[], folder: string): Promise<Cost> {
  const files = ['stdout', 'stderr', 'times'].map(name => join(folder, name))
  const exitCode = await new Promise<number>((resolve, reject) => {
    const child = spawn('bash', ['-c', SCRIPT, 'bash', ...files, ...command], { stdio: 'inherit', cwd: folder })
    child.once('error', reject)
    child.once('exit', code => resolve(code ?? -1))
  })
  const [stdout, stderr, times] = files.map(file => readFileSync(file, 'utf8').trim())
  const [user, system, wallSeconds] = (times.split('\n').at(-1) ?? '').split(' ').map(Number)
  const complaint = stderr.split('\n').at(-1) ?? ''
  return {
    cpuSeconds: user + system,
    wallSeconds,
    exitCode,
    counts: numbers(stdout.split('\n').at(-1) ?? ''),
    complaint,
  }
}

function numbers(line: string): Record<string, number> {
  try {
    const said: unknown = JSON.parse(line)
    if (typeof said !== 'object' || said === null) return {}
    return Object.fromEntries(Object.entries(said).filter(([, value]) => typeof value === 'number'))
  } catch {
    return {} // wget says nothing
  }
}

export interface Site extends SiteReady {
  reset(): Promise<void>
  report(): Promise<SiteReport>
  close(): void
}

export async function startSite(pages: number, links: SiteKind): Promise<Site> {
  const child = fork(fileURLToPath(new URL('site.js', import.meta.url)), [String(pages), links])
  let waiting: { resolve: (message: unknown) => void; reject: (error: Error) => void } | null = null
  child.on('message', message => waiting?.resolve(message))
  child.on('exit', code => waiting?.reject(new Error(`the site ended with code ${code}`)))
  const next = (): Promise<unknown> => new Promise((resolve, reject) => (waiting = { resolve, reject }))
  const ready = await next()
  if (!isReady(ready)) throw new Error('the site said something else than that it is ready')
  const ask = async (what: string): Promise<unknown> => {
    const answer = next()
    child.send(what)
    return answer
  }
  return {
    ...ready,
    reset: async () => void (await ask('reset')),
    report: async () => {
      const report = await ask('report')
      if (isReport(report)) return report
      throw new Error('the site said something else than its report')
    },
    close: () => child.disconnect(),
  }
}

function isReady(message: unknown): message is SiteReady {
  return typeof message === 'object' && message !== null && 'origin' in message && 'checksum' in message
}

function isReport(message: unknown): message is SiteReport {
  return typeof message === 'object' && message !== null && 'distinct' in message && 'served' in message
}
