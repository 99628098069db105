/** The end of the demo: what the focused crawl found, as a library to search and read. */
import { isErrno, LongtailError } from '../errors.js'
import { buildPortal } from '../portal/build/build.js'
import { startPortal, type RunningPortal } from '../portal/server/index.js'

export interface DemoPortal {
  readonly pages: number
  readonly seconds: number
  /** Null when it was only built. */
  readonly url: string | null
  /** Of the administrator, when it was made up here. */
  readonly password: string | null
  close(): Promise<void>
}

export interface DemoPortalOptions {
  readonly crawl: string
  /** Where to build the portal. */
  readonly out: string
  readonly serve: boolean
  readonly port?: number
  readonly signal?: AbortSignal
}

const USUAL_PORT = 8080

export async function openDemoPortal({ crawl, out, serve, port, signal }: DemoPortalOptions): Promise<DemoPortal> {
  const started = performance.now()
  const { pages } = await buildPortal({ sources: [crawl], out, title: 'Longtail demo', signal })
  const seconds = (performance.now() - started) / 1000
  if (!serve) return { pages, seconds, url: null, password: null, close: async () => {} }
  const portal = await startSomewhere(out, port)
  return { pages, seconds, url: portal.url, password: portal.password, close: portal.close }
}

/** Something else often has 8080 already; who names a port gets that one or an error. */
async function startSomewhere(directory: string, port: number | undefined): Promise<RunningPortal> {
  const password = process.env.LONGTAIL_ADMIN_PASSWORD
  try {
    return await startPortal({ directory, port: port ?? USUAL_PORT, password })
  } catch (error) {
    const isTaken = error instanceof LongtailError && isErrno(error.cause, 'EADDRINUSE')
    if (port !== undefined || !isTaken) throw error
    return startPortal({ directory, port: 0, password })
  }
}
