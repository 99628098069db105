/** What this machine has for Longtail. Nothing of it is needed for everything: each line says what it is for and how to get it. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { findPdfjs, NEEDS_PACKAGE } from '../documents/pdf/find-pdfjs.js'
import { freeSpace } from '../disk/free-space.js'
import { BROWSER_ADVICE, findBrowser, noBrowser } from '../render/find-browser.js'
import { identifierName } from '../page/language/identifier.js'
import { addCommands } from './commands/index.js'
import { foundVariables } from './environment.js'

export interface DoctorFlags {
  readonly json?: boolean
}

export interface Finding {
  readonly name: string
  /** fine; missing: something does not work; weak: it works, but slower or less well. */
  readonly state: 'fine' | 'weak' | 'missing'
  readonly found: string
  /** What it is for, and what to do. */
  readonly advice: string
}

const GB = 1e9
const LEAST_FILES = 4096

export async function doctor(directory: string, flags: DoctorFlags): Promise<void> {
  const findings = [...examine(resolve(directory)), await settings()]
  if (flags.json === true) return console.log(JSON.stringify({ findings }))
  const width = Math.max(...findings.map(({ name }) => name.length))
  const signs = { fine: 'ok     ', weak: 'weak   ', missing: 'missing' }
  for (const { name, state, found, advice } of findings) {
    console.log(`${signs[state]}  ${name.padEnd(width)}  ${found}`)
    if (state !== 'fine') console.log(`${' '.repeat(width + 11)}${advice}`)
  }
  const wanting = findings.filter(({ state }) => state !== 'fine').length
  console.log(
    wanting === 0
      ? '\nNothing is missing here.'
      : '\nLongtail works without these; each line above says what is affected.',
  )
}

export function examine(directory: string): Finding[] {
  return [
    node(),
    cores(),
    memory(),
    disk(directory),
    openFiles(),
    identifier(),
    documents(),
    browser(),
    redis(),
    kiwix(),
  ]
}

function node(): Finding {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const isFine = major > 20 || (major === 20 && minor >= 19)
  return finding(
    'Node.js',
    isFine ? 'fine' : 'missing',
    process.versions.node,
    'version 20.19 or newer is needed: https://nodejs.org',
  )
}

function cores(): Finding {
  const count = availableParallelism()
  return finding(
    'processors',
    count > 1 ? 'fine' : 'weak',
    String(count),
    'pages are analysed in threads of their own, so two or more cores are faster',
  )
}

function memory(): Finding {
  const bytes = totalmem()
  const state = bytes >= 2 * GB ? 'fine' : 'weak'
  return finding(
    'memory',
    state,
    amount(bytes),
    'a crawl of millions of pages needs 2 GB; set frontier: {memory: 64MB} to use less',
  )
}

function disk(directory: string): Finding {
  const space = freeSpace(directory)
  const found = `${amount(space?.bytes ?? 0)} free at ${directory}`
  if (!mayWrite(directory))
    return finding('disk', 'missing', `${directory} cannot be written`, 'give a directory that you can write to')
  return finding(
    'disk',
    (space?.bytes ?? 0) >= 5 * GB ? 'fine' : 'weak',
    found,
    'a crawl of 100,000 pages needs about 5 GB',
  )
}

function mayWrite(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Of this process, as the system counts them. */
function openFiles(): Finding {
  const path = '/proc/self/limits'
  if (!existsSync(path)) return finding('open files', 'fine', 'unknown on this system', '')
  const limit = /^Max open files\s+(\S+)/m.exec(readFileSync(path, 'utf8'))?.[1] ?? 'unknown'
  const isFine = limit === 'unlimited' || Number(limit) >= LEAST_FILES
  return finding(
    'open files',
    isFine ? 'fine' : 'weak',
    limit,
    `many connections or partitions need more; raise the limit: ulimit -n ${LEAST_FILES}`,
  )
}

function identifier(): Finding {
  const name = identifierName()
  const advice =
    'languages that share a script are recognised less well than with cld; with a C++ compiler, "npm rebuild cld" builds it (docs/languages.md)'
  return finding('identifier', name === 'cld' ? 'fine' : 'weak', name, advice)
}

function documents(): Finding {
  const isThere = findPdfjs() !== null
  const found = isThere ? 'PDF, EPUB, Word, PowerPoint, Excel, RTF, OpenDocument' : 'all but PDF'
  return finding('documents', isThere ? 'fine' : 'missing', found, NEEDS_PACKAGE)
}

function browser(): Finding {
  const path = findBrowser()
  const found = path === null ? null : firstVersion([path])
  return finding(
    'browser',
    found === null ? 'missing' : 'fine',
    found ?? (path === null ? noBrowser() : `${path} does not start`),
    `needed to render pages that are empty without JavaScript (docs/rendering.md): ${BROWSER_ADVICE}`,
  )
}

function redis(): Finding {
  const found = firstVersion(['redis-server', 'valkey-server'])
  const advice = 'needed for crawls with many processes (--processes): apt install redis-server'
  return finding('Redis', found === null ? 'missing' : 'fine', found ?? 'none', advice)
}

function kiwix(): Finding {
  const found = firstVersion(['kiwix-serve'])
  return finding(
    'kiwix-serve',
    found === null ? 'missing' : 'fine',
    found ?? 'none',
    'shows exported ZIM files on this machine: apt install kiwix-tools',
  )
}

/** By environment; those that set nothing are mostly misspelt. */
async function settings(): Promise<Finding> {
  const program = await addCommands(new Command('longtail'))
  const found = foundVariables(program)
  const unknown = found.filter(({ sets }) => sets === '')
  const said = found.map(({ name, sets }) => (sets === '' ? `${name}: unknown` : `${name}: ${sets}`))
  const meant = unknown.map(
    ({ name, near }) => `${name} is not a setting${near === '' ? '' : `; did you mean ${near}?`}`,
  )
  return finding(
    'settings',
    unknown.length === 0 ? 'fine' : 'weak',
    said.join(', ') || 'none in the environment',
    meant.join('; '),
  )
}

/** What the first of these programs that is here says of itself. */
function firstVersion(programs: readonly string[]): string | null {
  for (const program of programs) {
    const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 })
    if (status === 0) return `${program}: ${stdout.split('\n')[0].trim()}`
  }
  return null
}

function finding(name: string, state: Finding['state'], found: string, advice: string): Finding {
  return { name, state, found, advice }
}

function amount(bytes: number): string {
  return `${(bytes / GB).toFixed(1)} GB`
}
