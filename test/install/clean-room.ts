/**
 * Longtail as people install it: a fresh clone, and the packed file in an empty folder. Both take their packages from npm's registry or
 * cache, as the README's first command does.
 */
import { execFile, type ExecFileException } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { packageRoot } from '../package-root.js'

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface Room {
  readonly folder: string
  /** `command` is looked up in the room's PATH. */
  run(cwd: string, command: string, ...args: string[]): Promise<Ran>
}

/** A folder, and nothing of the environment that npm or Node gave to these tests. */
export function openRoom(name: string, path = process.env.PATH ?? ''): Room {
  const folder = temporaryDirectory(name)
  const inherited = Object.entries(process.env).filter(([key]) => !/^(npm_|NODE_|LONGTAIL_|INIT_CWD|PATH$)/i.test(key))
  const env = { ...Object.fromEntries(inherited), PATH: path }
  return {
    folder,
    run: (cwd, command, ...args) =>
      new Promise(resolve => {
        const done = (error: ExecFileException | null, stdout: string, stderr: string): void =>
          resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, stdout, stderr })
        execFile(command, args, { cwd, env, maxBuffer: 2 ** 26 }, done)
      }),
  }
}

/** PATH with Node and a shell alone: no compiler, no make, no python. */
export function pathWithoutCompiler(folder: string): string {
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  for (const tool of ['npm', 'npx', 'sh']) symlinkSync(find(tool), join(tools, tool))
  symlinkSync(process.execPath, join(tools, 'node'))
  return tools
}

function find(tool: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = folders.map(folder => join(folder, tool)).find(file => lstatSync(file, { throwIfNoEntry: false }))
  if (found === undefined) throw new Error(`${tool} is not in PATH`)
  return found
}

export async function cloneInto(room: Room): Promise<string> {
  const clone = join(room.folder, 'clone')
  const { code, stderr } = await room.run(room.folder, 'git', 'clone', '--quiet', packageRoot, clone)
  if (code !== 0) throw new Error(stderr)
  return clone
}

/** On the disk, in whole blocks. `leftOut`: packages that are not counted. */
export function installedMegabytes(folder: string, leftOut: readonly string[]): number {
  const isCounted = (name: string): boolean => leftOut.every(other => name !== other && !name.startsWith(`${other}/`))
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isCounted)
  return names.reduce((sum, name) => sum + lstatSync(join(folder, name)).blocks * 512, 0) / 1e6
}
