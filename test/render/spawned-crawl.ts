/** A crawl in a process of its own whose browsers can be told from all others of the machine: their profiles lie in a directory of it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))

export interface SpawnedCrawl {
  readonly child: ChildProcess
  readonly ended: Promise<{
    readonly code: number | null
    readonly signal: NodeJS.Signals | null
    readonly said: string
  }>
}

/** `isGroup`: in a group of processes of its own, as one that a terminal starts. */
export function spawnCrawl(args: readonly string[], temporary: string, isGroup = false): SpawnedCrawl {
  const child = spawn(process.execPath, [MAIN, 'crawl', ...args, '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isGroup,
    env: { ...process.env, TMPDIR: temporary },
  })
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()))
  return { child, ended: new Promise(resolve => child.on('close', (code, signal) => resolve({ code, signal, said }))) }
}

/** Processes of browsers with a profile in `temporary`. */
export function browsersIn(temporary: string): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(`${temporary}/longtail-browser-`)
      } catch {
        return false
      }
    })
}

/** Waits until there is none. */
export async function browsersEnd(temporary: string): Promise<void> {
  while (browsersIn(temporary).length > 0) await new Promise(resolve => setTimeout(resolve, 50))
}
