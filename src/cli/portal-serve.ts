import { readFileSync } from 'node:fs'
import { LongtailError, messageOf } from '../errors.js'
import { startPortal, type RunningPortal } from '../portal/server/index.js'
import { timed } from './terminal-lines.js'
import { untilInterrupted } from './work-display.js'

export interface ServeFlags {
  port: number
  host?: string
  crawl?: string[]
  passwordFile?: string
  local?: string
  json?: boolean
}

export async function serve(directory: string, flags: ServeFlags): Promise<void> {
  const portal = await startPortal({
    directory,
    port: flags.port,
    host: flags.host,
    crawls: flags.crawl ?? [],
    local: flags.local,
    password: passwordFrom(flags.passwordFile),
    log: message => process.stderr.write(process.stderr.isTTY ? `${message}\n` : timed(message)),
  })
  const ended = untilInterrupted()
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
    throw new LongtailError('E_USAGE', `--password-file: ${messageOf(error)}`)
  }
}
