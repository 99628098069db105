/** Opens a portal's directory and serves it: everything in one process, nothing from the network. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LongtailError } from '../../errors.js'
import { createDashboard } from '../dashboard/dashboard.js'
import { applyBlacklist } from '../people/blacklist.js'
import { ensurePassword, openPeople } from '../people/index.js'
import { answerProxied, createReplay } from '../replay/index.js'
import { openSearcher } from '../search/searcher.js'
import { removeLeftovers } from '../updates/leftovers.js'
import { portalDirectory } from '../../collection/portal-directory.js'
import { addressesOf, closeServer, DEFAULT_HOST, isThisMachineAlone, listen } from './listen.js'
import { openReloadingLibrary } from './reloading-library.js'
import { createRequestMetrics } from './metrics.js'
import { isOwnHost } from './own-host.js'
import type { Portal } from './route.js'
import { portalRoutes } from './routes.js'
import { createPortalServer, type Limits } from './server.js'
import { createSessions } from './sessions.js'

export interface PortalOptions {
  /** What `portal build` made. */
  readonly directory: string
  /** 0: any that is free. */
  readonly port: number
  /** The address to listen on; this machine alone unless said. */
  readonly host?: string
  /** Directories of crawls to show beside those that the library was built from. */
  readonly crawls?: readonly string[]
  /** Directory of local.db, when it is not the portal's own. */
  readonly local?: string
  /** Count on how many days each page is opened, for crawls that ask first for what is read. */
  readonly countReadings?: boolean
  /** Of the administrator; otherwise the one that is kept, or one made up. */
  readonly password?: string
  readonly limits?: Limits
  readonly log?: (message: string) => void
}

export interface RunningPortal {
  /** With a slash at the end. */
  readonly url: string
  /** All addresses under which browsers reach it. */
  readonly urls: readonly string[]
  /** Made up at this start: to be shown once. Null: there was one. */
  readonly password: string | null
  /** Whether bookmarks, lessons and administration work: not on a medium that cannot be written. */
  readonly isWritable: boolean
  close(): Promise<void>
}

export async function startPortal(options: PortalOptions): Promise<RunningPortal> {
  const { host = DEFAULT_HOST, log = message => process.stderr.write(`${message}\n`) } = options
  const directory = portalDirectory(options.directory)
  if (!existsSync(directory.index))
    throw new LongtailError(
      'E_PORTAL',
      `${directory.path} is not a portal; give the directory that "longtail portal build --out" wrote`,
    )
  removeLeftovers(directory)
  const loopbackOnly = isThisMachineAlone(host)
  const opened: (() => void | Promise<void>)[] = []
  const close = async () => {
    for (const one of opened.splice(0).reverse()) await one()
  }
  try {
    const library = openReloadingLibrary(options.directory, log)
    opened.push(() => library.close())
    const local = options.local === undefined ? directory.local : join(resolve(options.local), 'local.db')
    const people = openPeople(local, Date.now, options.countReadings)
    opened.push(() => people.close())
    const password = await ensurePassword(people, options.password)
    const searcher = await openSearcher(directory)
    opened.push(() => searcher.close())
    const replay = createReplay(library)
    opened.push(() => replay.close())
    const sessions = createSessions()
    const portal: Portal = {
      library,
      searcher,
      replay,
      people,
      sessions,
      metrics: createRequestMetrics(),
      listensOn: host,
      offers: { library: true, administration: true },
    }
    applyBlacklist(people, portal)
    const dashboard = createDashboard({
      built: library.facts().crawls,
      watched: options.crawls ?? [],
      open: loopbackOnly,
    })
    const server = createPortalServer(portal, {
      routes: portalRoutes({ people, sessions, dashboard, directory }),
      limits: options.limits,
      loopbackOnly,
      isOwnHost,
      proxied: (url, request) => answerProxied(url, request, portal, request.origin),
      log,
    })
    const { port } = await listen(server, options.port, host)
    opened.push(() => closeServer(server))
    const urls = addressesOf(host, port)
    return { url: urls[0], urls, password, isWritable: people.isWritable, close }
  } catch (error) {
    await close()
    throw error
  }
}
