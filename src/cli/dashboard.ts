/** The dashboard and /metrics for crawls, without a portal. */
import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { startDashboard } from '../portal/server/start-dashboard.js'
import { adminPassword } from './admin-password.js'
import { timed } from './terminal-lines.js'
import { untilInterrupted } from './work-display.js'

export interface DashboardFlags {
  port: number
  host?: string
  passwordFile?: string
  json?: boolean
}

export async function serveDashboard(places: readonly string[], flags: DashboardFlags): Promise<void> {
  const { crawls, campaigns } = await namedCrawls(places)
  const { port, host, passwordFile, json } = flags
  const dashboard = await startDashboard({
    ...{ crawls, campaigns, port, host },
    password: adminPassword(passwordFile),
    log: message => process.stderr.write(process.stderr.isTTY ? `${message}\n` : timed(message)),
  })
  const ended = untilInterrupted()
  const { url, urls, hasAdministrator } = dashboard
  if (json === true) console.log(JSON.stringify({ url, urls, administrator: hasAdministrator }))
  else {
    console.log(`The dashboard is open at ${urls.join(' ')}\nPress Ctrl-C to stop it; crawls continue.`)
    if (!hasAdministrator)
      console.log('The dashboard is read-only; with --password-file an administrator can start, stop and pause crawls.')
  }
  await ended
  await dashboard.close()
}

/** A campaign file stands for the directory that "longtail crawl FILE" writes to. */
async function namedCrawls(places: readonly string[]) {
  const campaigns = new Map<string, string>()
  const crawls: string[] = []
  for (const place of places) {
    const found = statSync(place, { throwIfNoEntry: false })
    if (found === undefined)
      process.stderr.write(`warning: ${place} does not exist yet; it is shown when a crawl starts there\n`)
    if (!found?.isFile()) {
      crawls.push(place)
      continue
    }
    const { loadCampaign } = await import('../campaign/load.js')
    const { path, campaign } = loadCampaign(place)
    const out = resolve(join(dirname(path), campaign.name))
    campaigns.set(out, path)
    crawls.push(out)
  }
  return { crawls, campaigns }
}
