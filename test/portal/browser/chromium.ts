/**
 * A real browser for tests of the portal: Debian's Chromium with a new profile, which can reach nothing but this machine. Every
 * reader (`openReader`) has a context of its own and keeps a record of all that the browser asked for and complained about.
 */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core'

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

/** `names`: host names and where they are on this machine ({'evil.example': '127.0.0.1:4711'}); no other name resolves. */
export function openBrowser(names: Readonly<Record<string, string>> = {}): Promise<Browser> {
  const rules = Object.entries(names).map(([name, place]) => `MAP ${name} ${place}`)
  rules.push('MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1')
  return chromium.launch({
    executablePath: findChromium(),
    chromiumSandbox: false,
    args: [...FLAGS, `--host-resolver-rules=${rules.join(', ')}`],
  })
}

function findChromium(): string {
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of ['chromium', 'chromium-browser', 'google-chrome'])
      if (folder !== '' && existsSync(join(folder, name))) return join(folder, name)
  throw new Error(
    'these tests need Chromium: install the Debian package "chromium", see scripts/install-test-packages.sh',
  )
}

export interface Reader {
  readonly page: Page
  /** Addresses on other origins that the browser asked for or tried to. */
  readonly strays: string[]
  /** Errors and warnings on the console, uncaught exceptions, failed requests. */
  readonly complaints: string[]
  /** Bytes of the bodies by path, uncompressed. */
  readonly weights: ReadonlyMap<string, number>
  close(): Promise<void>
}

export interface ReaderOptions extends BrowserContextOptions {
  /** Origins that may be asked; others are refused and recorded. */
  readonly allowed?: readonly string[]
}

/** A reader with an empty profile. Addresses are relative to `origin`. */
export async function openReader(browser: Browser, origin: string, options: ReaderOptions = {}): Promise<Reader> {
  const { allowed = [origin], ...rest } = options
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB', reducedMotion: 'reduce', ...rest })
  context.setDefaultTimeout(20_000)
  const strays: string[] = []
  const complaints: string[] = []
  const weights = new Map<string, number>()
  const isAllowed = (url: string): boolean => /^(data|blob|about):/.test(url) || allowed.includes(new URL(url).origin)
  if (rest.proxy === undefined)
    await context.route(
      url => !isAllowed(url.href),
      async route => {
        await route.abort()
      },
    )
  const page = await context.newPage()
  context.on('request', request => {
    if (!isAllowed(request.url())) strays.push(request.url())
  })
  context.on('response', response => {
    if (new URL(response.url()).origin !== origin) return
    void response
      .body()
      .then(body => weights.set(new URL(response.url()).pathname, body.length))
      .catch(() => {})
  })
  context.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('requestfailed', request => {
    // aborted: the reader went on to another page
    const { errorText } = request.failure() ?? { errorText: '' }
    if (errorText !== 'net::ERR_ABORTED') complaints.push(`${request.url()}: ${errorText}`)
  })
  return { page, strays, complaints, weights, close: () => context.close() }
}

/** A property as the browser computed it. */
export async function styleOf(locator: Locator, property: string): Promise<string> {
  return String(
    await locator.evaluate((node, name) => node.ownerDocument.defaultView.getComputedStyle(node)[name], property),
  )
}

/** Clicks what leads to another page, and waits for that page: its address may be the same. */
export async function clickThrough(page: Page, locator: Locator): Promise<void> {
  await Promise.all([page.waitForEvent('load'), locator.click()])
}

/** Clicks a link of an archived page and waits for the page of the portal that it leads to. Returns its status. */
export async function follow(page: Page, link: Locator): Promise<number> {
  // a style sheet that comes late would move the link away from under the pointer
  await page.waitForLoadState('networkidle')
  const answered = page.waitForResponse(
    response => response.url().includes('/web/') && response.request().isNavigationRequest(),
    { timeout: 60_000 },
  )
  const loaded = page.waitForEvent('load', { timeout: 60_000 })
  let isLoaded = false
  const end = loaded.then(
    () => (isLoaded = true),
    () => (isLoaded = true),
  )
  // Chromium throws away clicks into a sandboxed frame that was laid out a moment ago: a reader would click again
  for (let click = 0; click < 10 && !isLoaded; click++) {
    // styles of an archived page may move a link away from under the pointer: the keyboard reaches it all the same
    const tried = click % 2 === 0 ? link.click({ timeout: 5_000, noWaitAfter: true }) : pressEnter(page, link)
    // the page may have gone where the click before sent it
    await tried.catch(() => {})
    await Promise.race([end, page.waitForTimeout(5_000)])
  }
  const [answer] = await Promise.all([answered, loaded])
  return answer.status()
}

async function pressEnter(page: Page, link: Locator): Promise<void> {
  await link.focus({ timeout: 5_000 })
  await page.keyboard.press('Enter')
}
