import { startPortal, type RunningPortal } from '../portal/server/index.js'
import { adminPassword } from './admin-password.js'
import { timed } from './terminal-lines.js'
import { untilInterrupted } from './work-display.js'

export interface ServeFlags {
  port: number
  host?: string
  crawl?: string[]
  passwordFile?: string
  local?: string
  countReadings?: boolean
  json?: boolean
}

export async function serve(directory: string, flags: ServeFlags): Promise<void> {
  const portal = await startPortal({
    directory,
    port: flags.port,
    host: flags.host,
    crawls: flags.crawl ?? [],
    local: flags.local,
    countReadings: flags.countReadings,
    password: adminPassword(flags.passwordFile),
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
  console.log(`The portal is open at ${urls.join(' ')}\nPress Ctrl-C to stop it.`)
  if (password !== null)
    console.log(`\nAdministrator's password, shown only once: ${password}\n(${url}admin lets you change it.)`)
  if (!isWritable)
    process.stderr.write(
      'warning: the directory is read-only, so bookmarks and lessons are switched off; choose a directory for them with --local\n',
    )
}
