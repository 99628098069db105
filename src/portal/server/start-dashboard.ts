/**
 * The dashboard and /metrics without a portal: the same server, pages and rules, over no library. Nothing is kept on the disk. There
 * is an administrator only where whoever starts it gives a password; without one nothing can be changed, started or stopped.
 */
import { LongtailError } from '../../errors.js'
import { createDashboard } from '../dashboard/dashboard.js'
import { ensurePassword, openPeople } from '../people/index.js'
import { addressesOf, closeServer, DEFAULT_HOST, isThisMachineAlone, listen } from './listen.js'
import { createRequestMetrics } from './metrics.js'
import { noLibrary, NO_REPLAY, NO_SEARCHER } from './no-library.js'
import { isOwnHost } from './own-host.js'
import { Refusal } from './refusal.js'
import type { Portal } from './route.js'
import { aloneRoutes } from './routes.js'
import { createPortalServer } from './server.js'
import { createSessions } from './sessions.js'

export interface DashboardServerOptions {
  /** Directories of crawls and syllabuses; they may not exist yet. */
  readonly crawls: readonly string[]
  /** Campaign files by directory, for crawls that have not begun. */
  readonly campaigns?: ReadonlyMap<string, string>
  /** 0: any that is free. */
  readonly port: number
  /** The address to listen on; this machine alone unless said. */
  readonly host?: string
  /** Of the administrator; without one there is none. */
  readonly password?: string
  readonly log?: (message: string) => void
}

export interface RunningDashboard {
  /** With a slash at the end. */
  readonly url: string
  readonly urls: readonly string[]
  readonly hasAdministrator: boolean
  close(): Promise<void>
}

export async function startDashboard(options: DashboardServerOptions): Promise<RunningDashboard> {
  const { host = DEFAULT_HOST, password, log = message => process.stderr.write(`${message}\n`) } = options
  const loopbackOnly = isThisMachineAlone(host)
  const hasAdministrator = password !== undefined
  if (!loopbackOnly && !hasAdministrator)
    throw new LongtailError(
      'E_USAGE',
      `--host ${host}: on a network only an administrator may see crawls; give a password with --password-file or LONGTAIL_ADMIN_PASSWORD`,
    )
  const people = openPeople(':memory:')
  try {
    if (hasAdministrator) await ensurePassword(people, password)
    const sessions = createSessions()
    const portal: Portal = {
      library: noLibrary('Longtail'),
      searcher: NO_SEARCHER,
      replay: NO_REPLAY,
      people,
      sessions,
      metrics: createRequestMetrics(),
      listensOn: host,
      offers: { library: false, administration: hasAdministrator },
    }
    const { crawls, campaigns } = options
    const dashboard = createDashboard({ built: [], watched: crawls, campaigns, open: loopbackOnly })
    const server = createPortalServer(portal, {
      routes: aloneRoutes({ people, sessions, dashboard, hasAdministrator }),
      loopbackOnly,
      isOwnHost,
      proxied: () => Promise.reject(new Refusal('not found')),
      log,
    })
    const { port } = await listen(server, options.port, host)
    const urls = addressesOf(host, port)
    const close = async (): Promise<void> => {
      await closeServer(server)
      people.close()
    }
    return { url: urls[0], urls, hasAdministrator, close }
  } catch (error) {
    people.close()
    throw error
  }
}
