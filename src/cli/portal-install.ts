/** Shows the unit that starts a portal at boot, and writes it when that was confirmed. Starts nothing: the commands for it are shown. */
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { portalDirectory } from '../collection/portal-directory.js'
import { writeAtomically } from '../disk/write-atomically.js'
import { LongtailError } from '../errors.js'
import { nextCommands, SERVICE_MARK, servicePath, serviceText } from './service-file.js'

export interface InstallFlags {
  port: number
  host?: string
  crawl?: string[]
  passwordFile?: string
  local?: string
  system?: boolean
  runAs?: string
  name: string
  yes?: boolean
  json?: boolean
}

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url))

export async function install(directory: string, flags: InstallFlags): Promise<void> {
  const portal = portalDirectory(directory)
  if (!existsSync(portal.index))
    throw new LongtailError(
      'E_PORTAL',
      `${portal.path} is not a portal; give the directory that "longtail portal build --out" wrote`,
    )
  const isSystem = flags.system ?? process.getuid?.() === 0
  check(flags, isSystem)
  const text = serviceText({
    isSystem,
    name: flags.name,
    command: [process.execPath, MAIN, 'portal', 'serve', portal.path, ...serveFlags(flags)],
    writes: [portal.path, ...(flags.local === undefined ? [] : [resolve(flags.local)])],
    runAs: flags.runAs ?? String(statSync(portal.path).uid),
    port: flags.port,
  })
  const path = servicePath(isSystem, flags.name)
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (before !== '' && !before.startsWith(SERVICE_MARK))
    throw new LongtailError(
      'E_USAGE',
      `${path} was not written by this command and was left as it is: choose another --name, or move the file away`,
    )
  // for programs standard output is one object
  const show = (line: string): void => void (flags.json === true ? process.stderr : process.stdout).write(`${line}\n`)
  show(`${path}:\n\n${text}`)
  if (flags.host === undefined)
    show('Only this machine can reach the portal; --host 0.0.0.0 opens it to the whole network.')
  const commands = nextCommands(isSystem, flags.name)
  const written =
    flags.yes === true || (process.stdin.isTTY && (await confirmed(`Write it? [y/N] `, process.stdin, process.stderr)))
  if (written) {
    mkdirSync(dirname(path), { recursive: true })
    writeAtomically(path, text)
    show(`Written. To start it now and at every boot:\n\n${commands.map(command => `  ${command}`).join('\n')}`)
    if (flags.passwordFile === undefined)
      show(
        `\nIf you set no administrator's password, the log of the first start shows one:\n\n  journalctl ${isSystem ? '-u' : '--user -u'} ${flags.name}`,
      )
  } else show('Nothing was written. The same command with --yes writes it.')
  if (flags.json === true) console.log(JSON.stringify({ file: path, written, commands }))
}

function check({ name, port, runAs }: InstallFlags, isSystem: boolean): void {
  if (!/^[\w@:.-]{1,100}$/.test(name))
    throw new LongtailError('E_USAGE', `--name ${name}: use only letters, digits and - _ .`)
  if (port < 1 || port > 65_535) throw new LongtailError('E_USAGE', `--port ${port}: expected a port from 1 to 65535`)
  if (runAs !== undefined && !/^[a-z_][\w-]{0,31}$|^\d{1,10}$/i.test(runAs))
    throw new LongtailError('E_USAGE', `--run-as ${runAs}: expected the name or number of a user`)
  if (!isSystem && port < 1024)
    throw new LongtailError('E_USAGE', `--port ${port}: ports below 1024 need --system; choose one above 1023`)
}

function serveFlags({ port, host, crawl = [], passwordFile, local }: InstallFlags): string[] {
  return [
    '--port',
    String(port),
    ...(host === undefined ? [] : ['--host', host]),
    ...crawl.flatMap(one => ['--crawl', resolve(one)]),
    ...(passwordFile === undefined ? [] : ['--password-file', resolve(passwordFile)]),
    ...(local === undefined ? [] : ['--local', resolve(local)]),
  ]
}

/** Anything but yes, and the end of the input, is no. */
export async function confirmed(question: string, input: Readable, output: Writable): Promise<boolean> {
  const lines = createInterface({ input, output, terminal: false })
  try {
    const ended = new Promise<string>(done => lines.once('close', () => done('')))
    return /^\s*y(es)?\s*$/i.test(await Promise.race([lines.question(question), ended]))
  } finally {
    lines.close()
  }
}
