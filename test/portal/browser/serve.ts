/** A portal served for one file of tests: its own server, its own local.db, its own browser. */
import { rmSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { startPortal } from '../../../src/portal/server/index.js'
import { en } from '../../../src/portal/ui/languages/en.js'
import { temporaryDirectory } from '../../crawl/run-cli.js'
import { openBrowser, openReader, type Reader, type ReaderOptions } from './chromium.js'
import { demoLibrary, type DemoLibrary } from './demo-library.js'

export const PASSWORD = 'correct horse battery staple'

export interface Served {
  readonly origin: string
  readonly browser: Browser
  reader(options?: ReaderOptions): Promise<Reader>
  /** Logged in. */
  administrator(options?: ReaderOptions): Promise<Reader>
  close(): Promise<void>
}

export interface Stage extends Served {
  readonly library: DemoLibrary
}

export interface ServeOptions {
  /** Crawl directories to watch beside those of the library. */
  readonly crawls?: readonly string[]
  readonly port?: number
  /** Host names that the browser knows. */
  readonly names?: Readonly<Record<string, string>>
}

/** With the portal of the demo library. */
export async function openStage(options: ServeOptions = {}): Promise<Stage> {
  const library = await demoLibrary()
  return { ...(await servePortal(library.portal, options)), library }
}

export async function servePortal(directory: string, options: ServeOptions = {}): Promise<Served> {
  const local = temporaryDirectory('local')
  const { port = 0, crawls = [] } = options
  const portal = await startPortal({ directory, port, local, password: PASSWORD, crawls })
  const browser = await openBrowser(options.names)
  const origin = new URL(portal.url).origin
  const reader = (wanted?: ReaderOptions): Promise<Reader> => openReader(browser, origin, wanted)
  return {
    origin,
    browser,
    reader,
    async administrator(wanted) {
      const opened = await reader(wanted)
      await opened.page.goto('/admin/login')
      await opened.page.getByLabel(en.admin.password).fill(PASSWORD)
      await opened.page.getByRole('button', { name: en.admin.logIn }).click()
      await opened.page.waitForURL(/\/admin$/)
      return opened
    },
    async close() {
      await browser.close()
      await portal.close()
      rmSync(local, { recursive: true, force: true })
    },
  }
}
