/**
 * Runs an example as its README tells it: every line of every block ```sh, in order, in a copy of its folder, with the compiled
 * `longtail`. What a block ```text says was printed has to be printed by the block before it; numbers may differ, and … stands for anything.
 * A line that ends in & stays up until the story ends. So the page cannot tell what does not happen.
 */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { packageRoot } from '../package-root.js'

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))
/** In commands and campaigns of all stories; a test takes one that is free. */
const PORT = '8800'

export interface Step {
  readonly commands: readonly string[]
  /** Lines that the page shows below the commands. */
  readonly printed: readonly string[]
}

export function readSteps(markdown: string): Step[] {
  const steps: { commands: string[]; printed: string[] }[] = []
  for (const [, kind, text] of markdown.matchAll(/^```(sh|text)\n([^]*?)^```$/gm)) {
    const lines = text.split('\n').filter(line => line.trim() !== '')
    if (kind === 'sh') steps.push({ commands: lines.map(withoutComment), printed: [] })
    else steps.at(-1)?.printed.push(...lines)
  }
  return steps
}

function withoutComment(line: string): string {
  return line.replace(/\s+# .*$/, '').trim()
}

export interface Story {
  /** Where it took place. */
  readonly directory: string
  /** What the command that begins so printed, standard output alone. */
  printedBy(beginning: string): string
}

/** Takes place until the test ends. */
export async function tellStory(name: string, t: TestContext): Promise<Story> {
  const source = join(packageRoot, 'examples', name)
  const steps = readSteps(readFileSync(join(source, 'README.md'), 'utf8'))
  assert.ok(steps.length > 0, `${name}: no commands`)
  const port = await freePort()
  const directory = copyOf(source, name, port)
  const stage: Stage = { directory, path: pathWithLongtail(directory), port }
  const outputs = new Map<string, string>()
  for (const { commands, printed } of steps) {
    let all = ''
    for (const command of commands) {
      const { stdout, stderr } = command.endsWith('&') ? await keepUp(command, stage, t) : await run(command, stage)
      outputs.set(command, stdout)
      all += `${stdout}\n${stderr}\n`
    }
    for (const line of printed)
      assert.match(plain(all), patternOf(line), `${name}: ${commands.join('; ')}: the page says that it prints this`)
  }
  return {
    directory,
    printedBy(beginning) {
      const found = [...outputs].find(([command]) => command.startsWith(beginning))
      assert.ok(found !== undefined, `${name}: its page has no command "${beginning}…"`)
      return found[1]
    },
  }
}

interface Stage {
  readonly directory: string
  readonly path: string
  readonly port: string
}

function copyOf(source: string, name: string, port: string): string {
  const directory = join(temporaryDirectory('example'), name)
  cpSync(source, directory, { recursive: true })
  for (const file of readdirSync(directory).filter(each => each.endsWith('.yaml'))) {
    const path = join(directory, file)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(PORT, port))
  }
  return directory
}

/** As after `npm link`. */
function pathWithLongtail(directory: string): string {
  const folder = join(directory, '..', 'bin')
  const command = join(folder, 'longtail')
  mkdirSync(folder)
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`)
  chmodSync(command, 0o755)
  return `${folder}${delimiter}${process.env.PATH}`
}

interface Printed {
  readonly stdout: string
  readonly stderr: string
}

async function run(command: string, stage: Stage): Promise<Printed> {
  const child = start(command, stage)
  const printed = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', text => (printed.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', text => (printed.stderr += text))
  const code = await new Promise(resolve => child.on('close', resolve))
  assert.equal(code, 0, `${command}\n${printed.stdout}${printed.stderr}`)
  return printed
}

/** Until it has said where it is. */
async function keepUp(command: string, stage: Stage, t: TestContext): Promise<Printed> {
  const child = start(`exec ${command.slice(0, -1).trim()}`, stage)
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  t.after(async () => {
    child.kill('SIGTERM')
    await ended
  })
  let stdout = ''
  let stderr = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', text => {
      stdout += text
      if (stdout.includes(`127.0.0.1:${stage.port}`) && stdout.endsWith('\n')) resolve()
    })
    child.stderr?.setEncoding('utf8').on('data', text => (stderr += text))
    child.once('close', code => reject(new Error(`${command} ended with ${code}\n${stdout}${stderr}`)))
  })
  return { stdout, stderr }
}

function start(command: string, { directory, path, port }: Stage): ChildProcess {
  return spawn('/bin/sh', ['-c', command.replaceAll(PORT, port)], {
    cwd: directory,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Numbers, the plural after them, widths of columns and rules of tables depend on the day. */
function plain(text: string): string {
  return text
    .replace(/^\d{4}-\S+Z /gm, '') // the time of lines that do not go to a terminal
    .replace(/\d+([.,:–-]*\d+)*/g, '0')
    .replace(/\bpages\b/g, 'page')
    .replace(/─+/g, '─')
    .replace(/[^\S\n]+/g, ' ')
}

function patternOf(line: string): RegExp {
  const parts = plain(line)
    .trim()
    .split('…')
    .map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^ ?${parts.join('.*')} ?$`, 'm')
}

async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  await new Promise(closed => server.close(closed))
  return String(address.port)
}
