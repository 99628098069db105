/** Runs the compiled command line as a user would: in a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))

export interface CliResult {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Started {
  readonly child: ChildProcess
  readonly result: Promise<CliResult>
}

export function startCli(args: readonly string[]): Started {
  return startProgram(MAIN, args)
}

/** A compiled program in a process of its own. */
export function startProgram(path: string, args: readonly string[]): Started {
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', text => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', text => (stderr += text))
  const result = new Promise<CliResult>(resolve =>
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr })),
  )
  return { child, result }
}

export function runCli(...args: string[]): Promise<CliResult> {
  return startCli(args).result
}

const made: string[] = []
process.once('exit', () => made.forEach(directory => rmSync(directory, { recursive: true, force: true })))

/** Removed when the tests are done. */
export function temporaryDirectory(name: string): string {
  const directory = mkdtempSync(join(tmpdir(), `longtail-${name}-`))
  made.push(directory)
  return directory
}

/** Writes a campaign file (JSON is YAML) and returns its path. */
export function writeCampaign(directory: string, campaign: Record<string, unknown>, file = 'campaign.yaml'): string {
  const path = join(directory, file)
  const defaults = { name: 'test', contact: 'https://longtail.example/', target: { language: 'tha' } }
  writeFileSync(path, JSON.stringify({ ...defaults, ...campaign }))
  return path
}
