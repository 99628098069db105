import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { LongtailError } from '../errors.js'
import { startPortal, type RunningPortal } from '../portal/server/index.js'
import { repeated, wholeNumberFrom0 } from './options.js'

interface ServeFlags {
  port: number
  host?: string
  crawl?: string[]
  passwordFile?: string
  local?: string
  json?: boolean
}

const DEFAULT_PORT = 8080

export function addPortalServeCommand(portal: Command): void {
  portal
    .command('serve')
    .description('serve a portal to browsers: search, topics, archived pages, lessons; needs no network')
    .argument('<dir>', 'directory of the portal: --out of "longtail portal build"')
    .option('--port <n>', 'port to listen on; 0 for any that is free', wholeNumberFrom0, DEFAULT_PORT)
    .option('--host <address>', 'address to listen on; 0.0.0.0 for a whole network (default: this machine alone)')
    .option('--crawl <dir>', 'also show this crawl, or the crawls of this syllabus; may be given again', repeated)
    .option('--password-file <file>', "file with the administrator's password (or set LONGTAIL_ADMIN_PASSWORD)")
    .option('--local <dir>', 'where to keep lessons and settings (default: in the directory of the portal)')
    .option('--json', 'print one JSON object with the address when it is ready')
    .action(serve)
}

async function serve(directory: string, flags: ServeFlags): Promise<void> {
  const portal = await startPortal({
    directory,
    port: flags.port,
    host: flags.host,
    crawls: flags.crawl ?? [],
    local: flags.local,
    password: passwordFrom(flags.passwordFile),
  })
  // before anything is said: whoever reads the address may end us at once
  const ended = new Promise<void>(done => {
    process.once('SIGINT', done)
    process.once('SIGTERM', done)
  })
  announce(portal, flags.json === true)
  await ended
  await portal.close()
}

function announce({ url, urls, password, isWritable }: RunningPortal, json: boolean): void {
  if (json) {
    console.log(JSON.stringify({ url, urls, ...(password === null ? {} : { password }) }))
    return
  }
  console.log(`The portal is open at ${urls.join(' ')}\nCtrl-C ends it.`)
  if (password !== null)
    console.log(`\nPassword of the administrator, shown this once: ${password}\n(${url}admin changes it.)`)
  if (!isWritable)
    process.stderr.write('warning: the directory cannot be written: no bookmarks and lessons; --local names another\n')
}

function passwordFrom(file: string | undefined): string | undefined {
  if (file === undefined) return process.env.LONGTAIL_ADMIN_PASSWORD
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new LongtailError('E_USAGE', `--password-file: ${reason}`)
  }
}
